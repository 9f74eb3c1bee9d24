import type { ApiError } from '@switchyard/contract'
import { type Lang, WORDING } from './words.ts'

/** Why a call of the server's API failed, in words. */
export function apiErrorMessage(error: ApiError, lang: Lang): string {
  return WORDING[lang].api[error]
}

/** The same for a code that may be anything; undefined where it is none of ours. */
export function findApiErrorMessage(code: string, lang: Lang): string | undefined {
  const words: Readonly<Record<string, string>> = WORDING[lang].api
  return Object.hasOwn(words, code) ? words[code] : undefined
}
