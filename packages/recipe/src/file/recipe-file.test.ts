import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { migrated } from '../model/migrations.ts'
import { EMPTY_RECIPE, type Recipe, withCommon, withOutput, withOutputSettings } from '../model/recipe.ts'
import { newStep, STEP_KINDS } from '../model/step.ts'
import { readRecipe, writeRecipe } from './recipe-file.ts'

const draft = JSON.parse(readFileSync(new URL('../../fixtures/draft-0.json', import.meta.url), 'utf8')) as Recipe
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
const file = (change: object) => JSON.stringify({ switchyard: 'recipe', version: 3, ...change })

describe('a recipe in a file', () => {
  test('comes back as it was, less what an address brought', () => {
    const { text, leftOut } = writeRecipe(FULL, { secrets: true })
    const read = readRecipe(text)
    const sources = FULL.sources.map(({ id, kind, name, text, url, enabled }) => ({
      id, kind, name, text: kind === 'url' ? '' : text, ...(url ? { url } : {}), enabled,
    })) // oxfmt-ignore
    expect(read).toEqual({ recipe: { ...FULL, sources }, hasSources: true, issues: [] })
    expect(leftOut).toEqual([])
  })

  test('says where a file is read again', () => {
    const origin = { place: 'git.one', root: 'ana/files', ref: 'main', path: 'sub/a.txt' }
    const source = { id: 's1', kind: 'file', name: 'a.txt', text: 'x', enabled: true, origin } as const
    const { text } = writeRecipe({ ...EMPTY_RECIPE, sources: [source] }, { secrets: true })
    expect(readRecipe(text)).toMatchObject({ recipe: { sources: [source] } })
  })

  test('without secrets holds settings and steps alone, and says what stayed out', () => {
    const { text, leftOut } = writeRecipe(withCommon(FULL, { secret: 'controller' }), { secrets: false })
    expect(text).not.toMatch(SECRETS)
    expect(text).not.toMatch(/controller"/)
    expect(leftOut).toEqual(['sources', 'template', 'secret'])
    const read = readRecipe(text)
    expect(read).toMatchObject({ hasSources: false, recipe: { steps: FULL.steps, sources: [], output: 'clash' } })
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
    const recipe = withOutputSettings(withOutput(EMPTY_RECIPE, 'singbox'), { singboxVersion: '1.14' })
    const { text } = writeRecipe(recipe, { secrets: true })
    expect(JSON.parse(text)).toMatchObject({
      output: 'sing-box',
      perOutput: { 'sing-box': { singboxVersion: '1.14' } },
    })
    expect(readRecipe(text)).toMatchObject({ recipe })
    expect(readRecipe(file({ output: 'singbox' }))).toMatchObject({ recipe: { output: 'singbox' } })
  })

  test('names a version of Xray, and no other word in its place', () => {
    const recipe = withOutputSettings(withOutput(EMPTY_RECIPE, 'xray'), { xrayVersion: '26.3' })
    const { text } = writeRecipe(recipe, { secrets: true })
    expect(JSON.parse(text)).toMatchObject({ perOutput: { xray: { xrayVersion: '26.3' } } })
    expect(readRecipe(text)).toMatchObject({ recipe })
    expect(readRecipe(text.replace('26.3', '25.1'))).toHaveProperty('refused')
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
        output: 'mihomo',
        common: { template: 'standard' },
      },
    })
  })
})

