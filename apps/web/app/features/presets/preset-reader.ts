import { EMPTY_RECIPE, type TemplateReport } from '@switchyard/recipe/model'
import { Desk } from '../../components/engine/desk.ts'
import type { Locale } from '../../lib/locale.ts'

const desk = new Desk(EMPTY_RECIPE)

/** What is in a preset, said in this language. */
export function readPreset(name: string, text: string, locale: Locale): Promise<TemplateReport> {
  desk.lang = locale
  return desk.ask((api) => api.settings.checkTemplate({ name, text }, locale))
}
