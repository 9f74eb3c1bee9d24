import { expect, test } from 'vitest'
import { A, B, shortEntries, trojanYaml, type TextCase } from '../../../proof/short-entries.ts'
import { parseNodes } from '../../parse-nodes.ts'

test.each<TextCase>([
  ['Clash', `# made by x\nport: 7890\nproxies:\n  - ${trojanYaml('a')}\n\n  # note\n  - name: b\n    type: trojan\n    server: t.example.com\n    port: 443\n    password: 0123\nproxy-groups:\n  - {name: g, type: select, proxies: [a, b]}\nrules:\n  - MATCH,g\n`, ['4 trojan a', '7 trojan b']],
  ['the old key', `Proxy:\n- ${trojanYaml('a')}\n`, ['2 trojan a']],
  ['a bare list', `- ${trojanYaml('a')}\n- ${trojanYaml('b')}`, ['1 trojan a', '2 trojan b']],
  ['a list of links', `proxies:\n  - ${A}\n  - "${B}"\n`, ['2 trojan A', '3 ss B']],
  ['loose lines amid links', `${A}\n- ${trojanYaml('a')}\n  - ${trojanYaml('b')}\n${B}`, ['1 trojan A', '2 trojan a', '3 trojan b', '4 ss B']],
  ['a flow map alone', trojanYaml('a'), ['1 trojan a']],
  ['flow maps with commas behind them', `${trojanYaml('a')},\n${trojanYaml('b')} ,\n${A}`, ['1 trojan a', '2 trojan b', '3 trojan A']],
  ['indented with the blanks of a chat', `proxies:\n\u00a0\u00a0- ${trojanYaml('a')}\n\u3000\u3000- name:\u00a0b\n\u3000\u3000\u3000 type: trojan\n\u3000\u3000\u3000 server: h\n\u3000\u3000\u3000 port: 1\n\u3000\u3000\u3000 password: p\n`, ['2 trojan a', '3 trojan b']],
  ['a flow map over lines', `{name: a, type: trojan,\n server: t.example.com, port: 443, password: p}\n${A}`, ['1 trojan a', '3 trojan A']],
  ['providers', `proxy-providers:\n  x:\n    type: inline\n    payload:\n      - ${trojanYaml('a')}\n  y:\n    type: http\n    url: https://example.com/sub\n`, ['5 trojan a', '6 needs-fetch']],
  ['one broken line of several', `- ${trojanYaml('a')}\n- {name: b, type: trojan\n- ${trojanYaml('c')}\n`, ['1 trojan a', '2 bad-yaml', '3 trojan c']],
  ['a broken item of a config', `proxies:\n  - ${trojanYaml('a')}\n  - {name: "b, type: trojan}\n  - ${trojanYaml('c')}\nrules:\n  - MATCH,DIRECT\n${A}\n`, ['2 trojan a', '3 bad-yaml', '4 trojan c', '7 trojan A']],
  ['broken behind the nodes', `proxies:\n  - ${trojanYaml('a')}\nrules: [\n`, ['2 trojan a', '3 bad-yaml']],
  ['nothing that can be read', 'proxies:\n  - {name: a\n', ['2 bad-yaml']],
  ['an alias bomb', `a: &a [x,x,x,x,x,x,x,x,x]\n${'bcdefghi'.split('').map((key, index) => `${key}: &${key} [${Array(9).fill(`*${'abcdefgh'[index]}`).join(',')}]`).join('\n')}\nproxies: []\n`, ['6 yaml-aliases']],
  ['more than 100 aliases', `base: &b {server: t.example.com, port: 443, type: trojan, password: p}\nproxies:\n${Array.from({ length: 101 }, (_, at) => `  - {<<: *b, name: n${at}}\n`).join('')}`, Array.from({ length: 101 }, (_, at) => `${at + 3} trojan n${at}`)],
  ['a list closed in column 0', `proxies: [\n${trojanYaml('a')},\n${trojanYaml('b')}\n]\nrules: []\n`, ['2 trojan a', '3 trojan b']],
  ['a config without nodes', 'port: 7890\nrules:\n  - MATCH,DIRECT\n', ['1 missing-field']],
  ['an empty list', 'proxies: []\nrules: []\n', ['1 missing-field']],
  ['an empty list behind a link', `${A}\nproxies: []\n`, ['1 trojan A', '2 missing-field']],
  ['an empty list beside one with nodes', `proxies: []\n---\nproxies:\n  - ${trojanYaml('a')}\n`, ['4 trojan a']],
  ['an empty list beside a provider', 'proxies: []\nproxy-providers:\n  p: {url: "https://sub.example.com"}\n', ['3 needs-fetch']],
  ['an unknown type', 'proxies:\n  - {name: a, type: juicity, server: h, port: 1}\n  - {name: b, server: h}\n  - 5\n', ['2 unsupported-scheme', '3 missing-field', '4 missing-field']],
  ['a key twice in a node', `proxies:\n  - ${trojanYaml('a')}\n  - name: b\n    type: trojan\n    server: t.example.com\n    port: 443\n    password: p\n    port: 444\n  - ${trojanYaml('c')}\n`, ['2 trojan a', '8 bad-yaml', '9 trojan c']],
  ['a key twice at the top', `port: 1\nproxies:\n  - ${trojanYaml('a')}\nport: 2\n`, ['3 trojan a', '4 bad-yaml']],
  ['a key twice in the only node', '- {name: a, type: trojan, server: h, port: 1,\n   port: 2, password: p}\n', ['2 bad-yaml']],
  ['two configs in one text', `proxies:\n  - ${trojanYaml('a')}\nrules: []\nproxies:\n  - ${trojanYaml('b')}\n`, ['2 trojan a', '5 trojan b', '4 bad-yaml']],
  ['two lists in flow style', `proxies: [${trojanYaml('a')}]\nproxies: [${trojanYaml('b')}]\n`, ['1 trojan a', '2 trojan b', '2 bad-yaml']],
  ['two lists in one flow map', `{proxies: [${trojanYaml('a')}], proxies: [${trojanYaml('b')}]}\n`, ['1 trojan a', '1 trojan b', '1 bad-yaml']],
  ['hysteria2, the client config', 'server: h.example.com:443\nauth: secret\ntls:\n  sni: s.example.com\n', ['1 hysteria2 h.example.com:443']],
])('%s', (_, text, entries, comments = 0) => {
  expect(shortEntries(text)).toEqual({ entries, comments })
}) // oxfmt-ignore

