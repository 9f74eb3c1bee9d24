import { isClientId } from '@switchyard/convert/facts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { brokenLink, linkStart } from '@switchyard/recipe/model'
import { STATE_LOOKS } from '../../../components/state-looks.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Menu, type MenuEntry } from '../../../ui/menu.tsx'
import { FixButton } from '../nodes/fix-button.tsx'
import type { Fix } from '../nodes/fixes.ts'
import { useFixTools } from '../nodes/use-fixes.ts'
import { useStatePart } from '../session/use-convert.ts'
import { fixesOfMember, lineRanges, typesOf, type Cause, type LocatedIssue } from './issue-causes.ts'

/** In a narrow panel the first line shows kind, place and button. The message has the second line. */
const NARROW = 'flex min-h-12 flex-wrap items-center gap-x-2 @max-lg:gap-x-1.5 @max-lg:gap-y-0.5'
/** In a wide panel the place stands below the message. The button stands beside both. */
const WIDE = '@lg:grid @lg:grid-cols-[5.75rem_minmax(0,1fr)_auto] @lg:content-center'
/** In a low window the whole row is one line. */
const LOW = 'low:flex! low:min-h-9 low:py-0!'

const RANGES_SHOWN = 3
const MEMBERS_SHOWN = 100
/** A cause that is repaired entry by entry is open at first, if it has no more entries than this. */
const OPEN_AT_MOST = 5

/** Where an issue leads to. */
export interface Ways {
  onLine: (sourceId: string | undefined, line: number) => void
  onNode: (key: string) => void
  onRules: () => void
}

interface Props extends Ways {
  cause: Cause
  /** Told where there are several. */
  source: string | undefined
  index: number
  fixes: readonly Fix[]
}

/** Shows one cause: how grave it is, what is wrong, where, and the buttons that help. A cause of several entries opens to show them. */
export function IssueRow({ cause, source, index, fixes, ...ways }: Props) {
  const t = useTranslations('convert')
  const tools = useFixTools()
  const { first, issues } = cause
  const hasMany = issues.length > 1
  const isEach = hasMany && fixes.length === 0 && fixesOfMember(first, tools).length > 0
  const [isOpen, setOpen] = useState(isEach && issues.length <= OPEN_AT_MOST)
  const { tone, icon } = STATE_LOOKS[first.kind]
  const wrong = useWordsOf(cause)
  const words = usePlaceOf(cause)
  const go = goToLine(first, ways)
  const isPlaceLong = source !== undefined || isInside(first)
  const place = (words !== undefined || source !== undefined) && (
    <>
      {source !== undefined && <SourceName name={source} />}
      <span className="whitespace-nowrap">
        {source !== undefined && words !== undefined && ' · '}
        {words}
      </span>
    </>
  )

  return (
    <li data-testid={`problem-${index}`} className={`${NARROW} ${WIDE} ${LOW} px-3 py-1.5 text-sm @lg:py-1`}>
      <Badge tone={tone} icon={icon} className="@lg:row-span-2 @lg:justify-self-start">
        {t(`problems.kind.${first.kind}`)}
      </Badge>
      <span className="min-w-0 text-pretty break-words @max-lg:order-1 @max-lg:basis-full low:@lg:flex-1">
        {!hasMany && <Name issue={first} {...ways} />}
        {wrong}
      </span>
      <span className="min-w-0 @max-lg:contents @lg:col-start-2 @lg:text-xs @lg:text-muted low:max-w-1/2">
        {place &&
          (hasMany ? (
            <PlaceButton aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {place}
              <Icon
                name="chevron-right"
                className={`ml-0.5 size-3.5 text-muted transition-transform ${isOpen ? 'rotate-90' : ''}`}
              />
            </PlaceButton>
          ) : go ? (
            <PlaceButton onClick={go}>{place}</PlaceButton>
          ) : (
            <span className="flex min-w-0 items-center @max-lg:py-1">{place}</span>
          ))}
        {hasMany && <Names issues={issues} isCounted={linesOf(cause, t('problems.separator')) === undefined} />}
      </span>
      <Fixes
        fixes={fixes}
        className={`ml-auto @lg:col-start-3 @lg:row-span-2 @lg:row-start-1 ${isPlaceLong ? '@max-lg:order-2' : ''}`}
      />
      {isOpen && <Members issues={issues} isOfTypes={typesOf(cause).length > 1} {...ways} />}
    </li>
  )
}

