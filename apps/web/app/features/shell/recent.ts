import { PAGES, TOOLS, type Category, type PageName, type Tool } from '../../pages.ts'

const RECENT_KEY = 'app.recent'

/** Every page visited, newest first. Their names only: no address, no query. */
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
    const names = [name, ...recentPages().filter((each) => each !== name)]
    localStorage.setItem(RECENT_KEY, JSON.stringify(names))
  } catch {
    // Storage is blocked: nothing is remembered.
  }
}

/** The tool of a category that was visited last, else its first. */
export function lastTool(category: Category, recent: readonly PageName[]): Tool {
  const tools = TOOLS.filter((tool) => tool.category === category)
  const visited = recent.map((name) => tools.find((tool) => tool.name === name)).find((tool) => tool !== undefined)
  return visited ?? tools[0]!
}
