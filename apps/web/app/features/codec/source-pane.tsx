import { type ClipboardEvent, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { readClipboard } from '../../lib/read-clipboard.ts'
import { showToast } from '../../lib/toasts.ts'
import { useFileDrop } from '../../lib/use-file-drop.ts'
import { Button } from '../../ui/button.tsx'
import { Textarea } from '../../ui/field.tsx'
import { FilePicker } from '../../ui/file-picker.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { codecInput, type CodecInput, inputOfFile, NO_INPUT } from './codec-input.ts'
import type { Chain } from './steps/chain.ts'
import { DATA_MAX_BYTES } from './steps/step.ts'
import { useStepWords } from './use-step-words.ts'

const ScanDialog = lazyPart(() => import('./scan-dialog.tsx').then(({ ScanDialog }) => ScanDialog))

interface Props {
  input: CodecInput
  /** The steps that its output seems to ask for. */
  next: Chain
  onTakeNext: () => void
  onClear: () => void
  onSample: () => void
}

export function SourcePane({ input, next, onTakeNext, onClear, onSample }: Props) {
  const t = useTranslations('codec')
  const words = useStepWords()
  const box = useRef<HTMLTextAreaElement>(null)
  const picker = useRef<HTMLInputElement>(null)
  const [isScanning, setScanning] = useState(false)
  const { data, name = t('fileName') } = input

  // Somebody may type before the scripts of the page are there.
  useEffect(() => {
    const typed = box.current?.value ?? ''
    if (typed !== '' && codecInput.get() === NO_INPUT) codecInput.set({ data: typed })
  }, [])

  const takeFile = async (file: File | undefined) => {
    if (!file) return
    const read = await inputOfFile(file)
    if (typeof read !== 'string') codecInput.set(read)
    else showToast({ kind: 'error', text: t(read, { name: file.name, size: words.size(DATA_MAX_BYTES) }) })
  }
  const paste = async () => {
    const text = await readClipboard()
    if (text) codecInput.set({ data: text })
    else showToast({ kind: 'info', text: t(text === undefined ? 'pasteFailed' : 'pasteEmpty') })
    box.current?.focus()
  }
  const onPaste = (event: ClipboardEvent) => {
    const [file] = event.clipboardData.files
    if (!file) return
    event.preventDefault()
    void takeFile(file)
  }
  const isOver = useFileDrop({
    onFiles: ([file]) => void takeFile(file),
    onText: (text) => codecInput.set({ data: text }),
    isOff: () => isScanning,
  })

  return (
    <section className="codec-pane" aria-labelledby="codec-input">
      <div className="codec-head">
        <h2 id="codec-input">{t('input')}</h2>
        <div className="flex flex-wrap gap-1">
          <Button look="ghost" size="small" icon="clipboard-paste" onClick={() => void paste()}>
            {t('paste')}
          </Button>
          <Button look="ghost" size="small" icon="files" onClick={() => picker.current?.click()}>
            {t('file')}
          </Button>
          <Button look="ghost" size="small" icon="qr-code" onClick={() => setScanning(true)} data-testid="codec-scan">
            {t('camera')}
          </Button>
          {data.length > 0 && (
            <Button look="ghost" size="small" icon="x" onClick={onClear} data-testid="codec-clear">
              {t('clear')}
            </Button>
          )}
        </div>
        <FilePicker
          input={picker}
          label={t('file')}
          onPick={([file]) => void takeFile(file)}
          data-testid="codec-file"
        />
      </div>
      <div className="relative flex flex-1 flex-col">
        {typeof data === 'string' ? (
          <Textarea
            ref={box}
            aria-labelledby="codec-input"
            placeholder={t('placeholder')}
            className="codec-text"
            value={data}
            onChange={(event) => codecInput.set({ data: event.target.value })}
            onPaste={onPaste}
            data-testid="codec-input"
          />
        ) : (
          <div className="codec-text flex items-start gap-2 rounded-md border border-control p-3" onPaste={onPaste}>
            <Icon name="file-text" className="mt-1 size-4 text-muted" />
            <p className="min-w-0 flex-1 wrap-anywhere">
              {name}
              <span className="block text-xs text-muted">{t('bytes', { size: words.size(data.length) })}</span>
            </p>
            <IconButton icon="x" size="small" label={t('removeFile', { name })} onClick={onClear} />
          </div>
        )}
        {isOver && (
          <p className="absolute inset-0 grid place-items-center rounded-md bg-card/90 font-medium text-link">
            {t('dropHere')}
          </p>
        )}
      </div>
      {data.length === 0 && (
        <div className="flex flex-wrap items-center gap-2">
          <Button icon="file-text" onClick={onSample} data-testid="codec-sample">
            {t('sample')}
          </Button>
          <p className="min-w-0 flex-1 basis-48 text-xs text-muted">{t('local')}</p>
        </div>
      )}
      <div role="status">
        {next.length > 0 && (
          <div className="flex items-center gap-2 rounded-md bg-info-soft px-3 py-2 text-sm" data-testid="codec-next">
            <Icon name="zap" className="size-4 text-info" />
            <span className="min-w-0 flex-1 text-pretty">{t('looksLike', { names: words.chain(next) })}</span>
            <Button look="solid" size="small" onClick={onTakeNext} data-testid="codec-take">
              {t('useIt')}
            </Button>
          </div>
        )}
      </div>
      {isScanning && (
        <Suspense>
          <ScanDialog
            onFound={(text) => {
              setScanning(false)
              codecInput.set({ data: text })
            }}
            onClose={() => setScanning(false)}
          />
        </Suspense>
      )}
    </section>
  )
}
