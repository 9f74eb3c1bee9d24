import { useTranslations } from 'use-intl'
import { Field, Input } from '../../ui/field.tsx'
import type { FilePlace } from './use-file-places.ts'

const MESSAGE_MAX = 500

interface Props {
  at: FilePlace
  value: string
  onChange: (message: string) => void
}

/** What the history of a repository will say of a change. */
export function CommitMessage({ at, value, onChange }: Props) {
  const t = useTranslations('files')
  if (at.place.kind !== 'git') return null
  return (
    <Field label={t('message')}>
      {(control) => (
        <Input {...control} value={value} maxLength={MESSAGE_MAX} onChange={(event) => onChange(event.target.value)} />
      )}
    </Field>
  )
}
