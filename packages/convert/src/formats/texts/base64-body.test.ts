import { expect, test } from 'vitest'
import {
  A,
  B,
  base64,
  LINKS,
  shortEntries,
  trojanOutbound,
  trojanYaml,
  wrapped,
  type TextCase,
} from '../../../proof/short-entries.ts'
import { parseNodes } from '../../parse-nodes.ts'

test.each<TextCase>([
  ['a whole text', base64(LINKS), ['1/1 trojan A', '1/2 ss B']],
  ['twice', base64(base64(LINKS)), ['1/1 trojan A', '1/2 ss B']],
  ['three times is too often', base64(base64(base64(LINKS))), ['1/1 bad-base64']],
  ['without padding, URL-safe', Buffer.from(LINKS).toString('base64url'), ['1/1 trojan A', '1/2 ss B']],
  ['wrapped at 64', wrapped(base64(LINKS.repeat(3)), 64), ['1/1 trojan A', '1/2 ss B', '1/3 trojan A', '1/4 ss B', '1/5 trojan A', '1/6 ss B']],
  ['wrapped at 76 with CR LF, then a link', wrapped(base64(LINKS.repeat(2)), 76).replaceAll('\n', '\r\n') + '\r\n' + A, ['1/1 trojan A', '1/2 ss B', '1/3 trojan A', '1/4 ss B', '4 trojan A']],
  ['wrapped inside a scheme', wrapped(base64(`${A}#2345678901234\nvless://x\n${A}`), 64), ['1/1 trojan A#2345678901234', '1/2 missing-field', '1/3 trojan A']],
  ['line by line', `${base64(A)}\n${base64(B)}\n`, ['1/1 trojan A', '2/1 ss B']],
  ['line by line, of one width', `${base64(A)}\n${base64(A)}\n${base64(A)}`, ['1/1 trojan A', '2/1 trojan A', '3/1 trojan A']],
  ['in quotes', `"${base64(A)}",\n'${base64(B)}'`, ['1/1 trojan A', '2/1 ss B']],
  ['between links', `${A}\n${base64(LINKS)}\n${B}`, ['1 trojan A', '2/1 trojan A', '2/2 ss B', '3 ss B']],
  ['a YAML body', base64(`proxies:\n  - ${trojanYaml('Y')}\n`), ['1/2 trojan Y']],
  ['a JSON body', base64(JSON.stringify({ outbounds: [trojanOutbound('J')] }, null, 1)), ['1/3 trojan J']],
  ['nothing inside', base64('this is only prose, no link at all'), ['1 bad-base64']],
  ['cut off in the last link', base64(`${A}\n${B}\n`).slice(0, 61), ['1/1 trojan A', '1/2 bad-base64']],
  ['cut off in a character', base64(`${A}\r\n\r\n${A}香港`).slice(0, -3), ['1/1 trojan A', '1/3 bad-base64']],
  ['cut off in the only link', base64(A).slice(0, 37), ['1 bad-base64']],
  ['broken inside', base64(`${A}\nhello\n# c\n`), ['1/1 trojan A', '1/2 bad-base64'], 1],
])('%s', (_, text, entries, comments = 0) => {
  expect(shortEntries(text)).toEqual({ entries, comments })
}) // oxfmt-ignore

test.each([16, 20, 30, 63, 64, 75, 76, 77, 100])('base64 wrapped after %i characters is one body', (width) => {
  const links = Array.from({ length: 12 }, (_, index) => `trojan://pw@n${index}.example.com:443#N${index}`).join('\n')
  const body = Buffer.from(links).toString('base64')
  const lines = Array.from({ length: Math.ceil(body.length / width) }, (_, index) =>
    body.slice(index * width, (index + 1) * width),
  )
  for (const end of ['\n', '\r\n']) {
    expect(parseNodes(lines.join(end))).toMatchObject({ entries: 12, skipped: 0, issues: [] })
  }
})
