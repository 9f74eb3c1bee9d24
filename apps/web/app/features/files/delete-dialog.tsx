import type { FileEntry } from '@switchyard/git-hosts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { CommitMessage } from './commit-message.tsx'
import type { FilePlace } from './use-file-places.ts'

interface Props {
  at: FilePlace
  entries: readonly FileEntry[]
  initial: string
  onDelete: (message: string) => void
  onClose: () => void
}

/** Asks before files go: on a host everybody sees it. */
export function DeleteDialog({ at, entries, initial, onDelete, onClose }: Props) {
  const t = useTranslations('files')
  const [message, setMessage] = useState(initial)
  const [first] = entries
  return (
    <FormDialog
      title={
        entries.length === 1 && first ? t('deleteOne', { name: first.name }) : t('deleteMany', { n: entries.length })
      }
      apply={t('delete')}
      canApply={message.trim() !== ''}
      onApply={() => onDelete(message)}
      onClose={onClose}
      alert
      danger
    >
      <p className="text-sm text-muted">{t(at.place.kind === 'git' ? 'deleteNote' : 'deleteForGood')}</p>
      <CommitMessage at={at} value={message} onChange={setMessage} />
    </FormDialog>
  )
}
