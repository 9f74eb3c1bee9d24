import type { StarredKind } from '@switchyard/contract/kept-kinds'
import type { Favourite } from '../../components/favourites/favourite.ts'
import { presetPath } from '../../components/presets/preset-place.ts'
import type { Locale } from '../../lib/locale.ts'
import { titleOf, titlesOf } from '../../page-words.ts'
import { PAGES, TOOLS } from '../../pages.ts'
import type { IconName } from '../../ui/icons.ts'

interface FavouriteKind {
  iconOf: (favourite: Favourite) => IconName
  /** Where it is used; undefined: it is there no more. Absent: it is used in another way, or its screen comes later. */
  pathOf?: (favourite: Favourite) => string | undefined
  /** It is a text that goes to the converter. */
  isText?: true
}

const pageOf = ({ id }: Favourite) => PAGES.find(({ name }) => name === id)

/** A tool keeps the name that it had when it was starred. One that its person did not change follows the language. */
export function namedIn(locale: Locale, favourite: Favourite): Favourite {
  const page = favourite.kind === 'tool' ? pageOf(favourite) : undefined
  if (!page || !Object.values(titlesOf(page)).includes(favourite.name)) return favourite
  return { ...favourite, name: titleOf(locale, page) }
}

/** What is done with each kind. A kind whose screen comes later says there where it is used. */
export const FAVOURITE_KINDS: Readonly<Record<StarredKind, FavouriteKind>> = {
  tool: { iconOf: (favourite) => pageOf(favourite)?.icon ?? 'zap', pathOf: (favourite) => pageOf(favourite)?.path },
  preset: { iconOf: () => 'list-checks', pathOf: ({ id }) => presetPath(id) },
  node: { iconOf: () => 'network', isText: true },
  recipe: { iconOf: () => 'settings', pathOf: ({ data }) => (data === undefined ? undefined : `/convert${data}`) },
  file: { iconOf: () => 'file-text', pathOf: ({ data = '' }) => (isPagePath(data) ? data : undefined) },
  set: { iconOf: () => 'file-code', pathOf: ({ data = '' }) => (isPagePath(data) ? data : undefined) },
}

/** A set says with which screen it is used, and as which one. */
const isPagePath = (text: string) =>
  /^\/[\w-]+(?:\?|$)/.test(text) && PAGES.some(({ path }) => path === text.split('?')[0])

// The keys of this very table, which `Object.keys` does not say.
export const KINDS_IN_ORDER = Object.keys(FAVOURITE_KINDS) as readonly StarredKind[]

/** Offered to who has starred nothing yet. */
export const SUGGESTED = TOOLS.slice(0, 3)
