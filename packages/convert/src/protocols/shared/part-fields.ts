import {
  flag, mapOf, number, object, optional, pairs, scalar, type Shape, text, variant, whole,
} from '../../model/kinds.ts' // oxfmt-ignore
import { tls } from '../../model/node-fields.ts'
import type { ObfsPlugin, Plugin, ShadowTlsPlugin } from './plugin.ts'
import type { HopInterval, QuicOptions } from './quic.ts'

/** Fields of the parts that some protocols share, as `nodeFrom` reads them. */

export const quicFields = object<QuicOptions>({
  streamWindow: optional(number),
  connectionWindow: optional(number),
  initialStreamWindow: optional(number),
  initialConnectionWindow: optional(number),
  noMtuDiscovery: optional(flag),
  idleTimeout: optional(text),
  keepAlivePeriod: optional(text),
  maxConcurrentStreams: optional(number),
  initialPacketSize: optional(number),
})

export const hopFields = object<HopInterval>({ min: number, max: number })

/** Settings that only mihomo has. */
export const mihomoFields = mapOf(scalar)

const obfs: Shape<Omit<ObfsPlugin, 'name'>> = { mode: text, host: optional(text), uri: optional(text) }
const shadowTls: Shape<Omit<ShadowTlsPlugin, 'name'>> = { version: optional(number), password: optional(text), tls }
const websocket = {
  mode: text,
  host: optional(text),
  path: optional(text),
  mux: optional(whole),
  headers: optional(mapOf(text)),
  httpUpgrade: optional(flag),
  fastOpen: optional(flag),
  certRaw: optional(text),
  tls: optional(tls),
}
const rest = optional(pairs)

export const pluginFields = variant<Plugin>()('name', {
  obfs: { ...obfs, rest },
  'v2ray-plugin': { ...websocket, rest },
  'gost-plugin': { ...websocket, rest },
  'shadow-tls': { ...shadowTls, rest },
  restls: { password: optional(text), versionHint: optional(text), script: optional(text), tls, rest },
  kcptun: { options: mapOf(scalar), rest },
  other: { text },
})

export const snellObfsFields = variant<ObfsPlugin | ShadowTlsPlugin>()('name', { obfs, 'shadow-tls': shadowTls })
