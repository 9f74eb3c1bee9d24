import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inlineRuleList } from '../clients/clash-rules/mihomo-rule.ts'
import { printCondition } from './rule-line.ts'
import { readDomainPattern, readRuleList, type RuleListForm } from './rule-list.ts'
import { toHeadlessRules } from '../clients/singbox/singbox-rule.ts'

const CLASSICAL: RuleListForm = { behavior: 'classical' }

function read(text: string, form: RuleListForm = CLASSICAL): string[] {
  return readRuleList(text, form).rules.map(printCondition)
}

describe('a Surge style list', () => {
  const text = [
    '\uFEFF# words',
    '; words',
    '// words',
    '',
    'DOMAIN-SUFFIX,a.com',
    'DOMAIN,b.com // why',
    'DOMAIN-KEYWORD,c # why',
    'IP-CIDR,10.0.0.0/8,no-resolve',
    'IP-CIDR6,fc00::/7,no-resolve // why',
    'USER-AGENT,Mi*',
    String.raw`URL-REGEX,^https?:\/\/x\.com\/a,b`,
    'URL-REGEX,x',
    'DOMAIN,bad domain',
    'just text',
    'MATCH,DIRECT',
    'PROCESS-NAME,a.exe',
  ].join('\r\n')
  const list = readRuleList(text, CLASSICAL, 'x.list')

  test('gives its rules without comments', () => {
    expect(list.rules.map(printCondition)).toEqual([
      'DOMAIN-SUFFIX,a.com',
      'DOMAIN,b.com',
      'DOMAIN-KEYWORD,c',
      'IP-CIDR,10.0.0.0/8,no-resolve',
      'IP-CIDR6,fc00::/7,no-resolve',
      'PROCESS-NAME,a.exe',
    ])
  })

  test('counts what no client knows, by type, and names the lines', () => {
    expect(list.skipped).toBe(6)
    expect(list.skippedTypes).toEqual({ 'USER-AGENT': 1, 'URL-REGEX': 2, DOMAIN: 1, '': 1, MATCH: 1 })
    expect(list.issues.map(({ line, code, args }) => [line, code, args?.['reason']])).toEqual([
      [10, 'rule-unsupported', 'list-type'],
      [11, 'rule-unsupported', 'list-type'],
      [12, 'rule-unsupported', 'list-type'],
      [13, 'rule-unsupported', 'domain-space'],
      [14, 'rule-unsupported', 'list-entry'],
      [15, 'rule-unsupported', 'list-never'],
    ])
    expect(list.issues[0]).toMatchObject({ source: 'x.list', kept: false })
  })
})

test('a list of Quantumult X is read by its own names, its targets dropped', () => {
  const text =
    'HOST,a.com,proxy\nhost-suffix, b.com, direct\nHOST-KEYWORD,c,reject\nIP6-CIDR,::1/128,direct,no-resolve\nDEST-PORT,22\n'
  expect(read(text)).toEqual([
    'DOMAIN,a.com',
    'DOMAIN-SUFFIX,b.com',
    'DOMAIN-KEYWORD,c',
    'IP-CIDR6,::1/128,no-resolve',
    'DST-PORT,22',
  ])
})

describe('a provider in YAML', () => {
  test.each<[string, string, RuleListForm, string[]]>([
    [
      'classical',
      "payload:\n  - DOMAIN-SUFFIX,a.com\n  - 'DOMAIN,b.com'\n  # words\n  - IP-CIDR,1.1.1.1/32,no-resolve # why\n",
      CLASSICAL,
      ['DOMAIN-SUFFIX,a.com', 'DOMAIN,b.com', 'IP-CIDR,1.1.1.1/32,no-resolve'],
    ],
    [
      'of domains',
      "# head\npayload:\n- '+.a.com'\n- \"b.com\"\n- '.c.com'\n- '*.d.com'\n- '*'\n",
      { behavior: 'domain', format: 'yaml' },
      ['DOMAIN-SUFFIX,a.com', 'DOMAIN,b.com', 'DOMAIN-PATTERN,.c.com', 'DOMAIN-PATTERN,*.d.com', 'DOMAIN-PATTERN,*'],
    ],
    [
      'of addresses',
      'payload:\n  - 10.0.0.0/8\n  - "fc00::/7"\n  - 1.2.3.4\n',
      { behavior: 'ipcidr', format: 'yaml' },
      ['IP-CIDR,10.0.0.0/8', 'IP-CIDR6,fc00::/7', 'IP-CIDR,1.2.3.4/32'],
    ],
    [
      'that calls itself text',
      "payload:\n  - '+.a.com'\n",
      { behavior: 'domain', format: 'text' },
      ['DOMAIN-SUFFIX,a.com'],
    ],
  ])('%s', (_name, text, form, rules) => expect(read(text, form)).toEqual(rules))
})

