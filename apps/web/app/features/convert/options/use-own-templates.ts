import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { OwnTemplateActions } from '../../../components/config-form/template-list.tsx'
import { showToast } from '../../../lib/toasts.ts'
import { withCommon } from '@switchyard/recipe/model'
import {
  fetchTemplate,
  type OwnTemplate,
  type TemplateChanges,
  type TemplateFailure,
} from '../../../components/config-form/template-library.ts'
import { checkTemplate } from '../session/check-template.ts'
import { reportGone } from '../../../components/node-list/report-gone.ts'
import { useSession } from '../session/use-convert.ts'

/** What can be done with the user's own templates, and why fetching one again failed. */
export function useOwnTemplates(): OwnTemplateActions {
  const t = useTranslations('configForm.template')
  const tc = useTranslations('convert')
  const session = useSession()
  const [failed, setFailed] = useState<Readonly<Record<string, TemplateFailure | undefined>>>({})

  const change = (id: string, changes: TemplateChanges) => {
    const changed = session.templates.change(id, changes)
    const { template } = session.model.common
    if (!changed || typeof template === 'string' || template.id !== id) return
    const { name, text } = changed
    if (name !== template.name || text !== template.text)
      session.change((model) => withCommon(model, { template: { id, name, text } }), 'template')
  }
  const remove = (template: OwnTemplate) => {
    const at = session.templates.list.get().indexOf(template)
    session.templates.remove(template.id)
    showToast({
      kind: 'undo',
      text: t('deleted'),
      action: { label: tc('undo'), run: () => session.templates.put(template, at) },
    })
  }
  const refresh = async ({ id, name, url = '' }: OwnTemplate) => {
    const notify = (failure?: TemplateFailure) => setFailed((reported) => ({ ...reported, [id]: failure }))
    const answer = await fetchTemplate(url)
    if ('error' in answer) return notify(answer.error)
    const report = await checkTemplate(session, { name, text: answer.text }).catch(reportGone(tc('status.noAnswer')))
    if (!report) return
    if (report.kind === 'broken') return notify('not-a-template')
    notify()
    change(id, { text: answer.text, at: Date.now() })
  }
  return { failed, change, remove, refresh }
}
