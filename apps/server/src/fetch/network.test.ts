import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { errorCode } from '@switchyard/outbound/error-code'
import { expect, onTestFinished, test } from 'vitest'
import { resolveApart } from './network.ts'

/** A check waits two seconds for names. */
const IN_TIME_MS = 1950
const TYPE_AAAA = 28
/** RFC 1035, 4.1: what a name server answers with, beside the question. */
type Answer = { code: number; addresses: number[][] } | undefined

/** A name server on loopback. */
async function nameServer(answerTo: (isV6: boolean) => Answer): Promise<string> {
  const socket = createSocket('udp4')
  socket.on('message', (packet, { port, address }) => {
    const endOfName = packet.indexOf(0, 12) + 1
    const question = packet.subarray(12, endOfName + 4)
    const isV6 = packet.readUInt16BE(endOfName) === TYPE_AAAA
    const answer = answerTo(isV6)
    if (!answer) return
    const head = Buffer.from([packet[0]!, packet[1]!, 0x81, 0x80 | answer.code, 0, 1, 0, answer.addresses.length, 0, 0, 0, 0]) // oxfmt-ignore
    const records = answer.addresses.map((bytes) =>
      Buffer.from([0xc0, 12, 0, isV6 ? TYPE_AAAA : 1, 0, 1, 0, 0, 0, 60, 0, bytes.length, ...bytes]),
    )
    socket.send(Buffer.concat([head, question, ...records]), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  onTestFinished(() => void socket.close())
  return `127.0.0.1:${socket.address().port}`
}

const V4 = { code: 0, addresses: [[93, 184, 216, 34], [10, 0, 0, 1]] } // oxfmt-ignore
const V6 = { code: 0, addresses: [[0x20, 1, 0x48, 0x60, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x88, 0x88]] }
const NONE = { code: 0, addresses: [] }
const NO_SUCH_NAME = { code: 3, addresses: [] }

test('of several silent servers nobody waits longer than for one', async () => {
  const servers = [await nameServer(() => undefined), await nameServer((isV6) => (isV6 ? undefined : V4))]
  const start = performance.now()
  expect(await resolveApart('a.example.com', servers)).toEqual(['93.184.216.34', '10.0.0.1'])
  expect(performance.now() - start).toBeLessThan(IN_TIME_MS)
})

test.each<[title: string, answerTo: (isV6: boolean) => Answer, expected: readonly string[] | string]>([
  ['of both kinds', (isV6) => (isV6 ? V6 : V4), ['93.184.216.34', '10.0.0.1', '2001:4860::8888']],
  ['of IPv4 alone', (isV6) => (isV6 ? NONE : V4), ['93.184.216.34', '10.0.0.1']],
  ['of IPv6 alone', (isV6) => (isV6 ? V6 : NONE), ['2001:4860::8888']],
  ['where one question is not answered', (isV6) => (isV6 ? undefined : V4), ['93.184.216.34', '10.0.0.1']],
  ['of a name that has none', () => NONE, 'ENODATA'],
  ['of a name that is not there', () => NO_SUCH_NAME, 'ENOTFOUND'],
  ['of a silent server', () => undefined, 'ECANCELLED'],
])('addresses %s', async (_, answerTo, expected) => {
  const server = await nameServer(answerTo)
  const start = performance.now()
  const found = await resolveApart('a.example.com', [server]).catch((error: unknown) => errorCode(error))
  expect(found).toEqual(expected)
  expect(performance.now() - start).toBeLessThan(IN_TIME_MS)
})
