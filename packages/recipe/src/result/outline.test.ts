import { convertText } from '@switchyard/convert'
import { expect, test } from 'vitest'
import { SAMPLE_SETTINGS } from '../settings/sample-settings.ts'
import { outlineOf, outlineOfEdited } from './outline.ts'

const NODES = ['A', 'B'].map((name) => `trojan://p@203.0.113.7:443#${name}`).join('\n')

test('the outline of an Xray config says names in the place of tags, and where balancers stand', () => {
  const { text } = convertText([{ name: 'nodes', text: NODES }], { to: 'xray', template: 'minimal' })
  const settings = { ...SAMPLE_SETTINGS, output: 'xray' as const }
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
  const settings = { ...SAMPLE_SETTINGS, output }
  const outline = outlineOf(text, settings, new Set(['A', 'B']))!
  expect(outline.groups.find((group) => group.name === name)?.rules).toBe(count)
  const rules = outline.ruleList.filter(({ group }) => group === name)
  expect(rules).toHaveLength(count)
  expect(rules[0]!.words).toBe(words)
  expect(text.split('\n')[rules[0]!.line! - 1]).toMatch(line)
  expect(outlineOfEdited(text, settings)?.ruleList).toEqual(outline.ruleList)
})

test.each([
  ['mihomo', 'Select', ['Auto', 'A', 'B', 'DIRECT', '剩余流量：1 GB']],
  ['singbox', 'Select', ['Auto', 'A', 'B', 'direct', '剩余流量：1 GB']],
  ['xray', 'Auto', ['A', 'B']],
] as const)('%s: notices of a provider are told from nodes', (output, name, members) => {
  const notice = '剩余流量：1 GB'
  const link = `trojan://p@203.0.113.7:443#${encodeURIComponent(notice)}`
  const { text } = convertText([{ name: 'nodes', text: `${NODES}\n${link}` }], { to: output, template: 'minimal' })
  const settings = { ...SAMPLE_SETTINGS, output }
  const outline = outlineOf(text, settings, new Set(['A', 'B', notice]))!
  expect(outline).toMatchObject({ nodes: 3, notices: 1 })
  const notices = members.filter((member) => member === notice)
  expect(outline.groups.find((group) => group.name === name)).toMatchObject({ members, notices })
  expect(outlineOfEdited(text, settings)).toEqual(outline)
})

test('sing-box: rules that only do something are counted by what they do, so that the parts make the total', () => {
  const { text } = convertText([{ name: 'nodes', text: NODES }], { to: 'singbox', template: 'minimal' })
  const outline = outlineOf(text, { ...SAMPLE_SETTINGS, output: 'singbox' }, new Set(['A', 'B']))!
  const ofGroups = outline.groups.reduce((sum, { rules }) => sum + rules, 0)
  const others = outline.elsewhere.reduce((sum, { rules }) => sum + rules, 0)
  expect(ofGroups + others).toBe(outline.rules)
  expect(outline.elsewhere).toEqual(
    expect.arrayContaining([
      { target: 'sniff', rules: 1 },
      { target: 'hijack-dns', rules: 1 },
    ]),
  )
  expect(outline.ruleList).toHaveLength(outline.rules)
  const [sniff, dns] = outline.ruleList
  expect(sniff).toMatchObject({ words: '', group: 'sniff' })
  expect(dns).toMatchObject({ words: 'protocol: dns | port: 53', group: 'hijack-dns' })
  expect(text.split('\n')[dns!.line! - 1]).toContain('"hijack-dns"')
})

test('of very many rules the first of every group are listed, and all are counted', () => {
  const rules = Array.from(
    { length: 1000 },
    (_, index) => `DOMAIN,d${index}.example,${index % 2 ? 'DIRECT' : 'REJECT'}`,
  )
  const { text } = convertText([{ name: 'nodes', text: NODES }], {
    to: 'mihomo', template: 'minimal', rules: { lines: rules.join('\n') },
  }) // oxfmt-ignore
  const outline = outlineOf(text, { ...SAMPLE_SETTINGS, output: 'mihomo' }, new Set(['A', 'B']))!
  expect(outline.rules).toBeGreaterThan(1000)
  expect(outline.ruleList.length).toBeLessThan(300)
  expect(outline.ruleList.at(-1)).toMatchObject({ words: 'MATCH', group: 'Final' })
  const ofGroups = outline.groups.reduce((sum, group) => sum + group.rules, 0)
  const others = outline.elsewhere.reduce((sum, { rules }) => sum + rules, 0)
  expect(outline.elsewhere.map(({ target }) => target).toSorted()).toEqual(['DIRECT', 'REJECT'])
  expect(ofGroups + others).toBe(outline.rules)
})
