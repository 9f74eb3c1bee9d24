import { clientFacts } from '@switchyard/convert/facts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { STATE_LOOKS } from '../../components/state-looks.ts'
import type { WordedIssue } from '../../workers/tasks/config.ts'
import type { CheckedFile } from '../../workers/tasks/file.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'

const SEVERITIES = ['error', 'warning', 'note'] as const
const ROWS_MAX = 100

interface Props {
  checked: CheckedFile | undefined
  onShow: (issue: WordedIssue) => void
}

/** What is wrong with the text, as the client of a config says it: each row leads to its line. */
export function FileIssues({ checked, onShow }: Props) {
  const t = useTranslations('fileEdit')
  const [isOpen, setOpen] = useState(false)
  const { client, issues = [] } = checked ?? {}
  if (client === undefined && issues.length === 0) return null
  const counts = SEVERITIES.map((severity) => ({
    severity,
    n: issues.filter((one) => one.severity === severity).length,
  }))
  const said = counts.filter(({ n }) => n > 0)
  const rows = issues.toSorted((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity))
  return (
    <section className="file-issues" aria-label={t('issues')} data-testid="file-issues">
      <div className="flex min-h-10 flex-wrap items-center gap-2 px-3 py-1">
        <p role="status" className="flex min-w-0 flex-1 flex-wrap items-center gap-2">
          {said.length === 0 && (
            <Badge tone="success" icon="check">
              {t('noIssues')}
            </Badge>
          )}
          {said.map(({ severity, n }) => (
            <Badge key={severity} tone={STATE_LOOKS[severity].tone} icon={STATE_LOOKS[severity].icon}>
              {t(`count.${severity}`, { n })}
            </Badge>
          ))}
          {client && <span className="truncate text-xs text-muted">{t('checkedFor', { client: clientFacts(client).title })}</span>}
        </p>
        {issues.length > 0 && (
          <Button size="small" aria-expanded={isOpen} data-testid="file-issues-open" onClick={() => setOpen(!isOpen)}>
            {t(isOpen ? 'hideIssues' : 'showIssues')}
          </Button>
        )}
      </div>
      {isOpen && (
        <ul className="file-issue-list">
          {rows.slice(0, ROWS_MAX).map((issue, at) => (
            <li key={`${at} ${issue.code}`}>
              <button type="button" className="file-issue" onClick={() => onShow(issue)}>
                <span className="shrink-0 text-xs text-muted tabular-nums">{t('line', { line: issue.line })}</span>
                <span className="sr-only">{t(`severity.${issue.severity}`)}</span>
                <span className="min-w-0 text-left wrap-anywhere">{issue.message}</span>
              </button>
            </li>
          ))}
          {rows.length > ROWS_MAX && <li className="px-3 py-2 text-xs text-muted">{t('moreIssues', { n: rows.length - ROWS_MAX })}</li>}
        </ul>
      )}
    </section>
  ) // oxfmt-ignore
}
