import type { GroupEdit, MappingRow, SourceFilter, TemplateMember } from '@switchyard/convert'
import {
  GROUP_TYPES,
  LOG_LEVELS,
  PORT_MAX,
  SINGBOX_VERSIONS,
  TOLERANCE_MAX_MS,
  XRAY_VERSIONS,
} from '@switchyard/convert/facts'
import { redactText } from '@switchyard/redact'
import { LANGS } from '@switchyard/convert/languages'
import { SERVICES } from '@switchyard/convert/services'
import type { ConvertSettings, RuleSetRow } from '../convert-settings.ts'
import { BUILTIN } from '../builtin-templates.ts'
import {
  DEFAULT_COMMON,
  DEFAULT_OUTPUT_SETTINGS,
  EMPTY_RECIPE,
  outputSettings,
  OUTPUTS,
  withoutApp,
  type Recipe,
} from '../recipe.ts'
import { FRAGMENT } from './settings-query.ts'
import { LINK_LIMITS, NAME_MAX, PATTERN_MAX, PREFIX_MAX } from '../limits.ts'
import { given } from '../values/given.ts'
import { isRecord, type JsonObject, keysOf } from '@switchyard/convert/record'

/**
 * The settings as the fragment of an address, which no server gets to see: `#settings=1.` and their JSON in base64url.
 * Nothing secret goes in, and nothing is believed that comes out.
 */

/** Settings that a link never holds: they are secret, or have what is. */
type Unshared = 'secret' | 'drawnSecret' | 'providers'
type Shared = Omit<ConvertSettings, Unshared>
/** What is said of settings that were left out, in words. */
export type SettingKind =
  | 'target' | 'template' | 'rules' | 'ruleSets' | 'mirror' | 'groups' | 'mapping' | 'filters' | 'naming' | 'advanced'
  | 'secret' | 'providers' // oxfmt-ignore

export type SharedSettings = Partial<Shared>
/** What a fragment says, and what of it cannot be used; or why nothing of it can. */
export type ReadSettings = { settings: SharedSettings; dropped: SettingKind[] } | 'newer' | 'broken'

const VERSION = 1
const MONTH_S = 30 * 86_400

/** The value when it is one, else undefined. */
type Check<T> = (value: unknown) => T | undefined
type Fields<T> = { [K in keyof T]-?: Check<NonNullable<T[K]>> }

const text =
  (max: number): Check<string> =>
  (value) =>
    typeof value === 'string' && value.length <= max ? value : undefined
const flag: Check<boolean> = (value) => (typeof value === 'boolean' ? value : undefined)
const whole =
  (min: number, max: number): Check<number> =>
  (value) =>
    typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max ? value : undefined
const oneOf =
  <T extends string>(...all: readonly T[]): Check<T> =>
  (value) =>
    all.find((one) => one === value)
const listOf =
  <T>(check: Check<T>, max: number = LINK_LIMITS.rows): Check<readonly T[]> =>
  (value) =>
    Array.isArray(value) && value.length <= max ? allOf(value.map(check)) : undefined
const recordOf =
  <T>(check: Check<T>): Check<Readonly<Record<string, T>>> =>
  (value) => {
    const entries = isRecord(value) ? Object.entries(value) : undefined
    if (!entries || entries.length > LINK_LIMITS.rows) return undefined
    if (entries.some(([key]) => key.length > NAME_MAX || key === '__proto__')) return undefined
    const values = allOf(entries.map(([, one]) => check(one)))
    return values && Object.fromEntries(entries.map(([key], index) => [key, values[index]!]))
  }
/** An object with what is known of it; without its `needed` fields it is none. */
const fieldsOf =
  <T extends object>(fields: Fields<T>, ...needed: readonly (keyof T & string)[]): Check<T> =>
  (value) => {
    if (!isRecord(value) || needed.some((key) => !Object.hasOwn(value, key))) return undefined
    const known = Object.keys(value).filter((key): key is keyof T & string => Object.hasOwn(fields, key))
    const values = allOf(known.map((key) => fields[key](value[key])))
    // Each value was just checked, and those that are needed are there.
    return values && (Object.fromEntries(known.map((key, index) => [key, values[index]])) as T)
  }

