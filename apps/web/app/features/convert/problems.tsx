import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { IconName } from '../../ui/icons.ts'
import type { Problem, ProblemGroup } from '../../workers/conversion-types.ts'
import { deleteLines } from './fixes.ts'
import { keepDuplicate, TEXT_SOURCE } from './model.ts'
import { useConvertState, useModel, useSession } from './use-convert.ts'

const SHOWN_AT_FIRST = 100
const GROUPS: readonly ProblemGroup[] = ['input', 'nodes', 'rules', 'output']
const TONES: Record<Problem['severity'], { tone: Tone; icon: IconName }> = {
  error: { tone: 'error', icon: 'circle-alert' },
  warning: { tone: 'warning', icon: 'alert-triangle' },
  note: { tone: 'neutral', icon: 'info' },
}

export type ProblemFilter = 'all' | 'skipped' | 'duplicates' | 'excluded' | 'refused'
const FILTERS: readonly ProblemFilter[] = ['all', 'skipped', 'duplicates', 'excluded', 'refused']

/** Which count of the summary a problem explains. */
function bucketOf({ code, group, kept, key }: Problem): ProblemFilter {
  if (code === 'duplicate' || code === 'duplicate-differs') return 'duplicates'
  if (code === 'excluded' || (code === 'info-entry' && kept === false)) return 'excluded'
  if (kept === false && key !== undefined) return 'refused'
  return group === 'input' ? 'skipped' : 'all'
}

interface Props {
  filter: ProblemFilter
  onFilter: (filter: ProblemFilter) => void
  onLine: (sourceId: string | undefined, line: number) => void
  onNode: (key: string) => void
  onRules: () => void
}

/** Everything that was left out or changed, each with its reason and what can be done. */
export function Problems({ filter, onFilter, onLine, onNode, onRules }: Props) {
  const t = useTranslations('convert')
  const session = useSession()
  const { target } = useModel()
  const { result } = useConvertState()
  const [shown, setShown] = useState(SHOWN_AT_FIRST)
  const problems = result?.problems ?? []
  if (problems.length === 0) return <EmptyState icon="circle-check" text={t('problems.none')} />

  const counts = new Map<ProblemFilter, number>()
  for (const problem of problems) counts.set(bucketOf(problem), (counts.get(bucketOf(problem)) ?? 0) + 1)
  const wanted = problems.filter((problem) => filter === 'all' || bucketOf(problem) === filter)
  const listed = wanted.slice(0, shown)
  const broken = problems.filter(
    (problem) =>
      problem.group === 'input' &&
      problem.sourceId === TEXT_SOURCE &&
      problem.line !== undefined &&
      problem.inner === undefined &&
      problem.code !== 'needs-fetch',
  )
  const report = () =>
    wanted.map(({ line, node, severity, code, message }) =>
      [line === undefined ? '' : t('problems.line', { n: line }), severity, code, node ?? '', message].filter(Boolean).join(' · '),
    ).join('\n') // oxfmt-ignore

  return (
    <div className="min-h-0 flex-1 overflow-y-auto" data-testid="problems">
      <div className="flex flex-wrap items-center gap-2 px-3 py-2">
        {FILTERS.filter((one) => one === 'all' || (counts.get(one) ?? 0) > 0).map((one) => (
          <Chip
            key={one}
            pressed={filter === one}
            count={one === 'all' ? problems.length : counts.get(one)}
            onClick={() => onFilter(one)}
          >
            {t(`problems.filter.${one}`)}
          </Chip>
        ))}
        <span className="flex-1" />
        {broken.length > 0 && (
          <Button
            size="small"
            onClick={() =>
              deleteLines(
                session,
                broken.map(({ line }) => line!),
                t,
              )
            }
          >
            {t('problems.fixAll')}
          </Button>
        )}
        <CopyButton size="small" look="ghost" label={t('problems.copyReport')} text={report} />
      </div>
      {(result?.counts.skipped ?? 0) > 0 && filter !== 'duplicates' && filter !== 'excluded' && (
        <p className="px-3 pb-1 text-sm font-medium">{t('problems.skipped', { n: result!.counts.skipped })}</p>
      )}
      {GROUPS.map((group) => {
        const own = listed.filter((problem) => problem.group === group)
        if (own.length === 0) return null
        return (
          <section key={group} aria-label={t(`problems.group.${group}`)}>
            <h3 className="sticky top-0 z-[1] border-y border-line bg-sunken px-3 py-1 text-xs font-medium text-muted">
              {t(`problems.group.${group}`)}
            </h3>
            <ul className="divide-y divide-line">
              {own.map((problem, index) => (
                <ProblemRow
                  key={index}
                  problem={problem}
                  index={problems.indexOf(problem)}
                  isClash={target === 'clash'}
                  {...{ onLine, onNode, onRules }}
                />
              ))}
            </ul>
          </section>
        )
      })}
      {wanted.length > shown && (
        <div className="p-3 text-center">
          <Button size="small" onClick={() => setShown(shown + SHOWN_AT_FIRST * 2)}>
            {t('problems.show', { n: Math.min(wanted.length - shown, SHOWN_AT_FIRST * 2) })}
          </Button>
        </div>
      )}
      {(result?.moreProblems ?? 0) > 0 && (
        <p className="px-3 py-2 text-xs text-muted">{t('problems.more', { n: result!.moreProblems })}</p>
      )}
    </div>
  )
}

