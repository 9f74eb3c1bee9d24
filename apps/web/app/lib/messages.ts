import { appConfig } from './app-config.ts'
import { request } from './request.ts'
import type { Locale } from './locale.ts'

/** The default language names every key; the other one is checked against it. */
// oxlint-disable-next-line typescript/consistent-type-imports -- there is no other way to import JSON as a type
export type Messages = typeof import('../messages/zh-CN.json', { with: { type: 'json' } })

declare module 'use-intl' {
  interface AppConfig {
    Locale: Locale
    Messages: Messages
  }
}

const loaded = new Map<Locale, Messages>()

export function addMessages(locale: Locale, messages: Messages): void {
  loaded.set(locale, messages)
}

/** The messages of a language that was loaded before. */
export function messagesOf(locale: Locale): Messages {
  const messages = loaded.get(locale)
  if (!messages) throw new Error(`No messages loaded for ${locale}`)
  return messages
}

export function messagesPath(buildId: string, locale: Locale): string {
  return `/_i18n/${buildId}/${locale}/messages.json`
}

/** Loads a language once. When the server does not give it, the copy that every build carries does. */
export async function loadMessages(locale: Locale): Promise<void> {
  if (loaded.has(locale)) return
  try {
    const { i18nBase, buildId } = appConfig()
    const answer = await request<Record<Locale, Messages>>(`${i18nBase}${messagesPath(buildId, locale)}`, {
      quiet: true,
    })
    if (!answer?.[locale]) throw new Error('No messages in the answer')
    loaded.set(locale, answer[locale])
  } catch (error) {
    console.warn(`Failed to load messages for locale "${locale}"`, error)
    loaded.set(locale, await carriedMessages(locale))
  }
}

async function carriedMessages(locale: Locale): Promise<Messages> {
  const module =
    locale === 'zh-CN'
      ? await import('../messages/zh-CN.json', { with: { type: 'json' } })
      : await import('../messages/en-US.json', { with: { type: 'json' } })
  return module.default
}
