import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { ClientId, Glance, GlanceEntry } from '@switchyard/recipe/model'
import { Flag } from '../../components/node-grid/rows/flag.tsx'
import { useStore } from '../../lib/store.ts'
import { uiSettings, type UiSettings } from '../../components/kept-settings/ui-settings.ts'
import { Icon } from '../../ui/icon.tsx'
import { sampleGlance, SAMPLE_KEPT } from './sample-yard.ts'
import { arrivals, placeOf, widthOf, type Arrival } from './tracks.ts'
import { YARD_CLIENTS } from './yard-clients.ts'
import type { YardState } from './yard-state.ts'

interface Props {
  state: YardState
  /** In the place of the entries: why there are none to show. */
  instead?: ReactNode
  /** One for each client, in their order. */
  cards: ReactNode
  /** Opens the converter, which shows every entry. */
  onOpen: () => void
  /** Leads back to the text, where it is out of sight. */
  onEdit: () => void
}

/** A yard at work: entries arrive, what is wrong stops with its reason, the others leave for every client. */
export function YardFigure({ state, instead, cards, onOpen, onEdit }: Props) {
  const t = useTranslations('home.yard')
  const isSample = state.glance === undefined
  const glance = state.glance ?? sampleGlance((region) => t(`sampleName.${region}`), t('sampleSkipped'))
  const { entries, nodes } = glance.counts
  // Each client has its track in the yard.
  const keptBy = Object.fromEntries(
    YARD_CLIENTS.map(({ id }) => [id, isSample ? SAMPLE_KEPT[id] : (state.written[id]?.kept ?? nodes)]),
  ) as Record<ClientId, number>
  // Old until there is something newer, and said so after a moment: most texts are read at once.
  const isOld = state.status === 'reading'
  return (
    <figure
      className="min-w-0"
      aria-label={isSample ? t('label') : t('labelOwn', { entries, nodes })}
      data-testid="yard"
      data-status={state.status}
    >
      <div className={isOld ? 'opacity-50 transition-opacity delay-200 duration-[180ms]' : ''}>
        <Entries glance={glance} isSample={isSample} instead={instead} onOpen={onOpen} onEdit={onEdit} />
        {instead === undefined && <Tracks key={state.drawn} glance={glance} keptBy={keptBy} isDrawn={!isSample} />}
        {instead !== undefined && <div className="h-3" />}
      </div>
      {cards}
    </figure>
  )
}

interface EntriesProps extends Pick<Props, 'instead' | 'onOpen' | 'onEdit'> {
  glance: Glance
  isSample: boolean
}

function Entries({ glance, isSample, instead, onOpen, onEdit }: EntriesProps) {
  const t = useTranslations('home.yard')
  const more = glance.counts.entries - glance.entries.length
  // What is wrong comes first; the sample is read from its first line to its last.
  const shown = isSample ? glance.entries.toSorted((a, b) => a.line - b.line) : glance.entries
  const firstFine = shown.findIndex(({ state }) => state === 'node')
  const isReordered = firstFine > 0 && shown.some(({ line }, at) => at > 0 && line < shown[at - 1]!.line)
  return (
    <div className="card">
      <p className="flex min-h-9 flex-wrap items-center gap-x-2 rounded-t-lg border-b border-line bg-sunken px-3 py-1 text-xs font-medium text-muted">
        <Icon name="train-track" className="size-3.5 text-link" />
        <span className="flex-1 whitespace-nowrap">
          {t(isSample ? 'sample' : isReordered ? 'wrongFirst' : 'result')}
        </span>
        {instead === undefined && (
          <span className="tabular-nums max-sm:order-1 max-sm:basis-full" data-testid="yard-counts">
            {t('counted', glance.counts)}
          </span>
        )}
        {!isSample && (
          <button type="button" className="target text-link-plain lg:hidden" onClick={onEdit}>
            {t('edit')}
          </button>
        )}
      </p>
      {instead === undefined ? (
        <div className="flex min-h-51 flex-col py-1.5">
          {/* Without a foot its room goes to the rows. */}
          <ol className={`text-sm ${more > 0 ? '*:min-h-7' : '*:min-h-8'}`}>
            {shown.map((entry, at) => (
              <EntryRow
                key={`${entry.line} ${entry.state} ${'name' in entry ? entry.name : ''}`}
                entry={entry}
                isSample={isSample}
                isAfterGap={isReordered && at === firstFine}
                onOpen={onOpen}
              />
            ))}
          </ol>
          {more > 0 && (
            <p className="mt-auto flex gap-2 px-3 text-xs leading-6 tabular-nums" data-testid="yard-more">
              <span className="w-7 shrink-0" />
              <Region code={undefined} isSample={false} />
              <button type="button" className="text-link-plain target" onClick={onOpen}>
                {t('more', { count: more })}
              </button>
            </p>
          )}
        </div>
      ) : (
        <div className="flex h-51 flex-col items-center justify-center gap-3 px-6 text-center">{instead}</div>
      )}
    </div>
  )
}

