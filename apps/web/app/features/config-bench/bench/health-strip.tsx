import { clientFacts } from '@switchyard/convert/facts'
import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { STATE_LOOKS } from '../../../components/state-looks.ts'
import type { WordedIssue } from '../../../workers/tasks/config.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import type { Checked } from './bench-session.ts'
import type { OpenConfig, TextPlace } from './panel.ts'
import { suggestedFix } from './suggested-fix.ts'

type Fix = NonNullable<WordedIssue['fix']>

const SEVERITIES = ['error', 'warning', 'note'] as const
/** What the client refuses stands first, and within that the order of the text. */
const rankOf = ({ severity }: WordedIssue) => SEVERITIES.indexOf(severity)
/** More rows make the page slow; the next ones come as these are mended. */
const ROWS_MAX = 200

interface Props {
  config: OpenConfig
  checked: Checked | undefined
  /** How many old forms have a new one. */
  oldForms: number
  onUpgrade: () => void
  onShow: (place: TextPlace) => void
  onFix: (fix: Fix, line: number) => void
  onFixAll: () => void
  onAgain: () => void
}

/** What the client makes of the config: how much is wrong, and below it what, where, and what mends it. */
export function HealthStrip({ config, checked, oldForms, onUpgrade, onShow, onFix, onFixAll, onAgain }: Props) {
  const t = useTranslations('configBench.health')
  const listId = useId()
  const [isOpen, setOpen] = useState(false)
  const result = checked?.result
  const isCurrent = checked?.of.text === config.text
  const issues = (result?.issues ?? []).toSorted((a, b) => rankOf(a) - rankOf(b))
  const fixable = issues.filter(({ fix }) => fix !== undefined).length
  const name = `${clientFacts(config.client).title} ${result?.version ?? ''}`.trim()
  const counts = { error: result?.errors ?? 0, warning: result?.warnings ?? 0, note: result?.notes ?? 0 }
  const said = SEVERITIES.filter((severity) => counts[severity] > 0)
  return (
    <section aria-label={t('title')} aria-busy={!isCurrent} className="bench-health" data-testid="health">
      <div className="bench-health-line">
        <p className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 gap-y-1" role="status">
          {checked?.isGone ? (
            <span className="text-error">{t('gone')}</span>
          ) : result === undefined ? (
            <span className="text-muted">{t('checking')}</span>
          ) : (
            <>
              {said.length === 0 && (
                <Badge tone="success" icon="check">
                  {t('nothing')}
                </Badge>
              )}
              {said.map((severity) => (
                <Badge key={severity} tone={STATE_LOOKS[severity].tone} icon={STATE_LOOKS[severity].icon}>
                  {t(`count.${severity}`, { n: counts[severity] })}
                </Badge>
              ))}
              <span className="truncate text-xs text-muted">{t('for', { name })}</span>
            </>
          )}
        </p>
        {checked?.isGone && (
          <Button size="small" onClick={onAgain}>
            {t('again')}
          </Button>
        )}
        {oldForms > 0 && (
          <Button size="small" icon="arrow-up" data-testid="to-upgrade" onClick={onUpgrade}>
            {t('upgrade', { n: oldForms })}
          </Button>
        )}
        {fixable > 0 && (
          <Button size="small" icon="list-checks" disabled={!isCurrent} data-testid="fix-all" onClick={onFixAll}>
            {t('fixAll', { n: fixable })}
          </Button>
        )}
        {issues.length > 0 && (
          <IconButton
            icon={isOpen ? 'chevron-down' : 'chevron-right'}
            size="small"
            label={t(isOpen ? 'hide' : 'show')}
            aria-expanded={isOpen}
            aria-controls={isOpen ? listId : undefined}
            data-testid="health-open"
            onClick={() => setOpen(!isOpen)}
          />
        )}
      </div>
      {isOpen && issues.length > 0 && (
        <ul id={listId} className="bench-issues" data-testid="issues">
          {issues.slice(0, ROWS_MAX).map((issue, at) => (
            <IssueRow
              key={`${at} ${issue.code}`}
              issue={issue}
              fix={isCurrent ? suggestedFix(config.text, issue) : issue.fix}
              isCurrent={isCurrent}
              onShow={() => onShow(issue)}
              onFix={onFix}
            />
          ))}
          {issues.length > ROWS_MAX && (
            <li className="px-3 py-2 text-xs text-muted">{t('more', { n: issues.length - ROWS_MAX })}</li>
          )}
        </ul>
      )}
    </section>
  )
}

/** A title longer than this stands in the text, not on the button. */
const TITLE_MAX = 40

interface RowProps {
  issue: WordedIssue
  /** It is about the text as it is now. */
  isCurrent: boolean
  fix: Fix | undefined
  onShow: () => void
  onFix: (fix: Fix, line: number) => void
}

function IssueRow({ issue: { severity, line, message, code }, fix, isCurrent, onShow, onFix }: RowProps) {
  const t = useTranslations('configBench.health')
  const { icon, tone } = STATE_LOOKS[severity]
  return (
    <li className="bench-issue">
      <button type="button" className="bench-issue-place" onClick={onShow} data-code={code}>
        <Icon name={icon} className={`mt-1 size-3.5 shrink-0 ${TONE_CLASSES[tone]}`} />
        <span className="sr-only">{t(`severity.${severity}`)}</span>
        <span className="shrink-0 text-xs leading-6 text-muted tabular-nums">{t('line', { line })}</span>
        <span className="min-w-0 text-left wrap-anywhere">{message}</span>
      </button>
      {fix && (
        <Button
          size="small"
          disabled={!isCurrent}
          onClick={() => onFix(fix, line)}
          aria-label={fixLabel(t, fix.title, line)}
        >
          <span className="max-w-48 truncate">{fixWords(t, fix.title)}</span>
        </Button>
      )}
    </li>
  )
}

const TONE_CLASSES = { error: 'text-error', warning: 'text-warning', info: 'text-info' } as const

type Words = ReturnType<typeof useTranslations<'configBench.health'>>

function fixWords(t: Words, title: string): string {
  if (title === '') return t('remove')
  return title.length > TITLE_MAX || title.includes('\n') ? t('fix') : t('fixTo', { value: title })
}

const fixLabel = (t: Words, title: string, line: number) => t('fixAt', { action: fixWords(t, title), line })
