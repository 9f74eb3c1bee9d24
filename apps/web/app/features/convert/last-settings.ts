import { isLocalDataCleared } from '../../lib/local-data.ts'
import { hasSettings, settingsQuery, withQuery } from './settings-link.ts'
import { EMPTY_MODEL, type Model } from './model.ts'

/** The settings used last in this browser. They are some of those that an address may hold: no node, link or password. */

const KEY = 'app.convert'
const KEPT = new Set(['target', 'ver', 'tpl', 'ex', 'prefix', 'inc', 'exc'])

export function keepSettings(model: Model): void {
  // Kept once more, what was cleared would be back.
  if (isLocalDataCleared()) return
  try {
    const settings = [...settingsQuery(model, '')].filter(([key]) => KEPT.has(key))
    if (settings.length > 0) localStorage.setItem(KEY, new URLSearchParams(settings).toString())
    else localStorage.removeItem(KEY)
  } catch {
    // Storage is blocked: the next tab starts with the defaults.
  }
}

/** A model that no draft brought, with the settings used last; those of an address take their place. */
export function withLastSettings(model: Model, search: string): Model {
  return hasSettings(search) || hasOwnSettings(model) ? model : withQuery(model, lastSettings())
}

function lastSettings(): string {
  try {
    return localStorage.getItem(KEY) ?? ''
  } catch {
    return ''
  }
}

/** Whether something was chosen already, before there was time to look. */
function hasOwnSettings({ target, perTarget, common }: Model): boolean {
  return target !== EMPTY_MODEL.target || perTarget !== EMPTY_MODEL.perTarget || common !== EMPTY_MODEL.common
}
