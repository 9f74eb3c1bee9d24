import { lookup } from 'node:dns/promises'
import { networkInterfaces } from 'node:os'
import { parseRanges } from '@switchyard/outbound'
import type { Network } from './checked-dial.ts'

/** The network as this machine sees it, with the private ranges that the operator allows. */
export function networkOf(privateUpstreams: readonly string[]): Network {
  return {
    privateRanges: parseRanges(privateUpstreams),
    ownAddresses: Object.values(networkInterfaces()).flatMap((all) => (all ?? []).map(({ address }) => address)),
    resolve: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
    dial: (address, port) => ({ address, port }),
  }
}
