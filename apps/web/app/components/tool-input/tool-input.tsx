import { type ClipboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { readClipboard } from '../../lib/read-clipboard.ts'
import { showToast } from '../../lib/toasts.ts'
import { useFileDrop } from '../../lib/use-file-drop.ts'
import { Button } from '../../ui/button.tsx'
import { Textarea } from '../../ui/field.tsx'
import { FilePicker } from '../../ui/file-picker.tsx'

interface Props {
  /** Begins the ids of the parts: `codec` has `codec-input`, `codec-file`, `codec-sample` and `codec-clear`. */
  id: string
  /** Undefined: `instead` stands where the text would. */
  text: string | undefined
  instead?: ReactNode
  placeholder: string
  /** What the button says that loads the sample. */
  sample: string
  /** What becomes of the text; it stands beside the sample. */
  note: string
  /** Buttons of this tool, behind those that every tool has. */
  actions?: ReactNode
  /** Nothing may be dropped now. */
  isOff?: () => boolean
  onText: (text: string) => void
  onFile: (file: File) => void
  onClear: () => void
  onSample: () => void
  children?: ReactNode
}

/** The text that a tool works on: it is typed, pasted, dropped, or comes from a file. */
export function ToolInput({
  id,
  text,
  instead,
  placeholder,
  sample,
  note,
  actions,
  isOff,
  onText,
  onFile,
  onClear,
  onSample,
  children,
}: Props) {
  const t = useTranslations('toolInput')
  const box = useRef<HTMLTextAreaElement>(null)
  const picker = useRef<HTMLInputElement>(null)
  const isEmpty = text === ''

  // Somebody may type before the scripts of the page are there.
  const early = useRef(onText)
  useEffect(() => {
    const typed = box.current?.value ?? ''
    if (typed !== '' && isEmpty) early.current(typed)
    // oxlint-disable-next-line react/exhaustive-deps -- only what was typed before the first effect
  }, [])

  const takeFirst = ([file]: Iterable<File>) => {
    if (file) onFile(file)
  }
  const paste = async () => {
    const pasted = await readClipboard()
    if (pasted) onText(pasted)
    else showToast({ kind: 'info', text: t(pasted === undefined ? 'pasteFailed' : 'pasteEmpty') })
    box.current?.focus()
  }
  const onPaste = (event: ClipboardEvent) => {
    if (event.clipboardData.files.length === 0) return
    event.preventDefault()
    takeFirst(event.clipboardData.files)
  }
  const isOver = useFileDrop({ onFiles: takeFirst, onText, ...(isOff ? { isOff } : {}) })

  return (
    <section className="tool-pane" aria-labelledby={`${id}-heading`}>
      <div className="tool-head">
        <h2 id={`${id}-heading`}>{t('input')}</h2>
        <div className="flex flex-wrap gap-1">
          <Button look="ghost" size="small" icon="clipboard-paste" onClick={() => void paste()}>
            {t('paste')}
          </Button>
          <Button look="ghost" size="small" icon="files" onClick={() => picker.current?.click()}>
            {t('file')}
          </Button>
          {actions}
          {!isEmpty && (
            <Button look="ghost" size="small" icon="x" onClick={onClear} data-testid={`${id}-clear`}>
              {t('clear')}
            </Button>
          )}
        </div>
        <FilePicker input={picker} label={t('file')} onPick={takeFirst} data-testid={`${id}-file`} />
      </div>
      <div className="relative flex flex-1 flex-col" onPaste={onPaste}>
        {text === undefined ? (
          instead
        ) : (
          <Textarea
            ref={box}
            aria-labelledby={`${id}-heading`}
            placeholder={placeholder}
            className="tool-text"
            value={text}
            onChange={(event) => onText(event.target.value)}
            data-testid={`${id}-input`}
          />
        )}
        {isOver && (
          <p className="absolute inset-0 grid place-items-center rounded-md bg-card/90 font-medium text-link">
            {t('dropHere')}
          </p>
        )}
      </div>
      {isEmpty && (
        <div className="flex flex-wrap items-center gap-2">
          <Button icon="file-text" onClick={onSample} data-testid={`${id}-sample`}>
            {sample}
          </Button>
          <p className="min-w-0 flex-1 basis-48 text-xs text-muted">{note}</p>
        </div>
      )}
      {children}
    </section>
  )
}
