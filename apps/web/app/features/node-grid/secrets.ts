/** What of a node nobody should read over a shoulder. */

export const MASK = '••••••••'

/** The one mask of a link: how long the hidden part is stays hidden too. */
export function maskLink(link: string): string {
  const scheme = link.indexOf('://')
  if (scheme < 0) return MASK
  const at = link.indexOf('@')
  const start = link.slice(0, scheme + 3)
  const hash = link.indexOf('#')
  const name = hash < 0 ? '' : link.slice(hash)
  // Without an @ all of it may be base64 of everything.
  if (at < 0 || (hash >= 0 && at > hash)) return `${start}${MASK}${name}`
  const end = Math.min(
    ...[link.indexOf('?', at), link.indexOf('/', at), hash].filter((place) => place >= 0),
    link.length,
  )
  return `${start}${MASK}${link.slice(at, end)}${end < link.length && link[end] !== '#' ? `?${MASK}` : ''}${name}`
}

/** Names of fields whose value is a secret, without case and separators. */
const SECRET_KEYS = new Set([
  'password',
  'passwd',
  'uuid',
  'id',
  'psk',
  'auth',
  'authstr',
  'authbytes',
  'token',
  'userkey',
  'username',
  'privatekey',
  'presharedkey',
  'passphrase',
  'obfspassword',
  'seed',
  'key',
  'encryption',
  'mldsa65',
])

export function isSecretKey(key: string): boolean {
  return SECRET_KEYS.has(key.toLowerCase().replace(/[-_]/g, ''))
}

/** Whether a value written as JSON has a secret in it. */
export function holdsSecret(json: string): boolean {
  try {
    return secretsOf(JSON.parse(json)).length > 0
  } catch {
    return false
  }
}

/** The same record with every secret masked. */
export function maskRecord(value: unknown, secret = false): unknown {
  if (Array.isArray(value)) return value.map((each) => maskRecord(each, secret))
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [key, maskRecord(each, secret || isSecretKey(key))]),
    )
  }
  return secret && (typeof value === 'string' || typeof value === 'number') && value !== '' ? MASK : value
}

/** Secrets hidden in a text that was written from a node, wherever they stand in it. */
export function maskText(text: string, node: unknown): string {
  let out = text
  for (const secret of secretsOf(node).sort((a, b) => b.length - a.length)) {
    for (const spelled of new Set([secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)])) {
      out = out.replaceAll(spelled, MASK)
    }
  }
  return out
}

// Shorter ones would mask half of the text; they hide nothing either.
const SECRET_MIN = 3

function secretsOf(value: unknown, secret = false): string[] {
  if (Array.isArray(value)) return value.flatMap((each) => secretsOf(each, secret))
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([key, each]) => secretsOf(each, secret || isSecretKey(key)))
  }
  return secret && typeof value === 'string' && value.length >= SECRET_MIN
    ? value.split('\n').filter((line) => line.length >= SECRET_MIN)
    : []
}
