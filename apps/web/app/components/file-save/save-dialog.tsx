import type { GitRepository } from '@switchyard/git-hosts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Field, Input } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { PublicNote } from '../git-accounts/public-note.tsx'
import type { FileAddress } from '../places/place.ts'

interface Props {
  address: FileAddress
  /** As the place is called. */
  placeName: string
  /** What the field holds at first. */
  message: string
  /** Known: who can read the file is said. */
  repository?: GitRepository | undefined
  /** A save is under way: this one comes after it. */
  isQueued: boolean
  onSave: (message: string) => void
  onClose: () => void
}

/** Where a file is saved, and what its commit says. Enter saves. */
export function SaveDialog({ address, placeName, message: first, repository, isQueued, onSave, onClose }: Props) {
  const t = useTranslations('fileSave.save')
  const [message, setMessage] = useState(first)
  const said = message.trim()
  return (
    <FormDialog
      title={t('title')}
      apply={t('apply')}
      canApply={said !== ''}
      onApply={() => onSave(said)}
      onClose={onClose}
      data-testid="save-dialog"
    >
      <p className="text-sm wrap-anywhere">
        {[placeName, address.root, address.ref, address.path].filter(Boolean).join(' · ')}
      </p>
      {repository && <PublicNote repository={repository} />}
      <Field label={t('message')} hint={isQueued && t('queued')}>
        {(control) => (
          <Input
            {...control}
            value={message}
            maxLength={MESSAGE_MAX}
            data-autofocus
            data-testid="save-message"
            onFocus={(event) => event.target.select()}
            onChange={(event) => setMessage(event.target.value)}
          />
        )}
      </Field>
    </FormDialog>
  )
}

const MESSAGE_MAX = 500
