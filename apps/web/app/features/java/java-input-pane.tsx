import { type ClipboardEvent, useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { readClipboard } from '../../lib/read-clipboard.ts'
import { readTextFile } from '../../lib/read-text-file.ts'
import { showToast } from '../../lib/toasts.ts'
import { useFileDrop } from '../../lib/use-file-drop.ts'
import { Button } from '../../ui/button.tsx'
import { Textarea } from '../../ui/field.tsx'
import { FilePicker } from '../../ui/file-picker.tsx'
import { javaInput } from './java-draft.ts'

interface Props {
  text: string
  onClear: () => void
  onSample: () => void
}

export function JavaInputPane({ text, onClear, onSample }: Props) {
  const t = useTranslations('java')
  const box = useRef<HTMLTextAreaElement>(null)
  const picker = useRef<HTMLInputElement>(null)

  // Somebody may type before the scripts of the page are there.
  useEffect(() => {
    const typed = box.current?.value ?? ''
    if (typed !== '' && javaInput.get() === '') javaInput.set(typed)
  }, [])

  const takeFile = async (file: File | undefined) => {
    if (!file) return
    const read = await readTextFile(file)
    if (!('error' in read)) return javaInput.set(read.text)
    const word = read.error === 'binary' ? 'binary' : read.error === 'too-large' ? 'tooLargeFile' : 'unreadable'
    showToast({ kind: 'error', text: t(word, { name: file.name }) })
  }
  const paste = async () => {
    const pasted = await readClipboard()
    if (pasted) javaInput.set(pasted)
    else showToast({ kind: 'info', text: t(pasted === undefined ? 'pasteFailed' : 'pasteEmpty') })
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
    onText: (dropped) => javaInput.set(dropped),
  })

  return (
    <section className="java-pane" aria-labelledby="java-input">
      <div className="java-head">
        <h2 id="java-input">{t('input')}</h2>
        <div className="flex flex-wrap gap-1">
          <Button look="ghost" size="small" icon="clipboard-paste" onClick={() => void paste()}>
            {t('paste')}
          </Button>
          <Button look="ghost" size="small" icon="files" onClick={() => picker.current?.click()}>
            {t('file')}
          </Button>
          {text !== '' && (
            <Button look="ghost" size="small" icon="x" onClick={onClear} data-testid="java-clear">
              {t('clear')}
            </Button>
          )}
        </div>
        <FilePicker input={picker} label={t('file')} onPick={([file]) => void takeFile(file)} data-testid="java-file" />
      </div>
      <div className="relative flex flex-1 flex-col">
        <Textarea
          ref={box}
          aria-labelledby="java-input"
          placeholder={t('placeholder')}
          className="java-text"
          value={text}
          onChange={(event) => javaInput.set(event.target.value)}
          onPaste={onPaste}
          data-testid="java-input"
        />
        {isOver && (
          <p className="absolute inset-0 grid place-items-center rounded-md bg-card/90 font-medium text-link">
            {t('dropHere')}
          </p>
        )}
      </div>
      {text === '' && (
        <div className="flex flex-wrap items-center gap-2">
          <Button icon="file-text" onClick={onSample} data-testid="java-sample">
            {t('sample')}
          </Button>
          <p className="min-w-0 flex-1 basis-48 text-xs text-muted">{t('local')}</p>
        </div>
      )}
    </section>
  )
}
