import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Chip } from '../../../ui/chip.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import type { IconName } from '../../../ui/icons.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Menu, type MenuEntry } from '../../../ui/menu.tsx'
import { useOutOfSight } from '../../../ui/use-out-of-sight.ts'
import { brokenLink, type ShownIssue, type IssueGroup } from '@switchyard/recipe/model'
import { fixesOfAll, type FixAll } from '../nodes/fix-all.ts'
import { fixesOf, withLine, type Fix } from '../nodes/fixes.ts'
import { reportOf } from './issue-report.ts'
import { sourceNames } from '../input/source-names.ts'
import { useConvertState, useModelPart } from '../session/use-convert.ts'
import type { Translate } from '../session/undo-toast.ts'
import { useFixTools } from '../nodes/use-fixes.ts'

const SHOWN_AT_FIRST = 100
const GROUPS: readonly IssueGroup[] = ['input', 'nodes', 'rules', 'output']
const TONES: Record<Severity, { tone: Tone; icon: IconName }> = {
  error: { tone: 'error', icon: 'circle-alert' },
  warning: { tone: 'warning', icon: 'alert-triangle' },
  note: { tone: 'neutral', icon: 'info' },
}

/** In a narrow panel a problem has one button, and what else can be done stands in its menu. */
const ONLY_WIDE = '@max-lg:hidden'
const ONLY_NARROW = '@lg:hidden'

type Severity = ShownIssue['severity']
const SEVERITIES = ['error', 'warning', 'note'] as const

export type IssueFilter = 'all' | 'skipped' | 'duplicates' | 'excluded' | 'refused'
const FILTERS: readonly IssueFilter[] = ['all', 'skipped', 'duplicates', 'excluded', 'refused']

