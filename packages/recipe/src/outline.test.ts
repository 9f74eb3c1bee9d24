import { convertText } from '@switchyard/convert'
import { expect, test } from 'vitest'
import { SETTINGS } from './sample-settings.ts'
import { outlineOf, outlineOfEdited } from './outline.ts'

test('the outline of an Xray config says names in the place of tags, and where balancers stand', () => {
  const nodes = ['A', 'B'].map((name) => `trojan://p@203.0.113.7:443#${name}`).join('\n')
  const { text } = convertText([{ name: 'nodes', text: nodes }], { to: 'xray', template: 'minimal' })
  const settings = { ...SETTINGS, target: 'xray' as const }
  const outline = outlineOf(text, settings, new Set(['A', 'B']))
  expect(outline).toMatchObject({
    nodes: 2,
    groups: [{ name: 'Auto', type: 'leastPing', members: ['A', 'B'], missing: [] }],
    ruleSets: 0,
  })
  expect(text.split('\n')[outline!.groups[0]!.line! - 1]).toContain('{')
  expect(outlineOfEdited(text, settings)).toEqual(outline)
})
