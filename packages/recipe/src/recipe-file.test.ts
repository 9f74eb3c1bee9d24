import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { migrated } from './model/migrations.ts'
import { EMPTY_RECIPE, type Recipe, withCommon, withTarget, withTargetOptions } from './model/recipe.ts'
import { newStep, STEP_KINDS } from './model/steps.ts'
import { readRecipe, writeRecipe } from './recipe-file.ts'

const draft = JSON.parse(readFileSync(new URL('../fixtures/draft-0.json', import.meta.url), 'utf8')) as Recipe
/** A recipe as the page has it, out of a draft of before there were versions. */
const {
  manual: _,
  clears: __,
  past: ___,
  future: ____,
  templates: _____,
  ...old
} = migrated({ ...draft }, 0) as never as Record<string, unknown>
const FULL = {
  ...(old as unknown as Recipe),
  steps: STEP_KINDS.map((kind, index) => newStep(kind, `${index}`)),
} // oxfmt-ignore
const SECRETS = /pw@|YWVz|sub\.example|"pw"|old|drawn|a\.example\.com/
const file = (change: object) => JSON.stringify({ switchyard: 'recipe', version: 1, ...change })

describe('a recipe in a file', () => {
  test('comes back as it was, less what an address brought', () => {
    const { text, leftOut } = writeRecipe(FULL, { secrets: true })
    const read = readRecipe(text)
    const sources = FULL.sources.map(({ id, kind, name, text, url, enabled }) => ({
      id, kind, name, text: kind === 'url' ? '' : text, ...(url ? { url } : {}), enabled,
    })) // oxfmt-ignore
    expect(read).toEqual({ recipe: { ...FULL, sources }, hasSources: true })
    expect(leftOut).toEqual([])
  })

  test('without secrets holds settings and steps alone, and says what stayed out', () => {
    const { text, leftOut } = writeRecipe(withCommon(FULL, { secret: 'controller' }), { secrets: false })
    expect(text).not.toMatch(SECRETS)
    expect(text).not.toMatch(/controller"/)
    expect(leftOut).toEqual(['sources', 'template', 'secret'])
    const read = readRecipe(text)
    expect(read).toMatchObject({ hasSources: false, recipe: { steps: FULL.steps, sources: [], target: 'clash' } })
  })

  test('a step that names something secret stays out too', () => {
    const steps = [
      newStep('flag', '1'),
      { kind: 'replace' as const, id: '2', pattern: 'trojan://pw@a.example', to: '' },
    ]
    const { text, leftOut } = writeRecipe({ ...EMPTY_RECIPE, steps }, { secrets: false })
    expect([leftOut, readRecipe(text)]).toMatchObject([['steps'], { recipe: { steps: [{ kind: 'flag' }] } }])
  })

  test('says sing-box, and is read in both spellings', () => {
    const recipe = withTargetOptions(withTarget(EMPTY_RECIPE, 'singbox'), { singboxVersion: '1.14' })
    const { text } = writeRecipe(recipe, { secrets: true })
    expect(JSON.parse(text)).toMatchObject({
      target: 'sing-box',
      perTarget: { 'sing-box': { singboxVersion: '1.14' } },
    })
    expect(readRecipe(text)).toMatchObject({ recipe })
    expect(readRecipe(file({ target: 'singbox' }))).toMatchObject({ recipe: { target: 'singbox' } })
  })

  test('written by hand needs no more than what is wanted', () => {
    const read = readRecipe(
      file({ sources: [{ url: 'https://sub.example/x', prefix: 'A ' }, { text: 'x' }, { text: 'y' }] }),
    )
    expect(read).toMatchObject({
      recipe: {
        sources: [
          { id: 's1', kind: 'url', enabled: true, text: '', prefix: 'A ' },
          { id: 'text', kind: 'text', text: 'x' },
          { id: 'text 2', kind: 'file', text: 'y' },
        ],
        target: 'mihomo',
        common: { template: 'standard' },
      },
    })
  })
})

test.each<[string, string, object]>([
  ['no JSON', 'proxies: []', { mistake: 'broken' }],
  ['a list', '[]', { mistake: 'broken' }],
  ['another JSON', '{"proxies":[]}', { mistake: 'other' }],
  ['no version', file({ version: undefined }), { mistake: 'other' }],
  ['a draft’s version', file({ version: 0 }), { mistake: 'other' }],
  ['a newer version', file({ version: 2 }), { mistake: 'newer' }],
  ['a wrong value', file({ steps: [{ kind: 'sort', by: 'luck', isDescending: true }] }), { mistake: 'invalid', place: 'steps.0.by' }],
  ['an unknown step', file({ steps: [{ kind: 'fly' }] }), { mistake: 'invalid', place: 'steps.0.kind' }],
  ['an unknown client', file({ target: 'surge' }), { mistake: 'invalid', place: 'target' }],
  ['a wrong edit', file({ edits: { names: { 'text|trojan|host|443|A': 5 } } }), { mistake: 'invalid', place: 'edits.names' }],
])('a file with %s is told with its mistake', (_, text, mistake) => {
  expect(readRecipe(text)).toEqual(mistake)
}) // oxfmt-ignore

test('names that every object has do no harm', () => {
  const read = readRecipe('{"switchyard":"recipe","version":1,"edits":{"names":{"__proto__":"x"}},"__proto__":{"target":"clash"}}')
  expect(read).toMatchObject({ recipe: { target: 'mihomo' } })
  expect(({} as Record<string, unknown>)['x']).toBeUndefined()
}) // oxfmt-ignore
