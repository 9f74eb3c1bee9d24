import type { Bucket } from '@switchyard/contract'
import type { DecodedText } from '@switchyard/sources'
import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useLoaded } from '../../lib/use-loaded.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { pathOfFile } from '../file-save/file-address.ts'
import { gitFailureOf } from '../git-accounts/git-failure-of.ts'
import type { FileAddress, Place } from '../places/place.ts'
import { useFileReading } from '../places/use-file-reading.ts'
import { StorageFailureNote } from './storage-failure-note.tsx'
import { type StorageTarget, StorageTargetFields } from './storage-target.tsx'
import { storageKey } from './use-storage.ts'

/** More are typed, not chosen. */
const FILES_LISTED = 1000

interface Props {
  title: string
  /** On the button that reads it. */
  apply: string
  /** It was read; the dialog closes by itself. */
  onRead: (text: DecodedText, address: FileAddress) => void
  onClose: () => void
}

/** Reads a file of a storage service. */
export function StorageFileDialog({ title, apply, onRead, onClose }: Props) {
  const t = useTranslations('storage')
  const formId = useId()
  const [target, setTarget] = useState<StorageTarget>({})
  const [canRead, setCanRead] = useState(false)
  return (
    <Dialog
      open
      size="small"
      title={title}
      onClose={onClose}
      data-testid="storage-file-dialog"
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button look="solid" type="submit" form={formId} disabled={!canRead}>
            {apply}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <StorageTargetFields target={target} onChange={setTarget}>
          {({ place, bucket }) => (
            <FileForm
              key={`${place.id} ${bucket.name}`}
              {...{ place, bucket, formId, onRead, onClose }}
              onCanRead={setCanRead}
            />
          )}
        </StorageTargetFields>
      </div>
    </Dialog>
  )
}

interface FormProps extends Pick<Props, 'onRead' | 'onClose'> {
  place: Place
  bucket: Bucket
  formId: string
  onCanRead: (canRead: boolean) => void
}

function FileForm({ place, bucket, formId, onRead, onClose, onCanRead }: FormProps) {
  const t = useTranslations('storage')
  const listId = useId()
  const [typed, setTyped] = useState('')
  const tree = useLoaded(storageKey(place, `tree ${bucket.name}`), () => place.space(bucket.name, '').tree())
  const files = tree.data?.entries.filter(({ kind }) => kind === 'file').slice(0, FILES_LISTED)
  const path = pathOfFile(typed)
  const address = path === undefined ? undefined : { place: place.id, root: bucket.name, ref: '', path }
  const { failed, forget, onSubmit } = useFileReading(address, { onCanRead, onRead, onClose })
  const failure =
    failed && 'place' in failed ? failed.place : tree.error === undefined ? undefined : gitFailureOf(tree.error)
  return (
    <form id={formId} noValidate className="flex flex-col gap-4" onSubmit={onSubmit}>
      <Field label={t('filePath')} hint={t('filePathHint')}>
        {(control) => (
          <Input
            {...control}
            list={listId}
            value={typed}
            data-autofocus
            data-testid="storage-file"
            onChange={(event) => {
              setTyped(event.target.value)
              forget()
            }}
          />
        )}
      </Field>
      <datalist id={listId}>
        {files?.map((file) => (
          <option key={file.path} value={file.path} />
        ))}
      </datalist>
      {failure && <StorageFailureNote failure={failure} place={place} onRetry={tree.reload} />}
      {failed && 'file' in failed && (
        <p role="alert" className="text-sm text-error">
          {t(failed.file === 'too-large' ? 'fileTooLarge' : 'fileNoText')}
        </p>
      )}
    </form>
  )
}
