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

/** Cuts a path at its first colon. Our paths have none, so what follows may be a share link that somebody pasted. */
function withoutLink(path: unknown): string {
  return String(path).replace(/(:|%(25)*3a).*/i, ':…')
}

function errorRecord(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: String(error) }
  const { name, message, stack, cause } = error
  return { name, message, stack, ...(cause === undefined ? {} : { cause: errorRecord(cause) }) }
}
