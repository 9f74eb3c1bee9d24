import { expect, test } from 'vitest'
import { wrongRuleLines } from './rule-set-lines.ts'

test.each<['classical' | 'domain' | 'ipcidr', string, string]>([
  ['classical', 'example.com', 'list-entry'],
  ['classical', 'USER-AGENT,x', 'list-type'],
  ['classical', 'DOMIAN,a.example', 'type-unknown'],
  ['classical', 'MATCH,DIRECT', 'list-never'],
  ['classical', 'DOMAIN,a b', 'domain-space'],
  ['classical', 'DST-PORT,99999', 'port'],
  ['classical', 'IP-CIDR,1.2.3.0/99', 'cidr-prefix'],
  ['domain', 'DOMAIN,a.example', 'list-entry'],
  ['domain', 'a..example', 'domain-label'],
  ['ipcidr', 'a.example', 'cidr-address'],
])('in a list of behavior %s the line %s is told with %s', (behavior, raw, reason) => {
  expect(wrongRuleLines({ name: 'mine', behavior, lines: ['# words', '', raw] })).toEqual([
    expect.objectContaining({ code: 'rule-set-line', args: expect.objectContaining({ name: 'mine', line: 3, raw, reason }) }), // oxfmt-ignore
  ])
})

test('good lines are not told, and a line break inside an entry shifts nothing', () => {
  const lines = ['DOMAIN,a.example', 'DOMAIN,b\nexample', 'DOMAIN,c.example # why', 'x']
  expect(wrongRuleLines({ name: 'mine', behavior: 'classical', lines }).map(({ args }) => args?.['line'])).toEqual([
    2, 4,
  ])
})

test('behind a hundred wrong lines stands how many more there are', () => {
  const issues = wrongRuleLines({ name: 'mine', behavior: 'classical', lines: Array.from({ length: 130 }, () => 'x') })
  expect(issues).toHaveLength(101)
  expect(issues.at(-1)?.args).toEqual({ name: 'mine', count: 30 })
})
