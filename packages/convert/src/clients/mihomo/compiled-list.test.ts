import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { engineTest } from '../../../proof/engine-test.ts'
import { readCompiledList } from './compiled-list.ts'

/** Made by `mihomo convert-ruleset` of July 2026. */
const COMPILED = {
  domain: {
    base64:
      'KLUv/QQAHQIAFANNUlMBAAYocAbVeqqqwKqqAAAAHWVscG1heGUuYWJjZGXmLi4uLpYrKisqhy7keLitBgAg8J2LKy1qPmB5F9dpAVefJag=',
    entries: ['a.example', '+.b.example', '*.c.example', '.d.example', 'x.*.e.example', '中文.example'],
  },
  ipcidr: {
    base64: 'KLUv/QQAJQIABAJNUlMBAQAFAAAEAAD//wr//wr//////8CoAyABDbgA/w8AOBMQLjAEBWzhANg3QwKDCwFboIGgnoLHaL6mggWDKwL+z+ce', // oxfmt-ignore
    entries: ['10.0.0.0/8', '192.168.1.1/32', '192.168.1.2/31', '::1/128', '2001:db8::/32'],
  },
} as const

const bytesOf = (base64: string): Uint8Array => new Uint8Array(Buffer.from(base64, 'base64'))
const entriesOf = (bytes: Uint8Array) => readCompiledList(bytes)?.text.split('\n')

test.each(['domain', 'ipcidr'] as const)('a list of behavior %s is read', (behavior) => {
  const { base64, entries } = COMPILED[behavior]
  const list = readCompiledList(bytesOf(base64))
  expect(list?.behavior).toBe(behavior)
  expect(list?.text.split('\n').toSorted()).toEqual(entries.toSorted())
})

test.each(['domain', 'ipcidr'] as const)('cut off anywhere, a list of behavior %s is none', (behavior) => {
  const bytes = bytesOf(COMPILED[behavior].base64)
  for (let length = 0; length < bytes.length; length++) expect(readCompiledList(bytes.subarray(0, length))).toBeUndefined() // oxfmt-ignore
})

test('bytes that were changed are refused, or are another list', () => {
  for (const { base64 } of Object.values(COMPILED)) {
    const bytes = bytesOf(base64)
    for (let at = 4; at < bytes.length; at++)
      for (const mask of [0x01, 0x55, 0x80, 0xff]) {
        const changed = bytes.slice()
        changed[at]! ^= mask
        expect(['string', 'undefined']).toContain(typeof readCompiledList(changed)?.text)
      }
  }
})

const BLOCK = 128 * 1024
/** Bytes as a frame with a window of so many powers of two and no checksum. */
const frame = (blocks: number[][], windowLog = 20) =>
  Uint8Array.from([0x28, 0xb5, 0x2f, 0xfd, 0, (windowLog - 10) << 3, ...blocks.flat()])
const blockHead = (size: number, kind: number) => [((size & 31) << 3) | kind, (size >> 5) & 255, size >> 13]
const raw = (content: number[], isLast = false) => [...blockHead(content.length, isLast ? 1 : 0), ...content]
const zeros = (size: number) => [...blockHead(size, 2), 0]
const long = (value: number) => [0, 0, 0, 0, value >>> 24, (value >> 16) & 255, (value >> 8) & 255, value & 255]
const start = (behavior: number, extra = 0) => [0x4d, 0x52, 0x53, 1, behavior, ...long(1), ...long(extra)]
const address = (first: number, rest: number) => [first, ...Array.from({ length: 15 }, () => rest)]
const RANGE = [1, ...long(1), ...address(32, 0), ...address(32, 255)]
const list = (content: number[], windowLog?: number) => frame([raw(content, true)], windowLog)

/** A list with room for what is to come, which is so many blocks of zeros. */
const roomy = (count: number, size: number) =>
  frame([raw(start(1, count * size)), ...Array.from({ length: count }, () => zeros(size)), raw(RANGE, true)], 23)

