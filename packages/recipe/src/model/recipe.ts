import { CLIENT_FACTS, findClientFacts, OUTPUT_FACTS } from '@switchyard/convert/facts'
import type { Lang } from '@switchyard/locale'
import type { EncodingName } from '@switchyard/sources'
import { ADDED_SOURCE, addedText } from './added-nodes.ts'
import type {
  BuildRequest,
  ConvertSettings,
  NodeChange,
  NodeEdits,
  NodeBase,
  SingboxVersion,
  SubscriptionInfo,
  OutputId,
} from './conversion-types.ts'
import { freeName, numbered } from './free-name.ts'
import { NO_EDITS } from './no-edits.ts'
import { editOf } from './node-edit.ts'
import { ownValue } from './own-value.ts'
import type { Step } from './step.ts'
import { tidyName } from './tidy-name.ts'

/** What a person saves of a conversion. Plain values; every change gives a new one. */

export type SourceKind = 'text' | 'url' | 'file' | 'qr' | 'added'

export interface RecipeSource {
  id: string
  kind: SourceKind
  name: string
  text: string
  url?: string
  /** What is sent to the address as the user agent; a browser sends its own. */
  userAgent?: string
  /** Stands before the names of its nodes. */
  prefix?: string
  enabled: boolean
  /** Not fetched: the client downloads it itself. */
  asProvider?: boolean
  /** When its text was read, ms. */
  loadedAt?: number
  subscription?: SubscriptionInfo
  /** What its bytes were read as, where they came as bytes. */
  encoding?: EncodingName
}

/** Settings that each output remembers for itself. */
export interface OutputSettings {
  excludes?: readonly string[]
  singboxVersion: SingboxVersion
  clashPremium: boolean
  list: boolean
  /** All traffic goes through the client. */
  tun: boolean
}

export type CommonSettings = Omit<ConvertSettings, 'output' | keyof OutputSettings>

export interface Recipe {
  sources: readonly RecipeSource[]
  steps: readonly Step[]
  edits: NodeEdits
  output: OutputId
  /** The app that the output was chosen by. */
  app?: string
  perOutput: Readonly<Partial<Record<OutputId, OutputSettings>>>
  common: CommonSettings
}

/** Everything that can be written, in the order in which it is offered. */
export const OUTPUTS: readonly OutputId[] = OUTPUT_FACTS.map(({ id }) => id)
/** What the engine has nodes tested with; the engine itself is only loaded in the worker. */
export const DEFAULT_PROBE_URL = 'https://www.gstatic.com/generate_204'
/** What the first visit writes for, and what stands in for links where a client is asked. */
export const DEFAULT_CLIENT = CLIENT_FACTS[0].id
export const TEXT_SOURCE = 'text'

export const DEFAULT_OUTPUT_SETTINGS: OutputSettings = {
  singboxVersion: 'compatible',
  clashPremium: false,
  list: false,
  tun: false,
}

export const DEFAULT_COMMON: CommonSettings = {
  template: 'standard',
  rules: '',
  ruleSets: [],
  mapping: [],
  groupNames: {},
  groupEdits: {},
  nameInclude: '',
  nameExclude: '',
  prefix: '',
  flag: false,
  useProvider: false,
  providers: [],
  keepDuplicates: false,
}

export const EMPTY_RECIPE: Recipe = {
  sources: [],
  steps: [],
  edits: NO_EDITS,
  output: DEFAULT_CLIENT,
  perOutput: {},
  common: DEFAULT_COMMON,
}

export function outputSettings({ perOutput, output }: Recipe): OutputSettings {
  return perOutput[output] ?? DEFAULT_OUTPUT_SETTINGS
}

export function settingsOf(recipe: Recipe): ConvertSettings {
  return { ...recipe.common, ...outputSettings(recipe), output: recipe.output, ...withProviders(recipe) }
}

