import type { OutputId, SingboxVersion, SubscriptionInfo, XrayVersion } from '@switchyard/convert'
import { CLIENT_FACTS, OUTPUT_FACTS, findClientFacts, outputFacts } from '@switchyard/convert/facts'
import type { Lang } from '@switchyard/locale'
import type { EncodingName } from '@switchyard/sources'
import type { BuildRequest } from './build-result.ts'
import type { ConvertSettings } from './convert-settings.ts'
import { NO_EDITS, type NodeEdits } from './nodes/edits.ts'
import type { Step } from './step.ts'
import { freeName, numbered } from './values/free-name.ts'

/** What a person saves of a conversion. Plain values; every change gives a new one. */

export type SourceKind = 'text' | 'url' | 'file' | 'qr' | 'added'

/** Where the text of a file is read again: a place of the page, and a path there. No token is part of it. */
export interface FileOrigin {
  place: string
  root: string
  ref: string
  path: string
}

export interface RecipeSource {
  id: string
  kind: SourceKind
  name: string
  text: string
  url?: string
  /** What is sent to the address as the user agent; a browser sends its own. */
  userAgent?: string
  /** Of a file that is kept elsewhere. */
  origin?: FileOrigin
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
  /** Absent: the usual one. */
  xrayVersion?: XrayVersion
  clashPremium: boolean
  list: boolean
  /** All traffic goes through the client. */
  tun: boolean
  /** A partial `route` object of sing-box: JSON with comments. */
  route?: string
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

/** The settings of every output, as choosing it would have them. */
export function settingsOfOutputs(recipe: Recipe): ConvertSettings[] {
  return OUTPUTS.map((output) => settingsOf({ ...recipe, output }))
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

/** Leaves a type of entries out of every output: of a subscription's notices nobody wants any in another client. */
export function withTypeExcluded<R extends Recipe>(recipe: R, type: string): R {
  const perOutput = OUTPUTS.map((output) => {
    const own = recipe.perOutput[output] ?? DEFAULT_OUTPUT_SETTINGS
    const excludes = own.excludes ?? outputFacts(output).defaultExcludes
    return [output, { ...own, excludes: excludes.includes(type) ? excludes : [...excludes, type] }] as const
  })
  return { ...recipe, perOutput: Object.fromEntries(perOutput) }
}

export function withOutputSettings<R extends Recipe>(recipe: R, change: Partial<OutputSettings>): R {
  return { ...recipe, perOutput: { ...recipe.perOutput, [recipe.output]: { ...outputSettings(recipe), ...change } } }
}
