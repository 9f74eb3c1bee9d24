import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { A, B, base64, LINKS, shortEntries, trojanYaml, wrapped } from '../proof/short-entries.ts'
import { parseNodes } from './parse-nodes.ts'

describe('whatever the text', () => {
  const lineOf = fc.oneof(
    fc.constantFrom(A, B, base64(LINKS), '# c', '', '- ' + trojanYaml('a'), 'proxies:', '  - ' + trojanYaml('b'), '{', '}', '[Interface]', '[Peer]', '[Proxy]', '{"outbounds": [', ']}', 'a = ss, h, 1', 'a: [', '- "x', 'juicity://x'),
    fc.string({ unit: 'binary' }),
    fc.string(),
  ) // oxfmt-ignore
  const anyText = fc.array(lineOf, { maxLength: 12 }).map((lines) => lines.join('\n'))

  test('nothing throws, the numbers add up, and lines lie inside the text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { entries, comments, skipped, nodes, issues } = parseNodes(text)
        const lines = text.split(/\r\n|\n|\r/).length
        expect(entries).toBe(nodes.length + skipped + comments)
        expect(issues.length).toBeGreaterThanOrEqual(skipped)
        for (const { line } of [...nodes, ...issues]) {
          expect(line).toBeGreaterThanOrEqual(1)
          expect(line).toBeLessThanOrEqual(lines)
        }
      }),
      { numRuns: 2000 },
    )
  })

  test('entries come in the order of the text, and every link line is one', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(A, B, 'juicity://x', 'hello', ''), { maxLength: 30 }), (lines) => {
        const { entries } = shortEntries(lines.join('\n'))
        expect(entries.map((entry) => Number(entry.split(' ')[0]))).toEqual(
          lines.flatMap((line, index) => (line === '' ? [] : [index + 1])),
        )
      }),
    )
  })

  test('base64 of a text has the same entries as the text', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(A, B, 'juicity://x', '# c'), { minLength: 1, maxLength: 20 }),
        fc.constantFrom(0, 64, 76),
        (lines, width) => {
          const text = [A, ...lines].join('\n')
          const body = width === 0 ? base64(text) : wrapped(base64(text), width)
          expect(shortEntries(body).entries).toEqual(shortEntries(text).entries.map((entry) => `1/${entry}`))
        },
      ),
    )
  })
})

test.each([
  '{', '[', '- ', '? ', '- {\n', '{a\n', '[[', 'a: [\nhello\n', 'a: b\n', '- a\n', '&a ', '*a ', '"', '- \n', 'proxies:\n  - {\n', '[Interface]\n', '[Peer]\n', '[Proxy]\n', 'a = ss, h, 1\n', '="', 'AAAA\n',
  'AAAAAAAAAAAAAAAA\n', '{"a":', '{"a":[', '{"a":1}\n', '{}\n', '<<: *a\n', 'vmess://\n', 'ss://', '://', '!a ', '- &a x\n- *a\n', 'a:\n b:\n  c:\n', '\u0000', '\ud800', '---\n', '{"a" : /*', '- {name: "a, b}\n', '"a": [/*\n', '"a": {\n', '"AAAAAAAA",\n', '<html>\n', '<a href="ss://">\n', '\u00a0- {\n', '- a://b#', 'trojan://p@h:1?a\nb=c\n', 'vmess://\nAAAA\n', 'ss://x\ny\ny\ny\ny\ny\ny\ny\ny\ny\n', 'a: 1\n', '{a: 1, a: 2}\n', 'vless%3A%2F%2F\n', 'data:,\n', 'data:;base64,AAAA\n', 'clash://install-config?url=\n', 'sub://AAAA\n', 'tg://socks?server=a\n', '{"message":"a"}\n', '{"vmess":[{"address":1,"configType":1}]}\n',
])('64 KiB of %j are read to the end, every line accounted for', (part) => {
  const { entries, nodes, skipped, comments } = parseNodes(part.repeat(Math.ceil(65536 / part.length)).slice(0, 65536))
  expect(nodes.length + skipped + comments).toBe(entries)
}) // oxfmt-ignore
