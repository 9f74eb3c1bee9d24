import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { expect, onTestFinished, test } from 'vitest'
import { readSettings } from '../settings.ts'
import { createMail } from './mail.ts'

interface Received {
  from: string
  to: string[]
  text: string
  user: string
}

/** A real mail server on loopback, which wants a name and a password. */
async function mailServer(): Promise<{ port: number; received: Received[] }> {
  const received: Received[] = []
  const server = new SMTPServer({
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username, password }, _session, done) =>
      password === 'p@ss' ? done(null, { user: username ?? '' }) : done(new Error('no')),
    onData: (stream, { envelope, user }, done) => {
      let text = ''
      stream.on('data', (chunk: Buffer) => (text += chunk.toString()))
      stream.on('end', () => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address
        received.push({ from, to: envelope.rcptTo.map(({ address }) => address), text, user: String(user) })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  onTestFinished(() => new Promise((resolve) => server.close(() => resolve())))
  return { port: (server.server.address() as AddressInfo).port, received }
}

const letter = {
  to: 'anna@example.com',
  subject: 'Ein Gruß 你好',
  text: 'Open this:\n\nhttp://localhost/login#reset=abc\n',
}
const mailTo = (SMTP_URL: string) =>
  createMail(readSettings({ SMTP_URL, MAIL_FROM: 'Switchyard <switchyard@example.com>' }))!

test('a letter reaches the mail server of the settings', async () => {
  const { port, received } = await mailServer()
  await mailTo(`smtp://robot:p%40ss@127.0.0.1:${port}`)(letter)
  expect(received).toMatchObject([{ from: 'switchyard@example.com', to: ['anna@example.com'], user: 'robot' }])
  expect(received[0]!.text).toContain('http://localhost/login#reset=3Dabc'.slice(0, 22))
  expect(received[0]!.text).toMatch(/^Subject: =\?UTF-8\?/m)
})

test('an address cannot bring a second one, nor a header', async () => {
  const { port, received } = await mailServer()
  const sent = mailTo(`smtp://robot:p%40ss@127.0.0.1:${port}`)({ ...letter, to: 'a@example.com\r\nBcc: b@example.com' })
  await sent.catch(() => undefined)
  expect(received.flatMap(({ to }) => to)).not.toContain('b@example.com')
})

test('one that cannot be sent is an error without its text', async () => {
  const { port } = await mailServer()
  const failure = await mailTo(`smtp://robot:wrong@127.0.0.1:${port}`)(letter).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(Error)
  expect(JSON.stringify(failure) + String(failure)).not.toContain('reset=')
})

test('without a mail server there is no mail', () => {
  expect(createMail({ SMTP_URL: undefined, MAIL_FROM: 'a@example.com' })).toBeUndefined()
})
