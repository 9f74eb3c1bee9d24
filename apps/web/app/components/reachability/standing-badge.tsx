import { useTranslations } from 'use-intl'
import { useNow } from '../../lib/use-now.ts'
import { Badge } from '../../ui/badge.tsx'
import { tooltip } from '../../ui/tooltip.tsx'
import { failedLevel } from './level.ts'
import type { NodeCheck } from './node-check.ts'
import { STANDING_LOOKS, standingOf, type NodeStanding } from './standing.ts'
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
  const beside = useBeside(check, standing)
  return (
    <span className="flex min-w-0 items-center gap-1.5" data-standing={standing} {...(why ? tooltip(why) : {})}>
      <Badge tone={tone} icon={check.isAwaited ? 'refresh-cw' : icon}>
        {check.isAwaited ? t('checking') : t(`standing.${standing}`)}
      </Badge>
      {beside && <span className="truncate text-xs text-muted">{beside}</span>}
    </span>
  )
}

/** What an old result said; and why a name was not found, since the column of names is the first one to go in a narrow table. */
function useBeside({ target, results, isAwaited }: NodeCheck, standing: NodeStanding): string | undefined {
  const t = useTranslations('reach')
  const last = results.at(-1)
  if (!target || !last || isAwaited) return undefined
  if (standing === 'stale') return t(`standing.${last.outcome}`)
  return last.reason && failedLevel(last, target.transport) === 'dns' ? t(`short.${last.reason}`) : undefined
}
