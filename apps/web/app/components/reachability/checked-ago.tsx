import { useTranslations } from 'use-intl'
import { useAgo } from '../../lib/use-ago.ts'
import { useNow } from '../../lib/use-now.ts'
import { tooltip } from '../../ui/tooltip.tsx'
import { freshnessOf } from './freshness.ts'
import { useCheckWords } from './use-check-words.ts'

/** How long ago a node was checked, and in a word how much that is worth. The exact time is its tooltip. */
export function CheckedAgo({ at }: { at: number | undefined }) {
  const t = useTranslations('reach')
  const now = useNow()
  const ago = useAgo(now)
  const { exact } = useCheckWords()
  if (at === undefined) return <span className="truncate text-muted">{t('freshness.never')}</span>
  const freshness = freshnessOf(at, now)
  return (
    <time dateTime={new Date(at).toISOString()} {...tooltip(exact(at))} className="truncate text-muted" data-freshness={freshness}>
      {ago(at)}
      {freshness === 'fresh' ? (
        <span className="sr-only"> · {t('freshness.fresh')}</span>
      ) : (
        ` · ${t(`freshness.${freshness}`)}`
      )}
    </time>
  ) // oxfmt-ignore
}