/** Which count of the summary a problem explains. */
function bucketOf({ code, group, kept, key }: ShownIssue): IssueFilter {
  if (code === 'duplicate' || code === 'duplicate-differs') return 'duplicates'
  if (code === 'excluded' || (code === 'info-entry' && kept === false)) return 'excluded'
  if (kept === false && key !== undefined) return 'refused'
  return group === 'input' ? 'skipped' : 'all'
}

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

  const counts = new Map<IssueFilter, number>()
  for (const issue of issues) counts.set(bucketOf(issue), (counts.get(bucketOf(issue)) ?? 0) + 1)
  // Of very many only the first ones are listed: what was counted tells how many there are.
  const countOf = (one: IssueFilter) => {
    const listed = one === 'all' ? issues.length : (counts.get(one) ?? 0)
    if (result!.moreIssues === 0 || listed === 0) return listed
    return one === 'all' ? listed + result!.moreIssues : Math.max(listed, result!.counts[one])
  }
  const wanted = issues.filter((issue) => filter === 'all' || bucketOf(issue) === filter)
  const listed = wanted.slice(0, shown)
  const all = fixesOfAll(
    issues.map((issue) => withLine(issue, madeOf)),
    tools,
  )

  return (
    <div className="@container min-h-0 flex-1 overflow-y-auto" data-testid="problems">
      <div className="flex flex-wrap items-center gap-2 px-3 py-2">
        <FilterLine
          filters={FILTERS.filter((one) => one === 'all' || countOf(one) > 0)}
          {...{ filter, onFilter, countOf }}
        />
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
      <p className="flex flex-wrap gap-x-4 px-3 pb-1 text-sm font-medium">
        <span className="tabular-nums" data-testid="severities">
          {severityWords(result!.severities, t)}
        </span>
        {result!.counts.skipped > 0 && filter !== 'duplicates' && filter !== 'excluded' && (
          <span className={`font-normal text-muted ${ONLY_WIDE}`}>
            {t('problems.skipped', { n: result!.counts.skipped })}
          </span>
        )}
      </p>
      <div data-keeps-focus>
        {GROUPS.map((group) => {
          const own = listed.filter((issue) => issue.group === group)
          if (own.length === 0) return null
          return (
            <div key={group}>
              <h2 className="sticky top-0 z-[1] border-y border-line bg-sunken px-3 py-1 text-xs font-medium text-muted">
                {t(`problems.group.${group}`)}
              </h2>
              <ul className="divide-y divide-line">
                {own.map((issue, index) => (
                  <IssueRow
                    key={index}
                    issue={issue}
                    source={names.get(issue.sourceId ?? '')}
                    index={issues.indexOf(issue)}
                    name={issue.node ?? brokenLink(withLine(issue, madeOf).lineText ?? '')?.name}
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

interface FilterLineProps extends Pick<Props, 'filter' | 'onFilter'> {
  filters: readonly IssueFilter[]
  countOf: (filter: IssueFilter) => number
}

/** One line of chips: what has no room is scrolled to. */
function FilterLine({ filters, filter, onFilter, countOf }: FilterLineProps) {
  const t = useTranslations('convert')
  const line = useRef<HTMLDivElement>(null)
  const { fade } = useOutOfSight(line, filters.length)
  return (
    <div
      ref={line}
      data-fade={fade}
      className="chip-line -m-0.5 flex min-w-0 flex-1 basis-60 gap-1.5 @max-lg:basis-full overflow-x-auto p-0.5 [scrollbar-width:none] *:shrink-0"
    >
      {filters.map((one) => (
        <Chip key={one} pressed={filter === one} count={countOf(one)} onClick={() => onFilter(one)}>
          {t(`problems.filter.${one}`)}
        </Chip>
      ))}
    </div>
  )
}

/** `5 errors · 5 warnings · 1 note`, without what there is none of. */
function severityWords(counts: Readonly<Record<Severity, number>>, t: Translate): string {
  return SEVERITIES.filter((one) => counts[one] > 0)
    .map((one) => t(`problems.severityCount.${one}`, { n: counts[one] }))
    .join(' · ')
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
  fixes: readonly Fix[]
}

function IssueRow({ issue, source, index, name, fixes: all, onLine, onNode, onRules }: RowProps) {
  const t = useTranslations('convert')
  const { severity, message, line, inner, sourceId, key, group } = issue
  const { tone, icon } = TONES[severity]
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
  const rest: MenuEntry[] = [
    ...(place ? [{ id: 'jump', label: t('problems.goTo', { target: place.words }), onSelect: place.go }] : []),
    ...fixes.slice(1).map(({ id, label, run }) => ({ id, label, danger: id.startsWith('delete'), onSelect: run })),
  ]

  return (
    <li
      data-testid={`problem-${index}`}
      className="flex flex-wrap items-center gap-x-2 gap-y-1 px-3 py-1.5 text-sm @lg:items-start @lg:py-2"
    >
      <Badge tone={tone} icon={icon} className="mt-0.5 self-start">
        <span className="@max-lg:sr-only">{t(`problems.severity.${severity}`)}</span>
      </Badge>
      <span className="min-w-0 flex-1 basis-32 @lg:basis-48">
        {name &&
          (key === undefined ? (
            <span className="font-medium break-words">{t('problems.of', { node: name })}</span>
          ) : (
            <button
              type="button"
              title={t('problems.node')}
              className="relative mr-1 text-left font-medium break-words underline decoration-line-strong underline-offset-4 after:absolute after:-inset-y-2.5 after:inset-x-0 hover:decoration-current"
              onClick={() => onNode(key)}
            >
              {t('problems.of', { node: name })}
            </button>
          ))}
        <span className="break-words">{message}</span>
        {place && fixes.length > 0 && (
          <span className={`text-xs whitespace-nowrap text-muted ${ONLY_NARROW}`}> {place.words}</span>
        )}
      </span>
      <span className="ml-auto flex items-center gap-1">
        {place ? (
          <Button
            size="small"
            look="ghost"
            className={`text-sm! ${fixes.length > 0 ? ONLY_WIDE : ''}`}
            onClick={place.go}
          >
            {sourceName}
            <span>
              {source !== undefined && ' · '}
              {place.words}
            </span>
          </Button>
        ) : (
          sourceName
        )}
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
    </li>
  )
}

/** Of a long name the number at its end stays in sight: it may be all that tells two sources apart. */
function SourceName({ name }: { name: string }) {
  const number = / \d+$/.exec(name)?.[0] ?? ''
  return (
    <span className="flex max-w-40" title={name}>
      <span className="truncate">{name.slice(0, name.length - number.length)}</span>
      <span className="whitespace-pre">{number}</span>
    </span>
  )
}
