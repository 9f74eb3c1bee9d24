import { loadFailureWords } from '@switchyard/locale/load-failure-words'
import type { Locale } from '../../lib/locale.ts'

/** Why a way to a provider failed, in words. The code comes from the address bar or from storage: it may be anything. */
export async function failureWords(code: string, locale: Locale): Promise<string> {
  const words = await loadFailureWords(locale)
  const byCode: Readonly<Record<string, string>> = words
  return (Object.hasOwn(byCode, code) ? byCode[code] : undefined) ?? words['sign-in-failed']
}