/** Sources that are referenced are providers too, under their names. */
function withProviders({ sources, common }: Recipe): Partial<ConvertSettings> {
  const referenced = sources
    .filter(({ asProvider, enabled, url }) => asProvider && enabled && url)
    .map(({ name, url }) => ({ name, url: url! }))
  if (referenced.length === 0) return {}
  const providers = [...(common.useProvider ? common.providers : []), ...referenced]
  const taken = new Set<string>()
  return {
    useProvider: true,
    // oxlint-disable-next-line oxc/no-map-spread -- the user's own row stays as it is
    providers: providers.map((provider) => {
      const name = freeName(taken, numbered(provider.name))
      taken.add(name)
      return { ...provider, name }
    }),
  }
}

/** Where a referenced source stands among the providers of the settings. */
export function providerPathOf({ sources, common }: Recipe, id: string): string {
  const referenced = sources.filter(({ asProvider, enabled, url }) => asProvider && enabled && url)
  const rows = common.useProvider ? common.providers.length : 0
  return `providers.${rows + referenced.findIndex((source) => source.id === id)}`
}

/** Another output, chosen as such and not by an app. */
export function withOutput<R extends Recipe>(recipe: R, output: OutputId): R {
  return { ...withoutApp(recipe), output }
}

/** The recipe as it is when no app was named. */
export function withoutApp<R extends Recipe>(recipe: R): R {
  if (recipe.app === undefined) return recipe
  const others = { ...recipe }
  delete others.app
  return others
}

/** What an app takes: its format, and the version or the kind of it. */
export function withApp<R extends Recipe>(
  recipe: R,
  app: { id: string; output: OutputId; singboxVersion?: SingboxVersion; clashPremium?: true; tun?: true },
): R {
  const { id, output, singboxVersion, clashPremium, tun = false } = app
  return withOutputSettings(
    { ...recipe, app: id, output },
    {
      list: false,
      tun,
      ...(singboxVersion ? { singboxVersion } : {}),
      ...(findClientFacts(output)?.options.includes('premium') ? { clashPremium: clashPremium === true } : {}),
    },
  )
}

/** Replaces a recipe by an imported one. If that has no sources, the present sources and the edits of their nodes stay. */
export function withRecipe<R extends Recipe>(recipe: R, imported: Recipe, hasSources: boolean): R {
  const { drawnSecret, groupLang } = recipe.common
  return {
    ...withoutApp(recipe),
    ...imported,
    ...(hasSources ? {} : { sources: recipe.sources, edits: recipe.edits }),
    common: { ...(drawnSecret ? { drawnSecret } : {}), ...(groupLang ? { groupLang } : {}), ...imported.common },
  }
}

/** Sources whose nodes stand in the result. */
export function countedSources({ sources }: Pick<Recipe, 'sources'>): RecipeSource[] {
  return sources.filter(({ enabled, asProvider }) => enabled && !asProvider)
}

/** What is asked of who reads and converts. */
export function buildRequest(recipe: Recipe, lang: Lang, listMirror: string): BuildRequest {
  return {
    sources: countedSources(recipe).map(({ id }) => id),
    prefixes: Object.fromEntries(recipe.sources.flatMap(({ id, prefix }) => (prefix ? [[id, prefix]] : []))),
    steps: recipe.steps,
    edits: recipe.edits,
    settings: settingsOf(recipe),
    lang,
    listMirror: recipe.common.listMirror ?? listMirror,
  }
}

/** Whether there is anything to convert. */
export function hasInput({ sources }: Recipe): boolean {
  return sources.some(({ text, enabled, asProvider }) => enabled && (asProvider || text.trim() !== ''))
}

/** What stands in the box. */
export function textOf({ sources }: Recipe): string {
  return sources.find(({ id }) => id === TEXT_SOURCE)?.text ?? ''
}

/** The text behind what stands in the box, on a line of its own. */
export function withMoreText<R extends Recipe>(recipe: R, more: string): R {
  const before = textOf(recipe)
  return withText(recipe, before === '' || before.endsWith('\n') ? before + more : `${before}\n${more}`)
}

