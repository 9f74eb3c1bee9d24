import { isSecretName, redactText } from '@switchyard/redact'
import { pino, type DestinationStream, type Logger } from 'pino'

/** The same line without anything that opens a door: the last wall before it is written. */
function redactLine(line: string): string {
  return `${JSON.stringify(JSON.parse(line), redactValue)}\n`
}

function redactValue(key: string, value: unknown): unknown {
  if (isSecretName(key)) return '…'
  return typeof value === 'string' ? redactText(value) : value
}

export function createLog(level: string, destination?: DestinationStream): Logger {
  return pino(
    {
      level,
      base: null,
      serializers: { err: errorRecord, error: errorRecord, path: withoutLink },
      hooks: { streamWrite: redactLine },
    },
    // The address of the server stands on stdout, alone.
    destination ?? process.stderr,
  )
}

/** None of our paths has another sign: what follows it may be a share link that somebody pasted, or a token. */
const FOREIGN = /[^\w/.-].*/s
/** A part that begins like that of an address, but is spelled otherwise: what follows is the token of one. */
const NEARLY_ADDRESS = /(^|\/)([^a-z\d/]*(?:sub|[sft])[^a-z\d/]).*/is
/** Tokens are longer than ids. */
const TOKEN = /[a-z\d]{25,}/gi

/** Cuts whatever may be secret out of a path, however it is spelled. */
function withoutLink(path: unknown): string {
  return String(path).replace(FOREIGN, '…').replace(NEARLY_ADDRESS, '$1$2…').replace(TOKEN, '…')
}

function errorRecord(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: String(error) }
  const { name, message, stack, cause } = error
  return { name, message, stack, ...(cause === undefined ? {} : { cause: errorRecord(cause) }) }
}