interface MembersProps extends Ways {
  issues: readonly LocatedIssue[]
  /** The entries have different types, so each entry shows its type. */
  isOfTypes: boolean
}

/** The entries of a cause. Each has a link to its line, a link to its node, and its own repair. */
function Members({ issues, isOfTypes, ...ways }: MembersProps) {
  const t = useTranslations('convert')
  const tools = useFixTools()
  const [shown, setShown] = useState(MEMBERS_SHOWN)
  return (
    <ul className="mt-1 border-t border-line @max-lg:order-2 @max-lg:basis-full @lg:col-start-2 low:basis-full">
      {issues.slice(0, shown).map((issue, at) => (
        <li key={at} className="flex flex-wrap min-h-8 items-center gap-x-2">
          {issue.line !== undefined && (
            <PlaceButton onClick={goToLine(issue, ways)}>
              <span className="whitespace-nowrap">{lineWords(issue, t)}</span>
            </PlaceButton>
          )}
          <span className="min-w-0 flex-1">
            <Name issue={issue} {...ways} isAlone />
            {isOfTypes && <span className="ml-2 text-xs text-muted">{issue.nodeType}</span>}
          </span>
          <Fixes fixes={fixesOfMember(issue, tools)} />
        </li>
      ))}
      {issues.length > shown && (
        <li className="py-1 text-center">
          <Button size="small" look="ghost" onClick={() => setShown(shown + MEMBERS_SHOWN * 2)}>
            {t('problems.show', { n: Math.min(issues.length - shown, MEMBERS_SHOWN * 2) })}
          </Button>
        </li>
      )}
    </ul>
  )
}

/** The best repair is a button. The other repairs stand beside it, or in a menu where there is no room. */
function Fixes({ fixes, className = '' }: { fixes: readonly Fix[]; className?: string }) {
  const t = useTranslations('convert')
  // The line number of a row is a link already. A button to the line is shown only when the other repair would delete
  // a whole source.
  const onlyDeletesSource = fixes.every(({ id }) => id === 'jump' || id === 'delete-source')
  const [best, ...rest] = fixes.filter(({ id }) => id !== 'jump' || onlyDeletesSource)
  // The head of the group has the button for the other client. A row of that group has only its menu.
  const others = rest.filter(({ id }) => id !== 'target')
  const isElsewhere = best?.id === 'target'
  if (!best || (isElsewhere && others.length === 0)) return null
  const items: MenuEntry[] = others.map(({ id, label, run }) => ({
    id,
    label,
    danger: id.startsWith('delete'),
    onSelect: run,
  }))
  return (
    <span className={`flex shrink-0 items-center justify-end gap-1 ${className}`}>
      {!isElsewhere && (
        <FixButton fix={best.id} onClick={best.run}>
          {best.label}
        </FixButton>
      )}
      {others.map(({ id, label, run }) => (
        <Button
          key={id}
          size="small"
          look="ghost"
          className={`h-7! text-sm! text-muted! last-of-type:-mr-2 ${isElsewhere ? 'hidden' : '@max-2xl:hidden'}`}
          data-fix={id}
          onClick={run}
        >
          {label}
        </Button>
      ))}
      {items.length > 0 && (
        <span className={isElsewhere ? '' : '@2xl:hidden'}>
          <Menu
            label={t('problems.moreFixes')}
            align="end"
            trigger={
              <IconButton
                icon="ellipsis"
                size="small"
                className="h-7! @max-lg:w-9! @lg:-mr-1.5"
                label={t('problems.moreFixes')}
              />
            }
            items={items}
          />
        </span>
      )}
    </span>
  )
}

interface NamesProps {
  issues: readonly LocatedIssue[]
  /** The place before the names says how many entries there are. */
  isCounted: boolean
}

/** How many entries there are, and their names, as many as there is room for. */
function Names({ issues, isCounted }: NamesProps) {
  const t = useTranslations('convert.problems')
  const names = new Set(issues.slice(0, MEMBERS_SHOWN).flatMap((issue) => nameOf(issue) ?? []))
  return (
    <span className="line-clamp-2 min-w-0 text-xs text-muted empty:hidden @max-lg:order-1 @max-lg:basis-full @lg:inline">
      {(names.size > 0 || !isCounted) && <span className="@max-lg:hidden"> · </span>}
      {!isCounted && t('entries', { n: issues.length }) + (names.size > 0 ? t('colon') : '')}
      {[...names].map((name, at) => (
        <span key={name} className="inline-block max-w-full whitespace-pre-wrap wrap-anywhere">
          {at < names.size - 1 ? name + t('separator') : name}
        </span>
      ))}
    </span>
  )
}

