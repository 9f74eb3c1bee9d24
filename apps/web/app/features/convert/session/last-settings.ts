import {
  keepConvertSettings,
  keptSettings,
  lastConvertSettings,
} from '../../../components/kept-settings/kept-settings.ts'
import { isLocalDataCleared } from '../../../lib/local-data.ts'
import { createStore } from '../../../lib/store.ts'
import { hasSettings, settingsQuery, withQuery, DEFAULT_COMMON, withCommon, withOutput } from '@switchyard/recipe/model'
import { EMPTY_MODEL, type Model } from './model.ts'

/** The settings that this tab started with because they were used last; '' where it started from the defaults. */
export const settingsTakenOver = createStore('')

/** Keeps the settings of a model for the next tab. */
export function keepSettings(model: Model): void {
  // Kept once more, what was cleared would be back.
  if (!isLocalDataCleared()) keepConvertSettings(settingsQuery(model, '').toString())
}

/** A model that no draft brought, with the settings used last; those of an address take their place. */
export function withLastSettings(model: Model, search: string): Model {
  return hasSettings(search) || hasOwnSettings(model) ? model : withQuery(model, lastConvertSettings())
}

/** Those of the settings that are kept for the next tab, as a query. */
export function keptQuery(model: Model): string {
  return keptSettings(settingsQuery(model, '').toString())
}

/** With the defaults in place of all that is kept for the next tab. */
export function withoutKept(model: Model): Model {
  const { template, prefix, nameInclude, nameExclude } = DEFAULT_COMMON
  const { perOutput, output } = EMPTY_MODEL
  return { ...withCommon(withOutput(model, output), { template, prefix, nameInclude, nameExclude }), perOutput }
}

/** Whether something was chosen already, before there was time to look. */
function hasOwnSettings({ output, perOutput, common }: Model): boolean {
  return output !== EMPTY_MODEL.output || perOutput !== EMPTY_MODEL.perOutput || common !== EMPTY_MODEL.common
}
