import { useEffect, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ChangedField, ComparedLists, ComparedPair } from '@switchyard/recipe/model'
import { NodeGrid } from '../../components/node-grid/node-grid.tsx'
import { isNode, type ListedNode } from '../../components/node-grid/listed-node.ts'
import type { NodeGridActions } from '../../components/node-grid/types.ts'
import { reportGone } from '../../components/node-list/report-gone.ts'
import { useStore } from '../../lib/store.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Select } from '../../ui/select.tsx'
import { TabPanel, Tabs } from '../../ui/tabs.tsx'
import { useSourceNames, useList, useListHistory } from '../../components/node-list/use-list.ts'

const PARTS = ['onlyLeft', 'onlyRight', 'changed', 'same'] as const
type Part = (typeof PARTS)[number]
/** Pairs that differ are no table: so many are shown. */
const PAIRS_SHOWN = 300

interface Props {
  rows: readonly ListedNode[]
  actions: NodeGridActions
  onAdd: () => void
  onSample: () => void
}

/** Two of the lists beside each other: what only one of them has, what both have, and what differs. */
export function CompareView({ rows, actions, onAdd, onSample }: Props) {
  const t = useTranslations('nodeTable.compare')
  const { recipe } = useListHistory()
  const names = useSourceNames()
  const sources = recipe.sources.filter(({ enabled }) => enabled)
  const [chosen, setChosen] = useState<{ left?: string; right?: string }>({})
  const [part, setPart] = useState<Part>('onlyLeft')
  const left = sources.find(({ id }) => id === chosen.left)?.id ?? sources[0]?.id
  const right = sources.find(({ id }) => id === chosen.right)?.id ?? sources.find(({ id }) => id !== left)?.id
  const compared = useCompared(left, right)

  if (left === undefined || right === undefined)
    return (
      <div className="flex min-h-0 flex-1 flex-col justify-center">
        <EmptyState icon="columns-3" title={t('need')} text={t('needNote')}>
          <Button look="solid" icon="plus" onClick={onAdd}>
            {t('addList')}
          </Button>
          <Button icon="file-text" onClick={onSample} data-testid="compare-sample">
            {t('sample')}
          </Button>
        </EmptyState>
      </div>
    )
  const choices = sources.map(({ id, name }) => ({ value: id, label: names.get(id) ?? name }))
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col" data-testid="compare">
      <div className="flex flex-wrap items-center gap-2 border-b border-line p-2">
        <Select
          aria-label={t('left')}
          className="min-w-32 flex-1 sm:max-w-64"
          value={left}
          choices={choices}
          onChange={(id) => setChosen({ left: id, right: id === right ? left : right })}
        />
        <Button
          icon="arrow-left-right"
          aria-label={t('swap')}
          onClick={() => setChosen({ left: right, right: left })}
        />
        <Select
          aria-label={t('right')}
          className="min-w-32 flex-1 sm:max-w-64"
          value={right}
          choices={choices}
          onChange={(id) => setChosen({ right: id, left: id === left ? right : left })}
        />
        <Tabs
          label={t('parts')}
          name="compare"
          value={part}
          onChange={setPart}
          className="tabs-bar"
          tabs={PARTS.map((id) => ({
            id,
            label: t(id),
            count: compared ? compared[id].length : null,
            testId: `compare-${id}`,
          }))}
        />
      </div>
      <TabPanel name="compare" id={part} className="flex min-h-0 flex-1 flex-col">
        {compared && part === 'changed' && <ChangedPairs pairs={compared.changed} rows={rows} />}
        {compared && part !== 'changed' && <PartRows key={part} part={part} {...{ compared, rows, actions }} />}
      </TabPanel>
    </div>
  )
}

/** What comparing two sources says; it follows every edit. */
function useCompared(left: string | undefined, right: string | undefined): ComparedLists | undefined {
  const { desk } = useList()
  const tl = useTranslations('nodeList')
  const rows = useStore(desk.rows, NO_ROWS)
  const [compared, setCompared] = useState<ComparedLists>()
  useEffect(() => {
    if (left === undefined || right === undefined) return
    let isWanted = true
    desk
      .askOfNodes((api, request) => api.list.compareSources(request, left, right))
      .then(
        (answer) => isWanted && setCompared(answer),
        (error: unknown) => isWanted && reportGone(tl('noAnswer'))(error),
      )
    return () => {
      isWanted = false
    }
  }, [desk, rows, left, right, tl])
  return compared
}

const NO_ROWS: never[] = []

interface PartProps {
  part: Exclude<Part, 'changed'>
  compared: ComparedLists
  rows: readonly ListedNode[]
  actions: NodeGridActions
}

/** The nodes of one part, in the table that they have everywhere. */
function PartRows({ part, compared, rows, actions }: PartProps) {
  const t = useTranslations('nodeTable.compare')
  const shown = useMemo(() => {
    const keys = new Set(part === 'same' ? compared.same.map(({ left }) => left) : compared[part])
    return rows.filter((row) => isNode(row) && keys.has(row.id))
  }, [part, compared, rows])
  return (
    <NodeGrid
      screen="node-table"
      label={t(part)}
      rows={shown}
      actions={actions}
      emptyText={t('nothing')}
      banner={false}
      className="min-h-0 flex-1"
    />
  )
}

function ChangedPairs({ pairs, rows }: { pairs: readonly ComparedPair[]; rows: readonly ListedNode[] }) {
  const t = useTranslations('nodeTable.compare')
  const names = useMemo(() => new Map(rows.map(({ id, name }) => [id, name])), [rows])
  if (pairs.length === 0) return <EmptyState text={t('nothing')} />
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a list that scrolls has to be reached by keys
    <ul className="min-h-0 flex-1 divide-y divide-line overflow-y-auto" tabIndex={0} data-testid="changed">
      {pairs.slice(0, PAIRS_SHOWN).map(({ left, right, fields }) => (
        <li key={left} className="px-3 py-2 text-sm">
          <p className="truncate font-medium">{names.get(left) ?? names.get(right)}</p>
          <ul className="mt-1 flex flex-col gap-1 text-xs">
            {fields.map((field) => (
              <FieldChange key={field.path} {...field} />
            ))}
          </ul>
        </li>
      ))}
      {pairs.length > PAIRS_SHOWN && (
        <li className="px-3 py-2 text-xs text-muted">{t('more', { n: pairs.length - PAIRS_SHOWN })}</li>
      )}
    </ul>
  )
}

/** A field that differs; of a secret only that it does. */
function FieldChange({ path, left, right }: ChangedField) {
  const t = useTranslations('nodeTable.compare')
  const tg = useTranslations('nodeGrid')
  const word = path.split('.').at(-1)!
  // Whether the table has a word for it is asked first.
  const key = `field.${word}` as 'field.name'
  const label = tg.has(key) ? tg(key) : path
  return (
    <li className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
      <span className="text-muted">{label}</span>
      {left === undefined && right === undefined ? (
        <span>{t('secretDiffers')}</span>
      ) : (
        <>
          <code className="min-w-0 wrap-anywhere">{left || t('absent')}</code>
          <Icon name="arrow-right" className="size-3 text-muted" />
          <span className="sr-only">{tg('becomes')}</span>
          <code className="min-w-0 wrap-anywhere">{right || t('absent')}</code>
        </>
      )}
    </li>
  )
}
