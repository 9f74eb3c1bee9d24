import { whenIdle } from '../../../lib/when-idle.ts'

type RegionNames = (code: string) => string

const byLocale = new Map<string, RegionNames>()

/** What regions are called in a language: `JP` gives `日本`. A code of none is shown as it is. The same function each time. */
export function regionNames(locale: string): RegionNames {
  const names = byLocale.get(locale) ?? loadRegionNames(locale)
  byLocale.set(locale, names)
  return names
}

/** Loads the names before there is a row to show: the browser takes long to find those of a language. */
export function preloadRegionNames(locale: string): () => void {
  return whenIdle(() => regionNames(locale)('CN'))
}

function loadRegionNames(locale: string): RegionNames {
  const names = new Intl.DisplayNames(locale, { type: 'region', style: 'short', fallback: 'code' })
  const known = new Map<string, string>()
  return (code) => {
    const before = known.get(code)
    if (before !== undefined) return before
    let name = code
    try {
      name = names.of(code) ?? code
    } catch {
      // No code of a region: it is shown as it is.
    }
    known.set(code, name)
    return name
  }
}
