import { PRIVATE_SUFFIXES } from '../../templates/builtin.ts'
import type { JsonObject } from '../../text/record.ts'

/** Encrypted, and asked of directly: what the names of nodes are looked up with. By address, so that nothing is asked in clear before. */
const DOMESTIC_DNS = 'https+local://223.5.5.5/dns-query'
/** Encrypted, and asked of through the proxy. */
const FOREIGN_DNS = 'https://1.1.1.1/dns-query'

/** What rules know the questions to the foreign resolver by. */
export const DNS_TAG = 'dns-in'

/** Resolvers: `nodeNames` are the servers that are no addresses. Connections that go out directly ask the system. */
export function dnsOf(nodeNames: readonly string[]): JsonObject {
  return {
    servers: [
      ...(nodeNames.length > 0
        ? [{ address: DOMESTIC_DNS, domains: nodeNames.map((name) => `full:${name}`), skipFallback: true }]
        : []),
      // Names that only the network at hand knows.
      { address: 'localhost', domains: PRIVATE_SUFFIXES.map((suffix) => `domain:${suffix}`), skipFallback: true },
      { address: FOREIGN_DNS, tag: DNS_TAG },
    ],
  }
}
