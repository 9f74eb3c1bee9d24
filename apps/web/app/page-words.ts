import { inEveryLocale, type Locale, type WordsByLocale } from './lib/locale.ts'
import type { Page } from './pages.ts'

// oxlint-disable-next-line typescript/consistent-type-imports -- there is no other way to import JSON as a type
type PageWords = typeof import('./messages/pages/zh-CN.json', { with: { type: 'json' } })

const FILES = import.meta.glob<PageWords>('./messages/pages/*.json', { eager: true, import: 'default' })

/** What pages are called, in every language at once: a search finds a page by any of its names. */
export const PAGE_WORDS = inEveryLocale((locale) => FILES[`./messages/pages/${locale}.json`]!)

/** What a page is called wherever it is named: in the ways to it, in palette and head, on the screen itself. */
export function titleOf(locale: Locale, { name }: Page): string {
  return PAGE_WORDS[locale].pages[name]
}

/** What a page is called in every language. */
export function titlesOf(page: Page): WordsByLocale {
  return inEveryLocale((locale) => titleOf(locale, page))
}
