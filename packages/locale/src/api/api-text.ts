import type { Lang } from '@switchyard/convert/languages'
import en from './en-US.json' with { type: 'json' }
import zh from './zh-CN.json' with { type: 'json' }

/** What is said of the API to who writes programs. */
interface ApiWords {
  about: Record<keyof typeof en.about, string>
  tags: Record<ApiTag, string>
  /** What an address means that answers with a status. */
  statuses: Record<keyof typeof en.statuses, string>
  /** By the name of the endpoint. */
  endpoints: Record<keyof typeof en.endpoints, string>
}

/** What parts the endpoints. */
export type ApiTag = keyof typeof en.tags

const WORDS: Readonly<Record<Lang, ApiWords>> = { 'en-US': en, 'zh-CN': zh }

/** The words of the API's description: an endpoint that is none of them has no part in it. */
export function apiWords(lang: Lang): Omit<ApiWords, 'endpoints' | 'statuses'> & {
  endpoints: Readonly<Record<string, string>>
  statuses: Readonly<Record<number, string>>
} {
  return WORDS[lang]
}