describe('an entry of behavior domain is read by whole labels', () => {
  test.each([
    ['Example.com', 'DOMAIN,example.com'],
    ['+.example.com', 'DOMAIN-SUFFIX,example.com'],
    ['.example.com', 'DOMAIN-PATTERN,.example.com'],
    ['*.example.com', 'DOMAIN-PATTERN,*.example.com'],
    ['a.*.example.com', 'DOMAIN-PATTERN,a.*.example.com'],
    ['+.*.example.com', 'DOMAIN-PATTERN,+.*.example.com'],
    ['+.例子.com', 'DOMAIN-SUFFIX,xn--fsqu00a.com'],
    ['s*.x.com', undefined],
    ['+', undefined],
    ['a.+.com', undefined],
    ['a..com', undefined],
    ['a.com.', undefined],
    ['a.com/b', undefined],
    ['', undefined],
  ])('%s: %s', (entry, rule) => {
    const read = readDomainPattern(entry)
    expect(read && printCondition(read)).toBe(rule)
  })
})

function reasons(text: string, form = CLASSICAL) {
  return readRuleList(text, form).issues.map(({ args }) => args?.['reason'])
}

test('a compiled list and a web page are told once', () => {
  expect(reasons('', { behavior: 'domain', format: 'mrs' })).toEqual(['list-binary'])
  expect(reasons(new TextDecoder().decode(new Uint8Array([0x28, 0xb5, 0x2f, 0xfd, 4, 0])))).toEqual(['list-binary'])
  expect(reasons('<!DOCTYPE html>\n<p>404</p>\n<p>x</p>')).toEqual(['list-page'])
})

test('nothing throws, and what is no rule is counted', () => {
  const form = fc.constantFrom<RuleListForm>(CLASSICAL, { behavior: 'domain' }, { behavior: 'ipcidr' })
  const line = fc.oneof(
    fc.string(),
    fc.constantFrom('payload:', '- a.com', '*.', 'DOMAIN,', 'AND,((', 'IP-CIDR,::/0,src', "- '+.a"),
  )
  fc.assert(
    fc.property(fc.array(line), form, (lines, form) => {
      const { rules, skipped } = readRuleList(lines.join('\n'), form)
      expect(rules.length + skipped).toBeLessThanOrEqual(lines.join('\n').split(/\r\n|\n|\r/).length)
      toHeadlessRules(rules)
      inlineRuleList(rules, { grammar: 'classic', group: 'G' })
      inlineRuleList(rules, { grammar: 'full', group: 'G' })
    }),
    { numRuns: 2000 },
  )
})

test('a list of a hundred thousand lines is read, inlined and transcoded whole', () => {
  const text = Array.from({ length: 100_000 }, (_, i) =>
    i % 9 ? `DOMAIN-SUFFIX,a${i}.com` : `IP-CIDR,10.${i % 256}.0.0/16,no-resolve`,
  ).join('\n')
  const { rules } = readRuleList(text, CLASSICAL)
  const inlined = inlineRuleList(rules, { grammar: 'classic', group: 'G' })
  const headless = toHeadlessRules(rules)
  expect([rules.length, inlined.rules.length, headless.carried, headless.rules.length]).toEqual([
    100_000, 100_000, 100_000, 2,
  ])
})

const folder = fileURLToPath(new URL('../../../../../shared/data/acl4ssr/Clash', import.meta.url))
const files = existsSync(folder)
  ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.list'))
  : []

describe('the lists of ACL4SSR', () => {
  if (files.length === 0)
    test('are read', ({ skip }) => skip('the files of ACL4SSR are not beside this checkout (../shared/data/acl4ssr)'))

  test.each(files)('%s: every entry is a rule for both clients', (file) => {
    const text = readFileSync(join(folder, file), 'utf8')
    const entries = text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'))
    const { rules, skipped, issues } = readRuleList(text, CLASSICAL)
    expect(issues).toEqual([])
    expect([rules.length, skipped]).toEqual([entries.length, 0])
    expect(inlineRuleList(rules, { grammar: 'classic', group: 'G' })).toMatchObject({ issues: [], dropped: 0 })
    expect(toHeadlessRules(rules)).toMatchObject({ issues: [], dropped: 0, carried: entries.length })
  })
})