/** Ranges that leave out the first and the last address: 254 blocks each. */
function ranges(count: number): Uint8Array {
  const range = [...address(0, 0).with(15, 1), ...address(255, 255).with(15, 254)]
  const all = [...start(1), 1, ...long(count), ...Array.from({ length: count }, () => range).flat()]
  return frame([raw(all.slice(0, BLOCK)), raw(all.slice(BLOCK), true)], 23)
}

/** One name, long as it may be, of which each beginning is a name, too. */
function beginnings(length: number): Uint8Array {
  const words = (bytes: number[], count: number) => [
    ...long(count),
    ...Array.from({ length: count }, () => bytes).flat(),
  ]
  const count = Math.ceil((length + 1) / 32)
  // A way on from each state, then its end: 0 1 0 1 …
  return list([...start(0), 1, ...words(Array.from({ length: 8 }, () => 255), count), ...words(Array.from({ length: 8 }, () => 0xaa), count), ...long(length), ...Array.from({ length }, () => 97)]) // oxfmt-ignore
}

test.each<[what: string, bytes: Uint8Array, entries: number]>([
  ['as mihomo writes it', list([...start(1), ...RANGE]), 1],
  ['with room for what is to come', roomy(3, 5), 1],
  ['with a window of 8 MiB', list([...start(1), ...RANGE], 23), 1],
  ['of 15 MiB', roomy(120, BLOCK), 1],
  ['of ranges of many blocks', ranges(3), 762],
  ['of names that begin alike', beginnings(40), 41],
])('a list is read: %s', (_, bytes, entries) => expect(entriesOf(bytes)).toHaveLength(entries))

test.each<[what: string, bytes: Uint8Array]>([
  ['a version to come', list([0x4d, 0x52, 0x53, 2, ...start(1).slice(4), ...RANGE])],
  ['behavior classical', list([...start(2), ...RANGE])],
  ['a count without entries', list([...start(1), 1, ...long(1)])],
  ['a count beyond all', list([...start(1), 1, ...RANGE.slice(1, 9).fill(255), ...RANGE.slice(9)])],
  ['a range from IPv4 to IPv6', list([...start(1), 1, ...long(1), ...address(0, 0).fill(255, 10), ...address(32, 0)])],
  ['a window of 2 GB', list([...start(1), ...RANGE], 31)],
  ['two frames', Uint8Array.from([...list(start(1)), ...list(RANGE)])],
  ['17 MiB of few bytes', roomy(136, BLOCK)],
  ['a million blocks of a byte', roomy(1_000_000, 1)],
  ['more than 250,000 blocks of addresses', ranges(1000)],
])('%s is none, and soon', (_, bytes) => {
  const before = process.cpuUsage()
  expect(readCompiledList(bytes)).toBeUndefined()
  const { user, system } = process.cpuUsage(before)
  expect((user + system) / 1000).toBeLessThan(6000)
})

engineTest(['mihomo'], 'what mihomo compiles of thousands of entries, we read', ({ mihomo }) => {
  const names = Array.from({ length: 5000 }, (_, at) => `${['', '+.', '.', '*.'][at % 4]}n${at}.d${at % 37}.example`)
  const blocks = Array.from({ length: 5000 }, (_, at) => (at % 2 === 0 ? `10.${at % 199}.${(at * 7) % 256}.${(at % 8) * 32}/27` : `2001:db8:${(at * 16).toString(16)}::/44`)) // oxfmt-ignore
  const folder = mkdtempSync(join(tmpdir(), 'mrs-'))
  const compiled = (behavior: string, entries: string[]) => {
    writeFileSync(join(folder, 'a.txt'), entries.join('\n'))
    execFileSync(mihomo, ['convert-ruleset', behavior, 'text', join(folder, 'a.txt'), join(folder, 'a.mrs')])
    execFileSync(mihomo, ['convert-ruleset', behavior, 'mrs', join(folder, 'a.mrs'), join(folder, 'b.txt')])
    return {
      ours: entriesOf(readFileSync(join(folder, 'a.mrs')))?.toSorted(),
      theirs: readFileSync(join(folder, 'b.txt'), 'utf8').trim().split('\n').toSorted(),
    }
  }
  try {
    expect(compiled('domain', names).ours).toEqual(names.toSorted())
    const { ours, theirs } = compiled('ipcidr', blocks)
    expect(ours).toEqual(theirs)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
