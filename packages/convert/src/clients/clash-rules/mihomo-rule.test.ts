import { describe, expect, test } from 'vitest'
import type { RuleGrammar } from '../../model/client-facts.ts'
import { inlineRuleList, targetIssue, toMihomoRules } from './mihomo-rule.ts'
import { checkRules } from '../../rules/rule-line.ts'
import { readRuleList } from '../../rules/rule-list.ts'

function write(text: string, grammar: RuleGrammar) {
  const { rules, issues, carried, dropped } = toMihomoRules(checkRules(text, { client: 'mihomo' }).lines, {
    grammar,
  })
  return {
    rules,
    reported: issues.map(({ line, code, args }) => `${line} ${code} ${args?.['reason']}`),
    carried,
    dropped,
  }
}

test('mihomo gets its lines as they are, comments apart', () => {
  const text =
    '# words\nDOMAIN,a.com,DIRECT\nAND,((DOMAIN,a.com),(NETWORK,udp)),REJECT-DROP\nIP-CIDR,1.1.1.1/32,G,no-resolve\nMATCH,G'
  const rules = text.split('\n').slice(1)
  expect(write(text, 'full')).toEqual({ rules, reported: [], carried: 4, dropped: 0 })
})

test('Clash gets what it knows; the rest is left out with its reason', () => {
  const text = [
    'GEOSITE,cn,DIRECT',
    'AND,((DOMAIN,a.com),(NETWORK,udp)),DIRECT',
    'DOMAIN,a.com,REJECT-DROP',
    'DOMAIN,b.com,COMPATIBLE',
    'DOMAIN,c.com,PASS',
    'DST-PORT,80/443,G',
    'DST-PORT,8000-8002,G',
    'DST-PORT,1-60000,G',
    'GEOIP,telegram,G',
    'GEOIP,private,DIRECT',
    'IP-CIDR,10.0.0.0/8,DIRECT,src',
    'MATCH,G',
  ].join('\n')
  expect(write(text, 'classic')).toEqual({
    rules: [
      'DOMAIN,a.com,REJECT',
      'DOMAIN,b.com,DIRECT',
      'DST-PORT,80,G',
      'DST-PORT,443,G',
      'DST-PORT,8000,G',
      'DST-PORT,8001,G',
      'DST-PORT,8002,G',
      'GEOIP,LAN,DIRECT',
      'SRC-IP-CIDR,10.0.0.0/8,DIRECT',
      'MATCH,G',
    ],
    reported: [
      '1 rule-unsupported type-unsupported',
      '2 rule-unsupported type-unsupported',
      '3 rule-rewritten reject-drop',
      '4 rule-rewritten compatible',
      '5 rule-unsupported action-unsupported',
      '6 rule-rewritten ports-split',
      '7 rule-rewritten ports-split',
      '8 rule-unsupported port-range-unsupported',
      '9 rule-unsupported type-unsupported',
    ],
    carried: 7,
    dropped: 5,
  })
})

describe('a list is written out as lines to a group', () => {
  const classical = readRuleList(
    'DOMAIN-SUFFIX,a.com\nIP-CIDR,1.1.1.1/32\nIP-CIDR6,::1/128,no-resolve\nDOMAIN-REGEX,^a$\nDOMAIN-REGEX,^b$\n',
    { behavior: 'classical' },
  )
  const domains = readRuleList('a.com\n+.b.com\n.c.com\n*.d.com\na.*.e.com\n', { behavior: 'domain' })

  test('for Clash, types it does not know are counted', () => {
    const { rules, issues, carried, dropped } = inlineRuleList(classical.rules, {
      grammar: 'classic',
      group: '🎯 Direct',
    })
    expect(rules).toEqual([
      'DOMAIN-SUFFIX,a.com,🎯 Direct',
      'IP-CIDR,1.1.1.1/32,🎯 Direct',
      'IP-CIDR6,::1/128,🎯 Direct,no-resolve',
    ])
    expect([carried, dropped]).toEqual([3, 2])
    expect(issues).toMatchObject([{ code: 'rule-unsupported', kept: false, args: { type: 'DOMAIN-REGEX', count: 2 } }])
  })

  test('no-resolve is put where addresses are looked at', () => {
    const { rules } = inlineRuleList(classical.rules, { grammar: 'full', group: 'G', noResolve: true })
    expect(rules).toEqual([
      'DOMAIN-SUFFIX,a.com,G',
      'IP-CIDR,1.1.1.1/32,G,no-resolve',
      'IP-CIDR6,::1/128,G,no-resolve',
      'DOMAIN-REGEX,^a$,G',
      'DOMAIN-REGEX,^b$,G',
    ])
  })

  test('patterns of domains keep their meaning for mihomo', () => {
    const { rules, issues } = inlineRuleList(domains.rules, { grammar: 'full', group: 'G' })
    expect(issues).toEqual([])
    expect(rules).toEqual([
      'DOMAIN,a.com,G',
      'DOMAIN-SUFFIX,b.com,G',
      'DOMAIN-WILDCARD,*.c.com,G',
      String.raw`DOMAIN-REGEX,^[^.]+\.d\.com$,G`,
      String.raw`DOMAIN-REGEX,^a\.[^.]+\.e\.com$,G`,
    ])
    expect(checkRules(rules.join('\n'), { client: 'mihomo' }).issues).toEqual([])
  })

  test('and widen for Clash, with a note', () => {
    const { rules, issues } = inlineRuleList(domains.rules, { grammar: 'classic', group: 'G' })
    expect(rules).toEqual(['DOMAIN,a.com,G', 'DOMAIN-SUFFIX,b.com,G', 'DOMAIN-SUFFIX,c.com,G', 'DOMAIN-SUFFIX,d.com,G'])
    expect(issues.map(({ code, args }) => [code, args?.['reason'], args?.['count']])).toEqual([
      ['rule-semantics-changed', 'subdomains-only', 1],
      ['rule-semantics-changed', 'one-level', 1],
      ['rule-unsupported', 'type-unsupported', 1],
    ])
  })

  test('a group that no rule line can name gets none', () => {
    expect(inlineRuleList(classical.rules, { grammar: 'full', group: 'a,b' })).toMatchObject({
      rules: [],
      dropped: 5,
      issues: [{ code: 'rule-action', args: { reason: 'action-comma' } }],
    })
    expect([targetIssue('a'), targetIssue(' a'), targetIssue('')]).toEqual([undefined, 'action-comma', 'action-empty'])
  })
})
