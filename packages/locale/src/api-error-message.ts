import type { ApiError } from '@switchyard/contract'
import { type Lang, WORDING } from './words.ts'

/** Why a call of the server's API failed, in words. */
export function apiErrorMessage(error: ApiError, lang: Lang): string {
  return WORDING[lang].api[error]
}
