import { Fragment, useRef, useState } from 'react'
import { WIDEST_CLIENT } from '@switchyard/convert/facts'
import { useTranslations } from 'use-intl'
import { PHONE, useMedia } from '../../../lib/use-media.ts'
import { Button } from '../../../ui/button.tsx'
import { Chip } from '../../../ui/chip.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Menu, type MenuEntry } from '../../../ui/menu.tsx'
import { useOutOfSight } from '../../../ui/use-out-of-sight.ts'
import { useWholeChips } from '../../../components/node-grid/filter/use-whole-chips.ts'
import { ISSUE_KINDS, isProblem, type IssueKind } from '@switchyard/recipe/model'
import { fixesOfAll, type FixAll } from '../nodes/fix-all.ts'
import { isForWidestClient, withLine } from '../nodes/fixes.ts'
import { OtherClientButton } from '../nodes/other-client-button.tsx'
import { useOtherClient } from '../nodes/use-other-client.ts'
import { sourceNames } from '../input/source-names.ts'
import { problemsOf } from '../session/problems.ts'
import { useConvertState, useModelPart } from '../session/use-convert.ts'
import { useFixTools } from '../nodes/use-fixes.ts'
import { causesOf, fixesOfCause, type Cause, type LocatedIssue } from './issue-causes.ts'
import { reportOf } from './issue-report.ts'
import { usePrograms } from './use-output-note.ts'
import { IssueRow, type Ways } from './issue-row.tsx'

const SHOWN_AT_FIRST = 100
/** The arrow for chips that are out of sight. It stands in the gap behind the others. */
const ARROW_PX = 8
const GROUPS = ['client', 'input', 'nodes', 'rules', 'output', 'info'] as const

/** `client`: nodes that the chosen client leaves out and another client takes. `info`: what is no problem. */
type PanelGroup = (typeof GROUPS)[number]

/** All of them, or those of one kind. */
export type IssueFilter = 'all' | IssueKind

interface Props extends Ways {
  filter: IssueFilter
  onFilter: (filter: IssueFilter) => void
}

/** Everything that was left out or changed, cause by cause, and what can be done. */
export function IssuePanel({ filter, onFilter, ...ways }: Props) {
  const t = useTranslations('convert')
  const tools = useFixTools()
  const state = useConvertState()
  const { result, resultOf, status } = state
  const [shown, setShown] = useState(SHOWN_AT_FIRST)
  const { issues: told, kinds } = problemsOf(state)
  const issues = told.map((issue): LocatedIssue => withLine(issue, resultOf))
  if (!result || issues.length === 0)
    return (
      <EmptyState
        icon={status === 'manual' ? 'info' : 'circle-check'}
        text={t(status === 'manual' ? 'status.manual' : 'problems.none')}
      />
    )

  const { counts, moreIssues } = result
  const wanted = issues.filter(({ kind }) => filter === 'all' || kind === filter)
  const causes = causesOf(wanted)
  const listed = causes.slice(0, shown)
  const groups = Map.groupBy(listed, ({ first }) => panelGroupOf(first, isForWidestClient(first, tools.session)))
  const all = fixesOfAll(issues, tools)

  return (
    <div className="@container min-h-0 flex-1 overflow-y-auto" data-testid="problems">
      <div className="flex items-center gap-x-2 px-3 py-1.5">
        <Filters
          kinds={ISSUE_KINDS.filter((one) => kinds[one] > 0)}
          countOf={(one) => kinds[one]}
          {...{ filter, onFilter }}
        />
        {all.length > 0 && (
          <Menu
            label={t('problems.fixAll')}
            head={<span className="font-medium">{t('problems.fixAll')}</span>}
            align="end"
            trigger={
              <Button
                size="small"
                icon="list-checks"
                className="shrink-0 @max-2xl:*:[svg]:hidden pointer-coarse:h-9!"
                data-testid="fix-all"
              >
                {t('problems.fixAll')}
              </Button>
            }
            items={menuOf(all)}
          />
        )}
      </div>
      <div data-keeps-focus>
        {GROUPS.map((group) => {
          const own = groups.get(group)
          return own && <Group key={group} {...{ group, issues, skipped: counts.skipped }} causes={own} {...ways} />
        })}
      </div>
      {wanted.length > 0 && (
        <div className="border-t border-line px-1 py-1">
          <CopyButton
            size="small"
            look="ghost"
            className="text-muted"
            label={t('problems.copyReport')}
            text={() => reportOf(wanted, t)}
          />
        </div>
      )}
      {wanted.length === 0 && (
        <EmptyState icon="filter" text={t('problems.noneOfKind')}>
          <Button onClick={() => onFilter('all')}>{t('problems.showAll')}</Button>
        </EmptyState>
      )}
      {causes.length > shown && (
        <div className="p-3 text-center">
          <Button size="small" onClick={() => setShown(shown + SHOWN_AT_FIRST * 2)}>
            {t('problems.show', { n: Math.min(causes.length - shown, SHOWN_AT_FIRST * 2) })}
          </Button>
        </div>
      )}
      {moreIssues > 0 && <p className="px-3 py-2 text-xs text-muted">{t('problems.more', { n: moreIssues })}</p>}
    </div>
  )
}

