import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Field, Input } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { CommitMessage } from './commit-message.tsx'
import { fileNameIssue } from './file-names.ts'
import { joined } from './folder-address.ts'
import type { FilePlace } from './use-file-places.ts'

interface Props {
  at: FilePlace
  title: string
  apply: string
  folder: string
  initial: string
  /** Names that are in the folder already. */
  taken: ReadonlySet<string>
  messageFor: (name: string) => string
  /** How much text the new file begins with. */
  note?: string | undefined
  onName: (name: string, message: string) => void
  onClose: () => void
}

/** Asks for the name of something in a folder, and shows the path that it gets. */
export function NameDialog({ at, title, apply, folder, initial, taken, messageFor, note, onName, onClose }: Props) {
  const t = useTranslations('files')
  const [name, setName] = useState(initial)
  const [message, setMessage] = useState<string>()
  const issue = name.trim() === initial && initial !== '' && taken.has(initial) ? 'same' : fileNameIssue(name, taken)
  const isSaid = issue !== undefined && issue !== 'same' && (issue !== 'needed' || name !== initial)
  return (
    <FormDialog
      title={title}
      apply={apply}
      canApply={issue === undefined}
      dirty={name !== initial}
      onApply={() => onName(name.trim().normalize('NFC'), message ?? messageFor(name.trim()))}
      onClose={onClose}
      data-testid="name-dialog"
    >
      <Field
        label={t('name')}
        error={isSaid && t(`nameIssue.${issue}`)}
        hint={name.trim() !== '' && t('becomes', { path: joined(folder, name.trim()) })}
      >
        {(control) => (
          <Input
            {...control}
            data-autofocus
            value={name}
            onChange={(event) => setName(event.target.value)}
            onFocus={(event) => selectStem(event.target)}
          />
        )}
      </Field>
      {note && <p className="text-xs text-muted">{note}</p>}
      <CommitMessage at={at} value={message ?? messageFor(name.trim())} onChange={setMessage} />
    </FormDialog>
  )
}

/** What comes before the ending is most likely to be typed anew. */
function selectStem(input: HTMLInputElement): void {
  const dot = input.value.lastIndexOf('.')
  input.setSelectionRange(0, dot > 0 ? dot : input.value.length)
}
