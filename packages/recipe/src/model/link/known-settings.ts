import { isRecord } from '@switchyard/convert/record'
import type { ConvertSettings } from '../convert-settings.ts'
import { SETTINGS } from '../settings.ts'
import { checkedAs } from './checked.ts'

/** Those of the settings that a value says as they may be said; all else of it is left out. */
export function knownSettings<Key extends keyof ConvertSettings>(
  given: unknown,
  keys: readonly Key[],
): Partial<Pick<ConvertSettings, Key>> {
  if (!isRecord(given)) return {}
  const known: Partial<Pick<ConvertSettings, Key>> = {}
  for (const key of keys) {
    // The table says of each key what its value is.
    const value = checkedAs<ConvertSettings[Key]>(SETTINGS[key].value as never, given[key])
    if (value !== undefined && value !== '') known[key] = value
  }
  return known
}
