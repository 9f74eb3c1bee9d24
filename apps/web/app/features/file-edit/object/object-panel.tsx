import { type FormEvent, useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ObjectChange, ObjectKind } from '../../../workers/tasks/object.ts'
import { Button } from '../../../ui/button.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import type { ObjectHints } from './object-hints.ts'
import { columnsOf, type ObjectRow, ROOT_ID } from './object-rows.ts'
import { typedValue } from './typed-value.ts'
import { ValueField } from './value-field.tsx'

interface Props {
  row: ObjectRow
  name: string
  /** Absent: no client of ours knows the document, or it is not known yet. */
  hints: ObjectHints | undefined
  siblings: number
  isReadOnly: boolean
  /** Why the last change was not made. */
  refused: string | undefined
  onEdit: (edit: ObjectChange) => void
  onTable: () => void
  /** Shows its line in the text. */
  onText: () => void
}

/** One value: its key, its type, what it is, and what is done with it. */
export function ObjectPanel(props: Props) {
  const { row, name, hints, siblings, isReadOnly, refused, onEdit, onTable, onText } = props
  const t = useTranslations('objectEdit')
  const { node, path } = row
  const isRoot = row.id === ROOT_ID
  const isFixed = row.isFixed || isReadOnly
  const isHolder = (node.kind === 'map' || node.kind === 'list') && !node.isShared
  const columns = columnsOf(row)
  const hint = hints?.at(path)
  return (
    <div className="flex flex-col gap-4 p-3 text-sm" data-testid="object-panel">
      <p className="font-mono text-xs text-muted wrap-anywhere" data-testid="object-path">
        {[name, ...path].join(' › ')}
      </p>
      {hint && (
        <p className="text-muted" data-testid="object-hint">
          {hint.words}
        </p>
      )}
      {refused && (
        <p role="alert" className="text-error">
          {refused}
        </p>
      )}
      {row.isFixed && <p className="text-muted">{t('fixed')}</p>}
      {node.isShared && (
        <div className="flex flex-wrap items-center gap-2">
          <p className="min-w-0 flex-1 basis-48 text-muted">{t('shared')}</p>
          <Button size="small" disabled={isFixed} onClick={() => onEdit({ kind: 'own', path })}>
            {t('own')}
          </Button>
        </div>
      )}
      {!isRoot && (
        <>
          {typeof node.key === 'string' && (
            <KeyForm key={`key ${row.id}`} row={row} isReadOnly={isFixed} onEdit={onEdit} />
          )}
          {!node.isShared && (
            <ValueForm key={`value ${row.id} ${node.kind} ${node.value}`} row={row} values={hint?.values ?? []} isReadOnly={isFixed} onEdit={onEdit} />
          )}
        </>
      )}
      {isHolder && <AddForm key={`add ${row.id}`} row={row} hints={hints} isReadOnly={isFixed} onEdit={onEdit} />}
      <div className="flex flex-wrap gap-2">
        {columns && (
          <Button size="small" icon="table" data-testid="object-table-open" onClick={onTable}>
            {t('asTable')}
          </Button>
        )}
        <Button size="small" icon="file-text" onClick={onText}>
          {t('line', { line: node.line })}
        </Button>
        {!isRoot && (
          <>
            <Button size="small" icon="copy-plus" disabled={isFixed} onClick={() => onEdit({ kind: 'duplicate', path })}>
              {t('duplicate')}
            </Button>
            <Button size="small" icon="arrow-up" disabled={isFixed || row.at === 0} onClick={() => onEdit({ kind: 'move', path, to: row.at - 1 })}>
              {t('up')}
            </Button>
            <Button size="small" icon="arrow-down" disabled={isFixed || row.at === siblings - 1} onClick={() => onEdit({ kind: 'move', path, to: row.at + 1 })}>
              {t('down')}
            </Button>
            <Button size="small" look="danger" icon="trash-2" disabled={isFixed} onClick={() => onEdit({ kind: 'remove', path })}>
              {t('remove')}
            </Button>
          </>
        )}
      </div>
    </div>
  ) // oxfmt-ignore
}

type FormProps = Pick<Props, 'row' | 'isReadOnly' | 'onEdit'>