export function withText<R extends Recipe>(recipe: R, given: string): R {
  // The editor knows one kind of line end: with another, what is written into a line would land beside it.
  const text = given.includes('\r') ? given.replaceAll(/\r\n?/g, '\n') : given
  const now = recipe.sources.find(({ id }) => id === TEXT_SOURCE)
  if (now?.text === text || (!now && text === '')) return recipe
  if (!now) {
    const source: RecipeSource = { id: TEXT_SOURCE, kind: 'text', name: '', text, enabled: true }
    return { ...recipe, sources: [source, ...recipe.sources] }
  }
  return withSource(recipe, TEXT_SOURCE, { text })
}

/** Adds a node that a person typed. All such nodes stand in one source of their own, in the order they were added. */
export function withAddedNode<R extends Recipe>(recipe: R, node: NodeBase): R {
  const now = recipe.sources.find(({ id }) => id === ADDED_SOURCE)
  if (now) return withSource(recipe, ADDED_SOURCE, { text: addedText(now.text, node), enabled: true })
  const source: RecipeSource = {
    id: ADDED_SOURCE,
    kind: 'added',
    name: '',
    text: addedText('', node),
    enabled: true,
  }
  return { ...recipe, sources: [...recipe.sources, source] }
}

export function withSource<R extends Recipe>(recipe: R, id: string, change: Partial<RecipeSource>): R {
  return { ...recipe, sources: recipe.sources.map((source) => (source.id === id ? { ...source, ...change } : source)) }
}

/** What a person says about a source; what is left empty is not kept. */
export function withSourceSettings<R extends Recipe>(
  recipe: R,
  id: string,
  { name, prefix, userAgent }: { name: string; prefix: string; userAgent: string },
): R {
  const sources = recipe.sources.map((source) => {
    if (source.id !== id) return source
    const { prefix: _prefix, userAgent: _agent, ...others } = source
    return { ...others, name, ...(prefix === '' ? {} : { prefix }), ...(userAgent === '' ? {} : { userAgent }) }
  })
  return { ...recipe, sources }
}

export function withoutSource<R extends Recipe>(recipe: R, id: string): R {
  return { ...recipe, sources: recipe.sources.filter((source) => source.id !== id) }
}

/** A source that was taken out, at its place again. */
export function withSourceBack<R extends Recipe>(recipe: R, source: RecipeSource, place: number): R {
  if (recipe.sources.some(({ id }) => id === source.id)) return recipe
  return { ...recipe, sources: recipe.sources.toSpliced(place, 0, source) }
}

/** Moves a source by one place. */
export function withSourceMoved<R extends Recipe>(recipe: R, id: string, by: -1 | 1): R {
  const from = recipe.sources.findIndex((source) => source.id === id)
  const to = from + by
  if (from < 0 || to < 0 || to >= recipe.sources.length) return recipe
  const sources = [...recipe.sources]
  sources.splice(to, 0, ...sources.splice(from, 1))
  return { ...recipe, sources }
}

export function withCommon<R extends Recipe>(recipe: R, change: Partial<CommonSettings>): R {
  return { ...recipe, common: { ...recipe.common, ...change } }
}

/** The language of group names, first taken from the page: from then on it is its own. Old drafts have none. */
export function withGroupLang<R extends Recipe>(recipe: R, lang: Lang): R {
  return recipe.common.groupLang ? recipe : withCommon(recipe, { groupLang: lang })
}

/** Mirrors of rule lists; none typed: those of this site. */
export function withListMirror<R extends Recipe>(recipe: R, listMirror: string): R {
  const { listMirror: _, ...common } = recipe.common
  return { ...recipe, common: listMirror === '' ? common : { ...common, listMirror } }
}

/** Sets a random secret for the controller, once. A new one at each change would lock out programs that use the old one. */
export function withDrawnSecret<R extends Recipe>(recipe: R, secret: string): R {
  return recipe.common.drawnSecret ? recipe : withCommon(recipe, { drawnSecret: secret })
}

