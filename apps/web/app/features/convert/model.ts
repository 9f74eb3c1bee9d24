import type { EncodingName } from '@switchyard/sources'
import type {
  ConvertSettings,
  NodeChange,
  NodeEdits,
  ProxyNode,
  SingboxVersion,
  SubscriptionInfo,
  TargetId,
} from '../../workers/conversion-types.ts'
import type { Locale } from '../../lib/locale.ts'
import { ADDED_SOURCE, addedText } from '../../lib/added-nodes.ts'
import { NO_EDITS } from '../../lib/no-edits.ts'
import { editOf } from '../../lib/node-edit.ts'
import { ownValue } from '../../lib/own-value.ts'
import { tidyName } from '../../lib/tidy-name.ts'
import { freeName, numbered } from './free-name.ts'
import type { ManualEdit } from './manual-edit.ts'

/** Everything about a conversion that a person can change, and undo. Plain values; every change gives a new one. */

export type SourceKind = 'text' | 'url' | 'file' | 'qr' | 'added'

export interface InputSource {
  id: string
  kind: SourceKind
  name: string
  text: string
  url?: string
  enabled: boolean
  /** Not fetched: the client downloads it itself. */
  asProvider?: boolean
  /** When its text was read, ms. */
  loadedAt?: number
  subscription?: SubscriptionInfo
  /** What its bytes were read as, where they came as bytes. */
  encoding?: EncodingName
}

/** Options that each target remembers for itself. */
export interface TargetOptions {
  excludes?: readonly string[]
  singboxVersion: SingboxVersion
  clashPremium: boolean
  list: boolean
  /** All traffic goes through the client. */
  tun: boolean
}

export type CommonSettings = Omit<ConvertSettings, 'target' | keyof TargetOptions>

export interface Model {
  sources: readonly InputSource[]
  edits: NodeEdits
  target: TargetId
  /** The app that the target was chosen by. */
  app?: string
  perTarget: Readonly<Partial<Record<TargetId, TargetOptions>>>
  common: CommonSettings
  /** Results that were changed by hand. */
  manual: Readonly<Partial<Record<TargetId, ManualEdit>>>
  /** How many times all was cleared before. */
  clears: number
}

export const TARGETS = ['mihomo', 'clash', 'singbox', 'links', 'base64'] as const satisfies readonly TargetId[]
/** What the engine leaves out unasked; the engine itself is only loaded in the worker. */
export const DEFAULT_EXCLUDES: Readonly<Record<TargetId, readonly string[]>> = {
  mihomo: [],
  clash: ['vless', 'hysteria2'],
  singbox: [],
  links: [],
  base64: [],
}
/** What the engine has nodes tested with, for the same reason. */
export const DEFAULT_PROBE_URL = 'https://www.gstatic.com/generate_204'
export const TEXT_SOURCE = 'text'
const HISTORY_MAX = 50
/** Changes of one kind that follow each other this closely are undone together. */
const COALESCE_MS = 1000

