import type { RouteQuestion } from '@switchyard/convert/configs'

/** What a person typed. */
export interface TypedSite {
  /** Host, address or URL. */
  site: string
  port: string
  network: '' | 'tcp' | 'udp'
  process: string
  /** What the host resolves to. */
  resolved: string
}

export const NO_SITE: TypedSite = { site: '', port: '', network: '', process: '', resolved: '' }

const PORT_OF: Readonly<Record<string, number>> = { 'https:': 443, 'http:': 80, 'wss:': 443, 'ws:': 80 }
const PORT_MAX = 65_535

/** The question that was typed. Undefined: nothing was asked; the name of a field: it cannot be that. */
export function readSite(typed: TypedSite): RouteQuestion | keyof TypedSite | undefined {
  const process = typed.process.trim()
  const site = typed.site.trim()
  if (site === '' && process === '') return undefined
  const place = site === '' ? {} : readPlace(site)
  if (place === undefined) return 'site'
  const port = typed.port.trim() === '' ? place.port : readPort(typed.port.trim())
  if (port === undefined && typed.port.trim() !== '') return 'port'
  const addresses = typed.resolved.split(/[\s,，、]+/).filter((text) => text !== '')
  if (!addresses.every((text) => isAddress(hostOf(text)))) return 'resolved'
  const { host, ip } = place
  return {
    ...(host === undefined ? {} : { host }),
    ...(ip === undefined ? {} : { ip }),
    ...(port === undefined ? {} : { port }),
    ...(typed.network === '' ? {} : { network: typed.network }),
    ...(process === '' ? {} : { process }),
    ...(addresses.length === 0 || host === undefined ? {} : { resolved: addresses }),
  }
}

interface Place {
  host?: string
  ip?: string
  port?: number
}

function readPlace(text: string): Place | undefined {
  const hasScheme = /^[a-z][a-z\d+.-]*:\/\//i.test(text)
  // An IPv6 address alone has colons, which a host with a port has one of.
  const isBareIp = !hasScheme && text.split(':').length > 2 && !/[[\]/]/.test(text)
  const bare = isBareIp ? `[${text}]` : text
  const address = hasScheme
    ? text.replace(/^[^:]+/, (scheme) => (`${scheme}:` in PORT_OF ? scheme : 'http'))
    : `http://${bare}`
  if (!URL.canParse(address)) return undefined
  const { hostname, port, protocol } = new URL(address)
  if (hostname === '' || /\s/.test(text)) return undefined
  // The port of the scheme is not written in a URL that was read.
  const written = port === '' ? writtenPort(text) : Number(port)
  const known = written ?? (hasScheme && text.toLowerCase().startsWith(protocol) ? PORT_OF[protocol] : undefined)
  const host = hostname.replace(/^\[|\]$/g, '')
  return { ...(isAddress(hostname) ? { ip: host } : { host }), ...(known === undefined ? {} : { port: known }) }
}

function writtenPort(text: string): number | undefined {
  const found = /^(?:[a-z][a-z\d+.-]*:\/\/)?(?:\[[^\]]*\]|[^:/[\]]+):(\d{1,5})(?:\/|$)/i.exec(text)?.[1]
  return found === undefined ? undefined : Number(found)
}

function readPort(text: string): number | undefined {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Infinity
  return port <= PORT_MAX ? port : undefined
}

/** As a URL writes it: an IPv6 address in brackets; empty where it is none. */
function hostOf(text: string): string {
  const address = `http://${text.includes(':') ? `[${text}]` : text}`
  return URL.canParse(address) ? new URL(address).hostname : ''
}

function isAddress(hostname: string): boolean {
  return hostname.startsWith('[') || /^\d{1,3}(?:\.\d{1,3}){3}$/.test(hostname)
}

/** Rules that would take what was asked about, without their target; the one that most people want first. */
export function rulesFor({ host, ip, process }: RouteQuestion): string[] {
  const rules: string[] = []
  if (host !== undefined) {
    const labels = host.replace(/\.$/, '').split('.')
    const suffixes = labels
      .map((_, at) => labels.slice(at).join('.'))
      .filter((name, at) => at === 0 || name.includes('.'))
    const usual = labels.length > 2 && labels[0] === 'www' ? 1 : 0
    const ordered = [suffixes[usual]!, ...suffixes.filter((_, at) => at !== usual)]
    rules.push(...ordered.map((name) => `DOMAIN-SUFFIX,${name}`), `DOMAIN,${suffixes[0]!}`)
  }
  if (ip !== undefined) rules.push(ip.includes(':') ? `IP-CIDR6,${ip}/128` : `IP-CIDR,${ip}/32`)
  if (process !== undefined) rules.push(`PROCESS-NAME,${process}`)
  return rules
}
