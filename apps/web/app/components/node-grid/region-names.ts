import { useMemo } from 'react'

/** What regions are called in a language: `JP` gives `日本`. A code of none is shown as it is. */
export function useRegionNames(locale: string): (code: string) => string {
  return useMemo(() => regionNames(locale), [locale])
}

function regionNames(locale: string): (code: string) => string {
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
