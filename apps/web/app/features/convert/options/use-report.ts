import type { BuiltinName, ChosenTemplate, TemplateReport } from '@switchyard/recipe/model'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { checkTemplate } from '../session/check-template.ts'
import { reportGone } from '../../../components/node-list/report-gone.ts'
import { useSession } from '../session/use-convert.ts'

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
      void checkTemplate(session, text === undefined ? name : { name, text })
        .then((report) => isWanted && setReport({ of: `${name}\n${text}`, report }))
        .catch((error: unknown) => isWanted && reportGone(t('status.noAnswer'))(error))
    return () => {
      isWanted = false
    }
  }, [session, t, name, text])
  return template !== undefined && report?.of === key ? report.report : undefined
}
