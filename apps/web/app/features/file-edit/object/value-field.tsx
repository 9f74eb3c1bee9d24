import { useTranslations } from 'use-intl'
import type { ObjectKind } from '../../../workers/tasks/object.ts'
import { Button } from '../../../ui/button.tsx'
import { Field, Input, Textarea } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { OBJECT_KINDS } from './typed-value.ts'

interface Props {
  kind: ObjectKind
  typed: string
  error?: string | undefined
  /** What it takes, where that is known to be one of a few. */
  values: readonly string[]
  isReadOnly?: boolean
  onKind: (kind: ObjectKind) => void
  onType: (typed: string) => void
  testId: string
}

/** A value and its type. */
export function ValueField({ kind, typed, error, values, isReadOnly = false, onKind, onType, testId }: Props) {
  const t = useTranslations('objectEdit')
  const isTyped = kind === 'text' || kind === 'number'
  return (
    <>
      <Field label={t('type')}>
        {(control) => (
          <Select
            {...control}
            value={kind}
            disabled={isReadOnly}
            choices={OBJECT_KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
            data-testid={`${testId}-type`}
            onChange={onKind}
          />
        )}
      </Field>
      {(isTyped || error) && kind !== 'boolean' && (
        <Field label={t('value')} error={error}>
          {(control) =>
            kind === 'text' ? (
              <Textarea
                {...control}
                rows={typed.includes('\n') ? 6 : 2}
                value={typed}
                readOnly={isReadOnly}
                className="font-mono"
                data-testid={testId}
                onChange={(event) => onType(event.target.value)}
                onKeyDown={(event) => {
                  // Enter saves, as in every field of one line; Shift and Enter begin a new one.
                  if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
                  event.preventDefault()
                  event.currentTarget.form?.requestSubmit()
                }}
              />
            ) : (
              <Input
                {...control}
                value={typed}
                readOnly={isReadOnly}
                inputMode={kind === 'number' ? 'decimal' : 'text'}
                className="font-mono"
                data-testid={testId}
                onChange={(event) => onType(event.target.value)}
              />
            )
          }
        </Field>
      )}
      {kind === 'text' && values.length > 0 && !isReadOnly && (
        <p className="flex flex-wrap gap-1" role="group" aria-label={t('values')} data-testid={`${testId}-values`}>
          {values.map((value) => (
            <Button key={value} size="small" aria-pressed={typed === value} onClick={() => onType(value)}>
              <code>{value}</code>
            </Button>
          ))}
        </p>
      )}
      {kind === 'boolean' && (
        <Field label={t('value')} error={error}>
          {(control) => (
            <Select
              {...control}
              value={typed.toLowerCase() === 'true' ? 'true' : 'false'}
              disabled={isReadOnly}
              choices={['true', 'false'].map((value) => ({ value, label: value }))}
              data-testid={testId}
              onChange={onType}
            />
          )}
        </Field>
      )}
    </>
  )
}
