import { withCommon, withText, textOf, type SubscriptionAddress } from '@switchyard/recipe/model'
import type { OldLink } from '@switchyard/recipe/old-link'
import { checkTemplate } from '../session/check-template.ts'
import type { ConvertSession } from '../session/session.ts'
import {
  fetchTemplate,
  templateNameOf,
  type TemplateFailure,
} from '../../../components/config-form/template-library.ts'
import { linesOf } from './entry-text.ts'
import { withOldLink } from './old-link.ts'
import { placesOf, withoutLines } from './reported-lines.ts'

/** Puts what a link says in its place; its line leaves the text. Gives the ids of the sources that were added. */
export function restoreLink(
  session: Pick<ConvertSession, 'model' | 'change'>,
  link: OldLink,
  address: SubscriptionAddress | undefined,
): string[] {
  const before = new Set(session.model.sources.map(({ id }) => id))
  session.change((model) => {
    const lines = linesOf(textOf(model))
    const rest = address ? withText(model, withoutLines(lines, placesOf([address], lines))) : model
    return withOldLink(rest, link)
  })
  return session.model.sources.flatMap(({ id, kind }) => (kind === 'url' && !before.has(id) ? [id] : []))
}

/** The template of a link in the place of the chosen one; or why it is not. */
export async function restoreTemplate(
  session: Pick<ConvertSession, 'change' | 'desk' | 'templates'>,
  url: string,
): Promise<TemplateFailure | undefined> {
  const answer = await fetchTemplate(url)
  if ('error' in answer) return answer.error
  const name = templateNameOf(url)
  const report = await checkTemplate(session, { name, text: answer.text })
  if (report.kind === 'broken') return 'not-a-template'
  const { id, text } = session.templates.add({ name, text: answer.text, url, at: Date.now(), isKept: false })
  session.change((model) => withCommon(model, { template: { id, name, text } }), 'template')
  return undefined
}
