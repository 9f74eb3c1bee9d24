import type { FieldValue, FormField } from '@switchyard/convert/configs'
import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { hintAt } from '../../../components/config-editor/schema-hints.ts'
import { CommitInput } from '../../../components/config-form/commit-input.tsx'
import { Revealed } from '../../../components/config-form/secret-input.tsx'
import { Select } from '../../../ui/select.tsx'
import { Switch } from '../../../ui/checkbox.tsx'
import { useFormContext } from './form-context.ts'
import { NameList } from './name-list.tsx'
import { choicesOf } from './named-choices.ts'
import { TextsField } from './texts-field.tsx'

/** More names than these help nobody who types one. */
const SUGGESTIONS_MAX = 500

interface Props {
  field: FormField
  id: string
  /** What describes it. */
  notesId: string
  isWrong: boolean
}

/** A value as its kind is shown and changed. */
export function FieldControlOf({ field, id, notesId, isWrong }: Props) {
  const t = useTranslations('formEditor')
  const { client, names, isFrozen, run } = useFormContext()
  const [put, setPut] = useState<{ of: unknown; value: FieldValue }>()
  const { control, key, path } = field
  // What was chosen is shown until the text says it, too.
  const value = put !== undefined && put.of === field.value ? put.value : field.value
  const set = (next: FieldValue, isShown = false) => {
    if (isShown) setPut({ of: field.value, value: next })
    run({ kind: 'set', path, value: next }, t('did.set', { name: key }))
  }
  const shared = { id, disabled: isFrozen, 'aria-describedby': notesId, ...(isWrong && { 'aria-invalid': true as const }) } // oxfmt-ignore
  const text = String(value ?? '')
  switch (control.kind) {
    case 'switch':
      return <Switch {...shared} checked={value === true} onChange={(on) => set(on, true)} />
    case 'choice': {
      const values = control.values.includes(text) ? control.values : [text, ...control.values]
      return (
        <Select
          {...shared}
          value={text}
          choices={values.map((one) => ({ value: one, label: one === '' ? t('notSet') : one }))}
          onChange={(next) => set(next, true)}
        />
      )
    }
    case 'number':
      return <NumberControl {...shared} value={text} control={control} onCommit={(next) => set(next)} />
    case 'text':
      if (control.isSecret) return <SecretControl {...shared} value={text} onCommit={(next) => set(next)} />
      return <TextControl {...shared} field={field} value={text} onCommit={(next) => set(next)} />
    case 'texts': {
      const texts = typeof field.value === 'object' ? field.value : []
      const choices = choicesOf(control, names, client)
      if (control.names !== undefined || choices.length > 0)
        return <NameList label={key} labelId={id} path={path} names={texts} choices={choices} />
      return <TextsField labelId={id} notesId={notesId} control={control} texts={texts} onCommit={(next) => set(next)} />
    }
    default:
      return (
        <pre className="form-source" aria-labelledby={id} tabIndex={0} role="group">
          {field.source === '' ? t('nothing') : field.source}
        </pre>
      )
  }
} // oxfmt-ignore

interface InputProps {
  id: string
  disabled: boolean
  'aria-describedby': string
  'aria-invalid'?: true
  value: string
}

function TextControl({ field, ...input }: InputProps & { field: FormField; onCommit: (value: string) => void }) {
  const { client, names } = useFormContext()
  const listId = useId()
  const hinted = hintAt(client, field.path.filter((step) => typeof step === 'string'))?.values ?? []
  const offered = [...choicesOf(field.control, names, client), ...hinted].slice(0, SUGGESTIONS_MAX)
  return (
    <>
      <CommitInput {...input} className="font-mono" {...(offered.length > 0 && { list: listId })} />
      {offered.length > 0 && (
        <datalist id={listId}>
          {offered.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
      )}
    </>
  )
} // oxfmt-ignore

function SecretControl(input: InputProps & { onCommit: (value: string) => void }) {
  return <Revealed>{(shown) => <CommitInput {...input} {...shown} />}</Revealed>
}

interface NumberProps extends InputProps {
  control: { min?: number; max?: number; values?: readonly number[] }
  onCommit: (value: number) => void
}

/** A whole number within its bounds; what is none stays in the field with its reason. */
function NumberControl({ control, onCommit, ...input }: NumberProps) {
  const t = useTranslations('formEditor')
  const [wrong, setWrong] = useState(false)
  const { min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER, values } = control
  return (
    <>
      <CommitInput
        {...input}
        {...(wrong && { 'aria-invalid': true })}
        inputMode="numeric"
        className="font-mono"
        onCommit={(text) => {
          const number = Number(text)
          const isGood = /^-?\d{1,15}$/.test(text.trim()) && number >= min && number <= max
          const isOne = values === undefined || values.includes(number)
          setWrong(!(isGood && isOne))
          if (isGood && isOne) onCommit(number)
        }}
      />
      {wrong && (
        <p role="alert" className="text-xs text-error">
          {values ? t('oneOf', { value: values.join(', ') }) : control.max === undefined ? t('wholeNumber') : t('between', { min: control.min ?? 0, max: control.max })}
        </p>
      )}
    </>
  ) // oxfmt-ignore
}
