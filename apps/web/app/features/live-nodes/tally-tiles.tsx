import { useTranslations } from 'use-intl'
import { CHECK_TALLIES, STANDING_LOOKS, type CheckTally } from '../../components/reachability/standing.ts'
import { FormattedNumber } from '../../ui/formatted-number.tsx'
import { Icon } from '../../ui/icon.tsx'

const ICONS = {
  reachable: STANDING_LOOKS.reachable.icon,
  unreachable: STANDING_LOOKS.unreachable.icon,
  unknown: 'circle-help',
  stale: STANDING_LOOKS.stale.icon,
} as const

const TONES: Readonly<Record<CheckTally, string>> = {
  reachable: 'text-success',
  unreachable: 'text-error',
  unknown: 'text-muted',
  stale: 'text-muted',
}

interface Props {
  counts: Readonly<Record<CheckTally, number>>
  shown: CheckTally | undefined
  onShow: (tally: CheckTally | undefined) => void
}

/** How many nodes stand how. A press on one shows its nodes alone, another press all of them. */
export function TallyTiles({ counts, shown, onShow }: Props) {
  const t = useTranslations('reach.tally')
  const tl = useTranslations('liveNodes')
  return (
    <div role="group" aria-label={tl('tiles')} className="tally-tiles">
      {CHECK_TALLIES.map((tally) => (
        <button
          key={tally}
          type="button"
          aria-pressed={shown === tally}
          className="tally-tile"
          data-testid={`tally-${tally}`}
          onClick={() => onShow(shown === tally ? undefined : tally)}
        >
          <Icon name={ICONS[tally]} className={`size-4 ${TONES[tally]}`} />
          <span className="font-semibold tabular-nums">
            <FormattedNumber n={counts[tally]} />
          </span>
          <span className="truncate">{t(tally)}</span>
        </button>
      ))}
    </div>
  )
}
