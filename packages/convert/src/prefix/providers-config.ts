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

/** What stands below the two letters of a country for everybody: `airport.co.uk` is called `airport`. */
const COUNTRY_LABELS: ReadonlySet<string> = new Set(
  'ac co com edu go gob gov gr id idv in info lg me mil ne net nom or org plc school sch web'.split(' '),
)
/** Domains that give a name below them to anybody: `airport.github.io` is called `airport`. */
const HOSTING_DOMAINS: ReadonlySet<string> = new Set([
  'amazonaws.com', 'azurewebsites.net', 'b-cdn.net', 'blogspot.com', 'cloudfront.net', 'ddns.net', 'deno.dev',
  'duckdns.org', 'dynv6.net', 'eu.org', 'firebaseapp.com', 'fly.dev', 'github.io', 'gitlab.io', 'herokuapp.com',
  'hf.space', 'netlify.app', 'ngrok-free.app', 'ngrok.io', 'nip.io', 'no-ip.org', 'onrender.com', 'pages.dev', 'pp.ua',
  'r2.dev', 'railway.app', 'run.app', 'sslip.io', 'surge.sh', 'trycloudflare.com', 'uk.com', 'us.kg', 'vercel.app',
  'web.app', 'workers.dev', 'zeabur.app',
]) // oxfmt-ignore

/** `sub.airport.example` is called `airport`: the label that somebody registered. An address of numbers is called as it is. */
function nameOfHost(host: string): string {
  const labels = host.replace(/\.$/, '').split('.')
  const [top = '', second, third] = labels.toReversed()
  if (/^\d+$/.test(top) || host.includes(':') || second === undefined) return host
  const isShared = HOSTING_DOMAINS.has(`${second}.${top}`) || (top.length === 2 && COUNTRY_LABELS.has(second))
  return isShared && third !== undefined ? third : second
}
