import { injectChanges } from '../inject/inject-changes.ts'
import { HEALTH_CHECK_INTERVAL_S, PROBE_URL } from '../templates/builtin.ts'
import { FreeNames } from '../text/free-names.ts'

/** How often mihomo fetches the nodes again. */
const INTERVAL_S = 3600

/** A mihomo config with a provider for each address of a text; undefined where the text holds anything else. */
export async function providersConfig(text: string): Promise<string | undefined> {
  const lines = text.split('\n').flatMap((line) => line.trim() || [])
  const hosts = lines.map(hostOf)
  if (lines.length === 0 || !hosts.every((host) => host !== undefined)) return undefined
  const taken = new Set(['default'])
  const free = new FreeNames('_', 1)
  const changes = lines.map((url, index) => {
    const name = free.of(nameOfHost(hosts[index]!), (one) => taken.has(one))
    taken.add(name)
    const check = { enable: true, url: PROBE_URL, interval: HEALTH_CHECK_INTERVAL_S }
    const provider = { type: 'http', url, interval: INTERVAL_S, 'health-check': check }
    return { kind: 'add-proxy-provider', name, provider, into: [] } as const
  })
  return (await injectChanges('', changes, { client: 'mihomo' })).text
}

function hostOf(line: string): string | undefined {
  if (!/^https?:\/\/\S+$/i.test(line) || !URL.canParse(line)) return undefined
  return new URL(line).hostname
}

/** Second levels that many share: `a.com.hk` is called `a`. */
const SHARED_LABELS: ReadonlySet<string> = new Set(['com', 'co', 'net', 'org', 'edu', 'gov'])

/** `sub.airport.example` is called `airport`. An address of numbers is called as it is. */
function nameOfHost(host: string): string {
  const labels = host.split('.')
  const [, second = host, third] = labels.toReversed()
  if (/^\d+$/.test(labels.at(-1)!) || host.includes(':')) return host
  return SHARED_LABELS.has(second) && third !== undefined ? third : second
}
