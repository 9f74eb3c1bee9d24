import { Fragment, useEffect, useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { ResultChange, ItemPart } from '@switchyard/recipe/model'
import { useMedia } from '../../../lib/use-media.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { useSession } from '../session/use-convert.ts'
import { groupChanges, onlyFollows, type GroupChange } from './group-changes.ts'

const MEMBERS_SHOWN = 50
/** So many rows of a part are listed before the rest is asked for. */
const ROWS_SHOWN = 4
/** Names without more to say share a line. */
const NAMES_SHOWN = 40
/** Rules have a line each. */
const LINES_SHOWN = 10

type State = ResultChange['state']
const STATES: readonly State[] = ['added', 'changed', 'renamed', 'removed']
const SIGNS: Record<State, { sign: string; tone: string; ground: string; words: string }> = {
  added: { sign: '+', tone: 'text-success', ground: 'bg-success-soft', words: '' },
  // Names on a red ground would look like errors.
  removed: { sign: '−', tone: 'text-error', ground: 'bg-hover', words: 'text-muted' },
  changed: { sign: '~', tone: 'text-warning', ground: 'bg-hover', words: '' },
  renamed: { sign: '→', tone: 'text-muted', ground: 'bg-hover', words: '' },
}

interface Changes {
  groups: readonly GroupChange[]
  items: readonly ResultChange[]
}

interface Props {
  before: string
  text: string
  /** A sentence that names the changed settings. */
  cause: string | undefined
}

/** What changed, said by name: nodes, groups, rules, rule sets and settings. In the text one of them may be many lines, or half a line. */
export function ItemDiff({ before, text, cause }: Props) {
  const t = useTranslations('convert.diff')
  const { desk } = useSession()
  const [{ groups, items }, setChanges] = useState<Changes>({ groups: [], items: [] })
  useEffect(() => {
    let isWanted = true
    const read = async () => {
      const [old, now, items] = await Promise.all([
        desk.ask((api, { settings, lang }) => api.result.checkText(before, settings, lang)),
        desk.ask((api, { settings, lang }) => api.result.checkText(text, settings, lang)),
        desk.ask((api, { settings }) => api.result.changedItems(before, text, settings)),
      ])
      const groups = old.outline && now.outline ? groupChanges(old.outline, now.outline, items) : []
      if (isWanted) setChanges({ groups, items })
    }
    // Without a worker there is the text to compare.
    void read().catch(() => isWanted && setChanges({ groups: [], items: [] }))
    return () => {
      isWanted = false
    }
  }, [desk, before, text])
  const total = countsOf([...groups, ...items], t)
  const ofPart = (part: ItemPart) => items.filter((item) => item.part === part)
  return (
    <>
      {(total !== '' || cause) && (
        <div className="flex flex-wrap items-baseline gap-x-3 border-b border-line px-3 py-1.5 text-sm">
          <p className="font-medium tabular-nums" data-testid="diff-total">
            {total}
          </p>
          {cause && <p className="text-xs text-muted">{cause}</p>}
        </div>
      )}
      <Part title={t('nodes')} changes={ofPart('nodes')} more={itemMore} testId="node-diff" />
      <Part title={t('groups')} changes={groups} more={groupMore} follows={t('group.follows')} testId="group-diff" />
      <Part title={t('rules')} changes={ofPart('rules')} more={itemMore} isCode hasLines />
      <Part title={t('ruleSets')} changes={ofPart('ruleSets')} more={itemMore} isCode />
      <Part title={t('settings')} changes={ofPart('settings')} more={itemMore} isCode />
    </>
  )
}

/** What is to say of an item besides its name. */
function itemMore({ nameBefore, fields }: ResultChange): ReactNode {
  if (nameBefore === undefined && !fields.some(Boolean)) return undefined
  return <ItemMore nameBefore={nameBefore} fields={fields} />
}

function ItemMore({ nameBefore, fields }: Pick<ResultChange, 'fields'> & { nameBefore: string | undefined }) {
  const t = useTranslations('convert.diff')
  return (
    <>
      {nameBefore !== undefined && (
        <span className="break-words text-muted">{t('item.was', { name: nameBefore })}</span>
      )}
      {fields.some(Boolean) && <span className="font-mono text-xs text-muted">{fields.join(', ')}</span>}
    </>
  )
}

/** The changes of a group. Members that were added or removed with their nodes are shown after Show all. */
function groupMore(change: GroupChange, isWhole: boolean): ReactNode {
  return change.state === 'removed' || (onlyFollows(change) && !isWhole) ? undefined : <GroupMore {...change} />
}

function GroupMore({ type, typeBefore, isReordered, added, removed }: GroupChange) {
  const t = useTranslations('convert.diff')
  return (
    <>
      {typeBefore !== undefined && (
        <span className="font-mono text-xs text-muted">
          {typeBefore} → {type}
        </span>
      )}
      {isReordered && <span className="text-muted">{t('group.reordered')}</span>}
      <Members state="added" names={added} words={t('group.plus')} />
      <Members state="removed" names={removed} words={t('group.minus')} />
    </>
  )
}

interface Change {
  name: string
  state: State
}

interface PartProps<One extends Change> {
  title: string
  changes: readonly One[]
  /** `isWhole`: the user pressed Show all. */
  more: (change: One, isWhole: boolean) => ReactNode
  /** What is said of those that changed and have nothing of their own to say. */
  follows?: string
  isCode?: boolean
  /** Each has a line, however little there is to say. */
  hasLines?: boolean
  testId?: string
}

/** The changes of one kind: those with more to say than a name in a row each, then the names of the others together. */
function Part<One extends Change>(props: PartProps<One>) {
  const { title, changes, more, follows, isCode = false, hasLines = false, testId } = props
  const t = useTranslations('convert.diff')
  // In a low window the text has the room, until the items are asked for.
  const hasRoom = useMedia('(height >= 480px)')
  const [isWhole, setWhole] = useState(false)
  if (changes.length === 0) return null
  const rows = changes.map((change) => ({ change, says: more(change, isWhole) }))
  const long = rows.filter(({ says }) => says !== undefined)
  const short = STATES.map((state) => ({
    state,
    names: rows.flatMap(({ change, says }) => (says === undefined && change.state === state ? change.name : [])),
  }))
  // One more row takes no more room than the button that would stand for it.
  const rowsShown = isWhole || long.length <= ROWS_SHOWN + 1 ? long.length : ROWS_SHOWN
  const namesShown = isWhole ? Infinity : hasLines ? LINES_SHOWN : NAMES_SHOWN
  const isCut = rowsShown < long.length || short.some(({ names }) => names.length > namesShown)
  const showAll = (words: string, label?: string) => (
    <Button
      size="small"
      look="ghost"
      className="-mx-2 h-6! underline decoration-line-strong underline-offset-4"
      aria-label={label}
      onClick={() => setWhole(true)}
    >
      {words}
    </Button>
  )
  return (
    <details open={hasRoom} className="group border-b border-line text-sm" data-testid={testId}>
      <summary className="flex min-h-(--target) cursor-pointer items-center gap-2 bg-sunken px-3 py-1 font-medium">
        <Icon name="chevron-right" className="size-3.5 text-muted transition-transform group-open:rotate-90" />
        <span>{title}</span>
        <span className="font-normal text-muted tabular-nums">{countsOf(changes, t)}</span>
      </summary>
      <ul className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 border-t border-line px-3 py-1">
        {long.slice(0, rowsShown).map(({ change: { name, state }, says }) => (
          <Row key={`${state} ${name}`} state={state}>
            <span
              className={`min-w-0 break-words ${isCode ? 'font-mono text-xs' : 'font-medium'} ${SIGNS[state].words}`}
            >
              {name}
            </span>
            {says}
          </Row>
        ))}
        {short.map(
          ({ state, names }) =>
            names.length > 0 && (
              <Row key={state} state={state}>
                <span className="min-w-0 text-xs break-words">
                  <Names state={state} names={names.slice(0, namesShown)} {...{ isCode, hasLines }} />
                </span>
                {state === 'changed' && follows !== undefined && showAll(follows, t('showMembers'))}
              </Row>
            ),
        )}
      </ul>
      {isCut && <div className="px-3 pb-1">{showAll(t('showAll', { n: changes.length }))}</div>}
    </details>
  )
}

/** `2 changed · 15 removed`. */
function countsOf(
  changes: readonly { state: State }[],
  t: (key: `count.${State}`, values: { n: number }) => string,
): string {
  const counts = STATES.map((state) => ({ state, n: changes.filter((one) => one.state === state).length }))
  return counts
    .filter(({ n }) => n > 0)
    .map(({ state, n }) => t(`count.${state}`, { n }))
    .join(' · ')
}

function Row({ state, children }: { state: State; children: ReactNode }) {
  const t = useTranslations('convert.diff')
  const { sign, tone } = SIGNS[state]
  return (
    <li className="col-span-full grid grid-cols-subgrid items-baseline py-1">
      <span className={`text-xs ${tone}`}>
        <span aria-hidden="true" className="mr-2 inline-block w-3.5 text-center">
          {sign}
        </span>
        {t(`group.${state}`)}
      </span>
      <span className="flex min-w-0 flex-wrap items-baseline gap-x-2 gap-y-1">{children}</span>
    </li>
  )
}

interface MembersProps {
  state: 'added' | 'removed'
  names: readonly string[]
  /** The sign for a screen reader. */
  words: string
}

function Members({ state, names, words }: MembersProps) {
  const t = useTranslations('convert.diff')
  if (names.length === 0) return null
  const { sign, tone } = SIGNS[state]
  const more = names.length - MEMBERS_SHOWN
  return (
    <span className="basis-full text-xs break-words">
      <span aria-hidden="true" className={tone}>
        {sign}{' '}
      </span>
      <span className="sr-only">{words} </span>
      <Names state={state} names={names.slice(0, MEMBERS_SHOWN)} />
      {more > 0 && <span className="text-muted">{t('group.more', { n: more })}</span>}
    </span>
  )
}

interface NamesProps {
  state: State
  names: readonly string[]
  isCode?: boolean
  /** Each has a line of its own. */
  hasLines?: boolean
}

/** Names in a row, each on a ground of its own and none broken between two lines. */
function Names({ state, names, isCode = false, hasLines = false }: NamesProps) {
  const { ground, words } = SIGNS[state]
  const look = `leading-5 ${isCode ? 'font-mono' : ''} ${words}`
  return names.map((name, at) =>
    hasLines ? (
      <span key={at} className={`block ${look}`}>
        {name}
      </span>
    ) : (
      <Fragment key={at}>
        <span className={`my-0.5 inline-block rounded px-1.5 ${ground} ${look}`}>{name}</span>{' '}
      </Fragment>
    ),
  )
}
