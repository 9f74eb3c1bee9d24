/**
 * The options of the converter that were last used in this browser, spelled as in the query of an address. Only options
 * that an address may hold are kept, so no node, link or password.
 */

const KEY = 'app.convert'
const KEPT: ReadonlySet<string> = new Set(['target', 'ver', 'tpl', 'ex', 'prefix', 'inc', 'exc'])
/** Two patterns of 512 letters that are three times as long when they are escaped, and the rest. */
const LENGTH_MAX = 8192

/** What of a query is kept; the rest, and one that is too long, is left out. */
export function keptSettings(query: string): string {
  if (query.length > LENGTH_MAX) return ''
  return new URLSearchParams([...new URLSearchParams(query)].filter(([key]) => KEPT.has(key))).toString()
}

export function lastConvertSettings(): string {
  try {
    return keptSettings(localStorage.getItem(KEY) ?? '')
  } catch {
    return ''
  }
}

/** Forgets which template and which excludes were used last, so that new defaults count. */
export function forgetConvertSettings(): void {
  const query = new URLSearchParams(lastConvertSettings())
  for (const key of ['tpl', 'ex']) query.delete(key)
  keepConvertSettings(query.toString())
}

/** Keeps what may be kept of them; none takes away those kept before. */
export function keepConvertSettings(query: string): void {
  const settings = keptSettings(query)
  try {
    if (settings) localStorage.setItem(KEY, settings)
    else localStorage.removeItem(KEY)
  } catch {
    // Storage is blocked: the next tab starts with the defaults.
  }
}
