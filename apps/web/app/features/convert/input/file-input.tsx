import type { RefObject } from 'react'
import { FilePicker } from '../../../ui/file-picker.tsx'
import { useTranslations } from 'use-intl'
import { useAdding } from './use-adding.ts'

/** The field behind every button that asks for files. */
export function FileInput({ input }: { input: RefObject<HTMLInputElement | null> }) {
  const t = useTranslations('convert.input')
  const { takeFiles } = useAdding()
  return (
    <FilePicker
      input={input}
      multiple
      data-testid="file-input"
      accept=".txt,.yaml,.yml,.json,.conf,.list,.gz,image/*"
      label={t('file')}
      onPick={takeFiles}
    />
  )
}
