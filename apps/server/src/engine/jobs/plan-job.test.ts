import { expect, test } from 'vitest'
import { planJob } from './plan-job.ts'

test.each([
  [500, { lists: expect.objectContaining({ length: 500 }) }],
  [501, { wrong: 'recipe.rules' }],
])('a recipe with %i rule lists', (count, planned) => {
  const lists = Array.from({ length: count }, (_, at) => `ruleset=A,https://lists.example.com/${at}.list`)
  const text = `[custom]\ncustom_proxy_group=A\`select\`.*\n${lists.join('\n')}\n`
  const recipe = JSON.stringify({
    switchyard: 'recipe',
    version: 1,
    sources: [{ id: 'a', name: 'a', text: 'trojan://p@a.example.com:443#A' }],
    common: { template: { name: 'own', text } },
  })
  expect(planJob({ recipe, to: 'singbox', lang: 'en-US' })).toMatchObject(planned)
})
