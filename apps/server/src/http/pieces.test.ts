import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { turns } from '../shared/turns.ts'
import { bytesOf } from './pieces.ts'

test('a request, a refresh and a piece of an answer that come at once begin in three turns of the event loop', async () => {
  const begun: string[] = []
  const pieces = function* () {
    begun.push('piece')
    yield 'a'
  }
  void turns.run('credential a', () => begun.push('request'))
  void turns.run('refresh a', () => begun.push('refresh'))
  const reader = bytesOf(pieces(), 'a').getReader()
  const read = reader.read()
  const seen: number[] = []
  while (begun.length < 3 && seen.length < 10) {
    seen.push(begun.length)
    await setImmediate()
  }
  expect(begun).toEqual(['request', 'refresh', 'piece'])
  expect(seen).toEqual([1, 2])
  expect(new TextDecoder().decode((await read).value)).toBe('a')
})

test('texts and bytes come as they are, one after the other, and then the end', async () => {
  const pieces = function* () {
    yield '节点 '
    yield new Uint8Array([0xff, 0])
  }
  const read = await allOf(bytesOf(pieces(), 'a'))
  expect(read).toEqual([new TextEncoder().encode('节点 '), new Uint8Array([0xff, 0])])
})

test('nothing is made before it is asked for', async () => {
  let made = 0
  const pieces = function* () {
    for (;;) yield String(++made)
  }
  const reader = bytesOf(pieces(), 'a').getReader()
  await setImmediate()
  expect(made).toBe(0)
  await reader.read()
  await setImmediate()
  expect(made).toBe(1)
})

test('a reader who leaves while a piece waits for its turn ends the pieces', async () => {
  let isEnded = false
  const pieces = function* () {
    try {
      for (;;) yield 'a'
    } finally {
      isEnded = true
    }
  }
  const reader = bytesOf(pieces(), 'a').getReader()
  await reader.read()
  void turns.run('somebody', () => undefined)
  void reader.read()
  await reader.cancel()
  await setImmediate()
  await setImmediate()
  expect(isEnded).toBe(true)
})

test('a piece that fails fails the answer, and the turns go on', async () => {
  const pieces = function* () {
    yield 'a'
    throw new Error('a bug')
  }
  await expect(allOf(bytesOf(pieces(), 'a'))).rejects.toThrow('a bug')
  expect(await turns.run('a', () => 1)).toBe(1)
})

async function allOf(stream: ReadableStream<Uint8Array>): Promise<Uint8Array[]> {
  const read: Uint8Array[] = []
  for await (const bytes of stream) read.push(bytes)
  return read
}
