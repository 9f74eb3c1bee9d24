import { findTypeByName, isClientId, isIniTemplate, type OutputId } from '@switchyard/convert'
import { outputFacts } from '@switchyard/convert/facts'
import { DEFAULT_OUTPUT_SETTINGS, EMPTY_RECIPE, type Recipe, type RecipeSource } from '../model/recipe.ts'
import type { NewStep, Step } from '../model/step.ts'
import { versionSettings } from '../model/client-version.ts'
import type { USER_AGENTS } from '@switchyard/sources'
import { agentOf } from './found.ts'
import { cased } from './cased.ts'
import { anyOf, type ConverterQuery, isAddress, renameSteps } from './converter-query.ts'
import { type EmojiUse, templateOfQuery } from './converter-template.ts'

/** An address among the entries. */
export interface ConverterAddress {
  /** Of its source in the recipe. */
  id: string
  /** Its place among the entries, from 1. */
  number: number
  url: string
}

/** What a converter writes for an address, as a recipe. */
export interface ConverterRecipe {
  recipe: Recipe
  addresses: ConverterAddress[]
  /** Under which name the addresses are asked; absent: under the usual ones. */
  userAgent?: keyof typeof USER_AGENTS
  /** Parameters that nothing was done with. */
  ignored: string[]
}

/**
 * The recipe that writes what a converter is asked for. `template`: the text of the config that the query names.
 * docs/formats/url-api.md
 */
export function recipeOfQuery(
  query: ConverterQuery,
  { to, version, template }: { to: OutputId; version?: string | undefined; template?: string | undefined },
): ConverterRecipe {
  const { sources, addresses } = sourcesOf(query)
  const { switches, include } = query
  // Of a config of a client there is nothing that bare nodes are named by.
  const isBare = switches.list === true || !isClientId(to)
  const wanted = isBare && template !== undefined && !isIniTemplate(template) ? undefined : template
  const { text, emoji } = templateOfQuery(query, wanted)
  const defaults = outputFacts(to).defaultExcludes
  const recipe: Recipe = {
    ...EMPTY_RECIPE,
    sources,
    output: to,
    steps: stepsOf(query, emoji).map((step, at): Step => Object.assign({ id: String(at + 1) }, step)),
    perOutput: {
      [to]: {
        ...DEFAULT_OUTPUT_SETTINGS,
        ...versionSettings(to, version),
        // Who asks for names may ask for those of notices.
        excludes: include.length > 0 ? defaults : [...defaults, 'info'],
        list: switches.list === true,
      },
    },
    common: {
      ...EMPTY_RECIPE.common,
      ...(text === undefined ? {} : { template: { name: 'config', text } }),
    },
  }
  const userAgent = agentOf(query.userAgent ?? '')
  const ignored = [
    ...query.unread,
    ...query.meaningless,
    ...(query.hasTags ? ['tag'] : []),
    ...(query.userAgent !== undefined && userAgent === undefined ? ['ua'] : []),
  ]
  return { recipe, addresses, ignored: [...new Set(ignored)], ...(userAgent ? { userAgent } : {}) }
}

/** Each address is a source, and so are the links between two of them. */
function sourcesOf({ entries }: ConverterQuery): { sources: RecipeSource[]; addresses: ConverterAddress[] } {
  const sources: RecipeSource[] = []
  const addresses: ConverterAddress[] = []
  let isOpen = false
  for (const [at, entry] of entries.entries()) {
    const id = String(at + 1)
    if (isAddress(entry)) {
      addresses.push({ id, number: at + 1, url: entry })
      // Its text is handed in, and the recipe holds no address.
      sources.push({ id, name: `${id} ${new URL(entry).host}`, kind: 'text', text: '', enabled: true })
    } else if (isOpen) {
      const last = sources.at(-1)!
      last.text += `\n${entry}`
    } else sources.push({ id, name: `${id} links`, kind: 'text', text: entry, enabled: true })
    isOpen = !isAddress(entry)
  }
  return { sources, addresses }
}

/** What subconverter does to nodes, in its order: filters look at names as they came. */
function stepsOf(query: ConverterQuery, emoji: EmojiUse | undefined): NewStep[] {
  const { target = '', switches, include, exclude } = query
  const steps: NewStep[] = []
  // A list of links of one protocol.
  const type = findTypeByName(target)
  if (type !== undefined) steps.push({ kind: 'filter', keeps: true, match: { type } })
  if (include.length > 0) steps.push({ kind: 'filter', keeps: true, match: { name: anyOf(include.map(cased)) } })
  for (const pattern of exclude) steps.push({ kind: 'filter', keeps: false, match: { name: cased(pattern) } })
  if (emoji?.removes) steps.push({ kind: 'flag', adds: false })
  steps.push(...renameSteps(query))
  if (emoji?.adds) steps.push({ kind: 'flag', adds: true })
  if (switches.sort) steps.push({ kind: 'sort', by: 'name', isDescending: false })
  if (switches.append_type) steps.push({ kind: 'name', template: '[{proto}] {name}' })
  const { udp, tfo, scv } = switches
  for (const [field, value] of [
    ['udp', udp],
    ['tfo', tfo],
    ['insecure', scv],
  ] as const)
    // oxfmt-ignore
    if (value !== undefined) steps.push({ kind: 'set', field, value })
  return steps
}
