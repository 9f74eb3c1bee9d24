import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseEntries, parseNodes } from '../parse-nodes.ts'

const base64 = (text: string) => Buffer.from(text).toString('base64')

const A = 'trojan://p@a.example.com:443?sni=s.example.com#A'
const B = 'ss://YWVzLTI1Ni1nY206cGFzcw@192.0.2.1:8388#B'
const V = 'vless://11111111-2222-4333-8444-555555555555@v.example.com:443?security=tls&type=ws&path=%2Fp#V'
const M = `vmess://${base64(JSON.stringify({ v: '2', ps: 'M', add: 'h.example.com', port: '443', id: '11111111-2222-4333-8444-555555555555', net: 'tcp' }))}` // oxfmt-ignore
const NAMELESS = 'trojan://p@a.example.com:443'
const ADDRESS = 'https://example.com/sub?token=x'

/** The links and failures of a text, in order. */
function read(text: string): string[] {
  const read: string[] = []
  const counts = parseEntries(text, {}, (entry) =>
    read.push(entry.node === undefined ? entry.issues.map(({ code }) => code).join('+') : entry.link!),
  )
  expect(counts.entries).toBe(read.length + counts.comments)
  return read
}

describe('what is around a link is not part of it', () => {
  test.each([
    ['a quote of a mail', `> ${A}`],
    ['a quote of a quote', `>> ${A}`],
    ['one with blanks', `> > ${A}`],
    ['quotes', `"${A}"`],
    ['single quotes and a comma', `'${A}',`],
    ['code of a chat', `\`${A}\``],
    ['a fence on one line', `\`\`\`${A}\`\`\``],
    ['Chinese quotes', `「${A}」`],
    ['typographic quotes', `“${A}”`],
    ['brackets', `(${A})`],
    ['full-width brackets', `（${A}）`],
    ['angle brackets', `<${A}>`],
    ['bold', `**${A}**`],
    ['a link of markdown', `[Tokyo](${A})`],
    ['a link of markdown that shows itself', `[${A}](${A})`],
    ['an anchor that shows itself', `<li><a href="${A}">${A}</a></li>`],
    ['a picture of markdown', `![QR](${A})`],
    ['a cell of a table', `| HK | ${A} | fast |`],
    ['a dash', `- ${A}`],
    ['a dash, quotes, a comma', `- "${A}",`],
    ['an asterisk', `* ${A}`],
    ['a plus', `+ ${A}`],
    ['a bullet', `• ${A}`],
    ['a middle dot', `· ${A}`],
    ['a long dash', `— ${A}`],
    ['a number', `1. ${A}`],
    ['a number without a blank', `1.${A}`],
    ['a number in brackets', `(12) ${A}`],
    ['a Chinese number', `3、${A}`],
    ['a number in a circle', `① ${A}`],
    ['a label', `node: ${A}`],
    ['a Chinese label', `节点：${A}`],
    ['a variable', `link=${A}`],
    ['a member of an object', `"link": "${A}",`],
    ['the hour and the sender', `[2026-01-01 10:00] Bob: ${A}`],
    ['an anchor of a page', `<a href="${A}">Tokyo</a>`],
    ['a paragraph of a page', `<p>${A}</p>`],
    ['line breaks of a page', `<br>${A}<br>`],
    ['escaped quotes', `\\"${A}\\"`],
    ['quotes escaped for a page', `&quot;${A}&quot;`],
    ['a comma', `${A},`],
    ['a semicolon', `${A};`],
    ['a full-width comma', `${A}，`],
    ['a full-width semicolon', `${A}；`],
    ['an enumeration comma', `${A}、`],
    ['a full stop', `${A}。`],
    ['blanks nobody sees', `\u200b\ufeff\u2060\u00a0${A}\u200b\u3000`],
    ['a shop before it', `Shop https://example.com/ ${A}`],
  ])('%s', (_, text) => {
    expect(read(text)).toEqual([A])
  })

  test.each([
    ['a comma behind a body', `${M},`, [M]],
    ['a quote behind a body', `${M}"`, [M]],
    ['prose behind a body', `${M} 复制这一行`, [M]],
    ['a bracket behind a port', `${NAMELESS})`, [NAMELESS]],
    ['prose behind a port', `${NAMELESS} is fast`, [NAMELESS]],
    ['&amp; of a page', `"${V.replaceAll('&', '&amp;')}"`, [V]],
  ])('%s', (_, text, links) => {
    expect(read(text)).toEqual(links)
  })
})

describe('a name keeps what belongs to it', () => {
  test.each([
    'HK :)',
    '5" screen',
    'A (1)',
    'Joe’s',
    'a, b; c',
    'HK | IPLC',
    '官网 https://example.com/',
    'A&amp;',
    'x <1>',
    '** A **',
  ])('%s', (name) => {
    expect(read(`${NAMELESS}#${name}`)).toEqual([`${NAMELESS}#${name.replace('&amp;', '&')}`])
  })

  test.each([
    [`(${NAMELESS}#HK (1))`, `${NAMELESS}#HK (1)`],
    [`'${NAMELESS}#Joe's'`, `${NAMELESS}#Joe's`],
    [`- ${NAMELESS}#a, b`, `${NAMELESS}#a, b`],
  ])('%s', (text, link) => {
    expect(read(text)).toEqual([link])
  })
})

