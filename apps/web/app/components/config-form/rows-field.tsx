import { moved } from '@switchyard/recipe/moved'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { issuesOf, type Change, type FieldChanges, type Issues } from './change.ts'
import { OrderedRows } from './ordered-rows.tsx'
import { withRow } from './with-row.ts'

/** What every list of rows is given. */
export interface RowsProps<Row> {
  value: readonly Row[]
  onChange: Change<readonly Row[]>
  /** A row was taken away, in words. */
  onRemoved: (done: string) => void
  /** By index and field. */
  issues: Issues
}

/** What the fields of a row are given. */
export interface RowProps<Row> {
  row: Row
  index: number
  onChange: (change: FieldChanges<Row>) => void
  /** By field. */
  issues: Issues
}

interface Props<Row extends object> extends RowsProps<Row> {
  label: string
  nameOf: (row: Row) => string
  /** Beside the name in the row's head. */
  noteOf: (row: Row, index: number) => string
  /** Whether a row is still to be filled in. */
  isUnfinished: (row: Row) => boolean
  /** Fields that every row has, also when they are empty. */
  always?: readonly (keyof Row)[]
  /** The row that a link led to. */
  linked?: { index: number } | undefined
  /** Where the rows are kept, `mapping-rows`. It names what is being typed, too. */
  testId: string
  addLabel: string
  /** The row that the button adds. */
  newRow: () => Row
  children: (props: RowProps<Row>) => ReactNode
}

/** Rows of fields whose order counts, and the button that adds one. */
export function RowsField<Row extends object>(props: Props<Row>) {
  const { value, onChange, onRemoved, issues, label, nameOf, noteOf, isUnfinished, always, linked, testId } = props
  const t = useTranslations('configForm')
  return (
    <>
      <OrderedRows
        label={label}
        rows={value}
        testId={testId}
        nameOf={nameOf}
        isUnfinished={isUnfinished}
        linked={linked}
        onMove={(from, to) => onChange((rows) => moved(rows, from, to))}
        onRemove={(index, done) => {
          onChange((rows) => rows.filter((_, at) => at !== index))
          onRemoved(done)
        }}
        renderHead={(row, index) => (
          <>
            <span className="min-w-0 truncate font-medium">{nameOf(row) || t('unnamed')}</span>
            <span className="min-w-0 flex-1 truncate text-xs text-muted">{noteOf(row, index)}</span>
            {Object.keys(issues).some((path) => path.startsWith(`${index}.`)) && <WrongBadge />}
          </>
        )}
      >
        {(row, index) =>
          props.children({
            row,
            index,
            onChange: (change) => onChange((rows) => withRow(rows, row, change, always), testId),
            issues: issuesOf(issues, String(index)),
          })
        }
      </OrderedRows>
      <Button
        size="small"
        icon="plus"
        className="self-start"
        onClick={() => onChange((rows) => [...rows, props.newRow()])}
      >
        {props.addLabel}
      </Button>
    </>
  )
}

/** Says in a row's head that something in it is wrong. */
export function WrongBadge() {
  const t = useTranslations('configForm')
  return (
    <Badge tone="error" icon="circle-alert">
      {t('wrong')}
    </Badge>
  )
}
