import ipaddr from 'ipaddr.js'

const MAX_URL_BYTES = 8 * 1024
const MAX_HOST_BYTES = 253
const LOCAL_SUFFIXES = ['localhost', 'local', 'lan', 'internal', 'home.arpa', 'svc', 'localdomain']
const LOWEST_FREE_PORT = 1024
const USUAL_PORTS = new Set([80, 443])
const REFUSED_PORTS = new Set([
  // What browsers refuse: https://fetch.spec.whatwg.org/#port-blocking, from 1024 on.
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
  // Databases, caches and the controls of containers.
  2375, 2376, 2379, 2380, 3306, 5432, 6379, 9200, 10250, 11211, 27017,
])

/** Names that are not judged by how they look: those of our own may not be asked, those of a private network may. */
export interface KnownHosts {
  own?: readonly string[] | undefined
  private?: readonly string[] | undefined
}

/** An address that may be asked, as far as its text tells; undefined for any other. */
export function publicTarget(text: string, known: KnownHosts = {}): URL | undefined {
  const trimmed = text.trim()
  if (new TextEncoder().encode(trimmed).length > MAX_URL_BYTES || !URL.canParse(trimmed)) return undefined
  const url = new URL(trimmed)
  return isAllowedUrl(url, known) ? url : undefined
}

/** The host of an address without brackets and without a final dot. */
export function hostOf(url: URL): string {
  return url.hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase()
}

function isAllowedUrl(url: URL, known: KnownHosts): boolean {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return false
  if (url.username || url.password) return false
  const host = hostOf(url)
  if (!host || host.length > MAX_HOST_BYTES || known.own?.includes(host)) return false
  if (!ipaddr.isValid(host) && !isPublicName(host) && !known.private?.includes(host)) return false
  return isAllowedPort(Number(url.port || (url.protocol === 'https:' ? 443 : 80)))
}

function isPublicName(host: string): boolean {
  return host.includes('.') && !LOCAL_SUFFIXES.some((suffix) => host === suffix || host.endsWith(`.${suffix}`))
}

function isAllowedPort(port: number): boolean {
  return USUAL_PORTS.has(port) || (port >= LOWEST_FREE_PORT && !REFUSED_PORTS.has(port))
}
