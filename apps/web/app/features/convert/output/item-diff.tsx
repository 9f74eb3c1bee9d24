import { Fragment, useEffect, useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { ItemChange, ItemPart } from '@switchyard/recipe/model'
import { useMedia } from '../../../lib/use-media.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { useSession } from '../session/use-convert.ts'
import { groupChanges, type GroupChange } from './group-changes.ts'

const MEMBERS_SHOWN = 50
/** So many of a part are listed before the rest is asked for. */
const SHOWN_AT_FIRST = 4

type State = ItemChange['state']
const STATES: readonly State[] = ['added', 'changed', 'renamed', 'removed']
const SIGNS: Record<State, { sign: string; tone: string }> = {
  added: { sign: '+', tone: 'text-success' },
  removed: { sign: '−', tone: 'text-error' },
  changed: { sign: '~', tone: 'text-muted' },
  renamed: { sign: '→', tone: 'text-muted' },
}

interface Changes {
  groups: readonly GroupChange[]
  items: readonly ItemChange[]
}

/** What changed, said by name: nodes, groups, rules and settings. In the text one of them may be many lines, or half a line. */
export function ItemDiff({ before, text }: { before: string; text: string }) {
  const t = useTranslations('convert.diff')
  const session = useSession()
  const [{ groups, items }, setChanges] = useState<Changes>({ groups: [], items: [] })
  useEffect(() => {
    let isWanted = true
    const read = async () => {
      const [old, now, items] = await Promise.all([
        session.outlineOf(before),
        session.outlineOf(text),
        session.changedItems(before, text),
      ])
      if (isWanted) setChanges({ groups: old && now ? groupChanges(old, now) : [], items })
    }
    // Without a worker there is the text to compare.
    void read().catch(() => isWanted && setChanges({ groups: [], items: [] }))
    return () => {
      isWanted = false
    }
  }, [session, before, text])
  const ofPart = (wanted: ItemPart) => items.filter(({ part }) => part === wanted)
  const itemsOf = (wanted: ItemPart) =>
    ofPart(wanted).map((item) => (
      <Row key={`${item.state} ${item.name}`} name={item.name} state={item.state} isCode={wanted !== 'nodes'}>
        {item.nameBefore !== undefined && (
          <span className="break-words text-muted">{t('item.was', { name: item.nameBefore })}</span>
        )}
        {item.fields.some(Boolean) && <span className="font-mono text-xs text-muted">{item.fields.join(', ')}</span>}
      </Row>
    ))
  return (
    <>
      <Part title={t('nodes')} changes={ofPart('nodes')} rows={itemsOf('nodes')} />
      <Part
        title={t('groups')}
        changes={groups}
        testId="group-diff"
        rows={groups.map((change) => (
          <Row key={change.name} name={change.name} state={change.state}>
            {change.typeBefore !== undefined && (
              <span className="font-mono text-xs text-muted">
                {change.typeBefore} → {change.type}
              </span>
            )}
            {change.isReordered && <span className="text-muted">{t('group.reordered')}</span>}
            <Members sign="+" names={change.added} words={t('group.plus')} className="text-success" />
            <Members
              sign="−"
              names={change.state === 'removed' ? [] : change.removed}
              words={t('group.minus')}
              className="text-error"
            />
          </Row>
        ))}
      />
      <Part title={t('rules')} changes={ofPart('rules')} rows={itemsOf('rules')} />
      <Part title={t('settings')} changes={ofPart('settings')} rows={itemsOf('settings')} />
    </>
  )
}

interface PartProps {
  title: string
  changes: readonly { state: State }[]
  rows: readonly ReactNode[]
  testId?: string
}

function Part({ title, changes, rows, testId }: PartProps) {
  const t = useTranslations('convert.diff')
  // In a low window the text has the room, until the items are asked for.
  const hasRoom = useMedia('(height >= 480px)')
  const [isWhole, setWhole] = useState(false)
  if (rows.length === 0) return null
  // One more row takes no more room than the button that would stand for it.
  const shown = isWhole || rows.length <= SHOWN_AT_FIRST + 1 ? rows : rows.slice(0, SHOWN_AT_FIRST)
  return (
    <details open={hasRoom} className="group border-b border-line text-sm" data-testid={testId}>
      <summary className="flex min-h-(--target) cursor-pointer items-center gap-2 bg-sunken px-3 py-1 font-medium">
        <Icon name="chevron-right" className="size-3.5 text-muted transition-transform group-open:rotate-90" />
        <span>{title}</span>
        <span className="font-normal text-muted tabular-nums">{countsOf(changes, t)}</span>
      </summary>
      <ul className="divide-y divide-line border-t border-line">{shown}</ul>
      {shown.length < rows.length && (
        <div className="border-t border-line py-0.5 pl-6.5">
          <Button
            size="small"
            look="ghost"
            className="underline decoration-line-strong underline-offset-4"
            onClick={() => setWhole(true)}
          >
            {t('showAll', { n: rows.length })}
          </Button>
        </div>
      )}
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

interface RowProps {
  name: string
  state: State
  isCode?: boolean
  children?: ReactNode
}

function Row({ name, state, isCode = false, children }: RowProps) {
  const t = useTranslations('convert.diff')
  const { sign, tone } = SIGNS[state]
  return (
    <li className="flex items-baseline gap-2 px-3 py-1.5">
      <span aria-hidden="true" className={`w-3.5 shrink-0 text-center ${tone}`}>
        {sign}
      </span>
      <span className="flex min-w-0 flex-wrap items-baseline gap-x-2 gap-y-1">
        <span className={`min-w-0 break-words ${isCode ? 'font-mono text-xs' : 'font-medium'}`}>{name}</span>
        {/* The sign shows the state. The word is for screen readers. */}
        <span className="sr-only">{t(`group.${state}`)}</span>
        {children}
      </span>
    </li>
  )
}

interface MembersProps {
  sign: string
  names: readonly string[]
  /** The sign for a screen reader. */
  words: string
  className: string
}

function Members({ sign, names, words, className }: MembersProps) {
  const t = useTranslations('convert.diff')
  if (names.length === 0) return null
  const more = names.length - MEMBERS_SHOWN
  return (
    <span className="basis-full text-xs break-words text-muted">
      <span aria-hidden="true" className={className}>
        {sign}{' '}
      </span>
      <span className="sr-only">{words} </span>
      {[...names.slice(0, MEMBERS_SHOWN), ...(more > 0 ? [t('group.more', { n: more })] : [])].map((name, at) => (
        <Fragment key={name}>
          {at > 0 && ' · '}
          <span className="inline-block">{name}</span>
        </Fragment>
      ))}
    </span>
  )
}
