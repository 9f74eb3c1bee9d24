import type { ApiError } from '@switchyard/contract'
import type { Lang } from '@switchyard/convert/languages'
import en from './en-US.json' with { type: 'json' }
import type { ApiFailureWords } from './load-failure-words.ts'
import zh from './zh-CN.json' with { type: 'json' }

const WORDS: Readonly<Record<Lang, ApiFailureWords>> = { 'en-US': en, 'zh-CN': zh }

/** Why a call of the server's API failed, in words. */
export function apiErrorMessage(error: ApiError, lang: Lang): string {
  return WORDS[lang][error]
}
