import { useCallback } from 'react'
import { useTranslations } from 'use-intl'
import { readTextFile } from '../../../lib/read-text-file.ts'
import { showToast } from '../../../lib/toasts.ts'

/** Reads the text of a file that a person chose; undefined, and said so, when it cannot be read. */
export function useTextOfFile(): (file: File) => Promise<{ name: string; text: string } | undefined> {
  const t = useTranslations('configBench.file')
  return useCallback(
    async (file) => {
      const read = await readTextFile(file)
      if (!('error' in read)) return { name: file.name, text: read.text }
      showToast({ kind: 'error', text: t(read.error, { name: file.name }) })
      return undefined
    },
    [t],
  )
}
