import { CORE_SCHEMA, YAML11_SCHEMA, load } from 'js-yaml'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { seededRandom } from '../../bench/corpus.ts'
import { FlowPrinter } from './flow-printer.ts'

/** docs/security.md, "Written configs": texts that some reader of YAML takes for something else. */
const NAMES = [
  'yes', 'no', 'Yes', 'NO', 'on', 'off', 'y', 'n', 'Y', 'N', '~', 'null', 'Null', 'true', 'True', 'FALSE',
  '1e3', '0x10', '0o17', '010', '1_000', '1:30', '190:20:30', '.inf', '-.INF', '.nan', '.NaN', '+5', '-0', '1.0', '0123', '2351e1', '089',
  '<', '<<', '=', '!', '!!str x', '&a', '*a', '@x', '`x`', '%x', '|', '>', '-', '- a', '?', '? a', ':', ': ', 'a: b', 'a:b', ',', 'a,b', '[]', '[a', '{}', '{a', ']', '}',
  '#', ' #', 'a #b', 'a#b', '2026-01-01', '2026-01-01 10:00:00', '2026-01-01T10:00:00Z', '', ' ', ' a', 'a ', '\ta', 'a\t',
  '"', "'", `it's "both"`, '\\', 'a\\nb', 'a\rb', 'a\nb', 'a\r\nb', '\u0085', 'a\u2028b', 'a\u2029b', '\ufeff', 'a\ufeffb', '\u0000', '\u001b[31m', '\u007f', '\u009f', '\u00a0',
  '🇭🇰 香港 01', '👨‍👩‍👧', '日本', 'é', 'é', '__proto__', 'constructor', '---', '...', '--- a', 'inf', 'nan', '0', '-1', '443', '1.2.3.4', '2001:db8::1', '::1', '12e03', '0b1',
] // oxfmt-ignore

/** One value as it arrives in a file. */
function printFlow(value: unknown): string {
  const printer = new FlowPrinter()
  printer.raw(printer.print(value))
  return printer.toString()
}

const readers: [string, (text: string) => unknown][] = [
  ['js-yaml, YAML 1.2', (text) => load(text, { schema: CORE_SCHEMA })],
  ['js-yaml, YAML 1.1', (text) => load(text, { schema: YAML11_SCHEMA })],
  ['yaml, YAML 1.2', (text) => parse(text, { version: '1.2' })],
  ['yaml, YAML 1.1', (text) => parse(text, { version: '1.1' })],
]

describe.each(readers)('what is printed reads as the same text with %s', (_, read) => {
  test.each(NAMES.map((name) => [JSON.stringify(name), name]))('%s', (_, name) => {
    expect(read(`- {name: ${printFlow(name)}, type: ss}`)).toEqual([{ name, type: 'ss' }])
    expect(read(`${printFlow({ [name]: [name] })}\n`)).toEqual(Object.fromEntries([[name, [name]]]))
  })

  test('for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-composite', maxLength: 40 }), (name) => {
        expect(read(`[${printFlow(name)}]`)).toEqual([name])
      }),
      { numRuns: 300 },
    )
  })
})

test('a lone surrogate reads as U+FFFD: YAML has no way to say it', () => {
  expect(load(printFlow('a\ud800b'))).toBe('a\ufffdb')
})

test.each([
  ['ss', 'ss'],
  ['aes-128-gcm', 'aes-128-gcm'],
  ['example.com', 'example.com'],
  ['香港', '"香港"'],
  ['say "hi"', '"say \\"hi\\""'],
  ['1.2.3.4', '"1.2.3.4"'],
  // Some readers take these for numbers.
  ['e5', '"e5"'],
  ['E12', '"E12"'],
  ['e-5', '"e-5"'],
  ['e12345678901234567890', '"e12345678901234567890"'],
  ['2351e1', '"2351e1"'],
  ['Infinity', '"Infinity"'],
  ['nan', '"nan"'],
  ['e5x', 'e5x'],
  ['example', 'example'],
])('%s is printed as %s', (text, printed) => {
  expect(printFlow(text)).toBe(printed)
})

test('maps, lists, numbers and booleans stand in flow style, absent values are left out', () => {
  expect(
    printFlow({
      name: 'A',
      port: 443,
      udp: true,
      tls: undefined,
      alpn: ['h2', 'http/1.1'],
      'ws-opts': { headers: { Host: 'a.b' } },
    }),
  ).toBe('{name: A, port: 443, udp: true, alpn: [h2, http/1.1], ws-opts: {headers: {Host: a.b}}}')
})

const KEYS = ['name', 'type', 'port', 'tls', 'sni', 'opts', 'alpn']
const SCALARS = ['ss', 'vmess', '香港', 'a b', '', 'e5', 'x'.repeat(200), 443, 0, true, false, undefined]

test('a map among others is printed as it is alone, whatever recurs', () => {
  const random = seededRandom(7)
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!
  const value = (): unknown => (random() < 0.8 ? pick(SCALARS) : random() < 0.5 ? [pick(SCALARS)] : someMap())
  // Mostly in one order, as nodes of a list.
  const someMap = (): Record<string, unknown> => {
    const pairs = KEYS.filter(() => random() < 0.7).map((key) => [key, random() < 0.6 ? 'same' : value()] as const)
    return Object.fromEntries(random() < 0.8 ? pairs : pairs.toReversed())
  }
  const printer = new FlowPrinter()
  let alone = ''
  for (let count = 0; count < 2000; count++) {
    const map = someMap()
    printer.raw(printer.print(map))
    printer.raw('\n')
    alone += printFlow(map) + '\n'
  }
  expect(printer.toString()).toBe(alone)
})
