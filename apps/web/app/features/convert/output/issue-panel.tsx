import { Fragment, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Chip } from '../../../ui/chip.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import type { IconName } from '../../../ui/icons.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Menu, type MenuEntry } from '../../../ui/menu.tsx'
import {
  brokenLink,
  issueKind,
  linkStart,
  type IssueGroup,
  type IssueKind,
  type ShownIssue,
} from '@switchyard/recipe/model'
import { fixesOfAll, type FixAll } from '../nodes/fix-all.ts'
import { fixesOf, withLine, type Fix } from '../nodes/fixes.ts'
import { reportOf } from './issue-report.ts'
import { sourceNames } from '../input/source-names.ts'
import { useConvertState, useModelPart } from '../session/use-convert.ts'
import { useFixTools } from '../nodes/use-fixes.ts'

const SHOWN_AT_FIRST = 100
const GROUPS: readonly IssueGroup[] = ['input', 'nodes', 'rules', 'output', 'excluded', 'duplicates']
const TONES: Record<IssueKind, { tone: Tone; icon: IconName }> = {
  error: { tone: 'error', icon: 'circle-alert' },
  warning: { tone: 'warning', icon: 'alert-triangle' },
  note: { tone: 'info', icon: 'info' },
  excluded: { tone: 'quiet', icon: 'ban' },
  duplicate: { tone: 'quiet', icon: 'equal' },
}

/** In a narrow panel a problem has one button, and what else can be done stands in its menu. */
const ONLY_WIDE = '@max-lg:hidden'
const ONLY_NARROW = '@lg:hidden'
/** In a narrow panel the first line shows kind, place and buttons. The message has the whole second line. */
const NARROW_COLUMNS = 'grid grid-cols-[auto_minmax(0,1fr)_auto] items-center'
/** In a wide one all rows have the same columns: how grave, where, and what with its buttons. */
const COLUMNS = '@lg:col-span-full @lg:grid @lg:grid-cols-subgrid @lg:items-start'

const KINDS = ['error', 'warning', 'note', 'excluded', 'duplicate'] as const satisfies readonly IssueKind[]

/** All of them, or those of one kind. */
export type IssueFilter = 'all' | IssueKind

interface Props {
  filter: IssueFilter
  onFilter: (filter: IssueFilter) => void
  onLine: (sourceId: string | undefined, line: number) => void
  onNode: (key: string) => void
  onRules: () => void
}

