import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { OwnTemplateActions } from '../../../components/config-form/template-list.tsx'
import { showToast } from '../../../lib/toasts.ts'
import { withCommon } from '@switchyard/recipe/model'
import {
  fetchTemplate,
  keptTemplates,
  type OwnTemplate,
  type TemplateChanges,
  type TemplateFailure,
} from '../../../components/config-form/template-library.ts'
import { useKeptThings } from '../../../components/kept/use-kept-things.ts'
import { type ThingMenu, useThingMenu } from '../../../components/kept/use-thing-menu.ts'
import { checkTemplate } from '../session/check-template.ts'
import { reportGone } from '../../../components/node-list/report-gone.ts'
import { useSession } from '../session/use-convert.ts'

/** What can be done with the user's own templates, and why fetching one again failed. */
export function useOwnTemplates(): OwnTemplateActions & Pick<ThingMenu<unknown>, 'failure'> {
  const t = useTranslations('configForm.template')
  const tc = useTranslations('convert')
  const session = useSession()
  const menu = useThingMenu(keptTemplates)
  // Those of the account come when they are first shown.
  useKeptThings(keptTemplates)
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
    const undo = session.templates.remove(template.id)
    showToast({
      kind: 'undo',
      text: t('deleted'),
      action: { label: tc('undo'), run: undo },
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
  const accountEntry = ({ id }: OwnTemplate) => {
    const thing = keptTemplates.find(id)
    return thing && menu.accountEntry(thing)
  }
  return { failed, change, remove, refresh, accountEntry, failure: menu.failure }
}
