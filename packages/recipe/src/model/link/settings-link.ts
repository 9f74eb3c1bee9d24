/** The settings as a link: a door of its own, so that a page fetches it when it is wanted. */
import { EMPTY_RECIPE, type Recipe } from '../recipe.ts'
import { settingsQuery, withQuery } from './settings-query.ts'
import type { SettingKind } from '../settings.ts'
import { settingsFragment, sharedSettings, withShared } from './shared-settings.ts'

/** The address of this screen with the settings that may be given away, and what of them had to stay here. */
export function settingsLink(
  recipe: Recipe,
  { origin, pathname }: Pick<URL, 'origin' | 'pathname'>,
): { link: string; leftOut: SettingKind[] } {
  const { settings, leftOut } = sharedSettings(recipe)
  const query = settingsQuery(withShared(EMPTY_RECIPE, settings), '').toString()
  // A query that says it all is the shorter link. The language of the group names alone needs no other.
  const { settings: inQuery } = sharedSettings(withQuery(EMPTY_RECIPE, `?${query}`))
  const { groupLang: _, ...others } = settings
  const fragment = JSON.stringify(inQuery) === JSON.stringify(others) ? '' : settingsFragment(settings)
  return { link: origin + pathname + (query && `?${query}`) + fragment, leftOut }
}

export { kindsOf, readSettings, withShared } from './shared-settings.ts'
export type { SettingKind } from '../settings.ts'
export type { ReadSettings, SharedSettings } from './shared-settings.ts'
