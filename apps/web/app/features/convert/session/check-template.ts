import type { ConvertSettings, TemplateReport } from '@switchyard/recipe/model'
import type { ConvertSession } from './session.ts'

/** What becomes of a text as a template, with the groups in the language that they have now. */
export function checkTemplate(
  { desk }: Pick<ConvertSession, 'desk'>,
  template: ConvertSettings['template'],
): Promise<TemplateReport> {
  return desk.ask((api, { settings, lang }) => api.settings.checkTemplate(template, lang, settings.groupLang))
}
