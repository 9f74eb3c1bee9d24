import { useTranslations } from 'use-intl'
import { useNow } from '../../lib/use-now.ts'
import { Badge } from '../../ui/badge.tsx'
import { tooltip } from '../../ui/tooltip.tsx'
import type { NodeCheck } from './node-check.ts'
import { STANDING_LOOKS, standingOf } from './standing.ts'
import { useCheckWords } from './use-check-words.ts'

/** Whether a node answers. What an old result said stands beside it in grey. */
export function StandingBadge({ check }: { check: NodeCheck }) {
  const t = useTranslations('reach')
  const { reasonOf } = useCheckWords()
  const now = useNow()
  const standing = standingOf(check, now)
  const last = check.results.at(-1)
  const { icon, tone } = STANDING_LOOKS[standing]
  const why = standing === 'uncheckable' ? t('uncheckableWhy') : last && reasonOf(last)
  const isPast = standing === 'stale' && last !== undefined
  return (
    <span className="flex min-w-0 items-center gap-1.5" data-standing={standing} {...(why ? tooltip(why) : {})}>
      <Badge tone={tone} icon={check.isAwaited ? 'refresh-cw' : icon}>
        {check.isAwaited ? t('checking') : t(`standing.${standing}`)}
      </Badge>
      {isPast && <span className="truncate text-xs text-muted">{t(`standing.${last.outcome}`)}</span>}
    </span>
  )
}