function allOf<T>(values: readonly (T | undefined)[]): readonly T[] | undefined {
  return values.every((value) => value !== undefined) ? values : undefined
}

type Of<K extends TemplateMember['kind']> = Omit<Extract<TemplateMember, { kind: K }>, 'kind'>

const MEMBERS: { [K in TemplateMember['kind']]: Check<Of<K>> } = {
  ref: fieldsOf<Of<'ref'>>({ name: text(NAME_MAX) }, 'name'),
  all: fieldsOf<Of<'all'>>({ withOwn: flag }),
  region: fieldsOf<Of<'region'>>({ region: text(20) }, 'region'),
  nodes: fieldsOf<Of<'nodes'>>({ names: listOf(text(NAME_MAX)) }, 'names'),
  pattern: fieldsOf<Of<'pattern'>>(
    {
      pattern: text(LINK_LIMITS.address),
      exclude: text(LINK_LIMITS.address),
      excludeTypes: listOf(text(NAME_MAX)),
      withOwn: flag,
      where: fieldsOf({ type: text(NAME_MAX), port: text(NAME_MAX), server: text(NAME_MAX) }),
      sources: listOf(text(NAME_MAX)),
      ofSources: listOf(
        fieldsOf<SourceFilter>(
          { sources: listOf(text(NAME_MAX)), pattern: text(LINK_LIMITS.address), excludes: flag },
          'sources',
          'pattern',
        ),
      ),
    },
    'pattern',
  ),
}

const member: Check<TemplateMember> = (value) => {
  const kind = isRecord(value) ? oneOf(...keysOf(MEMBERS))(value['kind']) : undefined
  const fields = kind && MEMBERS[kind](value)
  // The table reads of each kind what stands beside it, which the compiler does not follow.
  return fields && ({ kind, ...fields } as TemplateMember)
}

const groupEdit = fieldsOf<GroupEdit>({
  type: oneOf(...GROUP_TYPES),
  filter: text(LINK_LIMITS.address),
  url: text(LINK_LIMITS.address),
  interval: whole(0, MONTH_S),
  tolerance: whole(0, TOLERANCE_MAX_MS),
  withDirect: flag,
  members: listOf(member),
  added: flag,
  removed: flag,
})

const ruleSet = fieldsOf<RuleSetRow>(
  {
    name: text(NAME_MAX),
    group: text(NAME_MAX),
    type: oneOf('http', 'file', 'inline'),
    behavior: oneOf('classical', 'domain', 'ipcidr'),
    format: oneOf('yaml', 'text', 'mrs'),
    url: text(LINK_LIMITS.address),
    path: text(LINK_LIMITS.address),
    interval: whole(0, MONTH_S),
    rules: listOf(text(LINK_LIMITS.address), LINK_LIMITS.ruleLines),
  },
  'name',
  'type',
  'behavior',
)

const mappingRow = fieldsOf<MappingRow>({
  name: text(PATTERN_MAX),
  type: text(NAME_MAX),
  region: text(20),
  source: text(NAME_MAX),
  group: text(NAME_MAX),
  rename: text(NAME_MAX),
  stop: flag,
})

const FIELDS: Fields<Shared> = {
  output: oneOf(...OUTPUTS),
  singboxVersion: oneOf(...SINGBOX_VERSIONS),
  xrayVersion: oneOf(...XRAY_VERSIONS),
  clashPremium: flag,
  list: flag,
  tun: flag,
  route: text(LINK_LIMITS.text),
  template: oneOf(...BUILTIN),
  listMirror: text(LINK_LIMITS.address),
  rules: text(LINK_LIMITS.text),
  final: text(NAME_MAX),
  services: listOf(oneOf(...SERVICES)),
  ruleSets: listOf(ruleSet),
  groupLang: oneOf(...LANGS),
  groupNames: recordOf(text(NAME_MAX)),
  groupEdits: recordOf(groupEdit),
  groupOrder: listOf(text(NAME_MAX)),
  mapping: listOf(mappingRow),
  rest: text(NAME_MAX),
  excludes: listOf((value) => (typeof value === 'string' && /^[a-z0-9-]{1,20}$/.test(value) ? value : undefined)),
  nameInclude: text(PATTERN_MAX),
  nameExclude: text(PATTERN_MAX),
  keepDuplicates: flag,
  prefix: text(PREFIX_MAX),
  flag,
  useProvider: flag,
  mixedPort: whole(1, PORT_MAX),
  controllerPort: whole(1, PORT_MAX),
  allowLan: flag,
  logLevel: oneOf(...LOG_LEVELS),
  urlTestInterval: text(20),
  tolerance: whole(0, TOLERANCE_MAX_MS),
  headComment: flag,
}

