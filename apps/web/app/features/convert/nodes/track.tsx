import { useRef, type ReactNode } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import type { IconName } from '../../../ui/icons.ts'
import { tooltip } from '../../../ui/tooltip.tsx'
import { useLetterRoom, USUAL_LETTERS_PX } from '../../../ui/use-letter-room.ts'
import { useStore } from '../../../lib/store.ts'
import { STATE_LOOKS } from '../../../components/state-looks.ts'
import { type Counts, countedSources, withCommon, type NodeRow, type OtherRow } from '@switchyard/recipe/model'
import type { SourceState } from '../../../components/engine/desk-state.ts'
import { useConvertState, useModel, useModelPart, useSession } from '../session/use-convert.ts'
import { countOf, segmentsOf, type Segment, type TrackCounts } from './track-segments.ts'
import { namedSegments, type NamedSegment } from './track-widths.ts'

export type TrackPart = 'entries' | 'doubtful' | Segment['outcome']

const NO_SOURCES: Readonly<Record<string, SourceState>> = {}
const NO_ROWS: readonly NodeRow[] = []
const NO_OTHERS: readonly OtherRow[] = []

const LOOKS: Record<Segment['outcome'], { icon: IconName; look: string }> = {
  output: { ...STATE_LOOKS.output, look: 'bg-success-soft text-success' },
  duplicates: { ...STATE_LOOKS.duplicate, look: 'bg-hover text-fg' },
  excluded: { ...STATE_LOOKS.excluded, look: 'bg-hover text-fg' },
  disabled: { ...STATE_LOOKS.disabled, look: 'bg-hover text-fg' },
  deleted: { ...STATE_LOOKS.deleted, look: 'bg-hover text-fg' },
  refused: { ...STATE_LOOKS.refused, look: 'bg-warning-soft text-warning' },
  toFetch: { ...STATE_LOOKS['to-fetch'], look: 'bg-hover text-fg' },
  skipped: { ...STATE_LOOKS.skipped, look: 'bg-error-soft text-error' },
  waiting: { icon: 'ellipsis', look: 'bg-sunken text-muted' },
}

/** What is known of the entries: by the result, or by what was read while there is none. */
function useTrackCounts(): { counts: TrackCounts; isComplete: boolean } {
  const session = useSession()
  const { result, status } = useConvertState()
  const sources = useStore(session.desk.sources, NO_SOURCES)
  const rows = useStore(session.desk.rows, NO_ROWS)
  const others = useStore(session.desk.others, NO_OTHERS)
  const counted = countedSources(useModel())
  if (result && status !== 'manual') return { counts: result.counts, isComplete: result.error === undefined }
  const infos = counted.flatMap(({ id }) => sources[id]?.info ?? [])
  const skipped = infos.reduce((sum, info) => sum + info.skipped, 0)
  const toFetch = infos.reduce((sum, { addresses }) => sum + addresses.length, 0)
  const deleted = others.filter((row) => row.deleted !== undefined).length
  return { counts: { entries: rows.length + skipped + deleted, skipped, toFetch, deleted }, isComplete: false }
}

/** The counts of the result that is shown, while it is that of the entries. */
function useReported(): Counts | undefined {
  const { result, isOld, status } = useConvertState()
  return result && !isOld && status !== 'manual' ? result.counts : undefined
}

/** The frame of a pressed part. */
const PRESSED = 'aria-pressed:shadow-[inset_0_0_0_2px_currentColor]'

interface Picking {
  /** The part that filters the list. */
  picked: TrackPart | undefined
  onPick: (bucket: TrackPart) => void
}

/** The ledger: the number of entries, and what became of each; a part leads to its entries. */
export function Track({ picked, onPick }: Picking) {
  const t = useTranslations('convert.summary')
  const { result, isOld, status } = useConvertState()
  const { counts, isComplete } = useTrackCounts()
  const doubtful = status === 'manual' ? 0 : (result?.counts.doubtful ?? 0)
  const reported = useReported()
  if (counts.entries === 0) return null
  const segments = segmentsOf(counts, isComplete)
  const entries = t('entries', { n: counts.entries })
  return (
    <div
      role="group"
      aria-label={t('label')}
      data-testid="track"
      aria-busy={isOld}
      className="flex min-w-0 flex-1 items-center gap-x-2 text-xs max-sm:gap-x-1"
    >
      <button
        type="button"
        data-testid="summary-entries"
        className="h-7 max-sm:h-9 shrink-0 rounded-md min-w-(--target) px-1.5 font-semibold tabular-nums max-sm:px-0.5 max-sm:text-[0.6875rem] max-sm:leading-4 hover:bg-hover pointer-coarse:h-11"
        aria-label={entries}
        onClick={() => onPick('entries')}
      >
        {t.rich('entriesShown', { n: counts.entries, number: asNumber })}
      </button>
      <Segments segments={segments} {...{ picked, onPick }} />
      <KeepDuplicates />
      {doubtful > 0 && (
        <button
          type="button"
          data-testid="summary-doubtful"
          aria-pressed={picked === 'doubtful'}
          className={`inline-flex h-7 shrink-0 items-center gap-x-1 rounded-md px-1.5 text-warning hover:bg-hover pointer-coarse:h-11 ${PRESSED}`}
          onClick={() => onPick('doubtful')}
          {...tooltip(t('doubtfulHint'))}
        >
          <Icon name="alert-triangle" className="size-3.5" />
          {t('doubtful', { n: doubtful })}
        </button>
      )}
      <span role="status" className="sr-only">
        {reported && reported.entries > 0 ? t('live', { ...reported, skipped: countOf(reported, 'skipped') }) : ''}
      </span>
    </div>
  )
}