interface NameProps extends Ways {
  issue: LocatedIssue
  /** No words follow. */
  isAlone?: boolean
}

/** What an issue is about: the node, the name that a broken link gives, or the beginning of that link. It leads there. */
function Name({ issue, isAlone = false, ...ways }: NameProps) {
  const t = useTranslations('convert')
  const { key, lineText = '' } = issue
  const name = nameOf(issue)
  const link = linkStart(lineText)
  const go = key !== undefined ? () => ways.onNode(key) : goToLine(issue, ways)
  const look = name ? 'font-medium wrap-anywhere' : 'font-mono break-all'
  if (!name && !link) return null
  return (
    <>
      {go ? (
        <button
          type="button"
          title={key !== undefined ? t('problems.node') : t('line.jump')}
          className={`relative max-w-full text-left underline decoration-line-strong underline-offset-4 after:absolute after:-inset-y-2.5 after:inset-x-0 hover:decoration-current ${look}`}
          onClick={go}
        >
          {name || link}
        </button>
      ) : (
        <span className={look}>{name || link}</span>
      )}
      {!isAlone && t('problems.colon')}
    </>
  )
}

function nameOf({ node, lineText = '' }: LocatedIssue): string | undefined {
  return node ?? brokenLink(lineText)?.name
}

type PlaceButtonProps = Pick<React.ComponentProps<typeof Button>, 'children' | 'onClick' | 'aria-expanded'>

function PlaceButton(props: PlaceButtonProps) {
  return (
    <Button
      size="small"
      look="ghost"
      className="h-7! max-w-full shrink justify-start! gap-0! @max-lg:text-sm! -mx-2 @lg:h-5! @lg:text-muted! underline decoration-line-strong underline-offset-4"
      {...props}
    />
  )
}

function goToLine({ group, sourceId, line }: LocatedIssue, { onLine, onRules }: Ways): (() => void) | undefined {
  if (line === undefined) return undefined
  return () => (group === 'rules' ? onRules() : onLine(sourceId, line))
}

/** Whether the line is inside of a line of the source, as in Base64. */
function isInside({ line, inner }: LocatedIssue): boolean {
  return inner !== undefined && inner !== line
}

function lineWords(issue: LocatedIssue, t: ReturnType<typeof useTranslations<'convert'>>): string {
  const { line = 0, inner = 0 } = issue
  return t('problems.line', { line }) + (isInside(issue) ? ` · ${t('problems.inner', { line: inner })}` : '')
}

/** What is wrong, in words. If the client does not take several types, the words name all of them. */
function useWordsOf(cause: Cause): string {
  const t = useTranslations('convert')
  const client = useStatePart(({ madeFor }) => madeFor)
  const types = typesOf(cause)
  const { short, message } = cause.first
  if (types.length < 2 || client === undefined) return short ?? message
  const names = types.join(t('problems.separator'))
  if (!isClientId(client)) return t('problems.typesNotInLinks', { types: names })
  return t('problems.typesNotTaken', { client: t(`target.short.${client}`), types: names })
}

/** `Line 3`, `Lines 3, 5–8`, `12 entries`. */
function usePlaceOf({ first, issues }: Cause): string | undefined {
  const t = useTranslations('convert')
  if (issues.length === 1) return first.line === undefined ? undefined : lineWords(first, t)
  const lines = linesOf({ issues }, t('problems.separator'))
  return lines === undefined ? t('problems.entries', { n: issues.length }) : t('problems.lines', { lines })
}

/** The numbers of the lines. Undefined: some entry has no line of its own, or the numbers would be long. */
function linesOf({ issues }: Pick<Cause, 'issues'>, separator: string): string | undefined {
  const lines = issues.flatMap((issue) => (isInside(issue) ? [] : (issue.line ?? [])))
  const ranges = lineRanges(lines)
  return lines.length < issues.length || ranges.length > RANGES_SHOWN ? undefined : ranges.join(separator)
}

/** A long name is cut before the number at its end. That number may be all that tells two sources apart. */
function SourceName({ name }: { name: string }) {
  const number = / \d+$/.exec(name)?.[0] ?? ''
  return (
    <span className="flex max-w-40 min-w-0" title={name}>
      <span className="truncate">{name.slice(0, name.length - number.length)}</span>
      <span className="whitespace-pre">{number}</span>
    </span>
  )
}
