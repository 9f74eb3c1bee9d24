import { useFormatter, useTranslations } from 'use-intl'
import { fileSize } from '../../lib/file-size.ts'
import type { Chain } from './steps/chain.ts'
import type { StepIssue } from './steps/step.ts'

/** What is said of steps. */
export function useStepWords() {
  const t = useTranslations('codec')
  const format = useFormatter()
  return {
    chain: (chain: Chain): string => chain.map(({ id }) => t(`step.${id}`)).join(' → '),
    size: (bytes: number): string => fileSize(bytes, format),
    issue: ({ code, args = {} }: StepIssue): string => {
      const { most, msg } = args
      const size = typeof most === 'number' ? fileSize(most, format) : ''
      // The reader of JSON says why by a name of its list.
      const key = `json.${msg}` as 'json.value'
      const reason = code === 'json' ? t(key) : ''
      return t(`issue.${code}`, { ...args, size, reason })
    },
  }
}
