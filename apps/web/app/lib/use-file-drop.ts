import { useEffect, useEffectEvent, useState } from 'react'
import { TEXT_FIELDS } from './early-input.ts'

interface Request {
  /** `data`: as the browser has it while the event lasts, for folders. */
  onFiles: (files: readonly File[], data: DataTransfer) => void
  onText: (text: string) => void
  /** Nothing is taken, as under a dialog. */
  isOff?: () => boolean
}

/** Files and texts that are dropped anywhere on the page. Gives back whether something is over it. */
export function useFileDrop({ onFiles, onText, isOff }: Request): boolean {
  const [isOver, setOver] = useState(false)
  const off = useEffectEvent(() => isOff?.() === true)
  const take = useEffectEvent((data: DataTransfer, files: readonly File[]) => {
    const text = data.getData('text')
    if (files.length > 0) onFiles(files, data)
    else if (text !== '') onText(text)
  })
  useEffect(() => {
    const onDragOver = (event: DragEvent) => {
      const types = event.dataTransfer?.types ?? []
      if (!types.some((type) => type === 'Files' || type === 'text/plain')) return
      // A file that nobody takes would be opened in place of the page.
      if (types.includes('Files') || !off()) event.preventDefault()
      if (!off()) setOver(true)
    }
    // Between two elements of the page there is always one that is entered.
    const onDragLeave = (event: DragEvent) => event.relatedTarget === null && setOver(false)
    const onDrop = (event: DragEvent) => {
      setOver(false)
      const files = [...(event.dataTransfer?.files ?? [])]
      if (off()) return void (files.length > 0 && event.preventDefault())
      // Where text is put within a field is the business of the field.
      if (files.length === 0 && (event.target as Element).closest(TEXT_FIELDS)) return
      event.preventDefault()
      event.stopPropagation()
      if (event.dataTransfer) take(event.dataTransfer, files)
    }
    document.addEventListener('dragover', onDragOver)
    document.addEventListener('dragleave', onDragLeave)
    // Before an editor takes a file for text.
    document.addEventListener('drop', onDrop, true)
    return () => {
      document.removeEventListener('dragover', onDragOver)
      document.removeEventListener('dragleave', onDragLeave)
      document.removeEventListener('drop', onDrop, true)
    }
  }, [])
  return isOver
}
