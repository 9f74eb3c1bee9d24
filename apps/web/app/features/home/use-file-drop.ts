import { useEffect, useEffectEvent, useState } from 'react'

/** Files and texts that are dropped anywhere on the page. Gives back whether something is over it. */
export function useFileDrop(onFiles: (files: readonly File[]) => void, onText: (text: string) => void): boolean {
  const [isOver, setOver] = useState(false)
  const take = useEffectEvent(({ files, text }: { files: readonly File[]; text: string }) => {
    if (files.length > 0) onFiles(files)
    else if (text !== '') onText(text)
  })
  useEffect(() => {
    const onDragOver = (event: DragEvent) => {
      event.preventDefault()
      setOver(true)
    }
    // Between two elements of the page there is always one that is entered.
    const onDragLeave = (event: DragEvent) => event.relatedTarget === null && setOver(false)
    const onDrop = (event: DragEvent) => {
      event.preventDefault()
      setOver(false)
      take({ files: [...(event.dataTransfer?.files ?? [])], text: event.dataTransfer?.getData('text') ?? '' })
    }
    document.addEventListener('dragover', onDragOver)
    document.addEventListener('dragleave', onDragLeave)
    document.addEventListener('drop', onDrop)
    return () => {
      document.removeEventListener('dragover', onDragOver)
      document.removeEventListener('dragleave', onDragLeave)
      document.removeEventListener('drop', onDrop)
    }
  }, [])
  return isOver
}
