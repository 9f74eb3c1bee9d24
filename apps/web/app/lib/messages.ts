import { appConfig } from './app-config.ts'
import { request } from './request.ts'
import type { Locale } from './locale.ts'
import { messagesFile, messagesPath, type MessagePart } from './message-parts.ts'

/** The default language names every key; the other one is checked against it. */
// oxlint-disable-next-line typescript/consistent-type-imports -- there is no other way to import JSON as a type
type MainMessages = typeof import('../messages/zh-CN.json', { with: { type: 'json' } })
// oxlint-disable-next-line typescript/consistent-type-imports -- as above
type AccountMessages = typeof import('../messages/account/zh-CN.json', { with: { type: 'json' } })
// oxlint-disable-next-line typescript/consistent-type-imports -- as above
type ArticleMessages = typeof import('../messages/articles/zh-CN.json', { with: { type: 'json' } })
// oxlint-disable-next-line typescript/consistent-type-imports -- as above
type ConvertMessages = typeof import('../messages/convert/zh-CN.json', { with: { type: 'json' } })
// oxlint-disable-next-line typescript/consistent-type-imports -- as above
type PublishMessages = typeof import('../messages/publish/zh-CN.json', { with: { type: 'json' } })
// oxlint-disable-next-line typescript/consistent-type-imports -- as above
type SettingsMessages = typeof import('../messages/settings/zh-CN.json', { with: { type: 'json' } })
// oxlint-disable-next-line typescript/consistent-type-imports -- as above
type SubscribeMessages = typeof import('../messages/subscribe/zh-CN.json', { with: { type: 'json' } })
export type Messages = MainMessages &
  AccountMessages &
  ArticleMessages &
  ConvertMessages &
  PublishMessages &
  SettingsMessages &
  SubscribeMessages

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

/** Loads a part of a language once. When the server does not give it in time, the copy that every build carries does. */
export async function loadMessages(locale: Locale, part: MessagePart = 'messages'): Promise<void> {
  const name = `${locale} ${part}`
  if (loaded.has(name)) return
  try {
    const { i18nBase, buildId } = appConfig()
    const answer = await request<Record<Locale, Partial<Messages>>>(
      `${i18nBase}${messagesPath(buildId, locale, part)}`,
      { quiet: true, signal: AbortSignal.timeout(WORDS_WAIT_MS) },
    )
    if (!answer?.[locale]) throw new Error('No messages in the answer')
    addMessages(locale, answer[locale])
  } catch (error) {
    console.warn(`Failed to load messages for locale "${locale}"`, error)
    addMessages(locale, await CARRIED[`../messages/${messagesFile(locale, part)}`]!())
  }
  loaded.add(name)
}

const CARRIED = import.meta.glob<Partial<Messages>>(
  ['../messages/*.json', '../messages/*/*.json', '!../messages/pages/*.json'],
  { import: 'default' },
)
