import type { FormField, FormFields } from '@switchyard/convert/configs'
import { useEffect, useId, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { hintAt, hintsBelow } from '../../../components/config-editor/schema-hints.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Combobox } from '../../../ui/combobox.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { FieldControlOf } from './field-control-of.tsx'
import { useFormContext } from './form-context.ts'
import { isWithin, pointerOf } from './pointer.ts'

const NONE: readonly string[] = []

interface Props {
  map: FormFields
  /** Keys that stand elsewhere on the screen. */
  without?: readonly string[]
}

/** The keys of a map as fields, those that the client does not know behind them, and what could be added. */
export function FieldList({ map, without = NONE }: Props) {
  const t = useTranslations('formEditor')
  const fields = map.fields.filter(({ key }) => !without.includes(key))
  const known = fields.filter(({ isUnknown }) => !isUnknown)
  const others = fields.filter(({ isUnknown }) => isUnknown)
  return (
    <div className="flex flex-col gap-3">
      {known.map((field) => (
        <FieldRow key={field.key} field={field} />
      ))}
      {others.length > 0 && (
        <fieldset className="flex flex-col gap-3" data-testid="other-fields">
          <legend className="mb-1 text-sm font-medium">{t('others')}</legend>
          <p className="text-xs text-muted">{t('othersNote')}</p>
          {others.map((field) => (
            <FieldRow key={field.key} field={field} />
          ))}
        </fieldset>
      )}
      <AddKey map={map} without={without} />
    </div>
  )
}

const stringsOf = (path: FormFields['path']) => path.filter((step) => typeof step === 'string')

function FieldRow({ field }: { field: FormField }) {
  const t = useTranslations('formEditor')
  const { client, locale, issues, isFrozen, run, show } = useFormContext()
  const id = useId()
  const { key, path, control, inside } = field
  const hint = hintAt(client, stringsOf(path))?.words[locale]
  const isShown = control.kind !== 'map'
  const pointer = pointerOf(path)
  // Inside of a map each field has its own.
  const found = issues.filter((issue) => (isShown ? isWithin(issue.path, pointer) : issue.path === pointer))
  const label = (
    <span className="flex min-w-0 items-center gap-1.5">
      <code className="min-w-0 text-sm font-medium wrap-anywhere">{key}</code>
      {field.isShared && <Badge>{t('shared')}</Badge>}
      {field.gone && found.length === 0 && (
        <Badge tone="warning" icon="alert-triangle">
          {field.instead ? t('goneInstead', { version: field.gone, name: field.instead }) : t('gone', { version: field.gone })}
        </Badge>
      )}
    </span>
  ) // oxfmt-ignore
  const actions = (
    <span className="-my-1 ml-auto flex shrink-0">
      <IconButton
        icon="file-text"
        size="small"
        label={t('showKey', { name: key })}
        onClick={() => show({ line: field.line, endLine: field.endLine })}
      />
      {!field.isRequired && !field.isShared && (
        <IconButton
          icon="x"
          size="small"
          label={t('removeKey', { name: key })}
          disabled={isFrozen}
          onClick={() => run({ kind: 'remove-key', path }, t('did.removed', { name: key }))}
        />
      )}
    </span>
  )
  const notes = (
    <>
      {found.map(({ message, severity }, index) => (
        <p key={index} className={`text-xs ${severity === 'error' ? 'text-error' : severity === 'warning' ? 'text-warning' : 'text-muted'}`}>
          {message}
        </p>
      ))}
      {hint && <p className="text-xs text-muted">{hint}</p>}
    </>
  ) // oxfmt-ignore
  if (!isShown && inside)
    return (
      <fieldset className="form-inside" data-key={key}>
        <legend className="sr-only">{key}</legend>
        <div className="flex items-center gap-2">
          {label}
          {actions}
        </div>
        {notes}
        <FieldList map={inside} />
      </fieldset>
    )
  const isNamed = control.kind === 'texts' || control.kind === 'raw'
  const shown = (
    <FieldControlOf
      field={field}
      id={id}
      notesId={`${id}-notes`}
      isWrong={found.some(({ severity }) => severity === 'error')}
    />
  )
  return (
    <div className="flex flex-col gap-1" data-key={key}>
      <div className="flex items-center gap-2">
        {isNamed ? <span id={id}>{label}</span> : <label htmlFor={id}>{label}</label>}
        {actions}
        {control.kind === 'switch' && shown}
      </div>
      {control.kind !== 'switch' && shown}
      <div id={`${id}-notes`} className="flex flex-col gap-0.5 empty:hidden">
        {notes}
      </div>
    </div>
  ) // oxfmt-ignore
}

function AddKey({ map, without }: { map: FormFields; without: readonly string[] }) {
  const t = useTranslations('formEditor')
  const { client, locale, isFrozen, run } = useFormContext()
  const box = useRef<HTMLDivElement>(null)
  /** The key that was asked for: it gets the focus once it is there. */
  const wanted = useRef<string>(undefined)
  const keys = map.fields.map(({ key }) => key).join('\n')
  useEffect(() => {
    const key = wanted.current
    if (key === undefined || !keys.split('\n').includes(key)) return
    wanted.current = undefined
    const row = box.current?.parentElement?.querySelector(`[data-key="${CSS.escape(key)}"]`)
    row?.querySelector<HTMLElement>('input, select, textarea')?.focus()
  }, [keys])
  // Those that people use stand first, as the hints of the text have them.
  const usual = hintsBelow(client, stringsOf(map.path)).map(({ path }) => path.slice(path.lastIndexOf('.') + 1))
  const rankOf = (key: string) => (usual.includes(key) ? usual.indexOf(key) : usual.length)
  const absent = map.absent.filter(({ key }) => !without.includes(key)).toSorted((a, b) => rankOf(a.key) - rankOf(b.key)) // oxfmt-ignore
  if (absent.length === 0 || isFrozen) return null
  // The number of an entry in its list says nothing to people; the heading has its name.
  const name = map.path.at(-1)
  return (
    <div ref={box}>
      <Combobox
        aria-label={typeof name === 'string' ? t('addKeyTo', { name }) : t('addKey')}
        placeholder={t('addKey')}
        emptyText={t('noKey')}
        value={undefined}
        choices={absent.map(({ key }) => ({
          value: key,
          label: key,
          note: hintAt(client, stringsOf([...map.path, key]))?.words[locale],
        }))}
        onChange={(key) => {
          wanted.current = key
          run({ kind: 'add-key', path: [...map.path, key] }, t('did.added', { name: key }))
        }}
      />
    </div>
  )
}
