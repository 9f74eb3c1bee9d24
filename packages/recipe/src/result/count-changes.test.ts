import { convertText } from '@switchyard/convert'
import { expect, test } from 'vitest'
import { SAMPLE_SETTINGS } from '../settings/sample-settings.ts'
import { countChanges } from './count-changes.ts'

const OUTPUTS = ['mihomo', 'singbox', 'xray'] as const
const NONE = { rulesAdded: 0, rulesRemoved: 0, ruleSets: 0, groups: 0, settings: 0 }

const written = (to: (typeof OUTPUTS)[number], names: readonly string[], lines = '') => {
  const links = names.map((name) => `trojan://${name}@n.example:443#${name}`)
  const { text } = convertText([{ name: 'n', text: links.join('\n') }], { to, template: 'minimal', rules: { lines } })
  return { text, names }
}

test.each(OUTPUTS)('%s: a node more or less is no changed group, rule or setting', (output) => {
  const settings = { ...SAMPLE_SETTINGS, output }
  expect(countChanges(written(output, ['A', 'B']), written(output, ['A', 'C', 'D']), settings)).toEqual(NONE)
})

test.each([
  { output: 'mihomo' as const, rules: [1, 0] },
  // These write one rule for all names that lead to the same place: the longer one takes the place of the shorter.
  { output: 'singbox' as const, rules: [1, 1] },
  { output: 'xray' as const, rules: [1, 1] },
])('$output: a rule line more is told', ({ output, rules: [added, removed] }) => {
  const [before, after] = [written(output, ['A']), written(output, ['A'], 'DOMAIN,a.example.com,DIRECT')]
  const counts = countChanges(before, after, { ...SAMPLE_SETTINGS, output })
  expect(counts).toEqual({ ...NONE, rulesAdded: added, rulesRemoved: removed })
})

test('groups, rule sets and settings are counted', () => {
  const group = (name: string, members: string) => `  - {name: ${name}, type: select, proxies: [${members}]}\n`
  const before = `mode: rule\nproxy-groups:\n${group('G', 'A, DIRECT')}${group('H', 'A')}`
  const after = `mode: global\nrule-providers:\n  ads: {url: a}\nproxy-groups:\n${group('G', 'B')}${group('I', 'A')}`
  const settings = { ...SAMPLE_SETTINGS, output: 'mihomo' as const }
  expect(countChanges({ text: before, names: ['A'] }, { text: after, names: ['A', 'B'] }, settings)).toEqual({
    ...NONE,
    ruleSets: 1,
    groups: 3,
    settings: 1,
  })
})
