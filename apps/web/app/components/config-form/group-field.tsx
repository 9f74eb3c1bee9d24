import { SHARED_MEMBERS } from '@switchyard/convert/facts'
import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../ui/button.tsx'
import { Field, Input } from '../../ui/field.tsx'

interface Props {
  label: string
  value: string
  onChange: (group: string) => void
  /** Those that can be named. */
  groups: readonly string[]
  /** Names that are no groups, each with those that may have been meant. */
  unknown: Readonly<Record<string, readonly string[]>>
  /** DIRECT and REJECT may be named too. */
  withBuiltIns?: boolean
  /** Said where nothing is chosen; absent: that a group is needed. */
  emptyHint?: string
  /** A name that no group has makes a new one. */
  isNewAllowed?: boolean
  className?: string
}

/** A group by name; one that does not exist says so and offers those that may have been meant. */
export function GroupField(props: Props) {
  const { label, value, onChange, groups, unknown, withBuiltIns, isNewAllowed, emptyHint, className = '' } = props
  const t = useTranslations('configForm')
  const listId = useId()
  const nearest = unknown[value]
  return (
    <div className={`flex flex-col gap-1 ${className}`}>
      <Field
        label={label}
        hint={value.trim() === '' ? (emptyHint ?? t('groupNeeded')) : nearest && isNewAllowed && t('groupNew')}
        error={nearest && !isNewAllowed && t('groupUnknown', { name: value })}
      >
        {(control) => (
          <Input {...control} list={listId} value={value} onChange={(event) => onChange(event.target.value)} />
        )}
      </Field>
      <datalist id={listId}>
        {[...groups, ...(withBuiltIns ? SHARED_MEMBERS : [])].map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      {nearest && nearest.length > 0 && (
        <span className="flex flex-wrap items-center gap-1 text-xs text-muted">
          {t('didYouMean')}
          {nearest.map((name) => (
            <Button key={name} size="small" onClick={() => onChange(name)}>
              {name}
            </Button>
          ))}
        </span>
      )}
    </div>
  )
}
