import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { valueOf } from './document-node.ts'
import { formatText } from './format-text.ts'
import { openDocument } from './open-document.ts'

const lines = (...all: string[]) => `${all.join('\n')}\n`

describe('YAML', () => {
  test.each([
    ['four blanks become two', lines('a:', '    b: 1', '    c:', '        d: 2'), lines('a:', '  b: 1', '  c:', '    d: 2')],
    ['keys below a dash stand under the first one', lines('a:', '   -   x: 1', '       y: 2'), lines('a:', '  -   x: 1', '      y: 2')],
    ['dashes under their key stay there', lines('a:', '- 1', '- 2'), lines('a:', '- 1', '- 2')],
    ['comments go with what they are about', lines('a:', '    # one', '    b: 1 # two  ', '# three', 'c: 3'), lines('a:', '  # one', '  b: 1 # two', '# three', 'c: 3')],
    ['lines of a text keep their blanks', lines('a:', '    b: |', '        x  ', '          y', '', '        z', '    c: 1'), lines('a:', '  b: |', '      x  ', '        y', '', '      z', '  c: 1')],
    ['a list in brackets goes along', lines('a:', '    b: [1,', '        2]', '    c: 3'), lines('a:', '  b: [1,', '      2]', '  c: 3')],
    ['blank lines at the end go', 'a: 1\n\n\n', 'a: 1\n'],
    ['anchors and merges stay', lines('x: &a', '    k: 1', 'y:', '    <<: *a', '    l: 2'), lines('x: &a', '  k: 1', 'y:', '  <<: *a', '  l: 2')],
    ['what is laid out well stays', lines('a:', '  - b: 1', '    c: [x, y]', '  - d'), lines('a:', '  - b: 1', '    c: [x, y]', '  - d')],
  ])('%s', (_, given, wanted) => {
    expect(formatText(given, 'yaml')).toEqual({ text: wanted })
  }) // oxfmt-ignore

  test('what cannot be read is left alone', () => {
    expect(formatText('a: [1', 'yaml')).toEqual({ refused: 'syntax' })
    expect(formatText('', 'yaml')).toEqual({ refused: 'syntax' })
  })

  test('whatever the text is, its value stays, and a second time changes nothing', () => {
    const { map: value } = fc.letrec((tie) => ({
      any: fc.oneof({ depthSize: 'small' }, fc.integer(), fc.constantFrom('a', 'b c', '#x', 'l1\nl2\n'), tie('map'), tie('list')),
      map: fc.dictionary(fc.constantFrom('a', 'b', 'c-d', '节点'), tie('any'), { minKeys: 1, maxKeys: 4 }),
      list: fc.array(tie('any'), { minLength: 1, maxLength: 4 }),
    })) // oxfmt-ignore
    const print = (given: unknown, indent: string, step: string): string => {
      if (Array.isArray(given))
        return given.map((one) => `\n${indent}-${isPlain(one) ? ` ${scalar(one, indent)}` : print(one, indent + step, step)}`).join('') // oxfmt-ignore
      return Object.entries(given as object)
        .map(([key, one]) => `\n${indent}${key}:${isPlain(one) ? ` ${scalar(one, indent)}` : print(one, indent + step, step)}`)
        .join('') // oxfmt-ignore
    }
    const isPlain = (one: unknown) => typeof one !== 'object'
    const scalar = (one: unknown, indent: string) =>
      typeof one === 'string' && one.includes('\n') ? `|\n${indent}    l1\n${indent}    l2` : JSON.stringify(one)
    fc.assert(
      fc.property(value, fc.integer({ min: 1, max: 7 }), (given, blanks) => {
        const text = print(given, '', ' '.repeat(blanks)).slice(1)
        const done = formatText(text, 'yaml')
        if ('refused' in done) throw new Error(`${done.refused}:\n${text}`)
        expect(valueOf(openDocument(done.text, { format: 'yaml' }).root!)).toEqual(given)
        expect(formatText(done.text, 'yaml')).toEqual(done)
      }),
    )
  })
})

describe('JSON', () => {
  test('one value in a line, with comments, long numbers and keys that stand twice', () => {
    expect(formatText('{"a":[1,{"b":1e400}],// c\n"a":2}', 'json')).toEqual({
      text: lines('{', '  "a": [', '    1,', '    {', '      "b": 1e400', '    }', '  ], // c', '  "a": 2', '}'),
    })
  })

  test('what cannot be read is left alone', () => {
    expect(formatText('{"a":}', 'json')).toEqual({ refused: 'syntax' })
  })
})
