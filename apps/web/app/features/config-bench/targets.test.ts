import { openExplanation, outlineConfig } from '@switchyard/convert/configs'
import { expect, test } from 'vitest'
import { placeBefore, targetsOf } from './targets.ts'

const MIHOMO = `proxies: [{name: Tokyo, type: socks5, server: a.example.com, port: 1}]
proxy-groups: [{name: Select, type: select, proxies: [Tokyo]}]
sub-rules:
  inner:
    - DOMAIN,in.example.com,Select
rules:
  - SUB-RULE,(DOMAIN-SUFFIX,example.com),inner
  - "DOMAIN-SUFFIX, example.org ,Select" # as written
  - MATCH,DIRECT
`
const SINGBOX = `{"outbounds": [{"type": "direct", "tag": "direct"}], "route": {"rules": [
  { "domain":  ["a.example.com"], "outbound": "direct" }]}}`

test.each([
  [MIHOMO, 'www.example.org', { before: 'DOMAIN-SUFFIX, example.org ,Select' }],
  [MIHOMO, 'other.example.net', { before: 'MATCH,DIRECT' }],
  [MIHOMO, 'in.example.com', 'top'],
  [SINGBOX, 'a.example.com', { before: '{"domain":["a.example.com"],"outbound":"direct"}' }],
  [SINGBOX, 'b.example.com', 'top'],
])('the place before the rule that takes a site is in the rules of the config itself', (text, host, place) => {
  const { rule } = openExplanation(text).ask({ host })!
  expect(placeBefore(rule, outlineConfig(text))).toEqual(place)
})

test('a rule may lead to groups first, then to what is built in, then to nodes', () => {
  expect(targetsOf(outlineConfig(MIHOMO)).map(({ value }) => value)).toEqual(['Select', 'DIRECT', 'REJECT', 'Tokyo'])
})