test.each<[string, string, object]>([
  ['no JSON', 'proxies: []', { code: 'broken' }],
  ['a list', '[]', { code: 'broken' }],
  ['another JSON', '{"proxies":[]}', { code: 'other' }],
  ['no version', file({ version: undefined }), { code: 'other' }],
  ['a draft’s version', file({ version: 0 }), { code: 'other' }],
  ['half a version', file({ version: 1.5 }), { code: 'other' }],
  ['a newer version', file({ version: 4 }), { code: 'newer' }],
  ['a wrong value', file({ steps: [{ kind: 'sort', by: 'luck', isDescending: true }] }), { code: 'invalid', place: 'steps.0.by' }],
  ['an unknown step', file({ steps: [{ kind: 'fly' }] }), { code: 'invalid', place: 'steps.0.kind' }],
  ['an unknown output', file({ output: 'surge' }), { code: 'invalid', place: 'output' }],
  ['a wrong edit', file({ edits: { names: { 'text|trojan|host|443|A': 5 } } }), { code: 'invalid', place: 'edits.names' }],
  ['an unknown output in version 1', file({ version: 1, target: 'surge' }), { code: 'invalid', place: 'target' }],
  ['settings that are none in version 1', file({ version: 1, common: 5 }), { code: 'invalid', place: 'common' }],
  ['a wrong edit in version 1', file({ version: 1, edits: { removed: 'A' } }), { code: 'invalid', place: 'edits.removed' }],
  ['a wrong step in version 1', file({ version: 1, steps: [{ kind: 'flag', adds: true, isOff: 1 }] }), { code: 'invalid', place: 'steps.0.isOff' }],
])('a file with %s is refused, and says why', (_, text, refused) => {
  expect(readRecipe(text)).toEqual({ refused })
}) // oxfmt-ignore

/** Places that a file says and that nothing here knows. */
function unknownIn(change: object): unknown {
  const read = readRecipe(file(change))
  if ('refused' in read) return read
  for (const { code, severity } of read.issues) expect([code, severity]).toEqual(['recipe-unknown', 'warning'])
  return read.issues.map(({ args }) => args?.['place'] ?? args?.['count'])
}

test.each<[string, object, readonly unknown[]]>([
  ['at the top', { colour: 'red', target: 'clash' }, ['colour', 'target']],
  ['of a source', { sources: [{ text: 'x' }, { text: 'y', loadedAt: 1 }] }, ['sources.1.loadedAt']],
  ['of a step and what it is about', { steps: [{ kind: 'flag', adds: true, isOff: true, match: { colour: 'x' } }] }, ['steps.0.isOff', 'steps.0.match.colour']],
  ['of edits', { edits: { removed: [], clones: [{ key: 'a', of: 'b', why: 'c' }] } }, ['edits.removed', 'edits.clones.0.why']],
  ['of an edit, without the name of its node', { edits: { nodes: { 'text|ss|secret.example|1|A': { link: 'ss://x', why: 1 } } } }, ['edits.nodes.*.why']],
  ['of an output', { perOutput: { 'sing-box': { version: '1.14' } } }, ['perOutput.singbox.version']],
  ['of settings', { common: { mixedport: 1, groupEdits: { 'Name of a group': { kind: 'select' } } } }, ['common.mixedport', 'common.groupEdits.*.kind']],
  ['of version 1', { version: 1, perTarget: { clash: { premium: true } }, edits: { deleted: [] }, output: 'clash' }, ['output', 'edits.deleted', 'perTarget.clash.premium']],
  ['that is long', { ['x'.repeat(80)]: 1 }, ['x'.repeat(40)]],
  ['of which there are many', { sources: Array.from({ length: 120 }, () => ({ text: '', colour: 1 })) }, [...Array.from({ length: 50 }, (_, index) => `sources.${index}.colour`), 70]],
  ['fields of a node, which are reported with the node', { edits: { nodes: { k: { from: { type: 'ss' }, to: { type: 'ss', colour: 'red' } } } } }, []],
])('a key that nothing knows is left out and reported: %s', (_, change, places) => {
  expect(unknownIn(change)).toEqual(places)
}) // oxfmt-ignore

test('steps of a file that name the same id, or none, have one each', () => {
  const flag = { kind: 'flag', adds: true }
  const read = readRecipe(file({ steps: [{ ...flag, id: '2' }, flag, { ...flag, id: '2' }] }))
  expect('recipe' in read && read.recipe.steps.map(({ id }) => id)).toEqual(['2', '2 2', '2 3'])
})

test('names that every object has do no harm', () => {
  const read = readRecipe('{"switchyard":"recipe","version":2,"edits":{"names":{"__proto__":"x"}},"__proto__":{"output":"clash"}}')
  expect(read).toMatchObject({ recipe: { output: 'mihomo' } })
  expect(({} as Record<string, unknown>)['x']).toBeUndefined()
}) // oxfmt-ignore
