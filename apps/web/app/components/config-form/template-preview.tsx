import { useTranslations } from 'use-intl'
import { Icon } from '../../ui/icon.tsx'
import type { TemplateReport } from '@switchyard/recipe/model'
import { useGroupTypes } from './use-group-types.ts'

const NAMES_SHOWN = 60

type Readable = Exclude<TemplateReport, { kind: 'broken' }>

interface Props {
  /** Absent: it stands above the preview. */
  name: string | undefined
  report: TemplateReport | undefined
  isForOther: boolean
}

export function TemplatePreview({ name, report, isForOther }: Props) {
  const t = useTranslations('configForm.template')
  return (
    <section
      aria-label={t('preview')}
      data-testid="template-preview"
      className="min-w-0 rounded-lg border border-line bg-sunken p-4 text-sm"
    >
      {!report && <p className="text-muted">{t('pick')}</p>}
      {report?.kind === 'broken' && <Broken report={report} />}
      {report && report.kind !== 'broken' && (
        <>
          {name !== undefined && <p className="text-base font-semibold break-words">{name}</p>}
          {report.kind !== 'builtin' && <p className="text-muted">{t(`kind.${report.kind}`)}</p>}
          <p className="text-muted tabular-nums">
            {t('counts', { groups: report.groups.length, rules: report.rules, sets: report.ruleSets.length })}
          </p>
          {isForOther && (
            <p className="mt-2 flex gap-2 text-warning">
              <Icon name="alert-triangle" className="mt-0.5 size-4" />
              {t('otherClient')}
            </p>
          )}
          <GroupsByType groups={report.groups} />
          {report.ruleSets.length > 0 && (
            <>
              <h3 className="mt-3 mb-1 text-xs font-medium text-muted">{t('ruleSets')}</h3>
              <p className="font-mono text-xs break-words text-muted">
                {report.ruleSets.slice(0, NAMES_SHOWN).join(', ')}
                {report.ruleSets.length > NAMES_SHOWN && ' …'}
              </p>
            </>
          )}
          {report.notes.length > 0 && (
            <details className="mt-3">
              <summary className="min-h-(--target) cursor-pointer text-xs font-medium text-muted">{t('notes')}</summary>
              <ul className="text-xs">
                {report.notes.map(({ line, message }) => (
                  <li key={`${line} ${message}`}>{t('line', { line, message })}</li>
                ))}
              </ul>
            </details>
          )}
        </>
      )}
    </section>
  )
}

/** The names of the groups, under what each of them is. */
function GroupsByType({ groups }: Pick<Readable, 'groups'>) {
  const typeWords = useGroupTypes()
  return (
    <>
      {[...Map.groupBy(groups.slice(0, NAMES_SHOWN), ({ type }) => type)].map(([type, ofType]) => (
        <section key={type}>
          <h3 className="mt-3 mb-1 text-xs font-medium text-muted">{typeWords(type)}</h3>
          <ul className="dotted text-xs">
            {ofType.map(({ name }) => (
              <li key={name} className="wrap-anywhere">
                {name}
              </li>
            ))}
          </ul>
        </section>
      ))}
      {groups.length > NAMES_SHOWN && <p>…</p>}
    </>
  )
}

/** Why a text is no template. */
export function Broken({ report }: { report: Extract<TemplateReport, { kind: 'broken' }> }) {
  const t = useTranslations('configForm.template')
  const { line, message } = report
  return (
    <p role="alert" className="flex gap-2 text-sm text-error" data-testid="template-broken">
      <Icon name="circle-alert" className="mt-0.5 size-4" />
      {line === undefined ? message : t('line', { line, message })}
    </p>
  )
}
