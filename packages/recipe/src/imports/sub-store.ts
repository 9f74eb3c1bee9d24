import { isRecord, type JsonObject, recordOf } from '@switchyard/convert/record'
import { agentOf, type FoundImport, type FoundRecipe, type ImportNote, ItemCollector, MOST_FOUND } from './found.ts'
import { stepsOf } from './operators.ts'

// A backup of Sub-Store: what `/api/storage` and its gist give. Its form is read from `restful/miscs.js`, `subscriptions.js`,
// `collections.js` and `utils/migration.js` of sub-store-org/Sub-Store.

/** What stands in the backup and is not of sources. */
const OTHERS = [
  ['files', 'file'],
  ['artifacts', 'artifact'],
  ['modules', 'module'],
  ['rules', 'rule'],
  ['tokens', 'share'],
] as const

/** Settings that open doors elsewhere: they are counted and not read. */
const SECRET = /token|secret|password|key$/i

/** What is said before the name is read: whether a value is such a backup. */
export function isSubStore(value: unknown): value is JsonObject {
  if (!isRecord(value)) return false
  const { subs, collections, settings } = value
  return (Array.isArray(subs) || isRecord(subs)) && (collections !== undefined || settings !== undefined)
}

/** The sources of a backup, and each collection as a recipe. */
export function readSubStore(backup: JsonObject): FoundImport {
  const collector = new ItemCollector()
  const subs = recordsIn(backup['subs'])
  const found = subs.map((sub) => new FoundSub(sub, collector))
  const recipes: FoundRecipe[] = []
  for (const sub of found) {
    const { steps, notes } = stepsOf(sub.process)
    if (sub.items.length === 0 || steps.length + notes.length === 0) continue
    recipes.push({ name: sub.title, items: sub.items, steps, notes, oldPath: `/download/${sub.name}` })
  }
  for (const collection of recordsIn(backup['collections'])) {
    const recipe = recipeOf(collection, found, collector)
    if (recipe) recipes.push(recipe)
  }
  const names = new ItemCollector()
  for (const recipe of recipes) recipe.name = names.freeName(recipe.name, recipe.notes)
  for (const [key, kind] of OTHERS)
    for (const other of recordsIn(backup[key]).slice(0, MOST_FOUND))
      collector.leave(kind, textOf(other['displayName']) || textOf(other['name']) || '?', 'unknown-kind')
  const secrets =
    Object.entries(recordOf(backup['settings'])).filter(([key, value]) => SECRET.test(key) && textOf(value) !== '')
      .length + recordsIn(backup['tokens']).length
  return { from: 'sub-store', items: collector.items, recipes, left: collector.left, secrets }
}

/** The first form of their backups kept its lists as records by name. */
function recordsIn(value: unknown): JsonObject[] {
  const list = Array.isArray(value) ? value : isRecord(value) ? Object.values(value) : []
  return list.filter(isRecord)
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** One subscription of theirs: an item for each of its addresses, and one for its own text. */
class FoundSub {
  readonly name: string
  readonly title: string
  readonly tags: readonly unknown[]
  readonly process: unknown
  readonly items: string[] = []

  constructor(sub: JsonObject, collector: ItemCollector) {
    this.name = textOf(sub['name'])
    this.title = textOf(sub['displayName']) || textOf(sub['display-name']) || this.name
    this.tags = Array.isArray(sub['tag']) ? sub['tag'] : []
    this.process = sub['process']
    const notes: ImportNote[] = []
    const isLocal = sub['source'] === 'local'
    const mergesBoth = sub['mergeSources'] === 'localFirst' || sub['mergeSources'] === 'remoteFirst'
    const ua = textOf(sub['ua'])
    const userAgent = agentOf(ua)
    if (ua !== '' && userAgent === undefined) notes.push({ code: 'user-agent' })
    if (textOf(sub['proxy']) !== '') notes.push({ code: 'through-proxy' })
    if (textOf(sub['subUserinfo']) !== '') notes.push({ code: 'traffic-address' })
    if (mergesBoth) notes.push({ code: 'both-kinds' })

    const add = (body: string, more: readonly ImportNote[] = []) => {
      const key = `${this.name}#${this.items.length}`
      const given = { key, body, notes: [...notes, ...more], ...(userAgent ? { userAgent } : {}) }
      if (collector.add(given, this.title)) this.items.push(key)
    }
    if (isLocal || mergesBoth) add(textOf(sub['content']))
    if (!isLocal || mergesBoth) {
      const lines = textOf(sub['url'])
        .split(/[\r\n]+/)
        .map((line) => line.trim())
        .filter(Boolean)
      if (lines.length === 0) collector.leave('source', this.title, 'no-content')
      const several: ImportNote[] = lines.length > 1 ? [{ code: 'several-addresses', at: String(lines.length) }] : []
      for (const line of lines) {
        // What stands behind the # is for Sub-Store alone: names of headers, caches, the day of a reset.
        const [address = '', args] = line.split('#', 2)
        if (/^https?:\/\//i.test(address))
          add(address, args === undefined ? several : [...several, { code: 'address-arguments' }])
        else collector.leave('source', this.title, 'no-address')
      }
    }
  }
}

function recipeOf(
  collection: JsonObject,
  subs: readonly FoundSub[],
  collector: ItemCollector,
): FoundRecipe | undefined {
  const name = textOf(collection['name'])
  const title = textOf(collection['displayName']) || textOf(collection['display-name']) || name
  const notes: ImportNote[] = []
  const wanted = Array.isArray(collection['subscriptions']) ? collection['subscriptions'] : []
  const tags = Array.isArray(collection['subscriptionTags']) ? collection['subscriptionTags'] : []
  const members = new Set<FoundSub>()
  for (const one of wanted) {
    const sub = subs.find((each) => each.name === one)
    if (sub && sub.items.length > 0) members.add(sub)
    else notes.push({ code: 'no-source', ...(typeof one === 'string' ? { at: one } : {}) })
  }
  for (const sub of subs) if (sub.items.length > 0 && sub.tags.some((tag) => tags.includes(tag))) members.add(sub)
  if (members.size === 0) {
    collector.leave('collection', title, 'no-source')
    return undefined
  }
  const namesOf = new Map(collector.items.map((item) => [item.key, item.name]))
  const steps: FoundRecipe['steps'] = []
  for (const sub of members) {
    // Their names are those of the items that were added.
    const sources = sub.items.map((key) => namesOf.get(key)!)
    const own = stepsOf(sub.process, members.size > 1 ? { sources } : {})
    for (const step of own.steps) steps.push(step)
    for (const note of own.notes) notes.push(note)
  }
  const own = stepsOf(collection['process'])
  return {
    name: title,
    items: [...members].flatMap(({ items }) => items),
    steps: [...steps, ...own.steps],
    notes: [...notes, ...own.notes],
    oldPath: `/download/collection/${name}`,
  }
}
