import { useTranslations } from 'use-intl'
import { Button } from '../../../ui/button.tsx'
import { useGrid } from '../grid-context.ts'

/** Said where a pattern stands that cannot run: its engine did not load. */
export function RegexMissing({ onRetry }: { onRetry: () => void }) {
  const { t } = useGrid()
  const tApp = useTranslations('app')
  return (
    <span className="flex flex-wrap items-center gap-2">
      {t('regex.missing')}
      <Button size="small" onClick={onRetry}>
        {tApp('retry')}
      </Button>
    </span>
  )
}