interface EntryRowProps extends Pick<Props, 'onOpen'> {
  entry: GlanceEntry
  isSample: boolean
  /** The first one that is fine, below those that are not. */
  isAfterGap: boolean
}

function EntryRow({ entry, isSample, isAfterGap, onOpen }: EntryRowProps) {
  const t = useTranslations('home.yard')
  return (
    <li
      className={`flex items-center gap-2 px-3 py-0.5 ${isAfterGap ? 'border-t border-line' : ''}`}
      data-entry={entry.state}
    >
      <span className="w-7 shrink-0 text-right font-mono text-xs text-muted tabular-nums">
        <span className="sr-only">{t('line')} </span>
        {entry.line}
      </span>
      <Region code={entry.region} isSample={isSample} />
      {entry.state === 'skipped' ? (
        <>
          <Skipped name={withoutFlag(entry.name)} message={entry.message} {...(isSample ? {} : { onOpen })} />
          <Icon name="x" className="size-4 text-error" />
        </>
      ) : (
        <>
          <span className={`min-w-0 flex-1 truncate ${entry.state === 'duplicate' ? 'text-muted line-through' : ''}`}>
            {withoutFlag(entry.name)}
          </span>
          {entry.state === 'duplicate' ? (
            <span className="shrink-0 text-xs text-muted">{t('duplicate', { of: entry.of })}</span>
          ) : entry.state === 'to-fetch' ? (
            <span className="shrink-0 text-xs text-muted">{t('toFetch')}</span>
          ) : (
            <span className="shrink-0 font-mono text-xs text-muted">{entry.type}</span>
          )}
          <Icon
            name={SIGNS[entry.state]}
            className={`size-4 ${entry.state === 'node' ? 'text-success' : 'text-muted'}`}
          />
        </>
      )}
    </li>
  )
}

const SIGNS = { node: 'check', duplicate: 'equal', 'to-fetch': 'network' } as const

/** Letters of one width: in a Chinese font the dots that hide a secret stand far apart. */
const LINK = 'font-mono text-[0.8125rem]'
const isLink = (name: string) => name.includes('://')

/** A skipped entry and the reason. The reason stands beside the name, or below it where there is no room. A press opens the converter. */
function Skipped({ name, message, onOpen }: { name: string; message: string; onOpen?: () => void }) {
  const className = 'flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-2'
  const words = (
    <>
      <span className={`max-w-full truncate max-sm:basis-full max-sm:text-left ${isLink(name) ? LINK : ''}`}>
        {name}
      </span>
      <span className="line-clamp-2 text-left max-sm:basis-full text-xs leading-4 text-error" title={message}>
        {message}
      </span>
    </>
  )
  if (!onOpen) return <span className={className}>{words}</span>
  return (
    <button type="button" className={`target hover:underline ${className}`} onClick={onOpen}>
      {words}
    </button>
  )
}

const NO_SETTINGS: UiSettings = {}
const LEADING_FLAG = /^[\u{1F1E6}-\u{1F1FF}]{2}\s*/u

/** The region stands before the name: its flag is not drawn twice. */
const withoutFlag = (name: string) => name.replace(LEADING_FLAG, '') || name

/** Flags come with the first input: who only looks loads none. */
function Region({ code, isSample }: { code: string | undefined; isSample: boolean }) {
  const { flags = true } = useStore(uiSettings, NO_SETTINGS)
  const hasFlag = flags && !isSample
  return (
    <span className={`flex shrink-0 items-center gap-1.5 text-xs text-muted ${hasFlag ? 'w-11' : 'w-5'}`}>
      {code && hasFlag && <Flag code={code} />}
      {code}
    </span>
  )
}

const WIDE = 600
const HIGH = 96
const MIDDLE_X = WIDE / 2
const MIDDLE_Y = 46
const STOP_Y = 30
const BUFFER = 9

