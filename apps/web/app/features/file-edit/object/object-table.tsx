import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ObjectChange, ObjectNode } from '../../../workers/tasks/object.ts'
import { Button } from '../../../ui/button.tsx'
import { Input } from '../../../ui/field.tsx'
import type { ObjectRow } from './object-rows.ts'
import { typedValue } from './typed-value.ts'

interface Props {
  row: ObjectRow
  columns: readonly string[]
  isReadOnly: boolean
  onEdit: (edit: ObjectChange) => void
  onClose: () => void
}

const ROWS_A_PAGE = 50

/** A list of maps, each in a row. A cell is changed where it stands; it keeps its type. */
export function ObjectTable({ row, columns, isReadOnly, onEdit, onClose }: Props) {
  const t = useTranslations('objectEdit')
  const [page, setPage] = useState(0)
  const items = row.node.children ?? []
  const pages = Math.ceil(items.length / ROWS_A_PAGE)
  const first = Math.min(page, pages - 1) * ROWS_A_PAGE
  return (
    <div className="flex min-h-0 flex-1 flex-col" data-testid="object-table">
      <div className="flex flex-wrap items-center gap-2 border-b border-line px-3 py-1.5 text-sm">
        <p className="min-w-0 flex-1 truncate font-mono text-xs text-muted">{row.path.join(' › ')}</p>
        {pages > 1 && (
          <>
            <Button size="small" disabled={page === 0} onClick={() => setPage(page - 1)}>
              {t('before')}
            </Button>
            <span className="text-xs tabular-nums">{t('page', { n: page + 1, total: pages })}</span>
            <Button size="small" disabled={page >= pages - 1} onClick={() => setPage(page + 1)}>
              {t('after')}
            </Button>
          </>
        )}
        <Button size="small" onClick={onClose}>
          {t('asTree')}
        </Button>
      </div>
      <div className="min-h-0 flex-1 overflow-auto" tabIndex={0} role="group" aria-label={row.path.join(' › ')}>
        <table className="object-cells">
          <thead>
            <tr>
              <th scope="col">#</th>
              {columns.map((key) => (
                <th key={key} scope="col">
                  {key}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {items.slice(first, first + ROWS_A_PAGE).map((item, offset) => {
              const at = first + offset
              return (
                <tr key={at}>
                  <th scope="row">{at + 1}</th>
                  {columns.map((key) => (
                    <td key={key}>
                      <Cell
                        label={t('cell', { name: key, row: at + 1 })}
                        node={item.children?.findLast((child) => child.key === key)}
                        isReadOnly={isReadOnly || row.isFixed || item.isFixed === true}
                        onValue={(value, isNew) => {
                          const path = [...row.path, at]
                          onEdit(isNew ? { kind: 'add', path, key, value } : { kind: 'set', path: [...path, key], value })
                        }}
                      />
                    </td>
                  ))}
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
    </div>
  ) // oxfmt-ignore
}

interface CellProps {
  label: string
  node: ObjectNode | undefined
  isReadOnly: boolean
  onValue: (value: unknown, isNew: boolean) => void
}

function Cell({ label, node, isReadOnly, onValue }: CellProps) {
  const t = useTranslations('objectEdit')
  const [typed, setTyped] = useState<string>()
  const isHeld = node !== undefined && (node.kind === 'map' || node.kind === 'list' || node.isShared === true)
  if (isHeld) return <span className="px-2 text-muted">{node.kind === 'list' ? t('items', { n: node.children?.length ?? 0 }) : t('keys', { n: node.children?.length ?? 0 })}</span> // oxfmt-ignore
  const before = node?.value ?? ''
  const value = typed ?? before
  const read = typedValue(node?.kind === 'number' || node?.kind === 'boolean' ? node.kind : 'text', value)
  const take = () => {
    if (typed === undefined || typed === before) return setTyped(undefined)
    if ('wrong' in read) return
    onValue(read.value, node === undefined)
    setTyped(undefined)
  }
  return (
    <Input
      aria-label={label}
      aria-invalid={'wrong' in read ? true : undefined}
      value={value}
      readOnly={isReadOnly}
      className="min-w-28 border-transparent bg-transparent font-mono"
      onChange={(event) => setTyped(event.target.value)}
      onBlur={take}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return
        if (event.key === 'Enter') take()
        if (event.key === 'Escape') setTyped(undefined)
      }}
    />
  )
}
