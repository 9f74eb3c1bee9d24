import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { addFiles, newSource } from './add-files.ts'
import { readClipboard } from '../../lib/read-clipboard.ts'
import { isTextField } from '../../lib/shortcuts.ts'
import { showToast } from '../../lib/toasts.ts'
import { useFileDrop } from '../../lib/use-file-drop.ts'
import { FilePicker } from '../../ui/file-picker.tsx'
import { isModalOpen } from '../../ui/modal-stack.ts'
import type { SampleName } from './sample.ts'
import { useList } from './use-list.ts'

/** The ways in which a list comes onto a screen. */
export interface Imports {
  paste: () => void
  files: () => void
  url: () => void
  sample: () => void
  /** The field behind the buttons that ask for files. */
  input: ReactNode
  /** Something is over the page that can be dropped. */
  isDropping: boolean
}

interface Wanted {
  onUrl: () => void
  /** The texts to try the screen with. */
  samples: (nameOf: SampleName) => readonly string[]
}

export function useImports({ onUrl, samples }: Wanted): Imports {
  const t = useTranslations('listImport')
  const tl = useTranslations('nodeList')
  const session = useList()
  const picker = useRef<HTMLInputElement>(null)

  const addText = (text: string) => {
    const n = session.model.sources.filter(({ kind }) => kind === 'text').length + 1
    session.addText(text, t('pasted', { n }))
  }
  const takeFiles = (files: Iterable<File>) => void addFiles(session, [...files], tl)
  const isDropping = useFileDrop({ onFiles: takeFiles, onText: addText, isOff: isModalOpen })

  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    if (isModalOpen() || event.defaultPrevented || isTextField(event.target)) return
    const files = [...(event.clipboardData?.files ?? [])]
    const text = event.clipboardData?.getData('text') ?? ''
    if (files.length === 0 && text === '') return
    event.preventDefault()
    if (text === '') takeFiles(files)
    else addText(text)
  })
  useEffect(() => {
    const listen = (event: ClipboardEvent) => onPaste(event)
    document.addEventListener('paste', listen)
    return () => document.removeEventListener('paste', listen)
  }, [])

  const paste = async () => {
    const text = await readClipboard()
    if (text?.trim()) return addText(text)
    showToast({ kind: 'info', text: t(text === undefined ? 'pasteFailed' : 'pasteEmpty') })
  }
  const sample = () => {
    const sources = samples((said) => tl(`sampleName.${said}`)).map((text, at) =>
      Object.assign(newSource('text', t('sampleName', { n: at + 1 })), { text }),
    )
    session.change((recipe) => ({ ...recipe, sources: [...recipe.sources, ...sources] }), 'paste')
  }
  return {
    paste: () => void paste(),
    files: () => picker.current?.click(),
    url: onUrl,
    sample,
    input: (
      <FilePicker
        input={picker}
        multiple
        data-testid="file-input"
        accept=".txt,.yaml,.yml,.json,.conf,.list,.gz,image/*"
        label={t('file')}
        onPick={takeFiles}
      />
    ),
    isDropping,
  }
}
