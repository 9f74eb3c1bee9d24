import { isRecord, type JsonObject } from '@switchyard/convert/record'
import { type FoundImport, type FoundRecipe, isAgentName, ItemCollector } from './found.ts'

// What an account of ours exports: `AccountExport` of packages/contract. A file of settings holds its sources alike:
// `SettingsFile` of apps/web.

const VERSION = 1
/** The secret of the address is not shown. */
const OLD_PATH = '/sub/…'

/** Whether a value is an export of an account, or the settings of a browser with its sources, that this release reads. */
export function isOwnAccount(value: unknown): value is JsonObject {
  if (!isRecord(value) || value['version'] !== VERSION) return false
  return (
    value['switchyard'] === 'account' || (value['product'] === 'switchyard' && Array.isArray(value['subscriptions']))
  )
}

/** The sources of an account, and what it published: of them, each by its own recipe, or configs as they are. */
export function readOwnAccount(account: JsonObject): FoundImport {
  const collector = new ItemCollector()
  for (const item of recordsIn(account['subscriptions'])) {
    const { userAgent, intervalS, prefix } = item
    collector.add(
      {
        key: textOf(item['id']),
        body: textOf(item['body']),
        notes: [],
        ...(isAgentName(userAgent) ? { userAgent } : {}),
        ...(typeof intervalS === 'number' ? { intervalS } : {}),
        ...(typeof prefix === 'string' && prefix !== '' ? { prefix } : {}),
      },
      textOf(item['name']),
    )
  }
  const keys = new Set(collector.items.map(({ key }) => key))
  const recipes: FoundRecipe[] = []
  for (const output of recordsIn(account['outputs'])) {
    const name = textOf(output['name'])
    const client = textOf(output['client'])
    if (output['kind'] === 'text') {
      const text = textOf(output['text'])
      if (text.trim() === '') collector.leave('collection', name, 'no-content')
      else recipes.push({ name, items: [], steps: [], notes: [], oldPath: OLD_PATH, config: { text, client } })
      continue
    }
    const file = textOf(output['recipe'])
    const sources = Object.entries(isRecord(output['items']) ? output['items'] : {}).flatMap(([source, key]) =>
      typeof key === 'string' ? [[source, key] as const] : [],
    )
    if (file === '') collector.leave('collection', name, 'no-content')
    else if (sources.some(([, key]) => !keys.has(key))) collector.leave('collection', name, 'no-source')
    else
      recipes.push({
        name,
        items: [...new Set(sources.map(([, key]) => key))],
        steps: [],
        notes: [],
        oldPath: OLD_PATH,
        whole: { file, items: Object.fromEntries(sources), client },
      })
  }
  return { from: 'switchyard', items: collector.items, recipes, left: collector.left, secrets: 0 }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

function recordsIn(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isRecord) : []
}