/** Everything that was left out or changed, each with its reason and what can be done. */
export function IssuePanel({ filter, onFilter, onLine, onNode, onRules }: Props) {
  const t = useTranslations('convert')
  const tools = useFixTools()
  const { result, madeOf, status } = useConvertState()
  const sources = useModelPart(({ sources }) => sources)
  const names = sourceNames(sources, (key) => t(`source.${key}`))
  const [shown, setShown] = useState(SHOWN_AT_FIRST)
  const issues = result?.issues ?? []
  if (issues.length === 0 && status === 'manual') return <EmptyState icon="info" text={t('status.manual')} />
  if (issues.length === 0) return <EmptyState icon="circle-check" text={t('problems.none')} />

  const { kinds, counts } = result!
  const wanted = issues.filter((issue) => filter === 'all' || issueKind(issue) === filter)
  const listed = wanted.slice(0, shown)
  const lineOf = (issue: ShownIssue) => withLine(issue, madeOf).lineText ?? ''
  const all = fixesOfAll(
    issues.map((issue) => withLine(issue, madeOf)),
    tools,
  )

  return (
    <div className="@container min-h-0 flex-1 overflow-y-auto" data-testid="problems">
      <div className="flex flex-wrap items-center gap-x-1 gap-y-2 px-3 py-2">
        <Filters
          kinds={KINDS.filter((one) => kinds[one] > 0)}
          countOf={(one) => kinds[one]}
          {...{ filter, onFilter }}
        />
        <div className="ml-auto flex items-center gap-2">
          {all.length > 0 && (
            <Menu
              label={t('problems.fixAll')}
              align="end"
              trigger={
                <Button size="small" icon="list-checks" data-testid="fix-all">
                  {t('problems.fixAll')}
                </Button>
              }
              items={menuOf(all)}
            />
          )}
          <CopyButton size="small" look="ghost" label={t('problems.copyReport')} text={() => reportOf(wanted, t)} />
        </div>
      </div>
      <div data-keeps-focus className="@lg:grid @lg:grid-cols-[max-content_fit-content(14rem)_minmax(0,1fr)]">
        {GROUPS.map((group) => {
          const own = listed.filter((issue) => issue.group === group)
          if (own.length === 0) return null
          return (
            <div key={group} className={COLUMNS}>
              <h2 className="col-span-full [@media(height>=480px)]:sticky [@media(height>=480px)]:top-0 [@media(height>=480px)]:z-[1] border-y border-line bg-sunken px-3 py-1 text-xs font-medium text-muted">
                {t(`problems.group.${group}`)}
                {group === 'input' && counts.skipped > 0 && own.some(({ severity }) => severity === 'error') && (
                  <span className="font-normal"> · {t('problems.skipped', { n: counts.skipped })}</span>
                )}
              </h2>
              <ul className={`divide-y divide-line ${COLUMNS}`}>
                {own.map((issue, index) => (
                  <IssueRow
                    key={index}
                    issue={issue}
                    source={names.get(issue.sourceId ?? '')}
                    index={issues.indexOf(issue)}
                    name={issue.node ?? brokenLink(lineOf(issue))?.name}
                    link={linkStart(lineOf(issue))}
                    fixes={fixesOf(withLine(issue, madeOf), tools)}
                    {...{ onLine, onNode, onRules }}
                  />
                ))}
              </ul>
            </div>
          )
        })}
      </div>
      {wanted.length === 0 && (
        <EmptyState icon="filter" text={t('problems.noneOfKind')}>
          <Button onClick={() => onFilter('all')}>{t('problems.showAll')}</Button>
        </EmptyState>
      )}
      {wanted.length > shown && (
        <div className="p-3 text-center">
          <Button size="small" onClick={() => setShown(shown + SHOWN_AT_FIRST * 2)}>
            {t('problems.show', { n: Math.min(wanted.length - shown, SHOWN_AT_FIRST * 2) })}
          </Button>
        </div>
      )}
      {(result?.moreIssues ?? 0) > 0 && (
        <p className="px-3 py-2 text-xs text-muted">{t('problems.more', { n: result!.moreIssues })}</p>
      )}
    </div>
  )
}

interface FiltersProps extends Pick<Props, 'filter' | 'onFilter'> {
  kinds: readonly IssueKind[]
  countOf: (kind: IssueKind) => number
}

/** A vertical line separates errors and warnings from the rest. The badge of the tab counts errors and warnings only. */
function Filters({ kinds, filter, onFilter, countOf }: FiltersProps) {
  const t = useTranslations('convert')
  const firstMild = kinds.find((one) => one !== 'error' && one !== 'warning')
  return (
    <>
      <Chip pressed={filter === 'all'} onClick={() => onFilter('all')}>
        {t('problems.filter.all')}
      </Chip>
      {kinds.map((one, at) => (
        <Fragment key={one}>
          {one === firstMild && at > 0 && <span aria-hidden="true" className="h-4 w-px bg-line-strong" />}
          <Chip pressed={filter === one} count={countOf(one)} onClick={() => onFilter(filter === one ? 'all' : one)}>
            {t(`problems.filter.${one}`)}
          </Chip>
        </Fragment>
      ))}
    </>
  )
}

/** What takes something away stands last, behind a line. */
function menuOf(all: readonly FixAll[]): MenuEntry[] {
  const items = all.map(({ id, label, isDeletion = false, run }) => ({ id, label, danger: isDeletion, onSelect: run }))
  const first = items.findIndex(({ danger }) => danger)
  return first > 0 ? [...items.slice(0, first), 'separator', ...items.slice(first)] : items
}

interface RowProps extends Pick<Props, 'onLine' | 'onNode' | 'onRules'> {
  issue: ShownIssue
  /** Told where there are several. */
  source: string | undefined
  index: number
  /** The node that it is about, as far as that can be told. */
  name: string | undefined
  /** How the broken link begins that it is about: the name of one that has none. */
  link: string | undefined
  fixes: readonly Fix[]
}

