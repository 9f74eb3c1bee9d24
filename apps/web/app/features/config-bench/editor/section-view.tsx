import type { FormItem, FormList } from '@switchyard/convert/configs'
import { useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { SearchField } from '../../../ui/search-input.tsx'
import { Select } from '../../../ui/select.tsx'
import type { FormView } from '../../../workers/tasks/config-form.ts'
import { FieldList } from './field-list.tsx'
import { useFormContext } from './form-context.ts'
import type { OpenPart } from './open-part.ts'
import { RuleForm } from './rule-form.tsx'
import { VirtualRows } from './virtual-rows.tsx'

/** From so many items on a list can be searched. */
const SEARCHED_FROM = 8
const REMOVABLE = ['node', 'group', 'rule-set', 'proxy-provider'] as const

interface Props {
  view: FormView
  onOpen: (open: OpenPart) => void
}

/** A section: its keys as fields, and its parts as lists. */
export function SectionView({ view, onOpen }: Props) {
  const t = useTranslations('formEditor')
  const { section } = view
  const maps = section.maps.filter(({ fields, absent }) => fields.length + absent.length > 0)
  const heads = maps.length + section.lists.length > 1
  return (
    <div className="flex flex-col gap-5">
      <h2 className="text-base font-semibold">{t(`section.${section.id}`)}</h2>
      {section.lists.map((list) => (
        <PartList key={list.path.join('.')} list={list} hasHead={heads} onOpen={onOpen} />
      ))}
      {maps.map((map) => (
        <section key={map.path.join('.')} className="flex flex-col gap-3">
          {heads && map.path.length > 0 && <h3 className="font-mono text-sm font-semibold">{map.path.join('.')}</h3>}
          {map.fields.length === 0 && (map.path.length > 0 || !heads) && (
            <p className="text-sm text-muted">{t('noFields')}</p>
          )}
          <FieldList map={map} />
        </section>
      ))}
    </div>
  )
}

interface ListProps {
  list: FormList
  hasHead: boolean
  onOpen: (open: OpenPart) => void
}

/** Its place in the list of the config. */
function placeOf({ item, index }: Row): number {
  return Number(item?.path.at(-1) ?? index)
}

interface Row {
  index: number
  name: string
  item: FormItem | undefined
  /** Severity of the worst issue in it. */
  worst: string | undefined
}

function PartList({ list, hasHead, onOpen }: ListProps) {
  const t = useTranslations('formEditor')
  const { issues, isFrozen, run, show } = useFormContext()
  const [search, setSearch] = useState('')
  /** Where a new rule goes, while it is written. */
  const [newAt, setNewAt] = useState<number>()
  const { path, kind, items, texts, newTypes } = list
  const rows = useMemo(() => {
    const worst = worstOf(issues, path)
    const all = texts
      ? texts.map((name, index): Row => ({ index, name, item: undefined, worst: worst.get(String(index)) }))
      : items.map((item, index): Row => ({ index, name: item.name, item, worst: worst.get(String(item.path.at(-1))) }))
    const wanted = search.trim().toLowerCase()
    return wanted === '' ? all : all.filter(({ name, item }) => `${name} ${item?.type} ${item?.place}`.toLowerCase().includes(wanted)) // oxfmt-ignore
  }, [issues, path, texts, items, search])
  const total = texts ? texts.length : items.length
  const isLines = texts !== undefined && newTypes.length === 0
  const pathOf = ({ index, item }: Row) => item?.path ?? [...path, index]
  const nameOf = (row: Row) => (texts ? t('ruleNumber', { n: row.index + 1 }) : row.name || t('unnamed'))
  const remove = (row: Row) => {
    const words = t('did.removed', { name: nameOf(row) })
    const removable = REMOVABLE.find((one) => one === kind)
    if (removable && row.name !== '') return run({ kind: 'remove-part', of: removable, name: row.name }, words)
    const at = pathOf(row).at(-1)
    run(typeof at === 'number' ? { kind: 'remove-items', path, indexes: [at] } : { kind: 'remove-key', path: pathOf(row) }, words) // oxfmt-ignore
  }
  const isList = texts !== undefined || typeof (items[0]?.path.at(-1) ?? 0) === 'number'
  const add = (type: string) => run({ kind: 'add-part', list: path, of: kind, type }, t('did.added', { name: type }))
  const beginRule = (at: number) => setNewAt(at)
  return (
    <section className="flex flex-col gap-2" data-testid={`form-list-${kind}`}>
      {hasHead && <h3 className="font-mono text-sm font-semibold">{path.join('.')}</h3>}
      <div className="flex flex-wrap items-center gap-2">
        {total >= SEARCHED_FROM && (
          <SearchField className="min-w-40 flex-1" label={t('search', { n: total })} value={search} onChange={setSearch} />
        )}
        {!isFrozen && isLines && newAt === undefined && (
          <Button icon="plus" onClick={() => beginRule(0)}>
            {t('add.rule')}
          </Button>
        )}
        {!isFrozen && newTypes.length === 1 && (
          <Button icon="plus" onClick={() => add(newTypes[0]!)}>
            {t(`add.${kind}`)}
          </Button>
        )}
        {!isFrozen && newTypes.length > 1 && (
          <Select
            aria-label={t(`add.${kind}`)}
            className="min-w-40"
            value=""
            choices={[{ value: '', label: t(`add.${kind}`) }, ...newTypes.map((type) => ({ value: type, label: type }))]}
            onChange={(type) => type !== '' && add(type)}
          />
        )}
      </div>
      {newAt !== undefined && (
        <RuleForm
          count={total}
          at={newAt}
          onSave={(text, at) => {
            run({ kind: 'insert', path, at, text }, t('did.added', { name: text }))
            setNewAt(undefined)
          }}
          onCancel={() => setNewAt(undefined)}
          lines={texts ?? []}
        />
      )}
      {total === 0 && newAt === undefined && <p className="text-sm text-muted">{t('nothingHere')}</p>}
      {total > 0 && rows.length === 0 && <p className="text-sm text-muted">{t('noMatch')}</p>}
      <VirtualRows
        label={t(`section.${SECTION_OF[kind]}`)}
        testId={`form-rows-${kind}`}
        rows={rows}
        nameOf={nameOf}
        isFixed={isFrozen}
        onMove={
          search === '' && isList
            ? (from, to) => run({ kind: 'move', path, from: placeOf(rows[from]!), to: placeOf(rows[to]!) }, t('did.moved', { name: nameOf(rows[from]!), n: to + 1 }))
            : undefined
        }
        onRemove={(index) => remove(rows[index]!)}
        {...(isLines && { onInsert: (index: number) => beginRule(rows[index]!.index) })}
        {...(!texts && { onShow: (index: number) => show({ line: rows[index]!.item!.line, endLine: rows[index]!.item!.endLine }) })}
        onOpen={(index) => onOpen({ path: pathOf(rows[index]!), kind, name: rows[index]!.name })}
        renderRow={(row) => <RowHead row={row} isRule={texts !== undefined} />}
      />
    </section>
  ) // oxfmt-ignore
}

function RowHead({ row: { name, item, worst, index }, isRule }: { row: Row; isRule: boolean }) {
  const t = useTranslations('formEditor')
  const mark = worst && (
    <span className={`shrink-0 ${worst === 'error' ? 'text-error' : 'text-warning'}`}>
      <Icon name={worst === 'error' ? 'circle-alert' : 'alert-triangle'} className="size-3.5" />
      <span className="sr-only">{t(worst === 'error' ? 'hasError' : 'hasWarning')}</span>
    </span>
  )
  if (isRule)
    return (
      <>
        <span className="w-9 shrink-0 text-right text-xs text-muted tabular-nums">{index + 1}</span>
        <code className="min-w-0 flex-1 truncate text-left text-xs">{name}</code>
        {mark}
      </>
    )
  return (
    <>
      <span className="min-w-0 flex-1 truncate text-left font-medium">{name || t('unnamed')}</span>
      {mark}
      {item?.members !== undefined && item.members > 0 && (
        <span className="text-xs text-muted">{t('members', { n: item.members })}</span>
      )}
      {item?.place && <span className="form-row-place">{item.place}</span>}
      {item?.type && <Badge>{item.type}</Badge>}
    </>
  )
}

const SECTION_OF = {
  node: 'nodes', group: 'groups', 'proxy-provider': 'providers', 'rule-set': 'rule-sets', inbound: 'inbounds',
  'dns-server': 'dns', rule: 'rules', 'dns-rule': 'dns',
} as const // oxfmt-ignore

/** The worst severity of each item of a list, by its step in the path. */
function worstOf(issues: readonly { path: string; severity: string }[], path: FormList['path']): Map<string, string> {
  const found = new Map<string, string>()
  const above = `/${path.join('/')}/`
  for (const { path: pointer, severity } of issues) {
    if (!pointer.startsWith(above) || severity === 'note') continue
    const [step = ''] = pointer.slice(above.length).split('/', 1)
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~')
    if (found.get(key) !== 'error') found.set(key, severity)
  }
  return found
}
