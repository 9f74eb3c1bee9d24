import {
  type AnyShape, flag, json, type Kind, listOf, mapOf, number, object, oneOf, optional, pairs, type Shape, text, variant, whole,
} from './kinds.ts' // oxfmt-ignore
import type { Ech, Multiplex, NodeBase, Reality, Rest, Tls, Transport } from './node.ts'

/** The fields that every node may have, and the parts that several protocols share, as `nodeFrom` reads them. */

const rest: Kind<Rest> = object<Rest>({ link: optional(pairs), mihomo: optional(json), singbox: optional(json) })

const base: Shape<NodeBase> = {
  type: text,
  name: text,
  server: text,
  port: whole,
  udp: optional(flag),
  tfo: optional(flag),
  mptcp: optional(flag),
  dialer: optional(text),
  interfaceName: optional(text),
  routingMark: optional(whole),
  ipVersion: optional(text),
  rest: optional(rest),
}

/** The fields of a protocol's nodes: those of its own and those of every node. */
export function nodeFields<N extends NodeBase>(own: Shape<Omit<N, keyof NodeBase>>): AnyShape {
  return { ...base, ...own }
}

const reality = object<Reality>({
  publicKey: text,
  shortId: optional(text),
  spiderX: optional(text),
  mldsa65: optional(text),
  supportX25519Mlkem768: optional(flag),
})

const ech = object<Ech>({ config: optional(text), queryName: optional(text), doh: optional(text) })

export const tls = object<Tls>({
  sni: optional(text),
  insecure: optional(flag),
  alpn: optional(listOf(text)),
  fingerprint: optional(text),
  certificatePin: optional(text),
  morePins: optional(listOf(text)),
  certificateName: optional(text),
  reality: optional(reality),
  xtls: optional(oneOf(true)),
  ech: optional(ech),
  certificate: optional(text),
  privateKey: optional(text),
  disableSni: optional(flag),
})

export const transport = variant<Transport>()('type', {
  ws: {
    path: text,
    host: optional(text),
    headers: optional(mapOf(text)),
    earlyData: optional(whole),
    earlyDataHeader: optional(text),
  },
  httpupgrade: { path: text, host: optional(text), headers: optional(mapOf(text)), fastOpen: optional(flag) },
  grpc: {
    serviceName: text,
    mode: optional(text),
    authority: optional(text),
    userAgent: optional(text),
    pingInterval: optional(whole),
    maxConnections: optional(whole),
    minStreams: optional(whole),
    maxStreams: optional(whole),
  },
  http: {
    method: optional(text),
    path: listOf(text),
    host: listOf(text),
    headers: optional(mapOf(listOf(text))),
  },
  h2: { path: text, host: listOf(text), method: optional(text), headers: optional(mapOf(listOf(text))) },
  xhttp: {
    path: text,
    host: optional(text),
    mode: optional(text),
    headers: optional(mapOf(text)),
    options: optional(json),
    extra: optional(text),
    h2c: optional(flag),
  },
  kcp: { seed: optional(text), header: optional(text) },
  quic: { security: optional(text), key: optional(text), header: optional(text) },
})

export const multiplex = object<Multiplex>({
  protocol: optional(text),
  maxConnections: optional(whole),
  minStreams: optional(whole),
  maxStreams: optional(whole),
  padding: optional(flag),
  statistic: optional(flag),
  onlyTcp: optional(flag),
  brutal: optional(object<{ up: number; down: number }>({ up: number, down: number })),
})
