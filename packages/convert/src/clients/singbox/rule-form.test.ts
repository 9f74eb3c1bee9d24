import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../text/record.ts'
import { formedRule, ruleSetIssues } from './rule-form.ts'

/** `rule-value field-missing outbound` */
function told(issues: readonly { code: string; args: Record<string, unknown> }[]): string[] {
  return issues.map(({ code, args }) => `${code} ${String(args['reason'])} ${String(args['field'])}`)
}

describe('a rule of the form', () => {
  test.each<[string, JsonObject, JsonObject, string[]]>([
    ['is taken as it is', { domain: ['a'], action: 'reject' }, { domain: ['a'], action: 'reject' }, []],
    [
      'gets the action that its outbound means',
      { domain: ['a'], outbound: 'd' },
      { domain: ['a'], outbound: 'd', action: 'route' },
      ['rule-rewritten action-added action'],
    ],
    [
      'gets a list around a domain alone',
      { domain: 'a', action: 'reject' },
      { domain: ['a'], action: 'reject' },
      ['rule-rewritten list-added domain'],
    ],
    [
      'gets lists inside, too',
      { type: 'logical', mode: 'or', rules: [{ port: 80 }], action: 'reject' },
      { type: 'logical', mode: 'or', rules: [{ port: [80] }], action: 'reject' },
      ['rule-rewritten list-added port'],
    ],
  ])('%s', (_, given, rule, issues) => {
    const formed = formedRule(given)
    expect([formed.rule, told(formed.issues)]).toEqual([rule, issues])
  })

  test.each<[string, JsonObject, string[]]>([
    ['without action and outbound', { domain: ['a'] }, ['rule-value field-missing outbound']],
    ['that routes to nowhere', { domain: ['a'], action: 'route' }, ['rule-value field-missing outbound']],
    ['with port 0', { port: [0], action: 'reject' }, ['rule-value number port']],
    ['with port 65536', { port: [65536], action: 'reject' }, ['rule-value number port']],
    ['with a port of text', { port: ['80'], action: 'reject' }, ['rule-value number port']],
    ['with a source port of 0', { source_port: [0], action: 'reject' }, ['rule-value number source_port']],
    ['with an address of three parts', { ip_cidr: ['1.2.3/8'], action: 'reject' }, ['rule-value field-value ip_cidr']],
    ['with a prefix of 33', { ip_cidr: ['1.2.3.4/33'], action: 'reject' }, ['rule-value field-value ip_cidr']],
  ])('%s is refused', (_, given, issues) => {
    const found = formedRule(given).issues.filter(({ code }) => code === 'rule-value')
    expect(told(found)).toEqual(issues)
  })
})

describe('a rule set of the form', () => {
  test.each<[string, JsonObject, string[]]>([
    ['without type', { tag: 'a', rules: [{ domain: ['a'] }] }, ['rule-value field-missing type']],
    ['remote without url', { type: 'remote', tag: 'a' }, ['rule-value field-missing url']],
    ['inline without rules', { type: 'inline', tag: 'a' }, ['rule-value field-missing rules']],
    ['inline with none', { type: 'inline', tag: 'a', rules: [] }, ['rule-value field-missing rules']],
    ['remote with url', { type: 'remote', tag: 'a', url: 'https://example.com/a.srs' }, []],
    ['local', { type: 'local', tag: 'a', path: 'a.srs' }, []],
  ])('%s', (_, set, issues) => expect(told(ruleSetIssues(set))).toEqual(issues))
})
