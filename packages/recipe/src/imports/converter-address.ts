import { writeRecipe } from '../file/recipe-file.ts'
import { EMPTY_RECIPE, type Recipe, type RecipeSource } from '../model/index.ts'
import { type FoundRecipe, type ImportNote, ItemCollector, type ReadImport } from './found.ts'
import { type OldLink, readOldLink, withLinkSettings } from './old-link.ts'

/** Where converters answer; the address itself holds those of the subscriptions. */
const OLD_PATH = '/sub?…'
const LINKS = 'links'

/**
 * What an address of a converter (subconverter, sublink-worker and alike) holds: each subscription in it is a source, and
 * its settings are a recipe. It is read, never opened. Or why nothing is in it.
 */
export function readConverterAddress(text: string): ReadImport {
  const link = readOldLink(text)
  if (typeof link === 'string') return { mistake: link }
  if (link.urls.length + link.links.length === 0) return { mistake: 'nothing' }

  const collector = new ItemCollector()
  for (const [at, url] of link.urls.entries()) collector.add({ key: `url ${at}`, body: url, notes: [] }, hostOf(url))
  if (link.links.length > 0) collector.add({ key: LINKS, body: link.links.join('\n'), notes: [] }, LINKS)
  const { items, left } = collector

  const sources = items.map(({ key, name, body }): RecipeSource => {
    const isLinks = key === LINKS
    return { id: key, name, kind: isLinks ? 'text' : 'url', text: '', enabled: true, ...(isLinks ? {} : { url: body }) }
  })
  const recipe: Recipe = withLinkSettings({ ...EMPTY_RECIPE, sources }, link)
  const published: FoundRecipe = {
    name: items[0]?.name ?? LINKS,
    items: items.map(({ key }) => key),
    steps: [],
    notes: notesOf(link),
    oldPath: OLD_PATH,
    whole: {
      file: writeRecipe(recipe, { secrets: true }).text,
      items: Object.fromEntries(items.map(({ key }) => [key, key])),
      client: recipe.output,
    },
  }
  return { from: 'converter', items, recipes: [published], left, secrets: 0 }
}

/** What of the settings is not taken over. */
function notesOf({ unknownTarget, template, ignored }: OldLink): ImportNote[] {
  return [
    ...(unknownTarget === undefined ? [] : [{ code: 'format' as const, at: unknownTarget }]),
    ...(template === undefined ? [] : [{ code: 'outside-template' as const }]),
    ...ignored.map((at) => ({ code: 'parameter' as const, at })),
  ]
}

/** Every address of an old link is one. */
const hostOf = (url: string) => new URL(url).host