interface TracksProps {
  glance: Glance
  keptBy: Readonly<Record<ClientId, number>>
  isDrawn: boolean
}

/** Tracks by protocol run into one and part again, as wide as they have nodes; what became nothing ends at a buffer. */
function Tracks({ glance, keptBy, isDrawn }: TracksProps) {
  const tracks = arrivals(glance)
  const { nodes } = glance.counts
  const arriving = tracks.filter(({ kind }) => kind === 'nodes' || kind === 'rest')
  const ending = tracks.filter((track) => !arriving.includes(track))
  const leaving = YARD_CLIENTS.map(({ id }, index) => ({
    kept: keptBy[id],
    path: `M${MIDDLE_X} ${MIDDLE_Y}C${MIDDLE_X} ${HIGH - 8} ${x(placeOf(index, YARD_CLIENTS.length))} ${MIDDLE_Y + 12} ${x(placeOf(index, YARD_CLIENTS.length))} ${HIGH}`,
    width: widthOf(keptBy[id], nodes),
  }))
  const into = arriving.map(({ at, width }) => ({
    width,
    path: `M${x(at)} 0C${x(at)} 36 ${MIDDLE_X} 12 ${MIDDLE_X} ${MIDDLE_Y}`,
  }))
  const stops = ending.map(({ at, kind }) => ({
    kind,
    path: `M${x(at)} 0V${STOP_Y - 2}`,
    buffer: `M${x(at) - BUFFER} ${STOP_Y}H${x(at) + BUFFER}`,
  }))
  return (
    <>
      <ul className="mt-3 flex text-center text-xs leading-4" aria-hidden={nodes === 0 ? undefined : true}>
        {tracks.map((track) => (
          <TrackName key={`${track.kind} ${track.name}`} track={track} />
        ))}
      </ul>
      {/* On a phone the clients are rows: one track leads to all of them. */}
      <div className={`relative max-sm:h-16 max-sm:overflow-hidden ${isDrawn ? 'yard-draw' : ''}`} aria-hidden="true">
        <svg
          viewBox={`0 0 ${WIDE} ${HIGH}`}
          preserveAspectRatio="none"
          className="yard-tracks block h-24 w-full"
          fill="none"
          focusable="false"
        >
          <g strokeWidth="12" strokeDasharray="2 7" className="stroke-line-strong">
            <path d={tiesOf([...into, ...stops])} />
            <path d={tiesOf(leaving)} className="max-sm:hidden" />
          </g>
          <g strokeLinecap="round" className="stroke-link">
            {into.map(({ path, width }) => (
              <path key={path} d={path} strokeWidth={width} />
            ))}
            {leaving.map(({ path, width, kept }) => (
              <path key={path} d={path} strokeWidth={width} className={kept === 0 ? 'hidden' : 'max-sm:hidden'} />
            ))}
            {nodes > 0 && <path d={`M${MIDDLE_X} ${MIDDLE_Y}V${HIGH}`} strokeWidth="6" className="sm:hidden" />}
          </g>
          {stops.map(({ kind, path, buffer }) => (
            <g key={kind} className={kind === 'skipped' ? 'stroke-error' : 'stroke-muted'}>
              <path d={path} strokeWidth="2" />
              <path d={buffer} strokeWidth="4" strokeLinecap="round" />
            </g>
          ))}
        </svg>
        {nodes > 0 && (
          <span className="yard-hub">
            <HubCount count={nodes} />
          </span>
        )}
      </div>
    </>
  )
}

const tiesOf = (tracks: readonly { path: string }[]) => tracks.map(({ path }) => path).join('')
const x = (at: number) => Math.round(at * WIDE)

function HubCount({ count }: { count: number }) {
  const t = useTranslations('home.yard')
  return t('hub', { count })
}

/** What ends here has the colour of its entries. */
const TRACK_LOOKS = {
  nodes: '',
  rest: '',
  duplicates: 'text-muted',
  'to-fetch': 'text-muted',
  skipped: 'text-error',
} as const

function TrackName({ track: { kind, name, count } }: { track: Arrival }) {
  const t = useTranslations('home.yard')
  return (
    <li className={`min-w-0 flex-1 px-0.5 pb-1 ${TRACK_LOOKS[kind]}`}>
      <span className="block truncate max-sm:-mx-1.5 max-sm:text-[0.6875rem]">
        {kind === 'nodes' ? name : t(`track.${kind}`)}
      </span>
      <span className="block text-muted tabular-nums">{t('count', { count })}</span>
    </li>
  )
}