function panelGroupOf({ kind, group }: LocatedIssue, isForOther: boolean): PanelGroup {
  if (!isProblem(kind)) return 'info'
  if (isForOther) return 'client'
  return group === 'excluded' || group === 'duplicates' ? 'nodes' : group
}

interface GroupProps extends Ways {
  group: PanelGroup
  causes: readonly Cause[]
  issues: readonly LocatedIssue[]
  /** How many entries were skipped. */
  skipped: number
}

/** The causes of one part of the work. */
function Group({ group, causes, issues, skipped, ...ways }: GroupProps) {
  const t = useTranslations('convert')
  const tools = useFixTools()
  const sources = useModelPart(({ sources }) => sources)
  const names = sourceNames(sources, (key) => t(`source.${key}`))
  const hasSkipped = group === 'input' && causes.some(({ first }) => first.kind === 'skipped')
  const more = group === 'info' ? t('problems.info') : hasSkipped && t('problems.skipped', { n: skipped })
  return (
    <div>
      <div className="flex min-h-7 items-center gap-3 border-y border-line bg-sunken px-3 text-xs text-muted not-low:sticky not-low:top-0 not-low:z-[1]">
        {group === 'client' ? <ClientHead /> : <HeadWords title={t(`problems.group.${group}`)} more={more} />}
      </div>
      <ul className="divide-y divide-line">
        {causes.map((cause) => (
          <IssueRow
            key={cause.id}
            cause={cause}
            source={names.get(cause.first.sourceId ?? '')}
            index={issues.indexOf(cause.first)}
            fixes={fixesOfCause(cause, tools)}
            {...ways}
          />
        ))}
      </ul>
    </div>
  )
}

/** The head of the group `client`. Its button changes to the client that takes these nodes. */
function ClientHead() {
  const t = useTranslations('convert')
  const output = useModelPart(({ output }) => output)
  const other = useOtherClient()
  const isPhone = useMedia(PHONE)
  const [app = ''] = usePrograms()(WIDEST_CLIENT)
  return (
    <>
      <HeadWords
        title={t('problems.notTaken', { client: t(`target.${output}`) })}
        more={other && t(isPhone ? 'problems.otherClient' : 'problems.otherClientApp', { ...other, app })}
        isBrief
      />
      <span className="my-1 ml-auto">
        <OtherClientButton isShort />
      </span>
    </>
  )
}

interface HeadWordsProps {
  title: string
  more: string | false | undefined
  /** A narrow panel shows only `more`. Then a button fits beside it. */
  isBrief?: boolean
}

function HeadWords({ title, more, isBrief = false }: HeadWordsProps) {
  return (
    <div className="min-w-0">
      <h2 className={`inline font-medium ${isBrief && more ? '@max-lg:sr-only' : ''}`}>{title}</h2>
      {more && (
        <>
          <span className={isBrief ? '@max-lg:hidden' : ''}> · </span>
          <span className={isBrief ? '@max-lg:text-[0.8125rem] @max-lg:text-fg' : ''}>{more}</span>
        </>
      )}
    </div>
  )
}

interface FiltersProps extends Pick<Props, 'filter' | 'onFilter'> {
  kinds: readonly IssueKind[]
  countOf: (kind: IssueKind) => number
}

/**
 * The chips that choose a kind. A vertical line separates problems from the rest. The badge of the tab counts problems only.
 * In a narrow panel the chips scroll. Until then none of them is cut.
 */
function Filters({ kinds, filter, onFilter, countOf }: FiltersProps) {
  const t = useTranslations('convert')
  const line = useRef<HTMLDivElement>(null)
  const { fade } = useOutOfSight(line, kinds.join())
  const width = useWholeChips(line, kinds.join(), ARROW_PX)
  const firstMild = kinds.find((one) => !isProblem(one))
  const isMoreRight = fade === 'end' || fade === 'both'
  return (
    <div className="-ml-1 flex min-w-0 flex-1 items-center">
      <div
        ref={line}
        data-fade={fade === 'end' ? 'none' : fade}
        style={{ maxWidth: width }}
        className="chip-line flex min-w-0 flex-1 items-center gap-1 overflow-x-auto p-1 [scrollbar-width:none] *:shrink-0"
      >
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
      </div>
      {isMoreRight && <Icon name="chevron-right" className="size-3.5 shrink-0 text-muted" />}
    </div>
  )
}

/** What takes something away stands last, behind a line. */
function menuOf(all: readonly FixAll[]): MenuEntry[] {
  const items = all.map(({ id, label, isDeletion = false, run }) => ({ id, label, danger: isDeletion, onSelect: run }))
  const first = items.findIndex(({ danger }) => danger)
  return first > 0 ? [...items.slice(0, first), 'separator', ...items.slice(first)] : items
}
