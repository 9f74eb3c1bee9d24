import { convertText } from '@switchyard/convert'
import { expect, test } from 'vitest'
import { SAMPLE_SETTINGS } from '../settings/sample-settings.ts'
import { changedItems } from './changed-items.ts'

const node = (name: string, port = 443) => `trojan://p@${name.at(-1)!.toLowerCase()}.example:${port}#${name}`
const OUTPUTS = ['mihomo', 'singbox', 'xray'] as const

function changesOf(output: (typeof OUTPUTS)[number], before: string[], after: string[]) {
  const [old, now] = [before, after].map(
    (links) => convertText([{ name: 'n', text: links.join('\n') }], { to: output, template: 'minimal' }).text,
  )
  return changedItems(old!, now!, { ...SAMPLE_SETTINGS, output })
}

test.each(OUTPUTS)('%s: equal configs have no changed items', (output) => {
  expect(changesOf(output, [node('A')], [node('A')])).toEqual([])
})

test.each(OUTPUTS)('%s: nodes that came, went, changed and were renamed are told by name', (output) => {
  const before = [node('A'), node('B'), node('C'), node('D')]
  const after = [node('A'), node('B', 8443), node('X-C'), node('E')]
  const nodes = changesOf(output, before, after).filter(({ part }) => part === 'nodes')
  const words = nodes.map(({ name, nameBefore, state }) => [state, nameBefore, name].filter(Boolean).join(' '))
  expect(words).toEqual(['changed B', 'renamed C X-C', 'added E', 'removed D'])
})

test('rule sets are told by name, and are no settings', () => {
  const mihomo = changedItems(
    'rule-providers:\n  ads: {url: a}\n',
    'rule-providers:\n  ai: {url: b}\n',
    SAMPLE_SETTINGS,
  )
  const [before, after] = ['ads', 'ai'].map((tag) => JSON.stringify({ route: { rule_set: [{ tag, url: 'a' }] } }))
  for (const changes of [mihomo, changedItems(before!, after!, { ...SAMPLE_SETTINGS, output: 'singbox' })])
    expect(changes).toEqual([
      { part: 'ruleSets', name: 'ai', state: 'added', fields: [] },
      { part: 'ruleSets', name: 'ads', state: 'removed', fields: [] },
    ])
})

test('rules and settings are told by what they say', () => {
  const settings = { ...SAMPLE_SETTINGS, output: 'mihomo' as const }
  const before = 'mode: rule\ndns:\n  enable: true\nrules:\n  - MATCH,A\n'
  const after = 'mode: global\ndns:\n  enable: true\n  ipv6: true\nrules:\n  - MATCH,B\n'
  expect(changedItems(before, after, settings)).toEqual([
    { part: 'rules', name: 'MATCH,B', state: 'added', fields: [] },
    { part: 'rules', name: 'MATCH,A', state: 'removed', fields: [] },
    { part: 'settings', name: 'mode', state: 'changed', fields: [''] },
    { part: 'settings', name: 'dns.ipv6', state: 'added', fields: [] },
  ])
})
