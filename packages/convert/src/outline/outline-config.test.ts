import { expect, test } from 'vitest'
import { outlineConfig } from './outline-config.ts'

const MIHOMO = `# mine
port: 7890
proxies:
  - {name: Tokyo, type: ss, server: jp.example.com, port: 443}
proxy-groups:
  - name: Select
    type: select
    proxies: [Tokyo, DIRECT]
rule-providers:
  ads: {type: http, behavior: domain, url: "https://lists.example.com/ads.yaml"}
sub-rules:
  inner:
    - MATCH,DIRECT
rules:
  - DOMAIN , a.example.com,Select # one
  - MATCH,Select
`
const SINGBOX = `{
  "outbounds": [
    {"type": "selector", "tag": "Select", "outbounds": ["Tokyo"]},
    {"type": "vless", "tag": "Tokyo"}
  ],
  "route": {"rules": [{ "domain":  "a.example.com", "outbound": "Tokyo" }]}
}`
const XRAY = `{
  "outbounds": [{"protocol": "vless", "tag": "n1"}],
  "routing": {"balancers": [{"tag": "Auto", "selector": ["n"]}], "rules": [{"domain": ["a"], "balancerTag": "Auto"}]}
}`

const said = (text: string) => {
  const { client, parts, rules } = outlineConfig(text)
  return [
    client,
    parts.map(({ kind, name, type, members, line, endLine }) => [kind, name, type, members, line, endLine]),
    rules.map(({ name, rules }) => [name, rules.map(({ text, line }) => [text, line])]),
  ]
}

test.each([
  [
    MIHOMO,
    'mihomo',
    [
      ['node', 'Tokyo', 'ss', undefined, 4, 4],
      ['group', 'Select', 'select', ['Tokyo', 'DIRECT'], 6, 8],
      ['rule-provider', 'ads', 'http', undefined, 10, 10],
    ],
    [['', [['DOMAIN , a.example.com,Select', 15], ['MATCH,Select', 16]]], ['inner', [['MATCH,DIRECT', 13]]]], // oxfmt-ignore
  ],
  [
    SINGBOX,
    'singbox',
    [
      ['node', 'Tokyo', 'vless', undefined, 4, 4],
      ['group', 'Select', 'selector', ['Tokyo'], 3, 3],
    ],
    [
      ['', [['{"domain":"a.example.com","outbound":"Tokyo"}', 6]]],
      ['dns', []],
    ],
  ],
  [
    XRAY,
    'xray',
    [
      ['node', 'n1', 'vless', undefined, 2, 2],
      ['group', 'Auto', '', ['n'], 3, 3],
    ],
    [['', [['{"domain":["a"],"balancerTag":"Auto"}', 3]]]],
  ],
])('parts and rules stand at their lines, each by its name', (text, client, parts, rules) => {
  expect(said(text)).toEqual([client, parts, rules])
})

test('a place is the text of the part, and a section reaches from its key to its last value', () => {
  const { sections, parts } = outlineConfig(MIHOMO)
  const { from, to } = parts[1]!
  expect(MIHOMO.slice(from, to)).toBe('name: Select\n    type: select\n    proxies: [Tokyo, DIRECT]')
  expect(sections.map(({ key, line, endLine }) => [key, line, endLine])).toEqual([
    ['port', 2, 2], ['proxies', 3, 4], ['proxy-groups', 5, 8], ['rule-providers', 9, 10], ['sub-rules', 11, 13], ['rules', 14, 16],
  ]) // oxfmt-ignore
})

test('what is no config has no parts, and says why', () => {
  expect(outlineConfig('a: [').issue?.code).toBe('bad-yaml')
  expect(outlineConfig('').parts).toEqual([])
})
