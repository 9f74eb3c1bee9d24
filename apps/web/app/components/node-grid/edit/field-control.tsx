import { useState } from 'react'
import { Field, Input, Textarea, type FieldControl } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { useGrid } from '../grid-context.ts'
import type { NodeField } from '@switchyard/convert/forms'
import { fieldText, readField, type FieldIssue } from './field-values.ts'
import { SecretField } from './secret-field.tsx'
import { holdsSecret } from './secret-fields.ts'

interface Props {
  field: NodeField
  value: unknown
  error: string | undefined
  className?: string
  onChange: (value: unknown, issue?: FieldIssue) => void
}

/** One field of a record, as what it holds is best filled in. */
export function NodeFieldControl({ field, value, error, className = '', onChange }: Props) {
  const { t } = useGrid()
  const { kind, required, secret } = field
  const label = useFieldLabel(field)
  // What is typed stays as it is typed: `h2,` is no list yet.
  const [typed, setTyped] = useState<{ text: string; value: unknown }>()
  // What it began as decides: while it is typed, it must not become another control.
  const [startedSecret] = useState(() => secret || holdsSecret(value))
  const text = typed && Object.is(typed.value, value) ? typed.text : fieldText(field, value)
  const write = (next: string) => {
    const read = readField(field, next, value)
    setTyped({ text: next, value: read.value })
    onChange(read.value, read.issue)
  }
  const words = (
    <>
      <span title={field.path.join('.')}>{label}</span>
      {required && (
        <span aria-hidden="true" className="ml-0.5 text-error">
          *
        </span>
      )}
    </>
  )
  const hint = kind === 'list' ? t('listHint') : kind === 'map' ? t('mapHint') : undefined
  const shared = (control: FieldControl) => ({ ...control, 'aria-required': required || undefined, value: text })
  return (
    <Field label={words} error={error} hint={hint} className={className}>
      {(control) => {
        if (kind === 'switch') {
          return (
            <Select
              {...control}
              value={text}
              choices={[
                { value: '', label: t('byDefault') },
                { value: 'true', label: t('on') },
                { value: 'false', label: t('off') },
              ]}
              onChange={(next) => onChange(next === '' ? undefined : next === 'true')}
            />
          )
        }
        const options = optionsOf(field)
        if (options) {
          return (
            <Select
              {...control}
              value={text}
              choices={[
                ...(required && text !== '' ? [] : [{ value: '', label: t('byDefault') }]),
                ...withOwn(options, text),
              ]}
              onChange={(next) => write(next)}
            />
          )
        }
        const isLong = kind === 'list' || kind === 'map' || kind === 'json' || kind === 'long'
        if (startedSecret) return <SecretField {...shared(control)} label={label} onText={write} long={isLong} />
        if (isLong) {
          return (
            <Textarea
              {...shared(control)}
              rows={Math.min(8, Math.max(hint ? 2 : 1, text.split('\n').length))}
              className="min-h-(--control) font-mono text-xs"
              onChange={(event) => write(event.target.value)}
            />
          )
        }
        return (
          <Input
            {...shared(control)}
            inputMode={kind === 'number' ? 'numeric' : undefined}
            className={kind === 'number' ? 'max-w-40' : ''}
            onChange={(event) => write(event.target.value)}
          />
        )
      }}
    </Field>
  )
}

/** What a field is called. */
export function useFieldLabel({ path }: NodeField): string {
  const { t } = useGrid()
  const name = path.at(-1)!
  // Whether it is a key is what is asked here; none of these texts takes values.
  const key = `field.${name}` as 'field.name'
  return t.has(key) ? t(key) : name
}

/** A number of which there are more values is typed. */
const CHOICES_MAX = 6

/** What can be chosen from, where that is little. */
function optionsOf({ kind, options, min = 0, max = Infinity }: NodeField): readonly string[] | undefined {
  if (kind === 'select') return options
  const count = max - min + 1
  if (kind !== 'number' || count > CHOICES_MAX) return undefined
  return Array.from({ length: count }, (_, index) => String(min + index))
}

/** The choices there are, and the value itself when it is none of them. */
export function withOwn(options: readonly string[], value: string) {
  const all = value === '' || options.includes(value) ? options : [...options, value]
  return all.map((option) => ({ value: option, label: option }))
}