describe('every link of a line is an entry', () => {
  test.each([
    ['blanks', `${A} ${B}  ${V}`, [A, B, V]],
    ['commas', `${A}, ${B},${V}`, [A, B, V]],
    ['semicolons', `${A};${B}`, [A, B]],
    ['full-width punctuation', `${A}，${B}；${V}、${M}`, [A, B, V, M]],
    ['bars', `${A}|${B}`, [A, B]],
    ['numbers', `1. ${A} 2. ${B} 3) ${V}`, [A, B, V]],
    ['dashes', `- ${A} - ${B}`, [A, B]],
    ['links of markdown', `[A](${A}) [B](${B})`, [A, B]],
    ['one in markdown behind one that is not', `${A} [B](${B})`, [A, B]],
    ['bodies', `${M} ${M},${M}`, [M, M, M]],
    ['bodies end to end', `${M}${M}`, [M, M]],
    ['quotes', `"${A}","${B}"`, [A, B]],
    ['quotes that begin too late', `${A}","${B}"`, [A, B]],
    ['line breaks of a page', `${A}<br/>${B}<br>`, [A, B]],
    ['line breaks of a program', `"${A}\\n${B}\\r\\n${V}\\n"`, [A, B, V]],
    ['line separators', `${A}\u2028${B}`, [A, B]],
    ['an address and a link', `${ADDRESS} ${A}`, ['needs-fetch', A]],
    ['addresses', `${ADDRESS} ${ADDRESS}`, ['needs-fetch', 'needs-fetch']],
    ['a broken one among them', `${A} trojan://@a.example.com:443 ${B}`, [A, 'missing-field', B]],
    ['one of a scheme nobody knows', `juicity://u@example.com:1 ${A}`, ['unsupported-scheme', A]],
  ])('%s', (_, text, links) => {
    expect(read(text)).toEqual(links)
    expect(parseNodes(text).nodes.every(({ line }) => line === 1)).toBe(true)
  })

  test('also in a text of a document', () => {
    expect(read(JSON.stringify([`${A}\n${B}`, `${V},`]))).toEqual([A, B, V])
  })
})

describe('what only looks like a link is none', () => {
  test.each([
    ['one in the query of an address', 'https://example.com/sub?url=trojan://p@a.example.com:443', ['needs-fetch']],
    ['one in the path of an address', 'https://example.com/ss://x', ['needs-fetch']],
    ['an address in a query', `${NAMELESS}?ech=cloudflare-ech.com+https://dns.example.com/dns-query#E`, undefined],
    ['an address in a name', `${NAMELESS}#https://example.com/`, undefined],
    ['prose about an address', 'see https://example.com/sub', ['needs-fetch']],
    ['prose about something else', 'see foo://bar', ['unsupported-scheme']],
    ['a comment', `# ${A}\n// ${A}\n;${A}`, []],
    ['an entry of a list', `- {name: a, type: trojan, server: h, port: 443, password: "ss://x"}`, [undefined]],
    ['a scheme with a letter too many', 'xvless://u@h:1', ['unsupported-scheme']],
  ])('%s', (_, text, entries) => {
    expect(read(text)).toEqual(entries ?? [text])
  })
})

test.each([
  ['trojan://p@exa mple.com:443', 'bad-value'],
  ['trojan://p@example com', 'bad-value'],
  ['trojan://p ss@', 'missing-field'],
  [`vless://11111111-2222-4333-8444-555555555555@h.example.com:443?sni=a b&type=foo`, 'bad-value'],
])('%s stays broken: without its end it would be another node', (text, code) => {
  expect(read(text)).toEqual([code])
})

test('links in a list that is cut off are read all the same', () => {
  expect(read(`[\n  "${A}",\n  "${B}"\n`)).toEqual(['bad-json', A, B])
})

describe('whatever the wrapping', () => {
  const link = fc.constantFrom(A, B, V, M, NAMELESS)
  const wrapping = fc.constantFrom<[string, string]>(
    ['', ''], ['> ', ''], ['"', '",'], ["'", "'"], ['`', '`'], ['- ', ''], ['1. ', ''], ['• ', '，'], ['[x](', ')'], ['（', '）。'], ['<p>', '</p>'], ['节点：', '；'], ['\u200b', '\ufeff'],
  ) // oxfmt-ignore
  const between = fc.constantFrom(' ', ', ', '，', ' | ', '\n', '\r\n', ';\t')

  test('the links are those that were wrapped, in their order', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(link, wrapping), { minLength: 1, maxLength: 6 }), (parts) => {
        const text = parts.map(([each, [before, after]]) => before + each + after).join('\n')
        expect(read(text)).toEqual(parts.map(([each]) => each))
      }),
    )
  })

  test('links on one line are read as on lines of their own', () => {
    fc.assert(
      fc.property(fc.array(link, { minLength: 1, maxLength: 8 }), between, (links, separator) => {
        expect(read(links.join(separator))).toEqual(links)
      }),
    )
  })

  test('a link that was read is read the same again, and is one entry', () => {
    const piece = fc.constantFrom(A, B, V, M, NAMELESS, ADDRESS, ' ', ',', '"', "'", '(', ')', '，', '<br>', '\\n', '#', '&amp;', '|', '节点', '://', '=', '> ') // oxfmt-ignore
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 10 }), (pieces) => {
        for (const { link: found, node } of parseNodes(pieces.join('')).nodes) {
          const again = parseNodes(found!)
          expect(again).toMatchObject({ entries: 1, skipped: 0, comments: 0 })
          expect(again.nodes[0]).toMatchObject({ link: found, node })
        }
      }),
      { numRuns: 3000 },
    )
  })
})

test.each([
  '「ss://x\n',
  '"ss://x\n',
  '(ss://x\n',
  '| ss://x\n',
  '> ss://x ',
  'ss://x=',
  'ss://x,',
  '<ss://',
  "a ss://'",
])('64 KiB of %j are read to the end, every line accounted for', (part) => {
  const { entries, nodes, skipped, comments } = parseNodes(part.repeat(Math.ceil(65536 / part.length)))
  expect(nodes.length + skipped + comments).toBe(entries)
})
