import { localizedPath, wordsIn, type Locale } from '../../lib/locale.ts'
import { PAGES, type Page, type PageName } from '../../pages.ts'

/** 'g', then one of these, goes there; in the order in which they are told. Screens that do not exist yet have no key. */
const GO_KEYS: Record<string, string> = {
  home: 'h',
  convert: 'c',
  'node-table': 'n',
  'live-nodes': 'l',
  files: 'f',
  settings: 's',
}

export const GO_PLACES: readonly { keys: string; page: Page }[] = Object.entries(GO_KEYS).flatMap(([name, key]) =>
  PAGES.filter((page) => page.name === name).map((page) => ({ keys: `g ${key}`, page })),
)

export function goKeys(name: PageName): string | undefined {
  return GO_PLACES.find(({ page }) => page.name === name)?.keys
}

/** The page above one in the breadcrumb: '/settings' for '/settings/logs'. */
export function parentOf(page: Page): Page | undefined {
  const above = page.path.slice(0, page.path.lastIndexOf('/'))
  return above ? PAGES.find(({ path }) => path === above) : undefined
}

export function addressOf(locale: Locale, page: Page): string {
  return localizedPath(locale, page.path)
}

export function titleOf(locale: Locale, page: Page): string {
  return wordsIn(locale, page.title)
}
