import { localizedPath, type Locale } from '../../lib/locale.ts'
import { PAGES, type Page, type PageName } from '../../pages.ts'

/** 'g', then one of these, goes there; in the order in which they are told. Screens that do not exist yet have no key. */
const GO_KEYS: Record<string, string> = {
  home: 'h',
  convert: 'c',
  subscribe: 'u',
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

/** The page above one in the breadcrumb, the nearest that there is: '/settings' for '/settings/subscribe/history'. */
export function parentOf({ path }: Pick<Page, 'path'>): Page | undefined {
  const above = path.slice(0, path.lastIndexOf('/'))
  if (above === '') return undefined
  return PAGES.find((page) => page.path === above) ?? parentOf({ path: above })
}

export function addressOf(locale: Locale, page: Page): string {
  return localizedPath(locale, page.path)
}
