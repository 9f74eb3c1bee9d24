import { describe, expect, test } from 'vitest'
import { draftOfLine, lineOfDraft, paramsFor, withRuleAdded, withRuleAt } from './rule-draft.ts'

const line = (type: string, value: string) => lineOfDraft({ type, value, group: 'Japan', params: paramsFor(type) })

test.each([
  ['DOMAIN-SUFFIX', 'https://www.netflix.com/browse', 'DOMAIN-SUFFIX,netflix.com,Japan'],
  ['DOMAIN-SUFFIX', ' netflix.com ', 'DOMAIN-SUFFIX,netflix.com,Japan'],
  ['DOMAIN-SUFFIX', 'http://me:pw@a.example:8080?q#x', 'DOMAIN-SUFFIX,a.example,Japan'],
  ['DOMAIN-SUFFIX', '*.netflix.com', 'DOMAIN-SUFFIX,netflix.com,Japan'],
  ['DOMAIN-SUFFIX', '+.netflix.com', 'DOMAIN-SUFFIX,netflix.com,Japan'],
  ['DOMAIN-SUFFIX', 'www.com', 'DOMAIN-SUFFIX,www.com,Japan'],
  ['DOMAIN', 'https://www.netflix.com/browse', 'DOMAIN,www.netflix.com,Japan'],
  ['DOMAIN', '例子.example/a', 'DOMAIN,例子.example,Japan'],
  ['DOMAIN-SUFFIX', 'http://192.168.1.1/admin', 'IP-CIDR,192.168.1.1/32,Japan,no-resolve'],
  ['DOMAIN-SUFFIX', 'http://[2001:db8::1]:80/', 'IP-CIDR,2001:db8::1/128,Japan,no-resolve'],
  ['DOMAIN-KEYWORD', 'net flix', 'DOMAIN-KEYWORD,net flix,Japan'],
  ['IP-CIDR', '10.0.0.0/8', 'IP-CIDR,10.0.0.0/8,Japan,no-resolve'],
  ['IP-CIDR', '1.1.1.1', 'IP-CIDR,1.1.1.1/32,Japan,no-resolve'],
  ['GEOIP', 'CN', 'GEOIP,CN,Japan'],
  ['PROCESS-NAME', 'C:\\a b.exe', 'PROCESS-NAME,C:\\a b.exe,Japan'],
])('%s of %j is written as %s', (type, typed, written) => {
  expect(line(type, typed)).toBe(written)
})

describe('a line is shown by its parts', () => {
  test.each([
    ['DOMAIN-SUFFIX,a.example,Japan', { type: 'DOMAIN-SUFFIX', value: 'a.example', group: 'Japan', params: [] }],
    [
      '  - "ip-cidr, 1.0.0.0/8 ,Japan,no-resolve" # mine',
      { type: 'IP-CIDR', value: '1.0.0.0/8', params: ['no-resolve'] },
    ],
    ['DOMAIN-REGEX,^a{1,2}$,Japan', { type: 'DOMAIN-REGEX', value: '^a{1,2}$', group: 'Japan' }],
    [
      'AND,((DOMAIN,a.b),(NETWORK,udp)),REJECT',
      { type: 'AND', value: '((DOMAIN,a.b),(NETWORK,udp))', group: 'REJECT' },
    ],
  ])('%s', (text, parts) => {
    expect(draftOfLine(text)).toMatchObject(parts)
  })

  test.each([
    '',
    '# DOMAIN,a.example,Japan',
    'MATCH,Japan',
    'MATCH,,Japan',
    '- FINAL,Japan',
    'DOMAIN,a.example',
    'words',
  ])('%j has none', (text) => expect(draftOfLine(text)).toBeUndefined())
})

test.each([
  ['', 'R\n', 1],
  ['A\n\n', 'A\nR\n', 2],
  ['# mine\nA', '# mine\nA\nR\n', 3],
  ['A\nMATCH,B\n# end', 'A\nR\nMATCH,B\n# end\n', 2],
])('a rule is added to %j', (text, after, line) => {
  expect(withRuleAdded(text, 'R')).toEqual({ text: after, line })
})

test('a rule takes the place of another one, what stands around it stays', () => {
  expect(withRuleAt('A\n  - "DOMAIN,a.example,B" # mine\nC', 2, 'R')).toBe('A\n  - "R" # mine\nC')
})
