import { convertText } from '@switchyard/convert'
import { expect, test } from 'vitest'
import { SETTINGS } from '../settings/sample-settings.ts'
import { outlineOf, outlineOfEdited } from './outline.ts'

const NODES = ['A', 'B'].map((name) => `trojan://p@203.0.113.7:443#${name}`).join('\n')

test('the outline of an Xray config says names in the place of tags, and where balancers stand', () => {
  const { text } = convertText([{ name: 'nodes', text: NODES }], { to: 'xray', template: 'minimal' })
  const settings = { ...SETTINGS, output: 'xray' as const }
  const outline = outlineOf(text, settings, new Set(['A', 'B']))
  expect(outline).toMatchObject({
    nodes: 2,
    groups: [{ name: 'Auto', type: 'leastPing', members: ['A', 'B'], missing: [] }],
    ruleSets: 0,
  })
  expect(text.split('\n')[outline!.groups[0]!.line! - 1]).toContain('{')
  expect(outlineOfEdited(text, settings)).toEqual(outline)
})

test.each([
  ['mihomo', 'Final', 1, ['MATCH', /MATCH,Final/]],
  ['clash', 'Final', 1, ['MATCH', /MATCH,Final/]],
  ['singbox', 'Select', 1, ['clash_mode: Global', /"outbound": "Select"/]],
  ['xray', 'Auto', 2, ['inboundTag: g001', /"balancerTag": "b001"/]],
] as const)('%s: a group knows its rules, and a rule its group and line', (output, name, count, [words, line]) => {
  const { text } = convertText([{ name: 'nodes', text: NODES }], { to: output, template: 'minimal' })
  const settings = { ...SETTINGS, output }
  const outline = outlineOf(text, settings, new Set(['A', 'B']))!
  expect(outline.groups.find((group) => group.name === name)?.rules).toBe(count)
  const rules = outline.ruleList.filter(({ group }) => group === name)
  expect(rules).toHaveLength(count)
  expect(rules[0]!.words).toBe(words)
  expect(text.split('\n')[rules[0]!.line! - 1]).toMatch(line)
  expect(outlineOfEdited(text, settings)?.ruleList).toEqual(outline.ruleList)
})

test('of very many rules the first of every group are listed, and all are counted', () => {
  const rules = Array.from(
    { length: 1000 },
    (_, index) => `DOMAIN,d${index}.example,${index % 2 ? 'DIRECT' : 'REJECT'}`,
  )
  const { text } = convertText([{ name: 'nodes', text: NODES }], {
    to: 'mihomo', template: 'minimal', rules: { lines: rules.join('\n') },
  }) // oxfmt-ignore
  const outline = outlineOf(text, { ...SETTINGS, output: 'mihomo' }, new Set(['A', 'B']))!
  expect(outline.rules).toBeGreaterThan(1000)
  expect(outline.ruleList.length).toBeLessThan(300)
  expect(outline.ruleList.at(-1)).toMatchObject({ words: 'MATCH', group: 'Final' })
  const ofGroups = outline.groups.reduce((sum, group) => sum + group.rules, 0)
  const others = outline.elsewhere.reduce((sum, { rules }) => sum + rules, 0)
  expect(outline.elsewhere.map(({ target }) => target).toSorted()).toEqual(['DIRECT', 'REJECT'])
  expect(ofGroups + others).toBe(outline.rules)
})
