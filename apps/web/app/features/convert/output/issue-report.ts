import { redactText } from '../../../lib/redact.ts'
import type { ShownIssue } from '@switchyard/recipe/model'
import type { Translate } from '../session/translate.ts'

const UUID = /\b[\da-f]{8}(?:-?[\da-f]{4}){3}-?[\da-f]{12}\b/gi

/** The problems as text for someone else: what could be a secret is masked. */
export function reportOf(issues: readonly ShownIssue[], t: Translate): string {
  return issues
    .map(({ line, node, kind, code, message }) => {
      const place = line === undefined ? '' : t('problems.line', { line })
      return redactText([place, kind, code, node ?? '', message].filter(Boolean).join(' · ')).replace(UUID, '…')
    })
    .join('\n')
}
