import { createServer } from 'node:net'
import type { AskProvider } from '../fetch/ask-provider.ts'
import type { SafeFetch } from '../fetch/safe-fetch.ts'
import type { Settings } from '../settings.ts'
import { type Examined, fault, reasonOf, warning, well } from './examined.ts'

const CLOCK_SLACK_MS = 2 * 60 * 1000
/** A small file of where rule lists come from; the answer says what time it is, too. */
const LIST_FILE = 'https://raw.githubusercontent.com/ACL4SSR/ACL4SSR/master/README.md'

/** Whether the server can listen where it is told to, or does. */
export async function port({ HOST, PORT }: Settings, askHere: AskProvider): Promise<Examined> {
  const where = `Port ${PORT} on ${HOST}`
  if (PORT === 0) return well(`The server takes any port that is free on ${HOST}.`)
  const reason = await whyNotListening(HOST, PORT)
  switch (reason) {
    case undefined:
      return well(`${where} is free: the server does not run.`)
    case 'EADDRINUSE':
      return whoListens(where, `http://${hereOf(HOST)}:${PORT}`, askHere)
    case 'EACCES':
      return fault(`${where} may not be opened by this user: set PORT to one above 1023.`)
    case 'EADDRNOTAVAIL':
      return fault(`${HOST} is no address of this machine: set HOST to 127.0.0.1, or to 0.0.0.0 for all of them.`)
    default:
      return fault(`${where} cannot be listened on: ${reason}.`)
  }
}

async function whoListens(where: string, origin: string, askHere: AskProvider): Promise<Examined> {
  const isOk = async (path: string) => {
    const answer = await askHere({ url: origin + path, headers: {} }).catch(() => undefined)
    return JSON.stringify(answer) === '{"ok":true}'
  }
  if (!(await isOk('/healthz')))
    return fault(`${where} is taken by another program: stop that one, or set another PORT.`)
  return (await isOk('/readyz'))
    ? well(`${where} is answered by the server, which is ready.`)
    : fault(`${where} is answered by the server, which is not ready: its log says why.`)
}

/** An address at which this machine reaches itself. */
function hereOf(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}

function whyNotListening(host: string, portNumber: number): Promise<string | undefined> {
  const server = createServer()
  return new Promise((resolve) => {
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    server.listen(portNumber, host, () => server.close(() => resolve(undefined)))
  })
}

/** Whether mail can be sent, up to the letter itself. `check` is undefined where there is no mail server. */
export async function mail(check: (() => Promise<unknown>) | undefined): Promise<Examined> {
  if (check === undefined)
    return well(
      'No mail is sent (SMTP_URL is not set): the owner makes reset links, or `switchyard reset-password` does.',
    )
  try {
    await check()
    return well('The mail server takes the name and the password of SMTP_URL.')
  } catch (error) {
    return fault(`The mail server of SMTP_URL cannot be used: ${reasonOf(error)}. Nobody gets a link by mail.`)
  }
}

/** Whether rule lists can be fetched; one place of them says what time it is, too. */
export async function* listHost(safeFetch: SafeFetch, now: () => number): AsyncGenerator<Examined> {
  try {
    const { date } = await safeFetch(LIST_FILE, { user: 'doctor' })
    yield well(`${LIST_FILE} answers.`)
    if (date === undefined) return
    const offMs = Math.abs(now() - date)
    yield offMs <= CLOCK_SLACK_MS
      ? well('The clock of this machine is right.')
      : fault(`The clock of this machine is off by ${Math.round(offMs / 1000)} seconds: sessions and expiry go by it.`)
  } catch (error) {
    yield warning(
      `${LIST_FILE} does not answer (${reasonOf(error)}): rule lists are taken from LIST_MIRROR or from their last copy.`,
    )
  }
}
