import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { makeJava } from './make-java.ts'
import { DEFAULT_OPTIONS } from './options.ts'
import { printProperties, readProperties } from './properties.ts'

function translated(text: string, format: 'properties' | 'yaml'): string {
  const result = makeJava(text, { ...DEFAULT_OPTIONS, format, output: 'properties' }, 'en-US')
  if ('issue' in result) throw new Error(JSON.stringify(result.issue))
  return result.text
}

// The examples of the javadoc of java.util.Properties, and what it says of line ends and escapes.
test.each<[text: string, entries: Record<string, string>]>([
  ['Truth = Beauty\n', { Truth: 'Beauty' }],
  [' Truth:Beauty', { Truth: 'Beauty' }],
  ['Truth                    :Beauty', { Truth: 'Beauty' }],
  [
    'fruits   apple, banana, pear, \\\r\n         cantaloupe, \\\n  kiwi',
    { fruits: 'apple, banana, pear, cantaloupe, kiwi' },
  ],
  ['cheeses', { cheeses: '' }],
  ['\\:\\= = x\\ny', { ':=': 'x\ny' }],
  ['a\\ b=\\u9999\\t\\q\\\\', { 'a b': '\u9999\tq\\' }],
  ['# no\\\na=1\n  ! no\nb==2', { a: '1', b: '=2' }],
  ['a=1\ra=2\\', { a: '2' }],
  ['\uFEFFa=1', { a: '1' }],
])('%j', (text, entries) => {
  expect(Object.fromEntries(readProperties(text))).toEqual(entries)
})

test('everything beyond ASCII is escaped', () => {
  const text = printProperties(new Map([['a b:名', ' é\n\\🙂 x']]))
  expect(text).toBe('a\\ b\\:\\u540D=\\ \\u00E9\\n\\\\\\uD83D\\uDE42 x\n')
})

describe('.properties and YAML', () => {
  test('dots are maps, indices are lists', () => {
    const text = 'server.port=8080\nserver.hosts[0].name=a\nserver.hosts[1].name=0123\nserver.ssl=true\nempty=\n'
    expect(translated(text, 'properties')).toBe(`server:
  port: 8080
  hosts:
    - name: a
    - name: "0123"
  ssl: true
empty: ""
`)
  })

  test.each([
    'a=1\na.b=2\na.b.c=3\n',
    'a[0]=1\na[2]=2\n',
    'a[1]=1\na[0]=2\n',
    'a[0]=1\na.b=2\na=3\n',
    'a[0]=1\na[0].b=2\n',
    'a..b=1\n.a=2\na.=3\n=4\n[0]=5\na[x]=6\na[00]=7\na[0]b=8\n',
    '__proto__.a=1\nconstructor=2\n',
    'a=null\nb=~\nc=1e400\nd=yes\ne=0x10\nf=2026-01-01\ng=- x\nh=a\\: b # c\n',
    'a=\\ lead\nb=line\\nend\\n\nc=\\u0000\\u0085\\u2028\n',
  ])('%j comes back', (text) => {
    const back = translated(translated(text, 'properties'), 'yaml')
    expect(Object.fromEntries(readProperties(back))).toEqual(Object.fromEntries(readProperties(text)))
  })

  const part = fc.oneof(
    fc.constantFrom(
      'a',
      'b',
      '.',
      '.',
      '[0]',
      '[1]',
      '[2]',
      '[',
      ']',
      ' ',
      '=',
      ':',
      '#',
      '-',
      '名',
      '\\',
      '"',
      "'",
      '\n',
    ),
    fc.string({ unit: 'grapheme', maxLength: 3 }),
  )
  const word = fc.array(part, { maxLength: 7 }).map((parts) => parts.join(''))

  test('any entries come back', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(word, word), { minLength: 1, maxLength: 12 }), (pairs) => {
        const entries = new Map(pairs)
        const text = printProperties(entries)
        expect(readProperties(text)).toEqual(entries)
        expect(readProperties(translated(translated(text, 'properties'), 'yaml'))).toEqual(entries)
      }),
      { seed: 31, numRuns: 2000 },
    )
  })

  test('YAML without content becomes empty values, and is said', () => {
    const result = makeJava(
      'a: []\nb: {}\nc:\nd.e: 1\nd: {e: 2}\n',
      { ...DEFAULT_OPTIONS, output: 'properties' },
      'en-US',
    )
    expect(result).toMatchObject({
      text: 'a=\nb=\nc=\nd.e=2\n',
      fileName: 'application.properties',
      notes: [
        { code: 'empty-values', args: { n: 2 } },
        { code: 'same-key', args: { n: 1 } },
      ],
    })
  })
})