const KINDS: Record<keyof Shared, SettingKind> = {
  output: 'target', singboxVersion: 'target', xrayVersion: 'target', clashPremium: 'target', list: 'target', tun: 'target',
  template: 'template', listMirror: 'mirror',
  rules: 'rules', final: 'rules', services: 'rules', route: 'rules', ruleSets: 'ruleSets',
  groupLang: 'groups', groupNames: 'groups', groupEdits: 'groups', groupOrder: 'groups',
  mapping: 'mapping', rest: 'mapping',
  excludes: 'filters', nameInclude: 'filters', nameExclude: 'filters', keepDuplicates: 'filters',
  prefix: 'naming', flag: 'naming', useProvider: 'providers',
  mixedPort: 'advanced', controllerPort: 'advanced', allowLan: 'advanced', logLevel: 'advanced',
  urlTestInterval: 'advanced', tolerance: 'advanced', headComment: 'advanced',
} // oxfmt-ignore

const KEYS = keysOf(FIELDS)

/** What links call a setting: those of version 1 say `target`. */
const wordInLink = (key: keyof Shared): string => (key === 'output' ? 'target' : key)

/** What kinds of settings there are, each once, in the order in which links keep them. */
export function kindsOf(settings: SharedSettings): SettingKind[] {
  return [...new Set(KEYS.filter((key) => Object.hasOwn(settings, key)).map((key) => KINDS[key]))]
}

const DEFAULTS: Readonly<JsonObject> = {
  ...DEFAULT_COMMON,
  ...DEFAULT_OUTPUT_SETTINGS,
  output: EMPTY_RECIPE.output,
}

const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** The settings that may be given away in a link, where they are not the defaults, and what has to stay here. */
export function sharedSettings(recipe: Recipe): { settings: SharedSettings; leftOut: SettingKind[] } {
  const { settings: open, leftOut: secret } = openSettings(recipe)
  const settings: JsonObject = { ...open }
  const leftOut = new Set(secret)
  // What is too long for a link goes, the longest first.
  while (encoded(settings).length > LINK_LIMITS.length) {
    const longest = KEYS.filter((key) => key in settings).sort((a, b) => length(settings[b]) - length(settings[a]))[0]!
    delete settings[longest]
    leftOut.add(KINDS[longest])
  }
  return { settings, leftOut: [...leftOut] }
}

/** The settings that are not the defaults, less what is secret in them. */
export function openSettings(recipe: Recipe): { settings: SharedSettings; leftOut: SettingKind[] } {
  const { common, sources } = recipe
  const all: Readonly<JsonObject> = { ...common, ...outputSettings(recipe), output: recipe.output }
  const leftOut = new Set<SettingKind>()
  const settings: JsonObject = {}
  for (const key of KEYS) {
    const value = all[key]
    if (value === undefined || value === '' || isEqual(value, DEFAULTS[key])) continue
    const part = openPart(value)
    const open = FIELDS[key](part)
    if (open === undefined || !isEqual(part, value)) leftOut.add(KINDS[key])
    if (open !== undefined && !isEqual(open, DEFAULTS[key])) settings[key] = open
  }
  if (common.secret) leftOut.add('secret')
  const isReferenced = sources.some(({ asProvider, enabled, url }) => asProvider && enabled && url)
  if (isReferenced || common.providers.some(({ url, password }) => url || password)) leftOut.add('providers')
  return { settings, leftOut: [...leftOut] }
}

const length = (value: unknown) => JSON.stringify(value).length

/** Of lists and tables the rows, and of texts the lines, that hold nothing secret. */
function openPart(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter(isOpen)
  if (isRecord(value)) return Object.fromEntries(Object.entries(value).filter(isOpen))
  if (typeof value !== 'string') return value
  const open = value.split('\n').filter(isOpen).join('\n')
  // A secret may stand on the lines below its name.
  return open !== '' && isOpen(open) ? open : undefined
}

