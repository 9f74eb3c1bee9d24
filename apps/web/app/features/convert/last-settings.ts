import { keepConvertSettings, lastConvertSettings } from '../../lib/convert-settings.ts'
import { isLocalDataCleared } from '../../lib/local-data.ts'
import { hasSettings, settingsQuery, withQuery } from './settings-link.ts'
import { EMPTY_MODEL, type Model } from './model.ts'

/** Keeps the settings of a model for the next tab. */
export function keepSettings(model: Model): void {
  // Kept once more, what was cleared would be back.
  if (!isLocalDataCleared()) keepConvertSettings(settingsQuery(model, '').toString())
}

/** A model that no draft brought, with the settings used last; those of an address take their place. */
export function withLastSettings(model: Model, search: string): Model {
  return hasSettings(search) || hasOwnSettings(model) ? model : withQuery(model, lastConvertSettings())
}

/** Whether something was chosen already, before there was time to look. */
function hasOwnSettings({ target, perTarget, common }: Model): boolean {
  return target !== EMPTY_MODEL.target || perTarget !== EMPTY_MODEL.perTarget || common !== EMPTY_MODEL.common
}
