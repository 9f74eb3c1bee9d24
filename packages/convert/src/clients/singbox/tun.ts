import type { JsonObject } from '../../text/record.ts'

/** A TUN inbound that 1.12, 1.13 and 1.14 take alike: private addresses of both families, all traffic and no way around. */
export const SINGBOX_TUN: Readonly<JsonObject> = {
  type: 'tun',
  tag: 'tun-in',
  address: ['172.19.0.1/30', 'fdfe:dcba:9876::1/126'],
  auto_route: true,
  strict_route: true,
  stack: 'mixed',
}

/** The client's own DNS answers every query: what sniffing recognised as DNS, and all of port 53. */
export const HIJACK_DNS: Readonly<JsonObject> = {
  type: 'logical',
  mode: 'or',
  rules: [{ protocol: ['dns'] }, { port: [53] }],
  action: 'hijack-dns',
}