/** Whether everything in a value may be shared. The server of a node may not, nor the place that nodes come from. */
export function isOpen(value: unknown): boolean {
  if (typeof value === 'string') return redactText(value) === value && !(value.match(ADDRESSES) ?? []).some(hasToken)
  if (Array.isArray(value)) return value.every(isOpen)
  if (!isRecord(value)) return true
  const { server, source } = value
  if (typeof server === 'string' || (typeof source === 'string' && HOST.test(source))) return false
  return Object.entries(value).every(([key, one]) => isOpen(key) && isOpen(one))
}

const HOST = /^[\w-]+(?:\.[\w-]+)+(?::\d+)?$/
const ADDRESSES = /https?:\/\/\S+/gi
const TOKEN_MIN = 16

function hasToken(address: string): boolean {
  const path = address.replace(/^https?:\/\//i, '')
  return /[?#@]/.test(path) || path.split('/').some(isTokenLike)
}

/** Letters and digits without an order: what a path has in the place of a password. */
function isTokenLike(part: string): boolean {
  const words = part.split(/[^A-Za-z0-9]+/)
  if (words.some((word) => word.length >= TOKEN_MIN && /\d/.test(word) && /[a-z]/i.test(word))) return true
  const isOneRun = part.length >= TOKEN_MIN && /^[\w-]+$/.test(part)
  return isOneRun && /\d/.test(part) && /[a-z]/.test(part) && /[A-Z]/.test(part)
}

/** The fragment that says these settings. */
export function settingsFragment(settings: SharedSettings): string {
  return `${FRAGMENT}${VERSION}.${encoded(settings)}`
}

function encoded(settings: SharedSettings): string {
  const { output, ...others } = settings
  const said = output === undefined ? settings : { [wordInLink('output')]: output, ...others }
  const bytes = new TextEncoder().encode(JSON.stringify(said))
  const letters = Array.from(bytes, (byte) => String.fromCodePoint(byte)).join('')
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** What a fragment says, checked: it may have been written by anybody. */
export function readSettings(hash: string): ReadSettings {
  const said = hash.startsWith(FRAGMENT) ? hash.slice(FRAGMENT.length) : ''
  const [, version, letters] = /^(\d{1,6})\.([\w-]*)$/.exec(said) ?? []
  if (version === undefined || letters === undefined || letters.length > LINK_LIMITS.length) return 'broken'
  if (Number(version) !== VERSION) return Number(version) > VERSION ? 'newer' : 'broken'
  const given = decoded(letters)
  if (!isRecord(given)) return 'broken'
  const settings: JsonObject = {}
  const dropped = new Set<SettingKind>()
  for (const key of KEYS) {
    const word = wordInLink(key)
    if (!Object.hasOwn(given, word)) continue
    const value = FIELDS[key](given[word])
    if (value === undefined) dropped.add(KINDS[key])
    else settings[key] = value
  }
  return { settings, dropped: [...dropped] }
}

function decoded(letters: string): unknown {
  try {
    const bytes = Uint8Array.from(atob(letters.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.codePointAt(0)!)
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    return value
  } catch {
    return undefined
  }
}

/** The recipe with shared settings in place of its own, the defaults where they say nothing. What no link holds stays. */
export function withShared<R extends Recipe>(recipe: R, shared: SharedSettings): R {
  const {
    output = EMPTY_RECIPE.output,
    singboxVersion,
    xrayVersion,
    clashPremium,
    list,
    tun,
    route,
    excludes,
    ...common
  } = shared
  const { secret, drawnSecret, providers, groupLang } = recipe.common
  const others = withoutApp(recipe)
  return {
    ...others,
    output,
    perOutput: {
      ...recipe.perOutput,
      [output]: {
        ...DEFAULT_OUTPUT_SETTINGS,
        ...given({ singboxVersion, xrayVersion, clashPremium, list, tun, route, excludes }),
      },
    },
    common: { ...DEFAULT_COMMON, providers, ...given({ secret, drawnSecret, groupLang }), ...common },
  }
}
