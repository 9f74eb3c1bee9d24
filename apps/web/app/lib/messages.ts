import { appConfig } from './app-config.ts'
import { request } from './request.ts'
import type { Locale } from './locale.ts'
import { messagesFile, messagesPath, type MessagePart } from './message-parts.ts'

/* oxlint-disable typescript/consistent-type-imports -- there is no other way to import JSON as a type */
/** The words of each part. The default language names every key; the other one is checked against it. */
interface PartMessages {
  messages: typeof import('../messages/zh-CN.json', { with: { type: 'json' } })
  account: typeof import('../messages/account/zh-CN.json', { with: { type: 'json' } })
  'ad-code': typeof import('../messages/ad-code/zh-CN.json', { with: { type: 'json' } })
  'api-docs': typeof import('../messages/api-docs/zh-CN.json', { with: { type: 'json' } })
  articles: typeof import('../messages/articles/zh-CN.json', { with: { type: 'json' } })
  client: typeof import('../messages/client/zh-CN.json', { with: { type: 'json' } })
  codec: typeof import('../messages/codec/zh-CN.json', { with: { type: 'json' } })
  'config-bench': typeof import('../messages/config-bench/zh-CN.json', { with: { type: 'json' } })
  'config-editor': typeof import('../messages/config-editor/zh-CN.json', { with: { type: 'json' } })
  'config-form': typeof import('../messages/config-form/zh-CN.json', { with: { type: 'json' } })
  convert: typeof import('../messages/convert/zh-CN.json', { with: { type: 'json' } })
  diff: typeof import('../messages/diff/zh-CN.json', { with: { type: 'json' } })
  favor: typeof import('../messages/favor/zh-CN.json', { with: { type: 'json' } })
  'file-edit': typeof import('../messages/file-edit/zh-CN.json', { with: { type: 'json' } })
  'file-save': typeof import('../messages/file-save/zh-CN.json', { with: { type: 'json' } })
  'form-editor': typeof import('../messages/form-editor/zh-CN.json', { with: { type: 'json' } })
  'free-nodes': typeof import('../messages/free-nodes/zh-CN.json', { with: { type: 'json' } })
  'git-accounts': typeof import('../messages/git-accounts/zh-CN.json', { with: { type: 'json' } })
  inject: typeof import('../messages/inject/zh-CN.json', { with: { type: 'json' } })
  java: typeof import('../messages/java/zh-CN.json', { with: { type: 'json' } })
  kept: typeof import('../messages/kept/zh-CN.json', { with: { type: 'json' } })
  'list-import': typeof import('../messages/list-import/zh-CN.json', { with: { type: 'json' } })
  'live-nodes': typeof import('../messages/live-nodes/zh-CN.json', { with: { type: 'json' } })
  'file-history': typeof import('../messages/file-history/zh-CN.json', { with: { type: 'json' } })
  files: typeof import('../messages/files/zh-CN.json', { with: { type: 'json' } })
  mapping: typeof import('../messages/mapping/zh-CN.json', { with: { type: 'json' } })
  'mihomo-prefix': typeof import('../messages/mihomo-prefix/zh-CN.json', { with: { type: 'json' } })
  'new-window': typeof import('../messages/new-window/zh-CN.json', { with: { type: 'json' } })
  'node-grid': typeof import('../messages/node-grid/zh-CN.json', { with: { type: 'json' } })
  'node-table': typeof import('../messages/node-table/zh-CN.json', { with: { type: 'json' } })
  presets: typeof import('../messages/presets/zh-CN.json', { with: { type: 'json' } })
  publish: typeof import('../messages/publish/zh-CN.json', { with: { type: 'json' } })
  reachability: typeof import('../messages/reachability/zh-CN.json', { with: { type: 'json' } })
  settings: typeof import('../messages/settings/zh-CN.json', { with: { type: 'json' } })
  short: typeof import('../messages/short/zh-CN.json', { with: { type: 'json' } })
  shorten: typeof import('../messages/shorten/zh-CN.json', { with: { type: 'json' } })
  storage: typeof import('../messages/storage/zh-CN.json', { with: { type: 'json' } })
  subscribe: typeof import('../messages/subscribe/zh-CN.json', { with: { type: 'json' } })
  tester: typeof import('../messages/tester/zh-CN.json', { with: { type: 'json' } })
  'tool-input': typeof import('../messages/tool-input/zh-CN.json', { with: { type: 'json' } })
}
/* oxlint-enable typescript/consistent-type-imports */

type AllOf<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never

/** All words of a language. A part without its words here does not compile. */
export type Messages = AllOf<PartMessages[MessagePart]>

declare module 'use-intl' {
  interface AppConfig {
    Locale: Locale
    Messages: Messages
  }
}

const words = new Map<Locale, Partial<Messages>>()
const loaded = new Set<string>()

export function addMessages(locale: Locale, messages: Partial<Messages>): void {
  words.set(locale, { ...words.get(locale), ...messages })
}

/** The messages of a language that was loaded before. A page finds those of its own parts there. */
export function messagesOf(locale: Locale): Messages {
  const messages = words.get(locale)
  if (!messages) throw new Error(`No messages loaded for ${locale}`)
  // A page is drawn only when its parts are there; what it does not name it does not use.
  return messages as Messages
}

export function hasMessages(locale: Locale): boolean {
  return words.has(locale)
}

/** A server that takes longer has the page wait for its words no more. */
const WORDS_WAIT_MS = 5000

/** Loads parts of a language once. When the server does not give them in time, the copies that every build carries do. */
export async function loadMessages(locale: Locale, wanted: readonly MessagePart[] = ['messages']): Promise<void> {
  const nameOf = (part: MessagePart) => `${locale} ${part}`
  const parts = wanted.filter((part) => !loaded.has(nameOf(part)))
  if (parts.length === 0) return
  try {
    const { i18nBase, buildId } = appConfig()
    const answer = await request<Record<Locale, Partial<Messages>>>(
      `${i18nBase}${messagesPath(buildId, locale, parts)}`,
      { quiet: true, signal: AbortSignal.timeout(WORDS_WAIT_MS) },
    )
    if (!answer?.[locale]) throw new Error('No messages in the answer')
    addMessages(locale, answer[locale])
  } catch (error) {
    console.warn(`Failed to load messages for locale "${locale}"`, error)
    for (const part of parts) addMessages(locale, await CARRIED[`../messages/${messagesFile(locale, part)}`]!())
  }
  for (const part of parts) loaded.add(nameOf(part))
}

const CARRIED = import.meta.glob<Partial<Messages>>(
  ['../messages/*.json', '../messages/*/*.json', '!../messages/pages/*.json'],
  { import: 'default' },
)