interface RowProps extends Pick<Props, 'onLine' | 'onNode' | 'onRules'> {
  problem: Problem
  index: number
  isClash: boolean
}

function ProblemRow({ problem, index, isClash, onLine, onNode, onRules }: RowProps) {
  const t = useTranslations('convert')
  const session = useSession()
  const { severity, message, line, inner, sourceId, key, node, code, group, kept } = problem
  const { tone, icon } = TONES[severity]
  const isOwnLine = sourceId === TEXT_SOURCE && line !== undefined && inner === undefined
  const isDuplicate = code === 'duplicate' || code === 'duplicate-differs'

  const keepBoth = () => {
    const row = session.rows.get().find((row) => row.sourceId === sourceId && row.line === line && row.duplicateOf)
    if (row) session.change((model) => keepDuplicate(model, [row.key]))
    else session.change((model) => ({ ...model, common: { ...model.common, keepDuplicates: true } }))
  }

  return (
    <li data-testid={`problem-${index}`} className="flex flex-wrap items-start gap-x-2 gap-y-1 px-3 py-2 text-sm">
      <Badge tone={tone} icon={icon} className="mt-0.5">
        {t(`problems.severity.${severity}`)}
      </Badge>
      <span className="min-w-0 flex-1 basis-48">
        {node && <span className="font-medium break-words">{node}: </span>}
        <span className="break-words">{message}</span>
      </span>
      <span className="flex flex-wrap gap-1">
        {line !== undefined && group !== 'rules' && (
          <Button size="small" look="ghost" onClick={() => onLine(sourceId, line)}>
            {t('problems.line', { n: line })}
            {inner !== undefined && inner !== line && ` · ${t('problems.inner', { n: inner })}`}
          </Button>
        )}
        {line !== undefined && group === 'rules' && (
          <Button size="small" look="ghost" onClick={onRules}>
            {t('problems.line', { n: line })}
          </Button>
        )}
        {key !== undefined && (
          <Button size="small" look="ghost" onClick={() => onNode(key)}>
            {t('line.edit')}
          </Button>
        )}
        {isDuplicate && (
          <Button size="small" look="ghost" onClick={keepBoth}>
            {t('line.keepBoth')}
          </Button>
        )}
        {code === 'excluded' && isClash && kept === false && (
          <Button size="small" look="ghost" onClick={() => session.change((model) => ({ ...model, target: 'mihomo' }))}>
            {t('line.toMihomo')}
          </Button>
        )}
        {isOwnLine && (group === 'input' || isDuplicate) && code !== 'needs-fetch' && (
          <Button size="small" look="ghost" onClick={() => deleteLines(session, [line], t)}>
            {t('line.deleteLine')}
          </Button>
        )}
      </span>
    </li>
  )
}
