import { useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { fileSize } from '../../lib/file-size.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { CommitMessage } from './commit-message.tsx'
import type { GivenFile } from './dropped-files.ts'
import type { FilePlace } from './use-file-places.ts'

const SHOWN = 100

interface Props {
  at: FilePlace
  files: readonly GivenFile[]
  folder: string
  isPublic: boolean
  initial: string
  onUpload: (message: string) => void
  onClose: () => void
}

/** What goes to a host, and what its history will say; everybody reads what a public repository holds. */
export function UploadDialog({ at, files, folder, isPublic, initial, onUpload, onClose }: Props) {
  const t = useTranslations('files')
  const format = useFormatter()
  const [message, setMessage] = useState(initial)
  const [isAgreed, setAgreed] = useState(false)
  return (
    <FormDialog
      title={t('uploadTitle', { n: files.length })}
      size="medium"
      apply={t('upload.do')}
      canApply={message.trim() !== '' && (!isPublic || isAgreed)}
      onApply={() => onUpload(message)}
      onClose={onClose}
      data-testid="upload-dialog"
    >
      <p className="text-sm text-muted">{t('uploadTo', { path: folder === '' ? '/' : folder })}</p>
      <ul className="card max-h-48 divide-y divide-line overflow-y-auto text-sm" aria-label={t('uploads')} tabIndex={0}>
        {files.slice(0, SHOWN).map(({ path, file }) => (
          <li key={path} className="flex gap-2 px-3 py-1">
            <span className="min-w-0 flex-1 truncate">{path}</span>
            <span className="text-xs text-muted tabular-nums">{fileSize(file.size, format)}</span>
          </li>
        ))}
        {files.length > SHOWN && <li className="px-3 py-1 text-muted">{t('more', { n: files.length - SHOWN })}</li>}
      </ul>
      {isPublic && (
        <Checkbox checked={isAgreed} onChange={setAgreed}>
          {t('publicAgree')}
        </Checkbox>
      )}
      <CommitMessage at={at} value={message} onChange={setMessage} />
    </FormDialog>
  )
}
