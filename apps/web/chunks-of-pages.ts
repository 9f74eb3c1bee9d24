import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Rolldown } from 'vite'

const PAGES = pathOf('app/routes.tsx')
const FEATURES = pathOf('app/features/')
/** Pages with a desk share more with each other than all pages with each other, and so do pages with an open config. */
const LIST = pathOf('app/components/engine/desk.ts')
/** Screens for lists alone: what they share is nothing to the converter. */
const TABLES = pathOf('app/components/node-list/list-session.ts')
const CONFIG = pathOf('app/components/engine/config-engine.ts')
/** Pages that know of accounts at Git hosts; fewer of them ask the hosts. */
const ACCOUNTS = pathOf('app/components/git-accounts/browser-git-accounts.ts')
const HOSTS = pathOf('app/components/git-accounts/git-host-of.ts')
/** Editors of files have both an open config and places: what they alone share is no part of either. */
const EDITORS = pathOf('app/features/file-edit/file-screen.tsx')
/** What fewer pages load is no part of what all of them load, unless the largest page needs it. */
const MANY = 9
const LARGEST = pathOf('app/routes/convert.tsx')
const LIBRARIES = '/node_modules/'

type Modules = Rolldown.ChunkingContext

const PIECES = ['shared', 'many', 'few', 'lists', 'tables', 'accounts', 'places', 'editors']

/**
 * Scripts that travel together, in place of one for each way of sharing:
 * - what every page begins with, in two pieces: the libraries, which stay the same from build to build, and the shell;
 * - what several pages load at once beyond that: one piece that the converter needs too, one for other things of many pages, one
 *   for what few pages load, one for pages with a desk or an open config alone, one for those of them that only list nodes, one
 *   for pages with accounts at Git hosts, one for those that ask the hosts, one for editors of files, and one for each feature
 *   that has several pages;
 * - what a page loads at once and its later parts ask for too: one piece for each page.
 * Each takes nothing of a later one, so that no two import each other.
 */
export function chunksOfPages(): Rolldown.CodeSplittingGroup[] {
  let known: ReadonlyMap<string, readonly string[]> | undefined
  const pagesOf = (file: string, modules: Modules) => (known ??= pagesByFile(modules)).get(file) ?? []
  const isShared = (file: string, modules: Modules) => pagesOf(file, modules).length > 1 && !file.startsWith(FEATURES)
  /** Whether only pages that load one of some roots load a file. */
  const isOf = (roots: readonly string[]) => (file: string, modules: Modules) => {
    const known = new Set(roots.flatMap((root) => pagesOf(root, modules)))
    return pagesOf(file, modules).every((page) => known.has(page))
  }
  const isOfEditors = isOf([EDITORS])
  const isOfPlaces = isOf([HOSTS])
  const isOfAccounts = isOf([ACCOUNTS])
  const isOfTables = isOf([TABLES])
  const isOfLists = isOf([LIST, CONFIG])
  const pieceOf = (file: string, modules: Modules): string | null => {
    if (!isShared(file, modules)) return null
    if (isOfEditors(file, modules)) return 'editors'
    // A library that other pages load later would bring all of this along.
    if (isOfPlaces(file, modules)) return file.includes(LIBRARIES) ? null : 'places'
    if (isOfAccounts(file, modules)) return 'accounts'
    if (isOfTables(file, modules)) return 'tables'
    if (isOfLists(file, modules)) return 'lists'
    const pages = pagesOf(file, modules)
    if (pages.includes(LARGEST)) return 'shared'
    return pages.length < MANY ? 'few' : 'many'
  }
  return [
    { name: 'libraries', tags: ['$initial'], test: LIBRARIES, priority: 6 },
    { name: 'shell', tags: ['$initial'], priority: 5 },
    // A piece takes along what its files import. So that of most pages comes first.
    ...PIECES.map((piece, at) => ({
      debugName: piece,
      name: (file: string, modules: Modules) => (pieceOf(file, modules) === piece ? piece : null),
      priority: 4 - at / PIECES.length,
    })),
    {
      debugName: 'features',
      name: (file, modules) => (pagesOf(file, modules).length > 1 ? featureOf(file) : null),
      priority: 2,
    },
    {
      debugName: 'pages',
      name: (file, modules) => {
        const [page, ...others] = pagesOf(file, modules)
        const isOfOne = page !== undefined && page !== file && others.length === 0
        return isOfOne && !file.includes(LIBRARIES) ? basename(page, '.tsx') : null
      },
      minShareCount: 2,
      priority: 1,
    },
  ]
}

const featureOf = (file: string) => file.slice(FEATURES.length).split('/')[0]!

/** The pages that load a file at once. */
function pagesByFile(modules: Modules): ReadonlyMap<string, readonly string[]> {
  const pages = new Map<string, string[]>()
  for (const page of modules.getModuleInfo(PAGES)!.dynamicallyImportedIds)
    for (const file of loadedWith(page, modules)) pages.set(file, [...(pages.get(file) ?? []), page])
  return pages
}

/** A file with everything that it imports at once. */
function loadedWith(file: string, modules: Modules, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen
  seen.add(file)
  for (const each of modules.getModuleInfo(file)?.importedIds ?? []) loadedWith(each, modules, seen)
  return seen
}

function pathOf(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url))
}
