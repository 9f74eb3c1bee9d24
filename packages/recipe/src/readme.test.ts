import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { apply, EMPTY_RECIPE, type Recipe, withCommon } from './index.ts'

test('the call in the README gives what it says there', () => {
  // README: begin
  const recipe: Recipe = {
    ...withCommon(EMPTY_RECIPE, { template: 'minimal' }),
    sources: [{ id: 'a', kind: 'url', name: 'airport', url: 'https://sub.example/t', text: '', enabled: true }],
    steps: [{ id: '1', kind: 'filter', keeps: false, match: { name: 'expired' } }],
  }
  const texts = new Map([['a', 'trojan://pw@jp.example:443#Tokyo\ntrojan://pw@us.example:443#Expired']])
  const { text, report, steps } = apply(recipe, { texts })
  // README: end
  expect([report.output, steps, text.split('\n')[0]]).toEqual([1, [{ id: '1', changed: 1 }], 'mixed-port: 7890'])

  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
  const own = readFileSync(new URL(import.meta.url), 'utf8')
  const called = /README: begin\n([^]*?)\n *\/\/ README: end/.exec(own)![1]!.replaceAll(/^ {2}/gm, '')
  expect(readme).toContain(called)
})