test('scalars of YAML arrive as they stand', () => {
  const entry = `- {name: 1e5, type: vless, server: h.example.com, port: "443", uuid: 1e5, tls: true, reality-opts: {public-key: ${'A'.repeat(43)}, short-id: 2351e1}}`
  expect(parseNodes(entry).nodes[0]!.node).toMatchObject({
    name: '1e5',
    port: 443,
    uuid: '1e5',
    tls: { reality: { shortId: '2351e1' } },
  })
  expect(parseNodes('- {name: a, type: trojan, server: h, port: 443, password: 0123}').nodes[0]!.node).toMatchObject({
    password: '0123',
  })
  expect(
    parseNodes('- {name: a, type: trojan, server: h, port: 443, password: !<str> 12}').nodes[0]!.node,
  ).toMatchObject({ password: '12' })
})

test('a list twice at the top names both lines, and its nodes are read', () => {
  const text = `port: 1\nproxies:\n  - ${trojanYaml('a')}\nproxies:\n  - ${trojanYaml('b')}\nproxies:\n  - ${trojanYaml('c')}\n`
  const read = parseNodes(text)
  expect(read).toMatchObject({ entries: 4, skipped: 1, issues: [{ code: 'bad-yaml', line: 4, args: { first: 2 } }] })
  expect(read.nodes.map(({ node }) => node.name)).toEqual(['a', 'b', 'c'])
})
