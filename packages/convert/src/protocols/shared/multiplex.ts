import type { NodeIssues } from '../../model/issue.ts'
import type { Fields } from '../../model/fields.ts'
import type { Multiplex } from '../../model/node.ts'
import type { MihomoProxy, SingboxOutbound } from '../protocol.ts'
import { rateInMbps } from './rate.ts'
import type { JsonObject } from '../../text/record.ts'

/** Multiplexing: docs/formats/common-fields.md, "Multiplexing". */

const PROTOCOLS = new Set(['smux', 'yamux', 'h2mux'])

/** `smux` of a `proxies:` entry; undefined when it is absent or not enabled. */
export function multiplexFromMihomo(entry: Fields): Multiplex | undefined {
  const smux = entry.map('smux')
  if (!smux?.bool('enabled')) return undefined
  const brutal = smux.map('brutal-opts')
  return {
    protocol: smux.text('protocol'),
    maxConnections: smux.int('max-connections'),
    minStreams: smux.int('min-streams'),
    maxStreams: smux.int('max-streams'),
    padding: smux.bool('padding') || undefined,
    statistic: smux.bool('statistic') || undefined,
    onlyTcp: smux.bool('only-tcp') || undefined,
    brutal: brutalOf(brutal?.bool('enabled'), brutal?.str('up'), brutal?.str('down')),
  }
}

/** `multiplex` of a sing-box outbound; undefined when it is absent or not enabled, and what stood in it is forgotten. */
export function multiplexFromSingbox(entry: Fields): Multiplex | undefined {
  const mux = entry.map('multiplex')
  if (!mux?.bool('enabled')) {
    mux?.forget()
    return undefined
  }
  const brutal = mux.map('brutal')
  return {
    protocol: mux.text('protocol'),
    maxConnections: mux.int('max-connections'),
    minStreams: mux.int('min-streams'),
    maxStreams: mux.int('max-streams'),
    padding: mux.bool('padding') || undefined,
    brutal: brutalOf(brutal?.bool('enabled'), brutal?.str('up-mbps'), brutal?.str('down-mbps')),
  }
}

function brutalOf(enabled: boolean | undefined, up: string | undefined, down: string | undefined): Multiplex['brutal'] {
  if (!enabled) return undefined
  return { up: rateInMbps(up ?? '') ?? 0, down: rateInMbps(down ?? '') ?? 0 }
}

/** Writes `smux`; an unknown protocol is left out as `bad-value`, so that mihomo takes its own. */
export function multiplexToMihomo(entry: MihomoProxy, mux: Multiplex, issues: NodeIssues): void {
  const out: JsonObject = { enabled: true }
  if (mux.protocol !== undefined) {
    if (PROTOCOLS.has(mux.protocol)) out['protocol'] = mux.protocol
    else issues.note('bad-value', 'smux.protocol')
  }
  if (mux.maxConnections !== undefined) out['max-connections'] = mux.maxConnections
  if (mux.minStreams !== undefined) out['min-streams'] = mux.minStreams
  if (mux.maxStreams !== undefined) out['max-streams'] = mux.maxStreams
  if (mux.padding) out['padding'] = true
  if (mux.statistic) out['statistic'] = true
  if (mux.onlyTcp) out['only-tcp'] = true
  if (mux.brutal) out['brutal-opts'] = { enabled: true, up: `${mux.brutal.up} Mbps`, down: `${mux.brutal.down} Mbps` }
  entry['smux'] = out
}

/**
 * Writes `multiplex`; what sing-box has no field for, or refuses beside another, is left out as `field-ignored`.
 */
export function multiplexToSingbox(out: SingboxOutbound, mux: Multiplex, issues: NodeIssues): void {
  const object: SingboxOutbound = { enabled: true }
  if (mux.protocol !== undefined) {
    if (PROTOCOLS.has(mux.protocol)) object['protocol'] = mux.protocol
    else issues.note('bad-value', 'multiplex.protocol')
  }
  if (mux.maxStreams !== undefined && (mux.maxConnections ?? mux.minStreams) !== undefined)
    issues.note('field-ignored', 'multiplex.max_streams')
  else if (mux.maxStreams !== undefined) object['max_streams'] = mux.maxStreams
  if (mux.maxConnections !== undefined) object['max_connections'] = mux.maxConnections
  if (mux.minStreams !== undefined) object['min_streams'] = mux.minStreams
  if (mux.padding) object['padding'] = true
  if (mux.statistic) issues.note('field-ignored', 'smux.statistic')
  if (mux.onlyTcp) issues.note('field-ignored', 'smux.only-tcp')
  if (mux.brutal) {
    if (mux.brutal.up >= 1 && mux.brutal.down >= 1)
      object['brutal'] = { enabled: true, up_mbps: mux.brutal.up, down_mbps: mux.brutal.down }
    else issues.note('field-ignored', 'brutal')
  }
  out['multiplex'] = object
}
