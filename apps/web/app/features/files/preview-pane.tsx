import type { FileEntry } from '@switchyard/git-hosts'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { askConfigEngine, type ConfigEngineApi } from '../../components/engine/config-engine.ts'
import { useConfigAnswer } from '../../components/engine/use-config-answer.ts'
import type { FileSpace } from '../../components/places/place.ts'
import { useLoaded } from '../../lib/use-loaded.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Pending } from '../../ui/pending.tsx'
import { drawQr, QrCode, type QrDrawing } from '../../ui/qr-code.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { SlideOver } from '../../ui/slide-over.tsx'
import { FailureNote } from './failure-note.tsx'
import { type OpenedFile, openedFile } from './opened-file.ts'
import type { FilePlace } from './use-file-places.ts'
import { gitFailureOf } from '../../components/git-accounts/git-failure-of.ts'

/** A file is longer than anybody reads beside a list. */
const LINES_SHOWN = 1000
/** A longer file is not fetched to be looked at. */
const READ_MAX_BYTES = 20 * 1024 * 1024

interface Props {
  at: FilePlace
  space: FileSpace
  spaceKey: string
  entry: FileEntry
  /** What can be done with it. */
  actions: ReactNode
  onClose: () => void
}

/** What stands in a file, beside the list. */
export function PreviewPane({ at, space, spaceKey, entry, actions, onClose }: Props) {
  const { path, name, version } = entry
  const t = useTranslations('files')
  const isLong = (entry.size ?? 0) > READ_MAX_BYTES
  const loaded = useLoaded<OpenedFile>(`preview ${spaceKey} ${version} ${path}`, async () =>
    isLong ? { kind: 'too-large' } : openedFile(name, (await space.read(path)).bytes),
  )
  return (
    <SlideOver open title={name} onClose={onClose} dockedFrom="1100px" data-testid="preview">
      <div className="flex flex-col gap-3">
        <div className="flex flex-wrap gap-2">{actions}</div>
        {loaded.error !== undefined ? (
          <FailureNote failure={gitFailureOf(loaded.error)} at={at} onRetry={loaded.reload} />
        ) : loaded.data ? (
          <Shown file={loaded.data} name={name} />
        ) : (
          <Pending />
        )}
        <p className="text-xs text-muted wrap-anywhere">{t('pathIs', { path })}</p>
      </div>
    </SlideOver>
  )
}

function Shown({ file, name }: { file: OpenedFile; name: string }) {
  const t = useTranslations('files')
  switch (file.kind) {
    case 'picture':
      return <Picture blob={file.blob} name={name} />
    case 'text':
      return (
        <>
          {file.addresses.length > 0 && <Addresses addresses={file.addresses} />}
          {file.format && <Outline text={file.text} format={file.format} />}
          <Text text={file.text} name={name} />
        </>
      )
    default:
      return <p className="text-sm text-muted">{t(`noPreview.${file.kind}`)}</p>
  }
}

function Picture({ blob, name }: { blob: Blob; name: string }) {
  const [url, setUrl] = useState<string>()
  const [isBroken, setBroken] = useState(false)
  const t = useTranslations('files')
  useEffect(() => {
    const made = URL.createObjectURL(blob)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [blob])
  if (isBroken) return <p className="text-sm text-muted">{t('noPreview.broken')}</p>
  return url && <img src={url} alt={name} className="files-picture" onError={() => setBroken(true)} />
}

function Text({ text, name }: { text: string; name: string }) {
  const t = useTranslations('files')
  const lines = text.split('\n', LINES_SHOWN + 1)
  if (text === '') return <p className="text-sm text-muted">{t('empty')}</p>
  return (
    <>
      <pre className="files-text" tabIndex={0} role="region" aria-label={t('contentOf', { name })}>
        {lines.slice(0, LINES_SHOWN).join('\n')}
      </pre>
      {lines.length > LINES_SHOWN && <p className="text-xs text-muted">{t('firstLines', { n: LINES_SHOWN })}</p>}
    </>
  )
}

function Outline({ text, format }: { text: string; format: 'yaml' | 'json' }) {
  const t = useTranslations('files')
  const question = useMemo(() => (api: ConfigEngineApi) => api.outlineFile(text, format), [text, format])
  const { answer: rows, isCurrent } = useConfigAnswer(askConfigEngine, question)
  if (!isCurrent || !rows || rows.length === 0) return null
  return (
    <details open>
      <summary className="cursor-pointer text-sm font-medium">{t('outline')}</summary>
      <ul className="mt-1 max-h-56 overflow-y-auto text-sm" tabIndex={0} aria-label={t('outline')}>
        {rows.map(({ name, line, depth, count }) => (
          <li key={line + name} className={`flex gap-2 ${depth === 1 ? 'pl-4 text-muted' : ''}`}>
            <span className="min-w-0 flex-1 truncate font-mono text-xs leading-5">{name}</span>
            {count !== undefined && <span className="text-xs text-muted tabular-nums">{count}</span>}
          </li>
        ))}
      </ul>
    </details>
  )
}

/** Share links and addresses as QR codes, one at a time: whoever sees the screen can take them. */
function Addresses({ addresses }: { addresses: readonly string[] }) {
  const t = useTranslations('files')
  const [at, setAt] = useState<number>()
  if (at === undefined)
    return (
      <Button icon="qr-code" className="self-start" onClick={() => setAt(0)}>
        {t('showQr', { n: addresses.length })}
      </Button>
    )
  return (
    <div className="flex flex-col items-center gap-2">
      <div className="w-full max-w-64">
        <QrOf address={addresses[at]!} label={t('qrOf', { at: at + 1, all: addresses.length })} />
      </div>
      <div className="flex items-center gap-2">
        <IconButton icon="chevron-left" label={t('qrBefore')} disabled={at === 0} onClick={() => setAt(at - 1)} />
        <span role="status" className="text-sm tabular-nums">
          {t('qrOf', { at: at + 1, all: addresses.length })}
        </span>
        <IconButton
          icon="chevron-right"
          label={t('qrNext')}
          disabled={at === addresses.length - 1}
          onClick={() => setAt(at + 1)}
        />
        <Button size="small" onClick={() => setAt(undefined)}>
          {t('hideQr')}
        </Button>
      </div>
    </div>
  )
}

function QrOf({ address, label }: { address: string; label: string }) {
  const t = useTranslations('files')
  const drawing = drawingOf(address)
  if (drawing) return <QrCode drawing={drawing} label={label} />
  return (
    <p className="flex gap-2 text-sm text-muted">
      <Icon name="circle-alert" />
      {t('qrTooLong')}
    </p>
  )
}

/** Undefined: it is too long for one. */
function drawingOf(address: string): QrDrawing | undefined {
  try {
    return drawQr(address)
  } catch {
    return undefined
  }
}
