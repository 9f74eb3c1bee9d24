import { useMemo } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { ListedNode } from '../../components/node-grid/listed-node.ts'
import { Flag } from '../../components/node-grid/rows/flag.tsx'
import { regionNames } from '../../components/node-grid/rows/region-names.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/select.tsx'
import { GROUPINGS, groupsOf, type Grouping } from './groups.ts'

/** Which nodes are shown; no value: all. */
export interface ShownGroup {
  by: Grouping
  value?: string
}

interface Props {
  rows: readonly ListedNode[]
  shown: ShownGroup
  onShow: (shown: ShownGroup) => void
  /** Every group as a file of its own. */
  onSplit: () => void
}

/** What a group is called. */
export function useGroupName(): (by: Grouping, value: string) => string {
  const t = useTranslations('nodeTable.group')
  const regionName = regionNames(useLocale())
  return (by, value) => {
    if (value === '') return t('unknown')
    return by === 'region' ? regionName(value) : value
  }
}

/** The list of groups, by region, protocol or source. A press on a group shows its nodes alone. */
export function GroupList({ rows, shown, onShow, onSplit }: Props) {
  const t = useTranslations('nodeTable.group')
  const nameOf = useGroupName()
  const groups = useMemo(() => groupsOf(rows, shown.by), [rows, shown.by])
  const all = groups.reduce((sum, { count }) => sum + count, 0)
  return (
    <>
      <div className="flex flex-col gap-2 border-b border-line p-2">
        <Select
          aria-label={t('by')}
          value={shown.by}
          choices={GROUPINGS.map((value) => ({ value, label: t(value) }))}
          onChange={(by) => onShow({ by })}
          data-testid="group-by"
        />
      </div>
      <ul className="min-h-0 flex-1 overflow-y-auto p-2" data-testid="groups">
        <GroupRow name={t('all')} count={all} isShown={shown.value === undefined} onShow={() => onShow({ by: shown.by })} />
        {groups.map(({ value, count }) => (
          <GroupRow
            key={value}
            name={nameOf(shown.by, value)}
            code={shown.by === 'region' ? value : undefined}
            count={count}
            isShown={shown.value === value}
            onShow={() => onShow({ by: shown.by, value })}
          />
        ))}
      </ul>
      <div className="border-t border-line p-2">
        <Button icon="files" className="w-full justify-center" disabled={groups.length < 2} onClick={onSplit} data-testid="split">
          {t('split')}
        </Button>
      </div>
    </>
  ) // oxfmt-ignore
}

interface RowProps {
  name: string
  /** Of a region, for its flag. */
  code?: string | undefined
  count: number
  isShown: boolean
  onShow: () => void
}

function GroupRow({ name, code, count, isShown, onShow }: RowProps) {
  return (
    <li>
      <button
        type="button"
        aria-pressed={isShown}
        className="flex min-h-(--target) w-full items-center gap-2 rounded-md px-2 py-1 text-left text-sm hover:bg-hover aria-pressed:bg-selected aria-pressed:font-medium"
        onClick={onShow}
      >
        {code && <Flag code={code} />}
        {code && <span className="text-xs text-muted">{code}</span>}
        <span className="min-w-0 flex-1 truncate">{name}</span>
        <span className="text-xs text-muted tabular-nums">{count}</span>
      </button>
    </li>
  )
}
