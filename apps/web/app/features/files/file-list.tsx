import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import {
  Fragment,
  type KeyboardEvent,
  memo,
  type MouseEvent,
  useCallback,
  useEffect,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { Link } from 'react-router'
import { useFormatter, useTranslations } from 'use-intl'
import type { PlaceEntry } from '../../components/places/place.ts'
import { fileSize } from '../../lib/file-size.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { type MenuEntry, MenuList } from '../../ui/menu.tsx'
import { choose, chooseAll, chooseBeside, type ChosenFiles, NOTHING_CHOSEN } from './chosen-files.ts'
import { FileIcon } from './file-icon.tsx'
import type { LastChange } from './last-changes.ts'
import { type Order, SORT_KEYS, type SortKey } from './listed-files.ts'

const OVERSCAN = 8
const ROW_PX = 36
/** So long the list rests before it is asked when files were changed. */
const REST_MS = 250
const PAGE_ROWS = 10

interface Props {
  label: string
  rows: readonly PlaceEntry[]
  state: ChosenFiles
  onState: (next: ChosenFiles) => void
  order: Order
  onOrder: (order: Order) => void
  /** By path. Absent: the place does not know it. */
  changed: ReadonlyMap<string, LastChange> | undefined
  /** The place keeps commits, which say what was done. */
  hasCommits: boolean
  /** Files in sight, once the list rests. */
  onRest: (paths: readonly string[]) => void
  /** The address of a folder. */
  hrefOf: (folder: string) => string
  /** A file, by its name or Enter. */
  onShow: (entry: PlaceEntry) => void
  /** By Enter, or a double press on a row. */
  onOpen: (entry: PlaceEntry) => void
  menuOf: (entry: PlaceEntry) => readonly MenuEntry[]
  /** F2, Delete and Backspace. */
  onRename: (entry: PlaceEntry) => void
  onDelete: () => void
  onUp: () => void
  /** Set where keys led here: the first row has the focus then. */
  takesFocus: RefObject<boolean>
}

/** The files of a folder. Rows in sight are drawn; they are chosen by mouse, by boxes or by keys. */
export function FileList(props: Props) {
  const { label, rows, state, onState, order, onOrder, changed, hasCommits, onRest } = props
  const t = useTranslations('files')
  const scroller = useRef<HTMLDivElement>(null)
  const [menu, setMenu] = useState<{ entry: PlaceEntry; anchor: Element | { x: number; y: number } }>()
  const paths = rows.map(({ path }) => path)
  const activeAt = state.active === undefined ? -1 : paths.indexOf(state.active)
  const rowPx = useRowHeight(scroller)
  const rangeExtractor = useCallback(
    (range: Range) => {
      const shown = defaultRangeExtractor(range)
      return activeAt < 0 || shown.includes(activeAt) ? shown : [...shown, activeAt].sort((a, b) => a - b)
    },
    [activeAt],
  )
  // oxlint-disable-next-line react/incompatible-library -- it hands out new items by rendering anew
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    getItemKey: (at) => paths[at] ?? at,
    overscan: OVERSCAN,
    rangeExtractor,
  })
  useLayoutEffect(() => virtual.measure(), [virtual, rowPx])
  const items = virtual.getVirtualItems()

  const inSight = items.flatMap(({ index }) => (rows[index]?.kind === 'file' ? [rows[index].path] : []))
  const sightKey = inSight.join('\n')
  useEffect(() => {
    if (sightKey === '') return
    const timer = setTimeout(() => onRest(sightKey.split('\n')), REST_MS)
    return () => clearTimeout(timer)
  }, [sightKey, onRest])

  // Keys move the focus with what is chosen; a press has put it there itself.
  const wantsFocus = useRef(false)
  useEffect(() => {
    if (!wantsFocus.current || activeAt < 0) return
    wantsFocus.current = false
    virtual.scrollToIndex(activeAt)
    requestAnimationFrame(() =>
      scroller.current?.querySelector<HTMLElement>(`[data-at="${activeAt}"]`)?.focus({ preventScroll: true }),
    )
  })
  const { takesFocus } = props
  useEffect(() => {
    if (!takesFocus.current) return
    takesFocus.current = false
    scroller.current?.querySelector<HTMLElement>('[role=row]')?.focus()
  }, [takesFocus])
  const take = (next: ChosenFiles) => {
    wantsFocus.current = true
    onState(next)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.altKey) return
    const { target } = event
    const isOnRow = target instanceof Element && target.role === 'row'
    const entry = rows[activeAt]
    const isWhole = event.ctrlKey || event.metaKey
    const by = { ArrowUp: -1, ArrowDown: 1, PageUp: -PAGE_ROWS, PageDown: PAGE_ROWS, Home: -Infinity, End: Infinity }[event.key] // oxfmt-ignore
    const run = (): boolean => {
      if (by !== undefined) take(chooseBeside(state, paths, by, event.shiftKey))
      else if (event.key === 'a' && isWhole) onState(chooseAll(state, paths))
      else if (event.key === 'Escape' && state.chosen.size > 0) onState({ ...NOTHING_CHOSEN, active: state.active })
      else if (event.key === 'Backspace' && !isWhole) props.onUp()
      else if (event.key === 'Delete' && state.chosen.size > 0) props.onDelete()
      else if (event.key === 'F2' && entry) props.onRename(entry)
      else if (event.key === 'Enter' && isOnRow && entry) props.onOpen(entry)
      else if (event.key === ' ' && isOnRow && entry) onState(choose(state, paths, entry.path, { isAdded: true }))
      else if (isMenuKey(event) && isOnRow && entry) setMenu({ entry, anchor: target })
      else return false
      return true
    }
    if (run()) event.preventDefault()
  }
  const chosenFor = (entry: PlaceEntry) => {
    if (!state.chosen.has(entry.path)) onState(choose(state, paths, entry.path))
  }
  // Rows are drawn anew when they change, not when the list scrolls: what they call is the newest by then.
  const acts = useRef<RowActs>(undefined)
  useLayoutEffect(() => {
    acts.current = {
      onShow: props.onShow,
      onOpen: props.onOpen,
      onPress: (entry, { ctrlKey, metaKey, shiftKey }) =>
        onState(choose(state, paths, entry.path, { isAdded: ctrlKey || metaKey, isRange: shiftKey })),
      onBox: (entry) => onState(choose(state, paths, entry.path, { isAdded: true })),
      onMenu: (entry, anchor) => {
        chosenFor(entry)
        setMenu({ entry, anchor })
      },
    }
  })

  return (
    <div
      role="grid"
      aria-label={label}
      aria-rowcount={rows.length + 1}
      aria-multiselectable
      className="files-list"
      data-testid="file-list"
      data-has-dates={changed !== undefined || undefined}
      data-has-commits={hasCommits || undefined}
      onKeyDown={onKeyDown}
    >
      <div role="rowgroup">
        <div role="row" aria-rowindex={1} className="files-row files-head">
          <span role="columnheader" className="flex justify-center">
            <Checkbox
              checked={rows.length > 0 && state.chosen.size === rows.length}
              mixed={state.chosen.size > 0 && state.chosen.size < rows.length}
              aria-label={t('chooseAll')}
              onChange={(on) => onState(on ? chooseAll(state, paths) : NOTHING_CHOSEN)}
            />
          </span>
          {SORT_KEYS.filter((key) => key !== 'changed' || changed !== undefined).map((key) => (
            <Fragment key={key}>
              <HeadCell by={key} order={order} onOrder={onOrder} />
              {key === 'name' && hasCommits && (
                <span role="columnheader" className="files-message truncate">
                  {t('column.message')}
                </span>
              )}
            </Fragment>
          ))}
          <span role="columnheader" className="sr-only">
            {t('actions')}
          </span>
        </div>
      </div>
      <div ref={scroller} role="rowgroup" className="files-rows" data-scroller>
        <div style={{ height: virtual.getTotalSize() }} className="relative" role="presentation">
          {items.map(({ index, start }) => {
            const entry = rows[index]
            if (!entry) return null
            return (
              <FileRow
                key={entry.path}
                entry={entry}
                index={index}
                start={start}
                height={rowPx}
                isChosen={state.chosen.has(entry.path)}
                isActive={index === Math.max(0, activeAt)}
                href={entry.kind === 'folder' ? props.hrefOf(entry.path) : ''}
                hasDates={changed !== undefined}
                hasCommits={hasCommits}
                last={changed?.get(entry.path)}
                acts={acts}
              />
            )
          })}
        </div>
      </div>
      {menu && (
        <MenuList
          label={t('actionsOf', { name: menu.entry.name })}
          items={props.menuOf(menu.entry)}
          anchor={menu.anchor}
          align={menu.anchor instanceof Element ? 'end' : 'start'}
          onClose={() => setMenu(undefined)}
        />
      )}
    </div>
  )
}

