import { clientFacts } from '@switchyard/convert/facts'
import type { FileContent } from '@switchyard/git-hosts'
import { Suspense, useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import { queryOfFile } from '../../../components/file-save/file-address.ts'
import { deviceFileDrafts, fileKey } from '../../../components/file-save/file-drafts.ts'
import { FileSave, type SaveOutcome } from '../../../components/file-save/file-save.ts'
import { SaveDialog } from '../../../components/file-save/save-dialog.tsx'
import { bytesOfText, openText } from '../../../components/file-save/text-file.ts'
import { useFailureSentence } from '../../../components/file-save/use-failure-sentence.ts'
import { useCommitMessage } from '../../../components/file-save/use-place-account.ts'
import { usePlaceName } from '../../../components/file-save/use-place-name.ts'
import type { Place } from '../../../components/places/place.ts'
import { usePlaces } from '../../../components/places/places.ts'
import { useStore } from '../../../lib/store.ts'
import { showToast } from '../../../lib/toasts.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import type { OpenConfig, PlaceOrigin } from './panel.ts'
import { useBench } from './use-bench.ts'

const ConflictWindow = lazyPart(() =>
  import('../../../components/file-save/conflict-window.tsx').then((part) => part.ConflictWindow),
)

interface Props {
  config: OpenConfig
  /** Undefined: this browser does not know the place any more. */
  onSave: (save: { run: () => void } | undefined) => void
}

const KEEP_AFTER_MS = 400

/** How a config gets back to the place that it came from: its draft, and what is asked and said about a save. */
export function PlaceOfConfig({ config, onSave }: Props) {
  const places = usePlaces()
  const { origin } = config
  const place = origin.kind === 'place' ? places?.find(({ id }) => id === origin.address.place) : undefined
  if (origin.kind !== 'place' || !place) return null
  return <Known key={fileKey(origin.address)} {...{ config, origin, place, onSave }} />
}

function Known({ config, origin, place, onSave }: Props & { origin: PlaceOrigin; place: Place }) {
  const t = useTranslations('fileSave.save')
  const sentence = useFailureSentence()
  const nameOf = usePlaceName()
  const session = useBench()
  const navigate = useNavigate()
  const [isAsked, setAsked] = useState(false)
  const { address } = origin
  const { path } = address
  const [file] = useState(() => {
    const space = place.space(address.root, address.ref)
    return new FileSave({ space, address, drafts: deviceFileDrafts, base: origin.base })
  })
  const { base, isSaving, failure, conflict } = useStore(file.state)
  const { text, opened } = config
  const { format } = origin
  const { language } = clientFacts(config.client).file
  const message = useCommitMessage(place)(origin.base ? 'update' : 'create', path)

  useEffect(() => {
    // What is as it stands there has no draft any more; that of a new file begins with its first change.
    if (text === opened && !base) return
    const timer = setTimeout(() => {
      const written = bytesOfText(format, text)
      if ('bytes' in written) void file.keep(written.bytes)
    }, KEEP_AFTER_MS)
    return () => clearTimeout(timer)
  }, [file, format, text, opened, base])

  // A save, or what became of a conflict: the config is compared with what stands there now.
  const settle = useEffectEvent(async (now: FileContent) => {
    const read = await openText(now.bytes)
    if (typeof read === 'object') session.saved({ ...origin, format: read, base: now }, read.text)
  })
  useEffect(() => {
    if (base && base !== origin.base) void settle(base)
  }, [base, origin.base])

  const write = async (said: string) => {
    const written = bytesOfText(format, text)
    // Some letters cannot be written in the old encoding of the file. The file becomes UTF-8 then.
    const bytes = 'bytes' in written ? written.bytes : new TextEncoder().encode(text)
    reportOutcome(await file.save(bytes, said))
  }
  const reportOutcome = (outcome: SaveOutcome) => {
    if (!outcome.saved) return
    const commit = place.kind === 'git' && outcome.written?.commit.slice(0, 7)
    showToast({ kind: 'success', text: commit ? t('savedCommit', { path, commit }) : t('saved', { path }) })
  }
  const save = useEffectEvent(() => (place.kind === 'git' ? setAsked(true) : void write(message)))
  useEffect(() => {
    onSave({ run: () => save() })
    return () => onSave(undefined)
  }, [onSave])

  const show = async (bytes: Uint8Array<ArrayBuffer> | undefined) => {
    const read = bytes && (await openText(bytes))
    if (typeof read === 'object' && session.config) session.change(session.config.text, read.text)
  }
  return (
    <>
      {failure && (
        <p role="alert" className="border-b border-line bg-error-soft px-4 py-2 text-sm">
          {sentence(failure, nameOf(place))}
        </p>
      )}
      {isAsked && (
        <SaveDialog
          address={address}
          placeName={nameOf(place)}
          message={message}
          isQueued={isSaving}
          onSave={(said) => void write(said)}
          onClose={() => setAsked(false)}
        />
      )}
      {conflict && (
        <Suspense>
          <ConflictWindow
            key={conflict.theirs?.version ?? ''}
            file={file}
            conflict={conflict}
            place={place}
            language={language === 'text' ? undefined : language}
            onText={show}
            onOutcome={reportOutcome}
            onMoved={(moved) => void navigate(`?${queryOfFile(moved)}`)}
          />
        </Suspense>
      )}
    </>
  )
}
