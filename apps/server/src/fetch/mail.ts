import { createTransport } from 'nodemailer'
import type { Settings } from '../settings.ts'

/** A mail of the server to one person. */
export interface Letter {
  to: string
  subject: string
  text: string
}

export type SendMail = (letter: Letter) => Promise<void>

const CONNECT_MS = 10_000
const IDLE_MS = 20_000

/** Sends mail by the server of the settings, which the operator chose; undefined where there is none. */
export function createMail({ SMTP_URL, MAIL_FROM }: Pick<Settings, 'SMTP_URL' | 'MAIL_FROM'>): SendMail | undefined {
  if (SMTP_URL === undefined || MAIL_FROM === undefined) return undefined
  const transport = transportOf(SMTP_URL)
  return async ({ to, subject, text }) => {
    await transport.sendMail({ from: MAIL_FROM, to: { name: '', address: to }, subject, text })
  }
}

/** Whether that server can be reached and takes who we are: throws what it says. Undefined where there is none. */
export function mailCheck({ SMTP_URL }: Pick<Settings, 'SMTP_URL'>): (() => Promise<unknown>) | undefined {
  return SMTP_URL === undefined ? undefined : () => transportOf(SMTP_URL).verify()
}

function transportOf(url: string) {
  const { protocol, hostname, port, username, password } = new URL(url)
  const secure = protocol === 'smtps:'
  return createTransport({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    ...(username === '' ? {} : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: IDLE_MS,
    // A text is a text: no file and no address in it is read.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}