interface RowActs {
  onShow: (entry: PlaceEntry) => void
  onOpen: (entry: PlaceEntry) => void
  onPress: (entry: PlaceEntry, event: MouseEvent) => void
  onBox: (entry: PlaceEntry) => void
  onMenu: (entry: PlaceEntry, anchor: Element | { x: number; y: number }) => void
}

interface RowProps {
  entry: PlaceEntry
  index: number
  start: number
  height: number
  isChosen: boolean
  isActive: boolean
  href: string
  hasDates: boolean
  hasCommits: boolean
  last: LastChange | undefined
  acts: RefObject<RowActs | undefined>
}

const FileRow = memo(function FileRow(props: RowProps) {
  const { entry, index, start, height, isChosen, isActive, href, hasDates, hasCommits, last, acts } = props
  const t = useTranslations('files')
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isChosen}
      tabIndex={isActive ? 0 : -1}
      data-at={index}
      data-testid={`file-${entry.path}`}
      className="files-row absolute inset-x-0 top-0"
      style={{ transform: `translateY(${start}px)`, height }}
      onClick={(event) => !isOnControl(event) && acts.current?.onPress(entry, event)}
      onDoubleClick={(event) => !isOnControl(event) && acts.current?.onOpen(entry)}
      onContextMenu={(event) => {
        event.preventDefault()
        acts.current?.onMenu(entry, { x: event.clientX, y: event.clientY })
      }}
    >
      <span role="gridcell" className="flex justify-center">
        <Checkbox
          checked={isChosen}
          tabIndex={-1}
          aria-label={t('chooseOne', { name: entry.name })}
          onChange={() => acts.current?.onBox(entry)}
        />
      </span>
      <span role="gridcell" className="flex min-w-0 items-center gap-2">
        <FileIcon entry={entry} />
        <Name entry={entry} href={href} onShow={() => acts.current?.onShow(entry)} />
        {entry.isShared && <SharedMark />}
      </span>
      {hasCommits && (
        <span role="gridcell" className="files-message truncate text-xs text-muted" title={last?.message}>
          {last?.message?.split('\n', 1)}
        </span>
      )}
      <Size entry={entry} />
      {hasDates && <Changed date={last?.date} />}
      <span role="gridcell" className="flex justify-center">
        <IconButton
          icon="ellipsis"
          size="small"
          tabIndex={-1}
          label={t('actionsOf', { name: entry.name })}
          aria-haspopup="menu"
          onClick={(event) => acts.current?.onMenu(entry, event.currentTarget)}
        />
      </span>
    </div>
  )
})