export const DEFAULT_TARGET_OPTIONS: TargetOptions = {
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

export const EMPTY_MODEL: Model = {
  sources: [],
  edits: NO_EDITS,
  target: 'mihomo',
  perTarget: {},
  common: DEFAULT_COMMON,
  manual: {},
  clears: 0,
}

export function targetOptions({ perTarget, target }: Model): TargetOptions {
  return perTarget[target] ?? DEFAULT_TARGET_OPTIONS
}

export function settingsOf(model: Model): ConvertSettings {
  return { ...model.common, ...targetOptions(model), target: model.target, ...withProviders(model) }
}

/** Sources that are referenced are providers too, under their names. */
function withProviders({ sources, common }: Model): Partial<ConvertSettings> {
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
export function providerPathOf({ sources, common }: Model, id: string): string {
  const referenced = sources.filter(({ asProvider, enabled, url }) => asProvider && enabled && url)
  const rows = common.useProvider ? common.providers.length : 0
  return `providers.${rows + referenced.findIndex((source) => source.id === id)}`
}

/** Nothing but the options. */
export const cleared = ({ target, perTarget, common, clears }: Model): Model => ({
  ...EMPTY_MODEL,
  target,
  perTarget,
  common,
  clears: clears + 1,
})

/** Another target, chosen as such and not by an app. */
export function withTarget(model: Model, target: TargetId): Model {
  const { app: _, ...others } = model
  return { ...others, target }
}

/** What an app takes: its format, and the version or the kind of it. */
export function withApp(
  model: Model,
  app: { id: string; target: TargetId; singboxVersion?: SingboxVersion; clashPremium?: true; tun?: true },
): Model {
  const { id, target, singboxVersion, clashPremium, tun = false } = app
  return withTargetOptions(
    { ...model, app: id, target },
    {
      list: false,
      tun,
      ...(singboxVersion ? { singboxVersion } : {}),
      ...(target === 'clash' ? { clashPremium: clashPremium === true } : {}),
    },
  )
}

/** Sources whose nodes stand in the result. */
export function countedSources({ sources }: Pick<Model, 'sources'>): InputSource[] {
  return sources.filter(({ enabled, asProvider }) => enabled && !asProvider)
}

/** Whether there is anything to convert. */
export function hasInput({ sources }: Model): boolean {
  return sources.some(({ text, enabled, asProvider }) => enabled && (asProvider || text.trim() !== ''))
}

/** What stands in the box. */
export function textOf({ sources }: Model): string {
  return sources.find(({ id }) => id === TEXT_SOURCE)?.text ?? ''
}

/** The text behind what stands in the box, on a line of its own. */
export function withMoreText(model: Model, more: string): Model {
  const before = textOf(model)
  return withText(model, before === '' || before.endsWith('\n') ? before + more : `${before}\n${more}`)
}

export function withText(model: Model, given: string): Model {
  // The editor knows one kind of line end: with another, what is written into a line would land beside it.
  const text = given.includes('\r') ? given.replaceAll(/\r\n?/g, '\n') : given
  const now = model.sources.find(({ id }) => id === TEXT_SOURCE)
  if (now?.text === text || (!now && text === '')) return model
  if (!now) {
    const source: InputSource = { id: TEXT_SOURCE, kind: 'text', name: '', text, enabled: true }
    return { ...model, sources: [source, ...model.sources] }
  }
  return withSource(model, TEXT_SOURCE, { text })
}

/** With a node that was typed in: it stands in a source of its own, behind those that it was added to before. */
export function withAddedNode(model: Model, node: ProxyNode): Model {
  const now = model.sources.find(({ id }) => id === ADDED_SOURCE)
  if (now) return withSource(model, ADDED_SOURCE, { text: addedText(now.text, node), enabled: true })
  const source: InputSource = {
    id: ADDED_SOURCE,
    kind: 'added',
    name: '',
    text: addedText('', node),
    enabled: true,
  }
  return { ...model, sources: [...model.sources, source] }
}

export function withSource(model: Model, id: string, change: Partial<InputSource>): Model {
  return { ...model, sources: model.sources.map((source) => (source.id === id ? { ...source, ...change } : source)) }
}

export function withoutSource(model: Model, id: string): Model {
  return { ...model, sources: model.sources.filter((source) => source.id !== id) }
}

/** A source that was taken out, at its place again. */
export function withSourceBack(model: Model, source: InputSource, place: number): Model {
  if (model.sources.some(({ id }) => id === source.id)) return model
  return { ...model, sources: model.sources.toSpliced(place, 0, source) }
}

/** Moves a source by one place. */
export function withSourceMoved(model: Model, id: string, by: -1 | 1): Model {
  const from = model.sources.findIndex((source) => source.id === id)
  const to = from + by
  if (from < 0 || to < 0 || to >= model.sources.length) return model
  const sources = [...model.sources]
  sources.splice(to, 0, ...sources.splice(from, 1))
  return { ...model, sources }
}

export function withCommon(model: Model, change: Partial<CommonSettings>): Model {
  return { ...model, common: { ...model.common, ...change } }
}

/** The language of group names, first taken from the page: from then on it is its own. Old drafts have none. */
export function withGroupLang(model: Model, lang: Locale): Model {
  return model.common.groupLang ? model : withCommon(model, { groupLang: lang })
}

/** Mirrors of rule lists; none typed: those of this site. */
export function withListMirror(model: Model, listMirror: string): Model {
  const { listMirror: _, ...common } = model.common
  return { ...model, common: listMirror === '' ? common : { ...common, listMirror } }
}

/** A secret for the controller, drawn once: another one at every change would lock out who uses it. */
export function withDrawnSecret(model: Model, secret: string): Model {
  return model.common.drawnSecret ? model : withCommon(model, { drawnSecret: secret })
}

export function withTargetOptions(model: Model, change: Partial<TargetOptions>): Model {
  return { ...model, perTarget: { ...model.perTarget, [model.target]: { ...targetOptions(model), ...change } } }
}

export function withEdits(model: Model, change: Partial<NodeEdits>): Model {
  return { ...model, edits: { ...model.edits, ...change } }
}

const union = (list: readonly string[], keys: readonly string[]) => [...new Set([...list, ...keys])]
const without = (list: readonly string[], keys: readonly string[]) => {
  const gone = new Set(keys)
  return list.filter((key) => !gone.has(key))
}

export const removeNodes = (model: Model, keys: readonly string[]): Model =>
  withEdits(model, { removed: union(model.edits.removed, keys) })

/** What was deleted of the box and could be pasted again. A copy cannot. */
export function removedFromText({ edits: { removed, clones } }: Model): string[] {
  const copies = new Set(clones.map(({ key }) => key))
  return removed.filter((key) => key.startsWith(`${TEXT_SOURCE}|`) && !copies.has(key))
}

/** Deletions of nodes that are in the text no more: who pastes one again wants it. */
export function forgetRemoved(model: Model, keys: readonly string[]): Model {
  return withEdits(model, { removed: without(model.edits.removed, keys) })
}

export function setDisabled(model: Model, keys: readonly string[], isDisabled: boolean): Model {
  const { disabled } = model.edits
  return withEdits(model, { disabled: isDisabled ? union(disabled, keys) : without(disabled, keys) })
}

/** New names by key, tidied; an empty one gives the old name back. */
export function renameNodes(model: Model, names: Readonly<Record<string, string>>): Model {
  const tidy = Object.entries(names).map(([key, name]) => [key, tidyName(name)])
  const all = Object.entries({ ...model.edits.names, ...(Object.fromEntries(tidy) as Record<string, string>) })
  return withEdits(model, { names: Object.fromEntries(all.filter(([, name]) => name !== '')) })
}

/** Fields of nodes, by key. A name that was changed among them is a name given. */
export function editNodes(model: Model, changes: Readonly<Record<string, NodeChange>>): Model {
  const names: Record<string, string> = {}
  const nodes = { ...model.edits.nodes }
  for (const [key, { shown, node }] of Object.entries(changes)) {
    const edit = editOf(shown, node, ownValue(nodes, key))
    if (edit) nodes[key] = edit
    if (node.name !== shown.name) names[key] = node.name
  }
  return renameNodes(withEdits(model, { nodes }), names)
}

export const keepDuplicate = (model: Model, keys: readonly string[]): Model =>
  withEdits(model, { kept: union(model.edits.kept, keys) })

/** A copy of a node with all that was edited about it. */
export function cloneNode(model: Model, of: string): Model {
  const { clones, names, nodes, disabled } = model.edits
  const original = clones.find(({ key }) => key === of)?.of ?? of
  const number = clones.filter((clone) => clone.of === original).length + 1
  const key = `${original}|copy${number}`
  return withEdits(model, {
    clones: [...clones, { key, of: original }],
    names: withCopy(names, of, key),
    nodes: withCopy(nodes, of, key),
    disabled: disabled.includes(of) ? [...disabled, key] : disabled,
  })
}

function withCopy<T>(values: Readonly<Record<string, T>>, of: string, key: string): Readonly<Record<string, T>> {
  return Object.hasOwn(values, of) ? { ...values, [key]: values[of]! } : values
}

/** What is there to undo and redo. */
export interface History {
  now: Model
  past: readonly Model[]
  future: readonly Model[]
  /** Kind and time of the last change. */
  last?: { kind: string; at: number }
}

export const startHistory = (now: Model): History => ({ now, past: [], future: [] })

/** Puts a change on the stack. Quick changes of the same kind, such as typing, are one. */
export function change(history: History, now: Model, kind: string, at: number): History {
  if (now === history.now) return history
  const { last } = history
  if (last?.kind === kind && kind.startsWith('typing') && at - last.at < COALESCE_MS)
    return { ...history, now, future: [], last: { kind, at } }
  return { now, past: [...history.past, history.now].slice(-HISTORY_MAX), future: [], last: { kind, at } }
}

/** Changes what no undo should bring back, such as a text that came from the network: it is so before and after, too. */
export const amend = ({ now, past, future, ...rest }: History, next: (model: Model) => Model): History => ({
  ...rest,
  now: next(now),
  past: past.map(next),
  future: future.map(next),
})

export function undo(history: History): History {
  const now = history.past.at(-1)
  if (!now) return history
  return { now, past: history.past.slice(0, -1), future: [history.now, ...history.future] }
}

export function redo(history: History): History {
  const [now, ...future] = history.future
  if (!now) return history
  return { now, past: [...history.past, history.now], future }
}
