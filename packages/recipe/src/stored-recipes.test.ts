import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { OutputId } from '@switchyard/convert'
import { apply } from './apply.ts'
import { FIRST_VERSION, migrated, RECIPE_VERSION } from './model/migrations.ts'
import { NO_EDITS } from './model/nodes/edits.ts'
import { DEFAULT_COMMON, DEFAULT_OUTPUT_SETTINGS, EMPTY_RECIPE, type Recipe, withOutput } from './model/recipe.ts'
import { readRecipe, writeRecipe } from './file/recipe-file.ts'

/**
 * What is on devices and in files, as each version saved it. Every one gives the same bytes as on its day: the files of
 * `golden/` were written by the version that saved the recipe. After a deliberate change of what is written for a client:
 * `UPDATE_GOLDEN=1 npm test -- stored-recipes`, then read the diff.
 */
const AIRPORT = 'trojan://pw@air.example.com:443#JP air\nss://YWVzLTI1Ni1nY206cHc@air2.example.com:8388#US air'
const texts = new Map(['u1', 's2'].map((id) => [id, AIRPORT]))
const ENDINGS: Partial<Record<OutputId, string>> = { mihomo: 'yaml', clash: 'yaml', singbox: 'json' }

const fixture = (name: string) => readFileSync(new URL(`../fixtures/${name}.json`, import.meta.url), 'utf8')

/** A draft of the page: a recipe beside what only the page knows. */
function recipeOfDraft(text: string): Recipe {
  const { version = FIRST_VERSION, ...saved } = JSON.parse(text) as Record<string, unknown>
  // The page saved it, so it has what a recipe needs once it is migrated.
  return migrated(saved, Number(version)) as unknown as Recipe
}

function recipeOfFile(text: string): Recipe {
  const read = readRecipe(text)
  if ('refused' in read) throw new Error(JSON.stringify(read.refused))
  expect(read.issues).toEqual([])
  return read.recipe
}

const STORED = [
  ['draft-0', 'draft-0', ['clash']],
  ['draft-1', 'recipe', ['mihomo', 'singbox']],
  ['draft-2', 'recipe', ['mihomo', 'singbox']],
  ['draft-3', 'recipe', ['mihomo', 'singbox']],
  ['recipe-1', 'recipe', ['mihomo', 'singbox']],
  ['recipe-2', 'recipe', ['mihomo', 'singbox']],
  ['recipe-3', 'recipe', ['mihomo', 'singbox']],
  ['written-by-hand-1', 'written-by-hand', ['mihomo', 'singbox']],
  ['written-by-hand-2', 'written-by-hand', ['mihomo', 'singbox']],
  ['written-by-hand-3', 'written-by-hand', ['mihomo', 'singbox']],
] as const

test.each(STORED.flatMap(([name, golden, outputs]) => outputs.map((output) => [name, output, golden] as const)))(
  '%s gives the bytes of its day for %s',
  (name, output, golden) => {
    const text = fixture(name)
    const recipe = name.startsWith('draft') ? recipeOfDraft(text) : recipeOfFile(text)
    const { text: written } = apply(withOutput(recipe, output), { texts })
    const file = new URL(`../golden/${golden}.${output}.${ENDINGS[output]}`, import.meta.url)
    if (process.env['UPDATE_GOLDEN']) writeFileSync(file, written)
    expect(written).toBe(readFileSync(file, 'utf8'))
  },
)

test('there is a stored recipe of every version', () => {
  const versions = STORED.map(([name]) => Number(name.split('-').at(-1)))
  expect([...new Set(versions)].toSorted((one, other) => one - other)).toEqual(
    Array.from({ length: RECIPE_VERSION + 1 }, (_, index) => index),
  )
})

test('what a file of this version says is written as it was read', () => {
  const text = fixture('recipe-3')
  expect(JSON.parse(writeRecipe(recipeOfFile(text), { secrets: true }).text)).toEqual(JSON.parse(text))
})

test.each([1, 2])('a file of version %i becomes the one that version 3 would have written', (version) => {
  for (const file of ['recipe', 'written-by-hand'])
    expect(recipeOfFile(fixture(`${file}-${version}`))).toEqual(recipeOfFile(fixture(`${file}-3`)))
})

test('a node of version 2 keeps its browser, its pin and its name of the certificate, that of a plugin too', () => {
  const tls = { sni: 'a', fp: 'edge', pin: 'ab', vcn: 'n' }
  const now = { sni: 'a', fingerprint: 'edge', certificatePin: 'ab', certificateName: 'n' }
  const rest = { singbox: { tls: { fp: 'kept' } } }
  const node = { type: 'ss', tls, plugin: { name: 'shadow-tls', tls }, rest }
  const nodes = {
    a: { node },
    b: { from: { tls: null }, to: { tls } },
    c: { link: 'trojan://p@a.example:443?fp=ios#A' },
  }
  const added = { kind: 'added', text: `${JSON.stringify(node)}\nno record\n` }
  const text = { kind: 'text', text: '{"tls":{"fp":"a text"}}' }
  const renamed = { type: 'ss', tls: now, plugin: { name: 'shadow-tls', tls: now }, rest }
  expect(migrated({ sources: [added, text], edits: { nodes } }, 2)).toEqual({
    sources: [{ kind: 'added', text: `${JSON.stringify(renamed)}\nno record\n` }, text],
    edits: { nodes: { a: { node: renamed }, b: { from: { tls: null }, to: { tls: now } }, c: nodes.c } },
  })
})

/**
 * Recipes, drafts and links leave out what is a default. If this fails, a default is another one than on the day of the
 * version: raise RECIPE_VERSION, write a migration that carries the old default, raise the version of settings links too.
 */
test('what a recipe of this version does not say means the same as on the day of the version', () => {
  const { output } = EMPTY_RECIPE
  const today = { output, perOutput: DEFAULT_OUTPUT_SETTINGS, edits: NO_EDITS, common: DEFAULT_COMMON }
  expect(today).toEqual(JSON.parse(fixture(`defaults-${RECIPE_VERSION}`)))
})

test('what a recipe of version 1 does not say is read as it was meant then', () => {
  const { common, perOutput, output } = migrated({ perTarget: { clash: {} } }, 1)!
  expect({ common, perOutput, output }).toMatchObject({
    output: 'mihomo',
    perOutput: { clash: { singboxVersion: 'compatible', clashPremium: false, list: false, tun: false } },
    common: { template: 'standard', flag: false, keepDuplicates: false, useProvider: false },
  })
})