/** What stands in a row and hears presses itself. */
const isOnControl = ({ target }: MouseEvent) =>
  target instanceof Element && target.closest('a,button,input,label') !== null

const isMenuKey = ({ key, shiftKey }: KeyboardEvent) => key === 'ContextMenu' || (key === 'F10' && shiftKey)

function Name({ entry, href, onShow }: { entry: PlaceEntry; href: string; onShow: () => void }) {
  const className = 'min-w-0 truncate text-left hover:text-link hover:underline'
  if (entry.kind === 'folder')
    return (
      <Link to={href} tabIndex={-1} className={`${className} font-medium`}>
        {entry.name}
      </Link>
    )
  return (
    <button type="button" tabIndex={-1} className={className} onClick={onShow}>
      {entry.name}
    </button>
  )
}

/** Others can read it by a link. */
function SharedMark() {
  const t = useTranslations('files')
  return (
    <span className="shrink-0 text-muted" title={t('shared')}>
      <Icon name="link" className="size-3.5" />
      <span className="sr-only">{t('shared')}</span>
    </span>
  )
}

function Size({ entry: { kind, size } }: { entry: PlaceEntry }) {
  const format = useFormatter()
  return (
    <span role="gridcell" className="text-right text-xs text-muted tabular-nums">
      {kind === 'file' && size !== undefined && fileSize(size, format)}
    </span>
  )
}

function Changed({ date }: { date: string | undefined }) {
  const format = useFormatter()
  const at = date === undefined ? undefined : new Date(date)
  return (
    <span role="gridcell" className="files-date text-right text-xs text-muted tabular-nums">
      {at && (
        <time dateTime={date} title={format.dateTime(at, { dateStyle: 'medium', timeStyle: 'long' })}>
          {format.dateTime(at, { dateStyle: 'medium' })}
        </time>
      )}
    </span>
  )
}

function HeadCell({ by, order, onOrder }: { by: SortKey; order: Order; onOrder: (order: Order) => void }) {
  const t = useTranslations('files')
  const isBy = order.by === by
  return (
    <span
      role="columnheader"
      aria-sort={isBy ? (order.isDown ? 'descending' : 'ascending') : 'none'}
      className={by === 'name' ? 'min-w-0' : by === 'changed' ? 'files-date text-right' : 'text-right'}
    >
      <button
        type="button"
        className="inline-flex min-h-6 items-center gap-1 rounded hover:text-fg"
        onClick={() => onOrder({ by, isDown: isBy ? !order.isDown : by === 'changed' })}
      >
        {t(`column.${by}`)}
        {isBy && <Icon name={order.isDown ? 'arrow-down' : 'arrow-up'} className="size-3" />}
      </button>
    </span>
  )
}

/** The height of a row as the density of this browser has it. */
function useRowHeight(element: RefObject<HTMLElement | null>): number {
  const [height, setHeight] = useState(ROW_PX)
  useLayoutEffect(() => {
    const said = element.current && Number.parseFloat(getComputedStyle(element.current).getPropertyValue('--row'))
    if (said) setHeight(said)
  }, [element])
  return height
}
