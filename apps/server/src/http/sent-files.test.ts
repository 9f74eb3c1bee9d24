import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { answerFile, SentFiles } from './sent-files.ts'

const MEBIBYTE = 1024 * 1024

/** A client that reads nothing before it goes. */
function client() {
  const outgoing = new ServerResponse(new IncomingMessage(new Socket()))
  return { env: { outgoing }, go: () => outgoing.emit('close') }
}

test('a file that many read counts once, until the last of them has read it', () => {
  const files = new SentFiles()
  const [one, other] = [new Uint8Array(20 * MEBIBYTE), new Uint8Array(20 * MEBIBYTE)]
  const readers = Array.from({ length: 500 }, client)
  expect(new Set(readers.map(({ env }) => files.begin(one, 'ann', env)))).toEqual(new Set([true]))
  for (const { go } of readers.slice(1)) go()
  expect([files.begin(other, 'ann', client().env), files.begin(other, 'bob', client().env)]).toEqual([false, true])
  readers[0]!.go()
  expect(files.begin(one, 'ann', client().env)).toBe(true)
})

test('short files wait for no room', () => {
  const files = new SentFiles()
  files.begin(new Uint8Array(32 * MEBIBYTE), 'ann', client().env)
  expect(files.begin(new Uint8Array(1000), 'ann', client().env)).toBe(true)
})

test.each([0, 1, 600_000])('a file of %i bytes is answered whole', async (length) => {
  const file = Uint8Array.from({ length }, (_, at) => at % 251)
  const answer = await new Hono().get('/', () => answerFile(file, { ETag: '"a"' }, 'ann')).request('/')
  expect(new Uint8Array(await answer.arrayBuffer())).toEqual(file)
  expect(answer.headers.get('etag')).toBe('"a"')
})

test('a large file is handed over in pieces of the same bytes, and says how long it is', async () => {
  const file = new Uint8Array(MEBIBYTE)
  const { body, headers } = answerFile(file, {}, 'ann')
  expect(headers.get('content-length')).toBe(String(MEBIBYTE))
  const pieces: Uint8Array[] = []
  for await (const piece of body!) pieces.push(piece)
  expect(pieces.length).toBeGreaterThan(3)
  expect(pieces.every(({ buffer }) => buffer === file.buffer)).toBe(true)
})

test('of a hundred large files at once, one piece is handed over in each turn of the event loop', async () => {
  const file = new Uint8Array(MEBIBYTE)
  let pieces = 0
  const reads = Array.from({ length: 100 }, async () => {
    for await (const { length } of answerFile(file, {}, 'ann').body!) if (length > 0) pieces++
  })
  let most = 0
  const over = new AbortController()
  const watching = (async () => {
    for (let before = 0; !over.signal.aborted; before = pieces) {
      await setImmediate()
      most = Math.max(most, pieces - before)
    }
  })()
  await Promise.all(reads)
  over.abort()
  await watching
  expect(pieces).toBe(400)
  // A watcher may come before and after a piece of the same turn.
  expect(most).toBeLessThanOrEqual(2)
})

test('a large file of one person does not wait for a hundred readers of another one', async () => {
  const file = new Uint8Array(MEBIBYTE)
  const read = async (person: string) => {
    for await (const { length } of answerFile(file, {}, person).body!) read.pieces += length > 0 ? 1 : 0
  }
  read.pieces = 0
  const readers = Array.from({ length: 100 }, () => read('flooding'))
  await read('quiet')
  expect(read.pieces).toBeLessThan(20)
  await Promise.all(readers)
})
