import { pino, type DestinationStream, type Logger } from 'pino'

const SHARE_LINK =
  /\b(vmess|vless|trojan(?:-go)?|ss|ssr|ssd|hysteria2?|hy2?|tuic|anytls|wireguard|wg|snell|socks5?|mierus?)(?::|%3a)(?:\/|%2f){2}[^\s"']+/gi
const TOKEN_PATH = /\/(sub|s|f)\/(?!free\/)[^/?#\s"']+/g
const QUERY_VALUE = /([?&][^?=&#\s"']{1,100}=)[^?&#\s"']*/g
const USER_INFO = /(\bhttps?:\/\/)[^/@\s"']+@/gi
const SCHEME_TOKEN = /\b(bearer|basic|token)\s+[\w.~+/=-]{8,}/gi
const SECRET_FIELD =
  /(authorization|private-token|cookie|x-pass|access_token|password|secret)(["']?\s*[:=]\s*["']?)[^"'\s,;}]+/gi

const SECRET_KEYS = [
  'authorization',
  'private-token',
  'cookie',
  'set-cookie',
  'x-pass',
  'access_token',
  'password',
  'secret',
  'token',
]

/** The same text without anything that opens a door: the last wall before a log line is written. */
function redactText(text: string): string {
  return text
    .replace(SHARE_LINK, '$1://…')
    .replace(USER_INFO, '$1…@')
    .replace(TOKEN_PATH, '/$1/…')
    .replace(QUERY_VALUE, '$1…')
    .replace(SCHEME_TOKEN, '$1 …')
    .replace(SECRET_FIELD, '$1$2…')
}

export function createLog(level: string, destination?: DestinationStream): Logger {
  const paths = SECRET_KEYS.flatMap((key) =>
    /^\w+$/.test(key) ? [key, `*.${key}`, `*.*.${key}`] : [`["${key}"]`, `*["${key}"]`, `*.*["${key}"]`],
  )
  return pino(
    {
      level,
      base: null,
      redact: { paths, censor: '…' },
      serializers: { err: errorRecord, error: errorRecord },
      hooks: { streamWrite: redactText },
    },
    // The address of the server stands on stdout, alone.
    destination ?? process.stderr,
  )
}

function errorRecord(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: String(error) }
  const { name, message, stack, cause } = error
  return { name, message, stack, ...(cause === undefined ? {} : { cause: errorRecord(cause) }) }
}
