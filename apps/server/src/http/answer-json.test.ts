import { gunzipSync, gzipSync } from 'node:zlib'
import { setImmediate } from 'node:timers/promises'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { PackedAnswer } from './answer-json.ts'
import { answerData, answerWritten } from './api-answers.ts'

async function* values(count: number, made: number[], length = 1) {
  for (let at = 0; at < count; at++) {
    made.push(at)
    yield { at, text: '"é\n'.repeat(length) }
  }
}

/** The answer with this data. */
function answerOf(data: object): Promise<Response> {
  const app = new Hono().get('/', (c) => answerData(c, data))
  return Promise.resolve(app.request('/'))
}

test('lists that come one after the other are read as those that were whole', async () => {
  const data = { name: 'a', none: values(0, []), some: values(2, []), whole: [1], no: null }
  const answer = await answerOf(data)
  expect(answer.headers.get('cache-control')).toBe('private, no-store')
  const some = [0, 1].map((at) => ({ at, text: '"é\n' }))
  expect(await answer.json()).toEqual({
    code: 200,
    message: 'OK',
    data: { name: 'a', none: [], some, whole: [1], no: null },
  })
})

test('a long text comes in pieces, and is read as it was', async () => {
  async function* long() {
    yield { before: '"', text: '😀"\n'.repeat(50_000), after: 1, other: 'é'.repeat(200_000) }
    yield { only: 'x'.repeat(100_000) }
    yield '"'.repeat(100_000)
  }
  const { body } = await answerOf({ all: long() })
  let pieces = 0
  for await (const { byteLength } of body!) {
    expect(byteLength).toBeLessThan(400_000)
    pieces++
  }
  expect(pieces).toBeGreaterThan(6)
  const whole = await (await answerOf({ all: long() })).json()
  const all: unknown[] = []
  for await (const each of long()) all.push(each)
  expect(whole).toMatchObject({ data: { all } })
})

test('many short values that take some work are sent in pieces, and the server answers others in between', async () => {
  async function* slow() {
    for (let at = 0; at < 30; at++) {
      const ends = performance.now() + 1
      while (performance.now() < ends) continue
      yield at
    }
  }
  let turns = 0
  const over = new AbortController()
  const counting = (async () => {
    for (; !over.signal.aborted; turns++) await setImmediate()
  })()
  const answer = await answerOf({ all: slow() })
  expect(await answer.json()).toMatchObject({ data: { all: Array.from({ length: 30 }, (_, at) => at) } })
  over.abort()
  await counting
  expect(turns).toBeGreaterThan(8)
})

test('a long text anywhere in the data comes in pieces, and the order of fields is kept', async () => {
  const data = { before: undefined, output: { name: 'é', recipe: 'é'.repeat(200_000), items: {} }, after: [null] }
  const answer = await answerOf(data)
  expect(answer.headers.get('content-length')).toBeNull()
  expect(await answer.text()).toBe(JSON.stringify({ code: 200, message: 'OK', data }))
})

test('a packed text is sent as what it stands for, in pieces', async () => {
  const text = '😀"\n'.repeat(50_000)
  const packed = { packed: gzipSync(`x${text}y`), unpackedBytes: 1, from: 1, to: 1 + text.length }
  const answer = await answerOf({ before: 'é', recipe: packed, after: [null] })
  const data = { before: 'é', recipe: text, after: [null] }
  const { body } = answer.clone()
  for await (const { byteLength } of body!) expect(byteLength).toBeLessThan(400_000)
  expect(await answer.text()).toBe(JSON.stringify({ code: 200, message: 'OK', data }))
})

test.each([
  ['gzip', 'gzip'],
  ['br, gzip;q=0.5', 'gzip'],
  ['br, gzip;q=0', null],
  ['identity', null],
  [undefined, null],
])('to who takes %s, an answer that a thread packed has the encoding %s', async (takes, encoding) => {
  const json = JSON.stringify({ text: '😀"\n'.repeat(50_000) })
  const packed = new Uint8Array(gzipSync(json))
  const app = new Hono().get('/', (c) => answerWritten(c, new PackedAnswer(packed)))
  const answer = await app.request('/', { headers: takes === undefined ? {} : { 'accept-encoding': takes } })
  const { headers } = answer
  expect([headers.get('content-encoding'), headers.get('vary')]).toEqual([encoding, 'Accept-Encoding'])
  const bytes = Buffer.from(await answer.arrayBuffer())
  expect((encoding ? gunzipSync(bytes) : bytes).toString()).toBe(json)
})

test('a short answer says how long it is', async () => {
  const answer = await answerOf({ name: 'é' })
  expect(answer.headers.get('content-length')).toBe(String((await answer.arrayBuffer()).byteLength))
})

test('a value is made when the one before was read', async () => {
  const made: number[] = []
  const reader = (await answerOf({ some: values(100, made, 100_000) })).body!.getReader()
  for (let read = 0; read < 5; read++) await reader.read()
  expect(made.length).toBeLessThanOrEqual(5)
  await reader.cancel()
})

test('a list that fails is no answer that looks whole', async () => {
  async function* failing() {
    yield 1
    await Promise.reject(new Error('the disk is on fire'))
  }
  const answer = await answerOf({ some: failing() })
  await expect(answer.text()).rejects.toThrow('the disk is on fire')
})
