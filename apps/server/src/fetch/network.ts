import { lookup, Resolver } from 'node:dns/promises'
import { networkInterfaces } from 'node:os'
import { type KnownHosts, parseRanges } from '@switchyard/outbound'
import type { Settings } from '../settings.ts'
import type { Network } from './checked-dial.ts'

/** What the operator says of the network around the server. */
export interface Surroundings {
  /** Private ranges that may be reached. */
  privateUpstreams?: readonly string[] | undefined
  /** Names of the operator's network that may be asked, though they look like no public ones. */
  privateHosts?: readonly string[] | undefined
  /** Our own public names: asking ourselves would go round for ever. */
  ownHosts?: readonly string[] | undefined
  /** The address of the proxy that every connection goes through. */
  proxy?: string | undefined
}

type Said = Pick<Settings, 'PRIVATE_UPSTREAMS' | 'PRIVATE_HOSTS' | 'FETCH_PROXY' | 'SITE_URL'>

export function surroundingsOf({ PRIVATE_UPSTREAMS, PRIVATE_HOSTS, FETCH_PROXY, SITE_URL }: Said): Surroundings {
  return {
    privateUpstreams: PRIVATE_UPSTREAMS,
    privateHosts: PRIVATE_HOSTS,
    ownHosts: SITE_URL ? [new URL(SITE_URL).hostname] : [],
    proxy: FETCH_PROXY,
  }
}

/** The network as this machine sees it. */
export function networkOf({ privateUpstreams = [], proxy }: Surroundings): Network {
  return {
    privateRanges: parseRanges(privateUpstreams),
    ownAddresses: Object.values(networkInterfaces()).flatMap((all) => (all ?? []).map(({ address }) => address)),
    resolve: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
    dial: (address, port) => ({ address, port }),
    proxy,
  }
}

export const knownHosts = ({ ownHosts, privateHosts }: Surroundings): KnownHosts => ({
  own: ownHosts,
  private: privateHosts,
})

/** A name server that says nothing is asked a second time after this. */
const NAME_SERVER_MS = 600
const ALL_NAME_SERVERS_MS = 1700

/**
 * All addresses of a name, asked of the name servers themselves; of those of the system where none are named. What the system looks up holds one of the few threads that
 * read files and pack answers: many slow names at once would hold them all.
 */
export async function resolveApart(host: string, servers?: readonly string[]): Promise<readonly string[]> {
  const resolver = new Resolver({ timeout: NAME_SERVER_MS, tries: 2 })
  if (servers) resolver.setServers(servers)
  // Some name servers never answer one of the two questions: what the other one brought has to come in time.
  const timer = setTimeout(() => resolver.cancel(), ALL_NAME_SERVERS_MS)
  const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  clearTimeout(timer)
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  const failed = answers.find((answer) => answer.status === 'rejected')
  if (addresses.length === 0 && failed) throw failed.reason
  return addresses
}
