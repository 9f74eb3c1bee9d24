import { useCallback } from 'react'
import { useTranslations } from 'use-intl'
import { readTextFile } from '../../../lib/read-text-file.ts'

type TextOfFile = { name: string; text: string } | { failure: string }

/** Reads the text of a file that a person chose; or says why it cannot be read. */
export function useTextOfFile(): (file: File) => Promise<TextOfFile> {
  const t = useTranslations('configBench.file')
  return useCallback(
    async (file) => {
      const read = await readTextFile(file)
      if ('error' in read) return { failure: t(read.error, { name: file.name }) }
      return read.text.trim() === ''
        ? { failure: t('empty', { name: file.name }) }
        : { name: file.name, text: read.text }
    },
    [t],
  )
}
