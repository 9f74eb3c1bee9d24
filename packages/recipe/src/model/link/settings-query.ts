import type { OutputId } from '@switchyard/convert'
import { OUTPUT_FACTS } from '@switchyard/convert/facts'
import { BUILTIN } from '../builtin-templates.ts'
import { versionOf, versionSettings } from '../client-version.ts'
import { PATTERN_MAX, PREFIX_MAX } from '../limits.ts'
import {
  DEFAULT_COMMON,
  outputSettings,
  DEFAULT_CLIENT,
  withOutput,
  type Recipe,
  type OutputSettings,
} from '../recipe.ts'

/** Settings as they stand in the address: never a node, an address of a subscription or a password. What a query has no words for stands in the fragment of a link. */

const KEYS = ['target', 'ver', 'tpl', 'ex', 'prefix', 'prov', 'list', 'dup', 'flag', 'inc', 'exc'] as const
/** What stands in front of all settings of a link. */
export const FRAGMENT = '#settings='

/** The settings of a recipe as a query, on top of what else stands in it. */
export function settingsQuery(recipe: Recipe, search: string): URLSearchParams {
  const query = new URLSearchParams(search)
  // An address that names its output goes on naming it.
  const namesOutput = query.has('target')
  for (const key of KEYS) query.delete(key)
  const { common, output } = recipe
  const { excludes, list } = outputSettings(recipe)
  if (namesOutput || output !== DEFAULT_CLIENT) query.set('target', output)
  const version = versionOf(output, outputSettings(recipe))
  if (version !== undefined && version !== versionOf(output, {})) query.set('ver', version)
  if (typeof common.template === 'string' && common.template !== DEFAULT_COMMON.template)
    query.set('tpl', common.template)
  if (excludes) query.set('ex', excludes.join(','))
  if (common.prefix) query.set('prefix', common.prefix)
  if (common.useProvider) query.set('prov', 'on')
  if (list) query.set('list', '1')
  if (common.keepDuplicates) query.set('dup', '1')
  if (common.flag) query.set('flag', '1')
  if (common.nameInclude) query.set('inc', common.nameInclude)
  if (common.nameExclude) query.set('exc', common.nameExclude)
  return query
}

/** Whether the settings stand in the fragment of an address. */
export function isSettingsFragment(hash: string): boolean {
  return hash.startsWith(FRAGMENT)
}

/** Whether an address names any setting. */
export function hasSettings(search: string): boolean {
  const query = new URLSearchParams(search)
  return KEYS.some((key) => query.has(key))
}

/** A recipe with the settings that an address names. */
export function withQuery<R extends Recipe>(recipe: R, search: string): R {
  const query = new URLSearchParams(search)
  const output = outputNamed(query.get('target')) ?? recipe.output
  let next: R = output === recipe.output ? recipe : withOutput(recipe, output)

  const options: Partial<OutputSettings> = versionSettings(output, query.get('ver'))
  if (query.has('ex'))
    options.excludes = query
      .get('ex')!
      .split(',')
      .filter((type) => /^[a-z0-9-]{1,20}$/.test(type))
  if (query.get('list') === '1') options.list = true
  if (Object.keys(options).length > 0)
    next = { ...next, perOutput: { ...next.perOutput, [output]: { ...outputSettings(next), ...options } } }

  const common: Partial<Recipe['common']> = {}
  const template = BUILTIN.find((name) => name === query.get('tpl'))
  if (template) common.template = template
  if (query.has('prefix')) common.prefix = query.get('prefix')!.slice(0, PREFIX_MAX)
  if (query.has('prov')) common.useProvider = query.get('prov') === 'on'
  if (query.get('dup') === '1') common.keepDuplicates = true
  if (query.get('flag') === '1') common.flag = true
  if (query.has('inc')) common.nameInclude = query.get('inc')!.slice(0, PATTERN_MAX)
  if (query.has('exc')) common.nameExclude = query.get('exc')!.slice(0, PATTERN_MAX)
  return Object.keys(common).length === 0 ? next : { ...next, common: { ...next.common, ...common } }
}

function outputNamed(name: string | null): OutputId | undefined {
  return OUTPUT_FACTS.find(({ spellings }) => name !== null && spellings.includes(name))?.id
}
