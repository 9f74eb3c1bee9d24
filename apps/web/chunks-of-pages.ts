import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Rolldown } from 'vite'

const PAGES = pathOf('app/routes.tsx')
const FEATURES = pathOf('app/features/')
/** Pages with a desk share more with each other than all pages with each other. */
const LIST = pathOf('app/components/engine/desk.ts')
const LIBRARIES = '/node_modules/'

type Modules = Rolldown.ChunkingContext

/**
 * Scripts that travel together, in place of one for each way of sharing:
 * - what every page begins with, in two pieces: the libraries, which stay the same from build to build, and the shell;
 * - what several pages load at once beyond that: one piece, one for pages with a desk alone, and one for each feature that has
 *   several pages;
 * - what a page loads at once and its later parts ask for too: one piece for each page.
 * Each takes nothing of a later one, so that no two import each other.
 */
export function chunksOfPages(): Rolldown.CodeSplittingGroup[] {
  let known: ReadonlyMap<string, readonly string[]> | undefined
  const pagesOf = (file: string, modules: Modules) => (known ??= pagesByFile(modules)).get(file) ?? []
  const isShared = (file: string, modules: Modules) => pagesOf(file, modules).length > 1 && !file.startsWith(FEATURES)
  const isOfLists = (file: string, modules: Modules) => {
    const ofLists = pagesOf(LIST, modules)
    return pagesOf(file, modules).every((page) => ofLists.includes(page))
  }
  return [
    { name: 'libraries', tags: ['$initial'], test: LIBRARIES, priority: 6 },
    { name: 'shell', tags: ['$initial'], priority: 5 },
    {
      debugName: 'shared',
      name: (file, modules) => (isShared(file, modules) && !isOfLists(file, modules) ? 'shared' : null),
      priority: 4,
    },
    {
      // A piece takes along what its files import. So that of all pages comes first.
      name: (file, modules) => (isShared(file, modules) && isOfLists(file, modules) ? 'lists' : null),
      debugName: 'lists',
      priority: 3,
    },
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
