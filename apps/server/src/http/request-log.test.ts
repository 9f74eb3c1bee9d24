import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { createLog } from '../log.ts'
import { readSettings } from '../settings.ts'
import { askedBy } from './asked.ts'
import { answerLog } from './request-log.ts'

/** The lines of two requests that came from this address. */
function logged(from: string, environment: Record<string, string>, headers: Record<string, string>): string[] {
  const lines: string[] = []
  const log = createLog('warn', { write: (line) => void lines.push(line) })
  const logAnswer = answerLog({ log, settings: readSettings(environment) })
  const incoming = new IncomingMessage(Object.defineProperty(new Socket(), 'remoteAddress', { value: from }))
  Object.assign(incoming.headers, headers)
  for (let time = 0; time < 2; time++) logAnswer(askedBy(new Request('http://localhost/'), { incoming }), 200, 0)
  return lines
}

const FORWARDED = { 'x-forwarded-for': '203.0.113.7' }

test('a proxy beside the server that nobody trusts is told of, once', () => {
  for (const from of ['127.0.0.1', '::1', '::ffff:172.17.0.1', '10.1.2.3'])
    expect([from, logged(from, {}, FORWARDED)]).toEqual([from, [expect.stringContaining('TRUSTED_PROXIES=1')]])
})

test('nothing is told of a proxy that is trusted, of no proxy, and of a visitor who only says so', () => {
  expect(logged('127.0.0.1', { TRUSTED_PROXIES: '1' }, FORWARDED)).toEqual([])
  expect(logged('127.0.0.1', {}, {})).toEqual([])
  expect(logged('203.0.113.9', {}, FORWARDED)).toEqual([])
})
