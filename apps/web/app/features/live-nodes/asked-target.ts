import type { ProbeTarget } from '@switchyard/contract'
import type { ReachableServer } from '@switchyard/convert'

/** All that is sent of a node. */
export const SENT_FIELDS = ['host', 'port', 'transport', 'sni', 'alpn'] as const satisfies (keyof ProbeTarget)[]

/** As the contract has them: one target outside of these would have a whole batch refused. */
const HOST_MAX = 253
const PORT_MAX = 65_535
const ALPN_MAX = 8
const ALPN_NAME_MAX = 255
// oxlint-disable-next-line no-control-regex -- a name may hold none of them
const CONTROLS = /[\u0000-\u001f\u007f]/

/** What is sent of a node, field by field: nothing else of it can slip in. Undefined: the server would take none of it. */
export function askedTarget({ host, port, transport, sni, alpn }: ReachableServer): ProbeTarget | undefined {
  const names = [host, ...(sni === undefined ? [] : [sni])]
  const isSound = names.every((name) => name.trim() !== '' && name.length <= HOST_MAX && !CONTROLS.test(name))
  if (!isSound || !Number.isInteger(port) || port < 1 || port > PORT_MAX) return undefined
  const protocols = alpn?.filter((name) => name !== '' && name.length <= ALPN_NAME_MAX && !CONTROLS.test(name)) ?? []
  return {
    host,
    port,
    transport,
    ...(sni === undefined ? {} : { sni }),
    ...(protocols.length > 0 ? { alpn: protocols.slice(0, ALPN_MAX) } : {}),
  }
}