export function withOutputSettings<R extends Recipe>(recipe: R, change: Partial<OutputSettings>): R {
  return { ...recipe, perOutput: { ...recipe.perOutput, [recipe.output]: { ...outputSettings(recipe), ...change } } }
}

export function withEdits<R extends Recipe>(recipe: R, change: Partial<NodeEdits>): R {
  return { ...recipe, edits: { ...recipe.edits, ...change } }
}

const union = (list: readonly string[], keys: readonly string[]) => [...new Set([...list, ...keys])]
const without = (list: readonly string[], keys: readonly string[]) => {
  const gone = new Set(keys)
  return list.filter((key) => !gone.has(key))
}

export const deleteNodes = <R extends Recipe>(recipe: R, keys: readonly string[]): R =>
  withEdits(recipe, { deleted: union(recipe.edits.deleted, keys) })

/** What was deleted of the box and could be pasted again. A copy cannot. */
export function deletedFromText({ edits: { deleted, clones } }: Recipe): string[] {
  const copies = new Set(clones.map(({ key }) => key))
  return deleted.filter((key) => key.startsWith(`${TEXT_SOURCE}|`) && !copies.has(key))
}

/** Nodes that were deleted are in the list again, where the text still has them. */
export function restoreNodes<R extends Recipe>(recipe: R, keys: readonly string[]): R {
  return withEdits(recipe, { deleted: without(recipe.edits.deleted, keys) })
}

export function setDisabled<R extends Recipe>(recipe: R, keys: readonly string[], isDisabled: boolean): R {
  const { disabled } = recipe.edits
  return withEdits(recipe, { disabled: isDisabled ? union(disabled, keys) : without(disabled, keys) })
}

/** New names by key, tidied; an empty one gives the old name back. */
export function renameNodes<R extends Recipe>(recipe: R, names: Readonly<Record<string, string>>): R {
  const tidy = Object.entries(names).map(([key, name]): [key: string, name: string] => [key, tidyName(name)])
  const all = Object.entries({ ...recipe.edits.names, ...Object.fromEntries(tidy) })
  return withEdits(recipe, { names: Object.fromEntries(all.filter(([, name]) => name !== '')) })
}

/** Fields of nodes, by key. A name that was changed among them is a name given. */
export function editNodes<R extends Recipe>(recipe: R, changes: Readonly<Record<string, NodeChange>>): R {
  const names: Record<string, string> = {}
  const nodes = { ...recipe.edits.nodes }
  for (const [key, { shown, node }] of Object.entries(changes)) {
    const edit = editOf(shown, node, ownValue(nodes, key))
    if (edit) nodes[key] = edit
    if (node.name !== shown.name) names[key] = node.name
  }
  return renameNodes(withEdits(recipe, { nodes }), names)
}

/** Another share link in place of the one that an entry came with: fields that were edited belong to the old one. */
export const replaceLink = <R extends Recipe>(recipe: R, key: string, link: string): R =>
  withEdits(recipe, { nodes: { ...recipe.edits.nodes, [key]: { link } } })

export const keepDuplicate = <R extends Recipe>(recipe: R, keys: readonly string[]): R =>
  withEdits(recipe, { kept: union(recipe.edits.kept, keys) })

/** A copy of a node with all that was edited about it. */
export function cloneNode<R extends Recipe>(recipe: R, of: string): R {
  const { clones, names, nodes, disabled } = recipe.edits
  const original = clones.find(({ key }) => key === of)?.of ?? of
  const number = clones.filter((clone) => clone.of === original).length + 1
  const key = `${original}|copy${number}`
  return withEdits(recipe, {
    clones: [...clones, { key, of: original }],
    names: withCopy(names, of, key),
    nodes: withCopy(nodes, of, key),
    disabled: disabled.includes(of) ? [...disabled, key] : disabled,
  })
}

function withCopy<T>(values: Readonly<Record<string, T>>, of: string, key: string): Readonly<Record<string, T>> {
  return Object.hasOwn(values, of) ? { ...values, [key]: values[of]! } : values
}
