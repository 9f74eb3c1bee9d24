import { isInfoEntry, regionOf } from '@switchyard/convert'

/** The region of a name, and whether the name is about the subscription and not a server. */
export interface NameFacts {
  code: string | undefined
  isInfo: boolean
}

const known = new Map<string, NameFacts>()
const KNOWN_MAX = 400_000

/** What names tell, remembered from one asking to the next. */
export function regionsOf(names: readonly string[]): ReadonlyMap<string, NameFacts> {
  if (known.size > KNOWN_MAX) known.clear()
  for (const name of names) {
    if (!known.has(name)) known.set(name, { code: regionOf(name), isInfo: isInfoEntry(name) })
  }
  return known
}
