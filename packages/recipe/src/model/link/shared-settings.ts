import { redactText } from '@switchyard/redact'
import type { ConvertSettings } from '../convert-settings.ts'
import {
  DEFAULT_COMMON,
  DEFAULT_OUTPUT_SETTINGS,
  EMPTY_RECIPE,
  outputSettings,
  withoutApp,
  type Recipe,
} from '../recipe.ts'
import { SETTING_KINDS, SETTINGS, type SecretSetting, type Setting, type SettingKind } from '../settings.ts'
import { checkedAs } from './checked.ts'
import { FRAGMENT } from './settings-query.ts'
import { LINK_LIMITS } from '../limits.ts'
import { given } from '../values/given.ts'
import { withSettings } from '../with-settings.ts'
import { isRecord, type JsonObject, keysOf } from '@switchyard/convert/record'

/**
 * The settings as the fragment of an address, which no server gets to see: `#settings=1.` and their JSON in base64url.
 * Nothing secret goes in, and nothing is believed that comes out.
 */

type Shared = Omit<ConvertSettings, SecretSetting>
export type SharedSettings = Partial<Shared>
/** What a fragment says, and what of it cannot be used; or why nothing of it can. */
export type ReadSettings = { settings: SharedSettings; dropped: SettingKind[] } | 'newer' | 'broken'

const VERSION = 1

const SHARED: { readonly [K in keyof Shared]-?: Setting } = SETTINGS
const KEYS = keysOf(SETTINGS).filter((key): key is keyof Shared => SETTINGS[key].isSecret === undefined)

/** What links call a setting: those of version 1 say `target`. */
const wordInLink = (key: keyof Shared): string => (key === 'output' ? 'target' : key)

/** What kinds of settings there are, each once. */
export function kindsOf(settings: SharedSettings): SettingKind[] {
  return inOrder(new Set(KEYS.filter((key) => Object.hasOwn(settings, key)).map((key) => SETTINGS[key].kind)))
}

const inOrder = (kinds: ReadonlySet<SettingKind>) => SETTING_KINDS.filter((kind) => kinds.has(kind))

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
    leftOut.add(SETTINGS[longest].kind)
  }
  return { settings, leftOut: inOrder(leftOut) }
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
    const open = checkedAs(SHARED[key].value, part)
    if (open === undefined || !isEqual(part, value)) leftOut.add(SETTINGS[key].kind)
    if (open !== undefined && !isEqual(open, DEFAULTS[key])) settings[key] = open
  }
  if (common.secret) leftOut.add('secret')
  const isReferenced = sources.some(({ asProvider, enabled, url }) => asProvider && enabled && url)
  if (isReferenced || common.providers.some(({ url, password }) => url || password)) leftOut.add('providers')
  return { settings, leftOut: inOrder(leftOut) }
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
    const value = checkedAs(SHARED[key].value, given[word])
    if (value === undefined) dropped.add(SETTINGS[key].kind)
    else settings[key] = value
  }
  return { settings, dropped: inOrder(dropped) }
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
  const { output = EMPTY_RECIPE.output } = shared
  const { secret, drawnSecret, providers, groupLang } = recipe.common
  const bare = {
    ...withoutApp(recipe),
    output,
    perOutput: { ...recipe.perOutput, [output]: DEFAULT_OUTPUT_SETTINGS },
    common: { ...DEFAULT_COMMON, providers, ...given({ secret, drawnSecret, groupLang }) },
  }
  return withSettings(bare, shared)
}
