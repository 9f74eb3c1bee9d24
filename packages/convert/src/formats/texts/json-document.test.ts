import { expect, test } from 'vitest'
import { A, B, shortEntries, trojanOutbound, type TextCase } from '../../../proof/short-entries.ts'
import { parseNodes } from '../../parse-nodes.ts'

test.each<TextCase>([
  ['a list cut out of a document', `"outbounds": [\n  ${JSON.stringify(trojanOutbound('a'))}\n],\n"route": {}\n${A}`, ['2 trojan a', '4 bad-base64', '5 trojan A']],
  ['one outbound', JSON.stringify(trojanOutbound('a')), ['1 trojan a']],
  ['outbounds line by line', `${JSON.stringify(trojanOutbound('a'))},\n${JSON.stringify(trojanOutbound('b'))}\n${A}`, ['1 trojan a', '2 trojan b', '3 trojan A']],
  ['Clash in JSON', JSON.stringify({ proxies: [{ name: 'a', type: 'trojan', server: 'h', port: 443, password: 'p' }] }, null, 1), ['3 trojan a']],
  ['a list of links', JSON.stringify([A, B]), ['1 trojan A', '1 ss B']],
  ['broken', `{"outbounds": [\n  {"type": "trojan",,}\n]}\n${A}`, ['2 bad-json', '4 trojan A']],
  ['cut off', '{"outbounds": [{"type": "trojan"', ['1 bad-json']],
  ['no nodes', '{"log": {}, "inbounds": []}', ['1 missing-field']],
  ['an empty list', '{"proxies": [], "rules": []}', ['1 missing-field']],
  ['nothing but helpers', '{"outbounds": [{"type": "direct", "tag": "direct"}]}', ['1 missing-field']],
  ['a list twice', `${A}\n{"proxies": [${JSON.stringify({ name: 'a', type: 'trojan', server: 'h', port: 443, password: 'p' })}],\n"proxies": [\n${JSON.stringify({ name: 'b', type: 'trojan', server: 'h', port: 443, password: 'p' })}]}\n${B}`, ['1 trojan A', '2 trojan a', '4 trojan b', '3 bad-json', '5 ss B']],
  ['a list twice, of sing-box', `{"outbounds": [${JSON.stringify(trojanOutbound('a'))}],\n"outbounds": [${JSON.stringify(trojanOutbound('b'))}], "route": {}, "route": []}`, ['1 trojan a', '2 trojan b', '2 bad-json']],
  ['a list, and nothing under its key', `{"outbounds": [${JSON.stringify(trojanOutbound('a'))}],\n"outbounds": null}`, ['1 trojan a', '2 bad-json']],
  ['a key twice further down', `{"outbounds": [${JSON.stringify(trojanOutbound('a'))}],\n"dns": {"a": [1], "a": [2]}}`, ['1 trojan a']],
  ['some other object', '{"a": 1}', ['1 missing-field']],
  ['an answer of an API with links in a text', JSON.stringify({ code: 0, data: `${A}\n${B}` }), ['1 trojan A', '1 ss B']],
  ['one with links in a list of objects', JSON.stringify({ ok: true, home: 'https://example.com/', nodes: [{ link: A }, { link: 'juicity://x' }, { link: B }] }, null, 1), ['5 trojan A', '11 ss B']],
  ['one without links', '{"code": 401, "message": "expired", "home": "https://example.com/"}', ['1 server-message']],
])('%s', (_, text, entries, comments = 0) => {
  expect(shortEntries(text)).toEqual({ entries, comments })
}) // oxfmt-ignore

test('broken JSON is reported at the line that has to be mended', () => {
  expect(parseNodes('{"outbounds": [\n  {"type": "trojan"\n   "tag": "a"}\n]}').issues).toMatchObject([
    { code: 'bad-json', line: 3, args: { line: 3 } },
  ])
  expect(parseNodes('{\n"outbounds": [\n  {"type": "trojan"}\n\n').issues).toMatchObject([
    { code: 'bad-json', line: 3, args: { line: 3 } },
  ])
})
