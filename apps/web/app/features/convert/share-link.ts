import { EMPTY_MODEL, type Model } from './model.ts'
import { settingsQuery, withQuery } from './settings-link.ts'
import { settingsFragment, sharedSettings, withShared, type SettingKind } from './shared-settings.ts'

/** The address of this screen with the settings that may be given away, and what of them had to stay here. */
export function settingsLink(
  model: Model,
  { origin, pathname }: Pick<Location, 'origin' | 'pathname'>,
): { link: string; leftOut: SettingKind[] } {
  const { settings, leftOut } = sharedSettings(model)
  const query = settingsQuery(withShared(EMPTY_MODEL, settings), '').toString()
  // A query that says it all is the shorter link. The language of the group names alone needs no other.
  const { settings: inQuery } = sharedSettings(withQuery(EMPTY_MODEL, `?${query}`))
  const { groupLang: _, ...others } = settings
  const fragment = JSON.stringify(inQuery) === JSON.stringify(others) ? '' : settingsFragment(settings)
  return { link: origin + pathname + (query && `?${query}`) + fragment, leftOut }
}
