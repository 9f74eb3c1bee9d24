import { createServer } from 'node:net'
import type { AskProvider } from '../fetch/ask-provider.ts'
import type { SafeFetch } from '../fetch/safe-fetch.ts'
import type { Settings } from '../settings.ts'
import { type Examined, fault, reasonOf, warning, well } from './examined.ts'

const CLOCK_SLACK_MS = 2 * 60 * 1000
/** A small file of where rule lists come from; the answer says what time it is, too. */
const LIST_FILE = 'https://raw.githubusercontent.com/ACL4SSR/ACL4SSR/master/README.md'

/** Whether the server can listen where it is told to, or does. Gives back whether it does. */
export async function* port(settings: Settings, askHere: AskProvider): AsyncGenerator<Examined, boolean> {
  const { HOST, PORT } = settings
  const origin = `http://${hereOf(HOST)}:${PORT}`
  yield await listening(settings, origin, askHere)
  return PORT !== 0 && (await isOk(`${origin}/healthz`, askHere))
}

async function listening({ HOST, PORT }: Settings, origin: string, askHere: AskProvider): Promise<Examined> {
  const where = `Port ${PORT} on ${HOST}`
  if (PORT === 0) return well(`The server takes any port that is free on ${HOST}.`)
  const reason = await whyNotListening(HOST, PORT)
  switch (reason) {
    case undefined:
      return well(`${where} is free: the server does not run.`)
    case 'EADDRINUSE':
      return whoListens(where, origin, askHere)
    case 'EACCES':
      return fault(`${where} may not be opened by this user: set PORT to one above 1023.`)
    case 'EADDRNOTAVAIL':
      return fault(`${HOST} is no address of this machine: set HOST to 127.0.0.1, or to 0.0.0.0 for all of them.`)
    default:
      return fault(`${where} cannot be listened on: ${reason}.`)
  }
}

async function whoListens(where: string, origin: string, askHere: AskProvider): Promise<Examined> {
  if (!(await isOk(`${origin}/healthz`, askHere)))
    return fault(`${where} is taken by another program: stop that one, or set another PORT.`)
  return (await isOk(`${origin}/readyz`, askHere))
    ? well(`${where} is answered by the server, which is ready.`)
    : fault(`${where} is answered by the server, which is not ready: its log says why.`)
}

async function isOk(url: string, askHere: AskProvider): Promise<boolean> {
  const answer = await askHere({ url, headers: {} }).catch(() => undefined)
  return JSON.stringify(answer) === '{"ok":true}'
}

/** Whether the site is reached by the address that people use, asked from this machine while the server runs. */
export async function* atItsAddress({ SITE_URL }: Settings, askHere: AskProvider): AsyncGenerator<Examined> {
  if (SITE_URL === undefined) return
  const { protocol, hostname } = new URL(SITE_URL)
  if (protocol === 'http:') {
    const secure = `https://${hostname}`
    if (await isOk(`${secure}/healthz`, askHere))
      yield fault(
        `SITE_URL is ${SITE_URL}, and the site is behind TLS: it answers at ${secure}. Set SITE_URL to that. Until then pages that ` +
          'come from there change nothing, and links and cookies are those of a site without TLS.',
      )
    return
  }
  try {
    // Not /healthz: that is answered under any name.
    await askHere({ url: `${SITE_URL}/_build`, headers: {} })
    yield well(`The site answers at ${SITE_URL}.`)
  } catch (error) {
    yield warning(
      `The site does not answer at ${SITE_URL} when this machine asks (${reasonOf(error)}). A proxy has to hand the name on ` +
        '(Host) and to have a certificate for it; 421 means that the name is not that of SITE_URL.',
    )
  }
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
