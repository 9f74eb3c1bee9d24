import { describe, expect, test } from 'vitest'
import { compareConfigs, type CompareOptions } from './compare-configs.ts'
import { longestRising } from './longest-rising.ts'

/** What differs, a line each. */
function differs(before: string, after: string, options: CompareOptions = {}): string[] {
  const { parts, rules, settings, isEqual } = compareConfigs(before, after, options)
  const field = ({ path, before: old, after: now }: { path: string; before?: string; after?: string }) => `${path} ${old ?? '-'} > ${now ?? '-'}` // oxfmt-ignore
  const lines = [
    ...parts.map(({ kind, change, name, to, line, fields, members }) =>
      [
        `${kind} ${change} ${name}${to === undefined ? '' : ` > ${to}`} :${line}`,
        ...fields.map(field),
        ...(members === undefined ? [] : [`+${members.added.join()} -${members.gone.join()}${members.isReordered ? ' order' : ''}`]), // oxfmt-ignore
      ].join(' | '),
    ),
    ...rules.map(({ set, change, text, line, from }) => `${set}rule ${change} ${text} :${line}${from === undefined ? '' : ` from ${from}`}`), // oxfmt-ignore
    ...settings.map(field),
  ]
  expect(isEqual).toBe(lines.length === 0)
  return lines
}

const NODE = 'proxies:\n- {name: A, type: ss, server: a.example, port: 443, cipher: aes-128-gcm, password: "one"}\n'

describe('mihomo', () => {
  test.each<[what: string, before: string, after: string, wanted: string[]]>([
    ['comments and the order of keys', '# old\nmode: rule\nport: 1\n', 'port: 1 # new\nmode: "rule"\n', []],
    ['an alias', 'a: &x {b: 1}\nc: *x\n', 'a: {b: 1}\nc: {b: 1}\n', []],
    ['a number in quotes, in a node', NODE, NODE.replace('443', '"443"'), []],
    ['blanks in a rule', 'rules:\n- DOMAIN,a.example,DIRECT\n', 'rules:\n- DOMAIN, a.example , DIRECT\n', []],
    ['a setting', 'port: 1\ndns: {enable: true}\n', 'port: 2\ndns: {ipv6: true}\n', ['/port 1 > 2', '/dns/enable true > -', '/dns/ipv6 - > true']], // oxfmt-ignore
    ['a secret', 'secret: one\n', 'secret: two\n', ['/secret ••• > •••']],
    ['a password of a node', NODE, NODE.replace('one', 'two'), ['node changed A :2 | /password ••• > •••']],
    ['a server of a node', NODE, NODE.replace('a.ex', 'b.ex'), ['node changed A :2 | /server a.example > b.example']],
    ['an unknown text of a node', NODE, NODE.replace('password: "one"', 'password: "one", odd: x'), ['node changed A :2 | /odd - > •••']], // oxfmt-ignore
    ['a node with another name', NODE, NODE.replace('name: A', 'name: B'), ['node renamed A > B :2']],
    [
      'a node that came, one that went',
      NODE,
      NODE.replaceAll(/A,|a\.ex/g, 'B,'),
      ['node added B :2', 'node gone A :2'],
    ],
    ['members', 'proxy-groups: [{name: G, type: select, proxies: [A, B, C]}]\n', 'proxy-groups: [{name: G, type: select, proxies: [C, A, D]}]\n', ['group changed G :1 | +D -B order']], // oxfmt-ignore
    ['an address with a token', 'proxy-providers: {p: {type: http, url: "https://a.example/x?token=1"}}\n', 'proxy-providers: {p: {type: http, url: "https://b.example/x?token=2"}}\n', ['proxy-provider changed p :1 | /url https://a.example/… > https://b.example/…']], // oxfmt-ignore
    ['rules', 'rules: [a, b, c, d]\n', 'rules:\n- d\n- a\n- x\n- c\n', ['rule moved d :2 from 1', 'rule added x :4', 'rule gone b :1']], // oxfmt-ignore
    ['rules twice', 'rules: [a, a]\n', 'rules: [a]\n', ['rule gone a :1']],
    ['sub-rules', 'sub-rules: {s: [a]}\n', 'sub-rules: {s: [b]}\n', ['srule added b :1', 'srule gone a :1']],
  ])('%s', (_, before, after, wanted) => expect(differs(before, after, { client: 'mihomo' })).toEqual(wanted))
})

test.each<[what: string, before: object, after: object, wanted: string[]]>([
  ['a list of one', { route: { rules: [{ domain: ['a'], outbound: 'b' }] } }, { route: { rules: [{ outbound: 'b', domain: 'a' }] } }, []], // oxfmt-ignore
  ['null', { dns: { final: null } }, { dns: {} }, []],
  ['a member', { outbounds: [{ type: 'selector', tag: 'G', outbounds: ['a'] }] }, { outbounds: [{ type: 'selector', tag: 'G', outbounds: ['a', 'b'] }] }, ['group changed G :1 | +b -']], // oxfmt-ignore
  [
    'a rule about DNS',
    { dns: { rules: [] } },
    { dns: { rules: [{ domain: 'a' }] } },
    ['dnsrule added {"domain":"a"} :1'],
  ],
  ['a set', { route: { rule_set: [{ tag: 's', type: 'local' }] } }, { route: { rule_set: [{ tag: 's', type: 'remote' }] } }, ['rule-provider changed s :1 | /type local > remote']], // oxfmt-ignore
])('sing-box: %s', (_, before, after, wanted) => {
  expect(differs(JSON.stringify(before), JSON.stringify(after), { client: 'singbox' })).toEqual(wanted)
})

test('Xray: nodes, balancers and rules', () => {
  const before = { outbounds: [{ tag: 'a', protocol: 'socks', settings: { address: 'x', port: 1 } }], routing: { domainStrategy: 'AsIs', rules: [{ type: 'field', ip: ['10.0.0.0/8'] }] } } // oxfmt-ignore
  const after = { outbounds: [{ tag: 'a', protocol: 'socks', settings: { address: 'x', port: 2 } }], routing: { domainStrategy: 'AsIs', rules: [{ ip: ['10.0.0.0/8'] }] } } // oxfmt-ignore
  expect(differs(JSON.stringify(before), JSON.stringify(after))).toEqual(['node changed a :1 | /settings/port 1 > 2'])
})

test('what cannot be read is not compared', () => {
  expect(compareConfigs('{"route": {', '{}', { client: 'singbox' })).toMatchObject({ isEqual: false, parts: [], issues: { before: { code: 'bad-json' } } }) // oxfmt-ignore
})

test.each([
  [[], []],
  [
    [1, 2, 3],
    [1, 2, 3],
  ],
  [
    [3, 1, 2],
    [1, 2],
  ],
  [
    [2, 5, 3, 4, 1],
    [2, 3, 4],
  ],
])('of %j the longest part that rises is %j', (numbers, wanted) => {
  expect([...longestRising(numbers)].toSorted((a, b) => a - b)).toEqual(wanted)
})

test('20,000 rules in another order are soon compared', () => {
  const rules = Array.from({ length: 20_000 }, (_, at) => `- DOMAIN,h${(at * 7919) % 20_000}.example,DIRECT`)
  const before = `rules:\n${rules.join('\n')}\n`
  const after = `rules:\n${rules.toSorted().join('\n')}\n`
  const start = performance.now()
  expect(compareConfigs(before, after).rules.every(({ change }) => change === 'moved')).toBe(true)
  expect(performance.now() - start).toBeLessThan(5000)
})
