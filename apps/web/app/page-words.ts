import { inEveryLocale, type Words } from './lib/locale.ts'

// oxlint-disable-next-line typescript/consistent-type-imports -- there is no other way to import JSON as a type
type PageWords = typeof import('./messages/pages/zh-CN.json', { with: { type: 'json' } })

const FILES = import.meta.glob<PageWords>('./messages/pages/*.json', { eager: true, import: 'default' })

/** What pages are called, in every language at once: a search finds a page by any of its names. */
export const PAGE_WORDS = inEveryLocale((locale) => FILES[`./messages/pages/${locale}.json`]!)

/** One text of the pages in every language. */
export function inEveryLanguage(textOf: (words: PageWords) => string): Words {
  return inEveryLocale((locale) => textOf(PAGE_WORDS[locale]))
}
