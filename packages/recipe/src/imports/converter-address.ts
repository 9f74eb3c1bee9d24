import { writeRecipe } from '../file/recipe-file.ts'
import { EMPTY_RECIPE, type NewStep, type Recipe, type RecipeSource } from '../model/index.ts'
import { agentOf, type FoundRecipe, type ImportNote, ItemCollector, type ReadImport } from './found.ts'
import { type OldLink, readOldLink, withLinkSettings } from './old-link.ts'
import { isReplacePattern } from './operators.ts'

/** Where converters answer; the address itself holds those of the subscriptions. */
const OLD_PATH = '/sub?…'
const LINKS = 'links'
const MOST_NAME = 64
const MOST_STEPS = 200

/**
 * What an address of a converter (subconverter, sublink-worker and alike) holds: each subscription in it is a source, and
 * its settings are a recipe. It is read, never opened. Or why nothing is in it.
 */
export function readConverterAddress(text: string): ReadImport {
  const read = readOldLink(text)
  if (typeof read === 'string') return { mistake: read }
  if (read.urls.length + read.links.length === 0) return { mistake: 'nothing' }
  const link = { ...read, steps: read.steps.filter(canRun).slice(0, MOST_STEPS) }

  const collector = new ItemCollector()
  const userAgent = agentOf(read.userAgent ?? '')
  const agent = userAgent ? { userAgent } : {}
  const notes: ImportNote[] = read.userAgent === undefined || userAgent ? [] : [{ code: 'user-agent' }]
  for (const [at, url] of link.urls.entries())
    collector.add({ key: `url ${at}`, body: url, notes, ...agent }, hostOf(url))
  if (link.links.length > 0) collector.add({ key: LINKS, body: link.links.join('\n'), notes: [] }, LINKS)
  const { items, left } = collector

  const sources = items.map(({ key, name, body }): RecipeSource => {
    const isLinks = key === LINKS
    return { id: key, name, kind: isLinks ? 'text' : 'url', text: '', enabled: true, ...(isLinks ? {} : { url: body }) }
  })
  const recipe: Recipe = withLinkSettings({ ...EMPTY_RECIPE, sources }, link)
  const published: FoundRecipe = {
    name: Array.from(link.name ?? items[0]?.name ?? LINKS)
      .slice(0, MOST_NAME)
      .join(''),
    items: items.map(({ key }) => key),
    steps: link.steps,
    notes: notesOf(read),
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
function notesOf({ unknownTarget, template, ignored, steps }: OldLink): ImportNote[] {
  return [
    ...(unknownTarget === undefined ? [] : [{ code: 'format' as const, at: unknownTarget }]),
    ...(template === undefined ? [] : [{ code: 'outside-template' as const }]),
    ...(steps.every(canRun) ? [] : [{ code: 'pattern' as const, at: 'rename' }]),
    ...(steps.length > MOST_STEPS ? [{ code: 'too-many' as const, at: String(steps.length) }] : []),
    // The agent is that of the sources.
    ...ignored
      .filter((at) => at !== 'ua')
      .map((at): ImportNote => (at === 'scv' ? { code: 'unchecked-certificate' } : { code: 'parameter', at })),
  ]
}

const canRun = (step: NewStep): boolean => step.kind !== 'replace' || isReplacePattern(step.pattern)

/** Every address of an old link is one. */
const hostOf = (url: string) => new URL(url).host
