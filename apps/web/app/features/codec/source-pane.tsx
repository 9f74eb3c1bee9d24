import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ToolInput } from '../../components/tool-input/tool-input.tsx'
import { showToast } from '../../lib/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { codecInput, type CodecInput, inputOfFile } from './codec-input.ts'
import type { Chain } from './steps/chain.ts'
import { DATA_MAX_BYTES, type StepIssue } from './steps/step.ts'
import { useStepWords } from './use-step-words.ts'

const ScanDialog = lazyPart(() => import('./scan-dialog.tsx').then(({ ScanDialog }) => ScanDialog))

interface Props {
  input: CodecInput
  /** The steps that its output seems to ask for. */
  next: Chain
  /** Why nothing is read from it when it is a picture. */
  pictureIssue: StepIssue | undefined
  onTakeNext: () => void
  onClear: () => void
  onSample: () => void
}

const takeText = (data: string) => codecInput.set({ data })

export function SourcePane({ input, next, pictureIssue, onTakeNext, onClear, onSample }: Props) {
  const t = useTranslations('codec')
  const words = useStepWords()
  const [isScanning, setScanning] = useState(false)
  const { data, name = t('fileName') } = input

  const takeFile = async (file: File) => {
    const read = await inputOfFile(file)
    if (typeof read !== 'string') codecInput.set(read)
    else showToast({ kind: 'error', text: t(read, { name: file.name, size: words.size(DATA_MAX_BYTES) }) })
  }
  return (
    <ToolInput
      id="codec"
      text={typeof data === 'string' ? data : undefined}
      instead={
        <div className="tool-text flex items-start gap-2 rounded-md border border-control p-3">
          <Icon name="file-text" className="mt-1 size-4 text-muted" />
          <p className="min-w-0 flex-1 wrap-anywhere">
            {name}
            <span className="block text-xs text-muted">{t('bytes', { size: words.size(data.length) })}</span>
          </p>
          <IconButton icon="x" size="small" label={t('removeFile', { name })} onClick={onClear} />
        </div>
      }
      placeholder={t('placeholder')}
      sample={t('sample')}
      note={t('local')}
      actions={
        <Button look="ghost" size="small" icon="qr-code" onClick={() => setScanning(true)} data-testid="codec-scan">
          {t('camera')}
        </Button>
      }
      isOff={() => isScanning}
      onText={takeText}
      onFile={(file) => void takeFile(file)}
      onClear={onClear}
      onSample={onSample}
    >
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
        {pictureIssue && (
          <p className="flex gap-2 rounded-md bg-warning-soft px-3 py-2 text-sm" data-testid="codec-no-code">
            <Icon name="info" className="mt-0.5 size-4 text-warning" />
            {pictureIssue.code === 'qr-none' ? t('noCode') : words.issue(pictureIssue)}
          </p>
        )}
      </div>
      {isScanning && (
        <Suspense>
          <ScanDialog
            onFound={(text) => {
              setScanning(false)
              takeText(text)
            }}
            onClose={() => setScanning(false)}
          />
        </Suspense>
      )}
    </ToolInput>
  )
}