/** On a phone the number stands above its word, as in the parts of the track. */
const asNumber = (number: ReactNode) => <span className="max-sm:block max-sm:text-xs">{number}</span>

/** All that repeat another entry are written under names of their own, or left out again; absent while none does. */
export function useKeepDuplicates(): { count: number; isKept: boolean; toggle: () => void } | undefined {
  const session = useSession()
  const isKept = useModelPart(({ common }) => common.keepDuplicates)
  const count = useReported()?.duplicates ?? 0
  if (count === 0 && !isKept) return undefined
  return { count, isKept, toggle: () => session.change((model) => withCommon(model, { keepDuplicates: !isKept })) }
}

/** In a narrow window it stands in the menu. A single one has its button in its row. */
function KeepDuplicates() {
  const t = useTranslations('convert.summary')
  const duplicates = useKeepDuplicates()
  if (!duplicates || (duplicates.count < 2 && !duplicates.isKept)) return null
  return (
    <Button
      size="small"
      icon="equal"
      aria-pressed={duplicates.isKept}
      data-testid="keep-duplicates"
      className={`h-7 max-lg:hidden ${duplicates.isKept ? 'bg-selected' : ''}`}
      onClick={duplicates.toggle}
    >
      {t('keepDuplicates')}
    </Button>
  )
}

/** Its rows are marked while a part is pointed at. By an attribute: drawing all rows anew would be slower than the eye. */
function showRowsOf(part: Element, outcome: string): void {
  part.closest<HTMLElement>('.convert')?.setAttribute('data-outcome', outcome)
}

interface SegmentsProps extends Picking {
  segments: readonly Segment[]
}

/** The segments of the track. A segment is wider when its count is larger. Its number and its word always fit. */
function Segments({ segments, picked, onPick }: SegmentsProps) {
  const t = useTranslations('convert.summary')
  const format = useFormatter()
  const line = useRef<HTMLDivElement>(null)
  const words = segments.map((one) => ({ ...one, word: t(one.outcome), number: format.number(one.count) }))
  const named = namedSegments(words, useLetterRoom(line))
  const isStacked = named.some(({ shows }) => shows === 'stacked')
  return (
    <div
      ref={line}
      className={`flex min-w-0 flex-1 gap-0.5 overflow-x-auto rounded-md [scrollbar-width:none] pointer-coarse:h-11 ${isStacked ? 'h-9' : 'h-7'}`}
    >
      {named.map((segment) => (
        <SegmentButton key={segment.outcome} {...segment} isPicked={segment.outcome === picked} onPick={onPick} />
      ))}
    </div>
  )
}

interface SegmentButtonProps extends NamedSegment, Pick<Picking, 'onPick'> {
  isPicked: boolean
}

function SegmentButton({ outcome, count, shows, leastPx, isPicked, onPick }: SegmentButtonProps) {
  const t = useTranslations('convert.summary')
  const format = useFormatter()
  const { icon, look } = LOOKS[outcome]
  const words = t('segment', { word: t(outcome), n: count })
  const hint = t('hint', { meaning: t(`means.${outcome}`), action: t(isPicked ? 'showAll' : 'showOnly') })
  const isStacked = shows === 'stacked'
  return (
    <button
      type="button"
      data-testid={`summary-${outcome}`}
      aria-label={words}
      aria-pressed={isPicked}
      className={`flex min-w-0 items-center justify-center gap-x-1 tabular-nums sm:only:max-w-fit sm:only:rounded-md sm:only:px-3! hover:brightness-95 focus-visible:-outline-offset-2 dark:hover:brightness-125 ${isStacked ? 'flex-col-reverse px-0.5 text-[0.6875rem] leading-4' : 'px-1'} aria-pressed:rounded-md ${PRESSED} ${look}`}
      style={{ flex: `${count} 0 0`, minWidth: `${leastPx / USUAL_LETTERS_PX}rem` }}
      onClick={({ currentTarget }) => {
        // Every row in the filtered list belongs to this part, so no row is marked.
        showRowsOf(currentTarget, '')
        onPick(outcome)
      }}
      onPointerEnter={({ currentTarget }) => showRowsOf(currentTarget, outcome)}
      onPointerLeave={({ currentTarget }) => showRowsOf(currentTarget, '')}
      {...tooltip(hint)}
    >
      {shows === 'both' && <Icon name={icon} className="size-3.5" />}
      <span className="max-w-full truncate">{t(outcome)}</span>{' '}
      <span className={`font-semibold ${isStacked ? 'text-xs' : ''}`}>{format.number(count)}</span>
    </button>
  )
}
