import { useImperativeHandle, type ReactNode, type Ref, type RefObject } from 'react'
import { useTranslations } from 'use-intl'
import { saveFile } from '../../../lib/save-file.ts'
import { showToast } from '../../../lib/toasts.ts'
import { Button } from '../../../ui/button.tsx'
import { COPIED_MS, copyText } from '../../../ui/copy-button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Menu, type MenuEntry } from '../../../ui/menu.tsx'
import { useForAWhile } from '../../../ui/use-for-a-while.ts'
import type { CodeEditorHandle } from '../../../components/code-editor/code-editor.tsx'
import { outputFileName } from './output-file.ts'
import { tellGone } from '../session/tell-gone.ts'
import { useModelPart, useSession, useStatePart } from '../session/use-convert.ts'

interface Props extends ActionSlots {
  editor: RefObject<CodeEditorHandle | null>
}

/** What else on the page can do with the result. */
export interface OutputHandle {
  copy: () => void
  download: () => void
}

/** What the screen adds to the buttons of the result. */
export interface ActionSlots {
  handle: Ref<OutputHandle>
  onQr: () => void
  /** On a phone: what else there is to do with the result, what stands above its buttons and what behind them. */
  more: readonly MenuEntry[]
  lead?: ReactNode
  next?: ReactNode
}

/** What is done with the result: copied, downloaded, shown as a code. */
export function OutputActions({ editor, handle, onQr, more, lead, next }: Props) {
  const t = useTranslations('convert.output')
  const tc = useTranslations('convert')
  const session = useSession()
  const target = useModelPart(({ target }) => target)
  const result = useStatePart(({ result }) => result)
  const [isCopied = false, setCopied] = useForAWhile<true>(COPIED_MS)
  const hasResult = result !== undefined && !result.error && result.bytes > 0

  const copy = async () => {
    try {
      await copyText(async () => {
        const blob = await session.blob(new Date(), location)
        if (!blob) throw new Error('There is no result')
        return blob.text()
      })
      setCopied(true)
    } catch {
      editor.current?.selectAll()
      showToast({ kind: 'info', text: t('copyFailed') })
    }
  }
  const download = async () => {
    const now = new Date()
    const blob = await session.blob(now, location).catch(tellGone(tc))
    const { sources } = session.model
    const name = sources.length === 1 ? sources[0]!.name.replace(/\.\w+$/, '') : ''
    if (blob) saveFile(blob, outputFileName(name, target, now))
  }
  useImperativeHandle(handle, () => ({ copy: () => void copy(), download: () => void download() }))

  return (
    <div
      data-actions
      className="flex flex-wrap items-center gap-2 border-t border-line bg-card px-3 py-2 max-lg:sticky max-lg:bottom-(--bottom-bar) max-lg:z-10"
    >
      {lead}
      <Button
        look="solid"
        icon={isCopied ? 'check' : 'copy'}
        disabled={!hasResult}
        data-testid="action-copy"
        className="max-sm:flex-1"
        onClick={() => void copy()}
      >
        {isCopied ? t('copied') : t('copy')}
      </Button>
      <Button
        icon="download"
        disabled={!hasResult}
        data-testid="action-download"
        className={next ? '' : 'max-sm:flex-1'}
        onClick={() => void download()}
      >
        <span className={next ? 'max-sm:sr-only' : ''}>{t('download')}</span>
      </Button>
      <IconButton
        icon="qr-code"
        label={t('qr')}
        disabled={!hasResult}
        className="max-lg:hidden"
        data-testid="action-qr"
        onClick={onQr}
      />
      <span className="lg:hidden">
        <Menu
          label={t('more')}
          side="top"
          align="end"
          trigger={<IconButton icon="ellipsis" look="outline" label={t('more')} data-testid="action-more" />}
          items={[{ id: 'qr', label: t('qr'), icon: 'qr-code', disabled: !hasResult, onSelect: onQr }, ...more]}
        />
      </span>
      {next}
      <span role="status" className="sr-only">
        {isCopied ? t('copied') : ''}
      </span>
    </div>
  )
}
