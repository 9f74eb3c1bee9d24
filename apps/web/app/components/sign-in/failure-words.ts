import { API_ERRORS, type ApiError } from '@switchyard/contract'
import { apiErrorMessage } from '@switchyard/locale'
import type { Locale } from '../../lib/locale.ts'

const UNKNOWN: ApiError = 'sign-in-failed'

/** Why a way to a provider failed, in words. The code comes from the address bar or from storage: it may be anything. */
export function failureWords(code: string, locale: Locale): string {
  return apiErrorMessage(API_ERRORS.find((known) => known === code) ?? UNKNOWN, locale)
}
