import { apiErrorMessage, findApiErrorMessage } from '@switchyard/locale'
import type { Locale } from '../../lib/locale.ts'

/** Why a way to a provider failed, in words. The code comes from the address bar or from storage: it may be anything. */
export function failureWords(code: string, locale: Locale): string {
  return findApiErrorMessage(code, locale) ?? apiErrorMessage('sign-in-failed', locale)
}