function IssueRow({ issue, source, index, name, link, fixes: all, onLine, onNode, onRules }: RowProps) {
  const t = useTranslations('convert')
  const { message, line, inner, sourceId, key, group } = issue
  const kind = issueKind(issue)
  const { tone, icon } = TONES[kind]
  const sourceName = source !== undefined && <SourceName name={source} />
  const fixes = all.filter(({ id }) => id !== 'jump')
  const place =
    line === undefined
      ? undefined
      : {
          words:
            t('problems.line', { line }) +
            (inner !== undefined && inner !== line ? ` · ${t('problems.inner', { line: inner })}` : ''),
          go: () => (group === 'rules' ? onRules() : onLine(sourceId, line)),
        }
  // In a narrow panel the place is a button only when the row has no other button.
  const isPlaceButton = place !== undefined && fixes.length === 0
  // In a narrow panel the buttons are beside a short place. If the place is long, they are below the message.
  const isPlaceLong = isPlaceButton || source !== undefined || (inner !== undefined && inner !== line)
  const rest: MenuEntry[] = [
    ...(place ? [{ id: 'jump', label: t('problems.goTo', { target: place.words }), onSelect: place.go }] : []),
    ...fixes.slice(1).map(({ id, label, run }) => ({ id, label, danger: id.startsWith('delete'), onSelect: run })),
  ]
  const placeButton = place && (
    <Button
      size="small"
      look="ghost"
      className="-ml-2 max-w-[calc(100%+8px)] justify-start! text-sm!"
      onClick={place.go}
    >
      {sourceName}
      <span className="whitespace-nowrap">
        {source !== undefined && ' · '}
        {place.words}
      </span>
    </Button>
  )

  return (
    <li data-testid={`problem-${index}`} className={`${NARROW_COLUMNS} gap-x-2 px-3 py-1.5 text-sm ${COLUMNS}`}>
      <Badge tone={tone} icon={icon} className="@lg:mt-0.5 @lg:justify-self-start">
        {t(`problems.kind.${kind}`)}
      </Badge>
      <span className={`min-w-0 ${isPlaceButton ? '@max-lg:col-span-2' : ONLY_WIDE}`}>
        {place ? placeButton : sourceName}
      </span>
      {!isPlaceButton && (
        <span
          className={`flex min-w-0 gap-x-1 text-xs text-muted ${isPlaceLong ? '@max-lg:col-span-2' : ''} ${ONLY_NARROW}`}
        >
          {sourceName}
          {place && <span className="whitespace-nowrap">{place.words}</span>}
        </span>
      )}
      <span className="flex min-w-0 flex-1 flex-wrap items-start justify-end gap-x-2 gap-y-1 @max-lg:contents">
        <span className="min-w-0 flex-1 basis-48 text-pretty @lg:py-px @max-lg:col-span-full @max-lg:row-start-2">
          {name && key !== undefined ? (
            <button
              type="button"
              title={t('problems.node')}
              className="relative text-left font-medium break-words underline decoration-line-strong underline-offset-4 after:absolute after:-inset-y-2.5 after:inset-x-0 hover:decoration-current"
              onClick={() => onNode(key)}
            >
              {name}
            </button>
          ) : name ? (
            <span className="font-medium break-words">{name}</span>
          ) : (
            link && <span className="font-mono break-all">{link}</span>
          )}
          {(name || link) && t('problems.colon')}
          <span className="break-words">{message}</span>
        </span>
        <span
          className={`flex items-center justify-end gap-1 empty:hidden ${isPlaceLong ? '@max-lg:col-span-full @max-lg:row-start-3 @max-lg:mt-1' : '@max-lg:col-start-3 @max-lg:row-start-1'}`}
        >
          {fixes.map(({ id, label, run }, at) => (
            <Button key={id} size="small" className={`text-sm! ${at > 0 ? ONLY_WIDE : ''}`} data-fix={id} onClick={run}>
              {label}
            </Button>
          ))}
          {fixes.length > 0 && rest.length > 0 && (
            <span className={ONLY_NARROW}>
              <Menu
                label={t('problems.moreFixes')}
                align="end"
                trigger={<IconButton icon="ellipsis" size="small" label={t('problems.moreFixes')} />}
                items={rest}
              />
            </span>
          )}
        </span>
      </span>
    </li>
  )
}

/** Of a long name the number at its end stays in sight: it may be all that tells two sources apart. */
function SourceName({ name }: { name: string }) {
  const number = / \d+$/.exec(name)?.[0] ?? ''
  return (
    <span className="flex max-w-40 min-w-0" title={name}>
      <span className="truncate">{name.slice(0, name.length - number.length)}</span>
      <span className="whitespace-pre">{number}</span>
    </span>
  )
}
