import type { OutputId } from '@switchyard/convert'
import { OUTPUT_FACTS } from '@switchyard/convert/facts'
import { type JsonObject, keysOf } from '@switchyard/convert/record'
import { versionOf, versionSettings } from '../client-version.ts'
import type { ConvertSettings } from '../convert-settings.ts'
import { DEFAULT_CLIENT, DEFAULT_COMMON, DEFAULT_OUTPUT_SETTINGS, outputSettings, type Recipe } from '../recipe.ts'
import { SETTINGS } from '../settings.ts'
import type { ValueKind } from '../values/value-kind.ts'
import { withSettings } from '../with-settings.ts'
import { checkedAs } from './checked.ts'

/** Settings as they stand in the address: never a node, an address of a subscription or a password. What a query has no words for stands in the fragment of a link. */

/** What a query calls a setting, in the order in which they stand in it. Links have these words, so none ever changes. */
const WORDS = {
  tpl: 'template',
  ex: 'excludes',
  prefix: 'prefix',
  prov: 'useProvider',
  list: 'list',
  dup: 'keepDuplicates',
  flag: 'flag',
  inc: 'nameInclude',
  exc: 'nameExclude',
} as const satisfies Readonly<Record<string, keyof ConvertSettings>>
type Word = keyof typeof WORDS

const ALL_WORDS = ['target', 'ver', ...keysOf(WORDS)]
const DEFAULTS = { ...DEFAULT_COMMON, ...DEFAULT_OUTPUT_SETTINGS }
/** What stands in front of all settings of a link. */
export const FRAGMENT = '#settings='

/** The settings of a recipe as a query, on top of what else stands in it. */
export function settingsQuery(recipe: Recipe, search: string): URLSearchParams {
  const query = new URLSearchParams(search)
  // An address that names its output goes on naming it.
  const namesOutput = query.has('target')
  for (const word of ALL_WORDS) query.delete(word)
  const { common, output } = recipe
  const settings = { ...common, ...outputSettings(recipe) }
  if (namesOutput || output !== DEFAULT_CLIENT) query.set('target', output)
  const version = versionOf(output, settings)
  if (version !== undefined && version !== versionOf(output, {})) query.set('ver', version)
  for (const word of keysOf(WORDS)) {
    const key = WORDS[word]
    const said = settings[key] === DEFAULTS[key] ? undefined : inWords(word, settings[key])
    if (said !== undefined) query.set(word, said)
  }
  return query
}

/** Whether the settings stand in the fragment of an address. */
export function isSettingsFragment(hash: string): boolean {
  return hash.startsWith(FRAGMENT)
}

/** Whether an address names any setting. */
export function hasSettings(search: string): boolean {
  const query = new URLSearchParams(search)
  return ALL_WORDS.some((word) => query.has(word))
}

/** A recipe with the settings that an address names. */
export function withQuery<R extends Recipe>(recipe: R, search: string): R {
  const query = new URLSearchParams(search)
  const output = outputNamed(query.get('target')) ?? recipe.output
  const said: JsonObject = {}
  for (const word of keysOf(WORDS)) {
    const value = query.has(word) ? ofWords(word, query.get(word)!) : undefined
    if (value !== undefined) said[WORDS[word]] = value
  }
  return withSettings(recipe, { output, ...versionSettings(output, query.get('ver')), ...said })
}

const on = (word: Word): string => (word === 'prov' ? 'on' : '1')

function inWords(word: Word, value: unknown): string | undefined {
  if (value === true) return on(word)
  if (Array.isArray(value)) return value.join(',')
  return typeof value === 'string' ? value : undefined
}

function ofWords(word: Word, said: string): unknown {
  const kind: ValueKind = SETTINGS[WORDS[word]].value
  if (kind.is === 'flag') return said === on(word)
  if (kind.is === 'list') return said.split(',').filter((one) => checkedAs(kind.of, one) !== undefined)
  return kind.is === 'text' ? said.slice(0, kind.inLink) : checkedAs(kind, said)
}

function outputNamed(name: string | null): OutputId | undefined {
  return OUTPUT_FACTS.find(({ spellings }) => name !== null && spellings.includes(name))?.id
}
