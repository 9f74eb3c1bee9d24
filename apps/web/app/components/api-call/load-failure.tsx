import { useTranslations } from 'use-intl'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useFailureWords } from './use-failure-words.ts'

/** Stands in place of what could not be loaded: why, and a button that asks again. */
export function LoadFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useTranslations('app')
  const words = useFailureWords()
  return (
    <EmptyState icon="circle-alert" text={words(error).text}>
      <Button onClick={onRetry}>{t('retry')}</Button>
    </EmptyState>
  )
}
