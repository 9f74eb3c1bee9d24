import { useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { useStore } from '../../lib/store.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icons.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { useSentence } from './failure-note.tsx'
import { type MetChoice, isOfFile, mayWork, type Upload, type UploadFailure, type UploadQueue } from './upload-queue.ts'
import type { FilePlace } from './use-file-places.ts'

const ICONS: Readonly<Record<Upload['state'], IconName>> = {
  waiting: 'upload',
  sending: 'upload',
  done: 'circle-check',
  skipped: 'minus',
  met: 'circle-help',
  failed: 'circle-alert',
}
const TONES: Partial<Record<Upload['state'], string>> = {
  done: 'text-success',
  failed: 'text-error',
  met: 'text-warning',
}
const CHOICES: readonly MetChoice[] = ['overwrite', 'rename', 'skip']

interface Props {
  at: FilePlace
  queue: UploadQueue
  /** More of them are there now. */
  onDone: () => void
  onClose: () => void
}

/** The files on their way in, each with what became of it; what failed is sent again from here. */
export function UploadPanel({ at, queue, onDone, onClose }: Props) {
  const t = useTranslations('files')
  const format = useFormatter()
  const uploads = useStore(queue.uploads)
  const sentence = useSentence()
  const of = (...states: Upload['state'][]) => uploads.filter(({ state }) => states.includes(state))
  const [done, open, failed] = [of('done'), of('waiting', 'sending', 'met'), of('failed')]
  // Nothing is left to be said of them one by one.
  const isAllDone = open.length + failed.length === 0
  const again = failed.filter(mayWork)
  const words = (failure: UploadFailure) =>
    isOfFile(failure) ? t(`uploadIssue.${failure.code}`) : sentence(failure, at)
  if (uploads.length === 0) return null
  return (
    <section aria-label={t('uploads')} className="upload-panel" data-testid="uploads">
      <div className="flex flex-wrap items-center gap-2">
        <h2 role="status" className="min-w-0 flex-1 text-sm font-semibold">
          {t('uploadState', { done: done.length, all: uploads.length, failed: failed.length })}
        </h2>
        {again.length > 0 && (
          <Button size="small" icon="refresh-cw" onClick={() => void queue.retry().then(onDone)}>
            {t('retryFailed', { n: again.length })}
          </Button>
        )}
        {open.length === 0 && <IconButton icon="x" size="small" label={t('closeUploads')} onClick={onClose} />}
      </div>
      {open.length > 0 && <ProgressBar className="my-2" label={t('uploads')} value={shareOf(uploads)} />}
      <ul className={isAllDone ? 'sr-only' : 'mt-1 flex flex-col gap-1 text-sm'}>
        {/* What went wrong stands first. */}
        {[...failed, ...open, ...of('skipped'), ...done].map((upload) => (
          <li key={upload.id} className="flex items-start gap-2" data-state={upload.state}>
            <Icon name={ICONS[upload.state]} className={`mt-1 size-4 ${TONES[upload.state] ?? 'text-muted'}`} />
            <span className="min-w-0 flex-1">
              <span className="block truncate">{upload.path}</span>
              {upload.failure && <span className="block text-xs text-error">{words(upload.failure)}</span>}
            </span>
            <span className="text-xs text-muted tabular-nums">
              {upload.sent === undefined
                ? t(`upload.${upload.state}`)
                : format.number(upload.sent, { style: 'percent' })}
            </span>
          </li>
        ))}
      </ul>
      <MetDialog uploads={of('met')} queue={queue} onDone={onDone} />
    </section>
  )
}

/** How much of all files is there: by bytes, so that a large one does not seem to stand still. */
function shareOf(uploads: readonly Upload[]): number {
  const sent = uploads.reduce(
    (sum, { file, state, sent = 0 }) => sum + (file.size + 1) * (state === 'done' ? 1 : sent),
    0,
  )
  return sent / uploads.reduce((sum, { file }) => sum + file.size + 1, 0)
}

/** What becomes of files that met others: one after the other, or all alike. */
function MetDialog({ uploads, queue, onDone }: Pick<Props, 'queue' | 'onDone'> & { uploads: readonly Upload[] }) {
  const t = useTranslations('files')
  const [isForAll, setForAll] = useState(false)
  const [first] = uploads
  if (!first) return null
  const ids = isForAll ? uploads.map(({ id }) => id) : [first.id]
  const decide = (choice: MetChoice) => void queue.decide(ids, choice).then(onDone)
  return (
    <Dialog
      open
      size="small"
      title={t('metTitle')}
      onClose={() => decide('skip')}
      data-testid="met-dialog"
      footer={CHOICES.toReversed().map((choice) => (
        <Button key={choice} look={choice === 'overwrite' ? 'danger' : 'outline'} onClick={() => decide(choice)}>
          {t(`choice.${choice}`)}
        </Button>
      ))}
    >
      <p className="text-sm wrap-anywhere">{t('metText', { path: first.path })}</p>
      {uploads.length > 1 && (
        <Checkbox checked={isForAll} onChange={setForAll}>
          {t('forAll', { n: uploads.length })}
        </Checkbox>
      )}
    </Dialog>
  )
}
