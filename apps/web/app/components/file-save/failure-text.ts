import type { GitFailure } from '@switchyard/git-hosts'
import { gitFailureMessage, loadGitFailureWords } from '@switchyard/locale/git-failure-words'
import type { Locale } from '../../lib/locale.ts'

/** Why a place did not do what it was asked, for who does not show it in place. */
export async function failureText(failure: GitFailure, locale: Locale, host: string): Promise<string> {
  return gitFailureMessage(failure, await loadGitFailureWords(locale), locale, { host })
}
