import type { RefObject } from 'react'
import { useTranslations } from 'use-intl'
import { useAdding } from './use-adding.ts'

/** The field behind every button that asks for files. */
export function FileInput({ input }: { input: RefObject<HTMLInputElement | null> }) {
  const t = useTranslations('convert.input')
  const { takeFiles } = useAdding()
  return (
    <input
      ref={input}
      type="file"
      multiple
      hidden
      data-testid="file-input"
      accept=".txt,.yaml,.yml,.json,.conf,.list,.gz,image/*"
      aria-label={t('file')}
      onChange={(event) => {
        takeFiles(event.target.files ?? [])
        event.target.value = ''
      }}
    />
  )
}
