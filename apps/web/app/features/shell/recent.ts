import { PAGES, type PageName } from '../../pages.ts'

const RECENT_KEY = 'app.recent'
const MAX_RECENT = 5

/** The pages visited last, newest first. Their names only: no address, no query. */
export function recentPages(): PageName[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(RECENT_KEY) ?? '[]')
    return Array.isArray(kept)
      ? PAGES.map(({ name }) => name)
          .filter((name) => kept.includes(name))
          .sort((a, b) => kept.indexOf(a) - kept.indexOf(b))
      : []
  } catch {
    return []
  }
}

export function rememberPage(name: PageName): void {
  try {
    const names = [name, ...recentPages().filter((each) => each !== name)].slice(0, MAX_RECENT + 1)
    localStorage.setItem(RECENT_KEY, JSON.stringify(names))
  } catch {
    // Storage is blocked: nothing is remembered.
  }
}
