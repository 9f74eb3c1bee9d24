import { useFormatter, useTranslations } from 'use-intl'
import { fileSize } from '../../lib/file-size.ts'
import type { Chain } from './steps/chain.ts'
import type { StepIssue } from './steps/step.ts'

/** What the reader of JSON finds wrong. */
const JSON_REASONS = [
  'value', 'key', 'colon', 'comma', 'string', 'control-character', 'comment', 'depth', 'too-many-nodes', 'behind',
] as const // oxfmt-ignore

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
      const found = JSON_REASONS.find((reason) => reason === msg)
      return t(`issue.${code}`, { ...args, size, reason: found ? t(`json.${found}`) : '' })
    },
  }
}
