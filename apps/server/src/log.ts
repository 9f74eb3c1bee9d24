import { redactText } from '@switchyard/redact'
import { pino, type DestinationStream, type Logger } from 'pino'

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

/** The same line without anything that opens a door: the last wall before it is written. */
function redactLine(line: string): string {
  const record = JSON.parse(line) as unknown
  return `${JSON.stringify(record, (_, value: unknown) => (typeof value === 'string' ? redactText(value) : value))}\n`
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
      serializers: { err: errorRecord, error: errorRecord, path: withoutLink },
      hooks: { streamWrite: redactLine },
    },
    // The address of the server stands on stdout, alone.
    destination ?? process.stderr,
  )
}

/** No address of ours has a colon: behind one stands what somebody took for an address, a share link say. */
function withoutLink(path: unknown): string {
  return String(path).replace(/(:|%(25)*3a).*/i, ':…')
}

function errorRecord(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: String(error) }
  const { name, message, stack, cause } = error
  return { name, message, stack, ...(cause === undefined ? {} : { cause: errorRecord(cause) }) }
}
