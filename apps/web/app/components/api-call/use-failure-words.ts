import { useTranslations } from 'use-intl'
import { type Failure, wordFailure } from './api-failure.ts'

/** Says why a call failed, in the language of the page. */
export function useFailureWords(): (error: unknown) => Failure {
  const t = useTranslations('app')
  return (error) =>
    wordFailure(error, {
      noAnswer: t('noAnswer'),
      answered: (status) => t('answeredStatus', { status: String(status) }),
    })
}
