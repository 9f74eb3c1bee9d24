import { SHARED_MEMBERS } from '@switchyard/convert/facts'
import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../../ui/button.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { useGroupNames, useOptionCheck } from './option-check.tsx'

interface Props {
  label: string
  value: string
  onChange: (group: string) => void
  /** DIRECT and REJECT may be named too. */
  withBuiltIns?: boolean
  /** A name that no group has makes a new one. */
  isNewAllowed?: boolean
  className?: string
}

/** A group by name; one that does not exist says so and offers those that may have been meant. */
export function GroupField({ label, value, onChange, withBuiltIns, isNewAllowed, className = '' }: Props) {
  const t = useTranslations('convert.opt')
  const listId = useId()
  const groups = useGroupNames()
  const { unknownGroups, newGroups } = useOptionCheck()
  const nearest = (isNewAllowed ? newGroups : unknownGroups)[value]
  return (
    <div className={`flex flex-col gap-1 ${className}`}>
      <Field
        label={label}
        hint={value.trim() === '' ? t('groupNeeded') : nearest && isNewAllowed && t('groupNew')}
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
