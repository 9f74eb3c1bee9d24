import type { GitFailure } from '@switchyard/git-hosts'
import { gitFailureMessage, type GitFailureWords, loadGitFailureWords } from '@switchyard/locale/git-failure-words'
import { useEffect, useState } from 'react'
import { useFormatter } from 'use-intl'
import { useRouteLocale } from '../../lib/use-route-locale.ts'

/** Says why a place did not do what it was asked, and what to do next; '' until the words are loaded. `host`: as the place is called. */
export function useFailureSentence(): (failure: GitFailure, host: string) => string {
  const locale = useRouteLocale()
  const format = useFormatter()
  const [words, setWords] = useState<GitFailureWords>()
  useEffect(() => {
    let isWanted = true
    void loadGitFailureWords(locale).then(
      (loaded) => isWanted && setWords(loaded),
      () => undefined,
    )
    return () => {
      isWanted = false
    }
  }, [locale])
  return (failure, host) => {
    if (words === undefined) return ''
    const { until } = failure
    const time = until === undefined ? {} : { time: format.dateTime(until, { hour: '2-digit', minute: '2-digit' }) }
    return gitFailureMessage(failure, words, locale, { host, ...time })
  }
}