function KeyForm({ row, isReadOnly, onEdit }: FormProps) {
  const t = useTranslations('objectEdit')
  const before = String(row.node.key)
  const [key, setKey] = useState(before)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (key !== before) onEdit({ kind: 'rename', path: row.path, to: key })
  }
  return (
    <form className="flex items-end gap-2" onSubmit={submit}>
      <Field label={t('key')} className="min-w-0 flex-1">
        {(control) => (
          <Input
            {...control}
            value={key}
            readOnly={isReadOnly}
            className="font-mono"
            data-testid="object-key"
            onChange={(event) => setKey(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" disabled={isReadOnly || key === before}>
        {t('rename')}
      </Button>
    </form>
  )
}

function ValueForm({ row, values, isReadOnly, onEdit }: FormProps & { values: readonly string[] }) {
  const t = useTranslations('objectEdit')
  const { kind: before, value = '', children = [] } = row.node
  const [kind, setKind] = useState<ObjectKind>(before)
  const [typed, setTyped] = useState(value)
  const [wrong, setWrong] = useState<string>()
  const isSame = kind === before && (typed === value || before === 'map' || before === 'list' || before === 'null')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const read = typedValue(kind, kind === 'boolean' && typed === '' ? 'false' : typed)
    if ('wrong' in read) return setWrong(t(`wrong.${read.wrong === 'number' ? 'number' : 'boolean'}`))
    setWrong(undefined)
    if (!isSame) onEdit({ kind: 'set', path: row.path, value: read.value })
  }
  return (
    <form className="flex flex-col gap-2" onSubmit={submit}>
      <ValueField
        kind={kind}
        typed={typed}
        error={wrong}
        values={values}
        isReadOnly={isReadOnly}
        testId="object-value"
        onKind={(next) => {
          setKind(next)
          setWrong(undefined)
        }}
        onType={(next) => {
          setTyped(next)
          setWrong(undefined)
        }}
      />
      {kind !== before && children.length > 0 && (
        <p className="text-xs text-warning">{t('losesChildren', { n: children.length })}</p>
      )}
      <Button type="submit" look="solid" className="self-start" disabled={isReadOnly || isSame} data-testid="object-apply">
        {t('apply')}
      </Button>
    </form>
  ) // oxfmt-ignore
}

function AddForm({ row, hints, isReadOnly, onEdit }: FormProps & Pick<Props, 'hints'>) {
  const t = useTranslations('objectEdit')
  const isMap = row.node.kind === 'map'
  const [isOpen, setOpen] = useState(false)
  const [key, setKey] = useState('')
  const [kind, setKind] = useState<ObjectKind>('text')
  const [typed, setTyped] = useState('')
  const [wrong, setWrong] = useState<string>()
  const listId = useId()
  const offered = (isMap && hints?.below(row.path).filter((hint) => !row.node.children?.some((child) => child.key === hint.key))) || [] // oxfmt-ignore
  const hint = offered.find((one) => one.key === key)
  const isTaken = row.node.children?.some((child) => child.key === key) ?? false
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const read = typedValue(kind, kind === 'boolean' && typed === '' ? 'false' : typed)
    if ('wrong' in read) return setWrong(t(`wrong.${read.wrong === 'number' ? 'number' : 'boolean'}`))
    if (isMap && (key === '' || isTaken)) return
    onEdit({ kind: 'add', path: row.path, value: read.value, ...(isMap ? { key } : {}) })
    setOpen(false)
  }
  if (!isOpen)
    return (
      <Button
        icon="plus"
        className="self-start"
        disabled={isReadOnly}
        data-testid="object-add"
        onClick={() => setOpen(true)}
      >
        {t(isMap ? 'addKey' : 'addItem')}
      </Button>
    )
  return (
    <form className="flex flex-col gap-2 rounded-lg border border-line p-3" onSubmit={submit}>
      {isMap && (
        <Field label={t('key')} error={isTaken && t('refused.key-taken')} hint={hint?.words}>
          {(control) => (
            <Input
              {...control}
              value={key}
              list={listId}
              className="font-mono"
              data-testid="object-new-key"
              onChange={(event) => {
                setKey(event.target.value)
                const known = offered.find((one) => one.key === event.target.value)
                if (known && known.values.length > 0) setKind(isSwitch(known.values) ? 'boolean' : 'text')
              }}
            />
          )}
        </Field>
      )}
      <datalist id={listId}>
        {offered.map((one) => (
          <option key={one.key} value={one.key} />
        ))}
      </datalist>
      <ValueField
        kind={kind}
        typed={typed}
        error={wrong}
        values={hint?.values ?? []}
        testId="object-new-value"
        onKind={(next) => {
          setKind(next)
          setWrong(undefined)
        }}
        onType={setTyped}
      />
      <div className="flex gap-2">
        <Button type="submit" look="solid" disabled={isMap && (key === '' || isTaken)} data-testid="object-add-apply">
          {t('add')}
        </Button>
        <Button onClick={() => setOpen(false)}>{t('cancel')}</Button>
      </div>
    </form>
  )
}

const isSwitch = (values: readonly string[]) => values.length === 2 && values[0] === 'true'
