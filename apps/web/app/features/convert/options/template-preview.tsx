import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '../../../ui/icon.tsx'
import type { BuiltinName, ChosenTemplate, TemplateReport } from '@switchyard/recipe/model'
import { reportGone } from '../session/report-gone.ts'
import { useSession } from '../session/use-convert.ts'
import { useGroupTypes } from '../../../components/config-form/use-group-types.ts'

const NAMES_SHOWN = 60

type Readable = Exclude<TemplateReport, { kind: 'broken' }>

/** What is in a template; undefined until it was looked at. */
export function useReport(template: BuiltinName | ChosenTemplate | undefined): TemplateReport | undefined {
  const t = useTranslations('convert')
  const session = useSession()
  const [report, setReport] = useState<{ of: string; report: TemplateReport }>()
  const [name, text] = typeof template === 'object' ? [template.name, template.text] : [template, undefined]
  const key = `${name}\n${text}`
  useEffect(() => {
    let isWanted = true
    if (name !== undefined)
      void session
        .checkTemplate(text === undefined ? name : { name, text })
        .then((report) => isWanted && setReport({ of: `${name}\n${text}`, report }))
        .catch((error: unknown) => isWanted && reportGone(t)(error))
    return () => {
      isWanted = false
    }
  }, [session, t, name, text])
  return template !== undefined && report?.of === key ? report.report : undefined
}

interface Props {
  name: string | undefined
  report: TemplateReport | undefined
  isForOther: boolean
}

export function TemplatePreview({ name, report, isForOther }: Props) {
  const t = useTranslations('convert.template')
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
          <p className="text-base font-semibold break-words">{name}</p>
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
  const t = useTranslations('convert.template')
  const { line, message } = report
  return (
    <p role="alert" className="flex gap-2 text-sm text-error" data-testid="template-broken">
      <Icon name="circle-alert" className="mt-0.5 size-4" />
      {line === undefined ? message : t('line', { line, message })}
    </p>
  )
}
