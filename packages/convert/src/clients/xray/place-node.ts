import type { XrayOutbound } from './nodes/outbound.ts'
import { isRecord, type JsonObject } from '../../text/record.ts'

/** An outbound as it stands in a file. */
export interface PlacedNode extends JsonObject {
  tag: string
  protocol: string
  settings: JsonObject
  streamSettings?: JsonObject
}

/** A node under its tag; `tagOf` gives the tag of what it connects through. */
export function placed(
  { name, dialer, protocol, settings, streamSettings }: XrayOutbound,
  tag: string,
  tagOf: (name: string) => string | undefined,
): PlacedNode {
  // Xray reads over `remarks`: it is there for whoever reads the file or its log.
  const node: PlacedNode = { tag, remarks: name, protocol, settings }
  const through = dialer === undefined ? undefined : tagOf(dialer)
  if (through !== undefined) {
    const sockopt = streamSettings?.['sockopt']
    node.streamSettings = {
      ...streamSettings,
      sockopt: { dialerProxy: through, ...(isRecord(sockopt) ? sockopt : {}) },
    }
  } else if (streamSettings !== undefined) node.streamSettings = streamSettings
  return node
}
