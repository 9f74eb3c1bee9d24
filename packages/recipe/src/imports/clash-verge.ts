import { isRecord, type JsonObject, recordOf } from '@switchyard/convert/record'
import { agentOf, type FoundImport, type ImportNote, ItemCollector } from './found.ts'

// The profiles of clash-verge-rev: `profiles.yaml`, alone or in its backup beside `profiles/`. Its form is read from
// `config/prfitem.rs`, `config/profiles.rs` and `core/backup.rs` of clash-verge-rev/clash-verge-rev.

const MINUTE_S = 60
const LEAST_INTERVAL_S = 10 * MINUTE_S
const MOST_INTERVAL_S = 30 * 24 * 60 * MINUTE_S

/** Whether a value is such a list of profiles. */
export function isClashVerge(value: unknown): value is JsonObject {
  if (!isRecord(value) || !Array.isArray(value['items'])) return false
  const items = value['items'].filter(isRecord)
  return items.length > 0 && items.every((item) => typeof item['uid'] === 'string' || typeof item['type'] === 'string')
}

/** The sources of a list of profiles. `fileOf` gives the text of a profile's file, where the backup has it. */
export function readClashVerge(profiles: JsonObject, fileOf: (name: string) => string | undefined): FoundImport {
  const collector = new ItemCollector()
  const items = (Array.isArray(profiles['items']) ? profiles['items'] : []).filter(isRecord)
  // Each profile may have changes of its own: they are told of with the profile.
  const ownOf = new Set(items.flatMap((item) => CHANGES.map((key) => recordOf(item['option'])[key])))
  for (const item of items) {
    const uid = textOf(item['uid'])
    const name = textOf(item['name']) || uid || '?'
    const type = textOf(item['type'])
    if (type === 'remote') addRemote(item, uid, name, collector, items, fileOf)
    else if (type === 'local') addLocal(item, uid, name, collector, items, fileOf)
    else if (!ownOf.has(uid) && isChanged(item, fileOf))
      collector.leave('enhancement', name, type === 'script' ? 'script' : 'unknown-kind', type)
  }
  // A list of profiles alone does not say whether their changes are empty.
  const unknown = items.filter(
    (item) => !SOURCES.has(textOf(item['type'])) && fileOf(textOf(item['file'])) === undefined,
  )
  if (unknown.length > 0) collector.leave('enhancement', String(unknown.length), 'file-missing')
  return { from: 'clash-verge', items: collector.items, recipes: [], left: collector.left, secrets: 0 }
}

const SOURCES: ReadonlySet<string> = new Set(['remote', 'local'])
const CHANGES = ['merge', 'script', 'rules', 'proxies', 'groups'] as const
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

type FileOf = (name: string) => string | undefined

/** Files of changes are made empty with each profile: one without a line of its own changes nothing. */
function isChanged(item: JsonObject, fileOf: FileOf): boolean {
  const text = fileOf(textOf(item['file']))
  if (text === undefined) return false
  const lines = text.split('\n').map((line) => line.trim())
  return lines.some(
    (line) => line !== '' && !/^(#|\/\/|(prepend|append|delete): *\[\]$)/.test(line) && !UNTOUCHED.has(line),
  )
}

/** What a new file of clash-verge-rev holds besides comments (`utils/tmpl.rs`). */
const UNTOUCHED: ReadonlySet<string> = new Set([
  'prepend: []',
  'append: []',
  'delete: []',
  'profile:',
  'store-selected: true',
  'function main(config, profileName) {',
  'return config;',
  '}',
])

function changesOf(item: JsonObject, items: readonly JsonObject[], fileOf: FileOf): ImportNote[] {
  const option = recordOf(item['option'])
  const changed = CHANGES.filter((key) => {
    const other = items.find(({ uid }) => uid !== undefined && uid === option[key])
    return other !== undefined && isChanged(other, fileOf)
  })
  return changed.map((at) => ({ code: at === 'script' ? 'script' : 'enhanced', at }))
}

function addRemote(
  item: JsonObject,
  key: string,
  name: string,
  collector: ItemCollector,
  items: readonly JsonObject[],
  fileOf: FileOf,
): void {
  const url = textOf(item['url']).trim()
  if (!/^https?:\/\//i.test(url)) return void collector.leave('source', name, 'no-address')
  const option = recordOf(item['option'])
  const notes = changesOf(item, items, fileOf)
  const ua = textOf(option['user_agent'])
  const userAgent = agentOf(ua)
  if (ua !== '' && userAgent === undefined) notes.push({ code: 'user-agent' })
  if (option['with_proxy'] === true || option['self_proxy'] === true) notes.push({ code: 'through-proxy' })
  if (option['danger_accept_invalid_certs'] === true) notes.push({ code: 'unchecked-certificate' })
  const minutes = option['update_interval']
  const wantedS = typeof minutes === 'number' && minutes > 0 ? minutes * MINUTE_S : undefined
  const intervalS = wantedS && Math.round(Math.min(MOST_INTERVAL_S, Math.max(LEAST_INTERVAL_S, wantedS)))
  if (intervalS !== wantedS) notes.push({ code: 'interval', at: String(minutes) })
  collector.add(
    { key, body: url, notes, ...(userAgent ? { userAgent } : {}), ...(intervalS ? { intervalS } : {}) },
    name,
  )
}

function addLocal(
  item: JsonObject,
  key: string,
  name: string,
  collector: ItemCollector,
  items: readonly JsonObject[],
  fileOf: FileOf,
): void {
  const text = fileOf(textOf(item['file']))
  if (text === undefined) return void collector.leave('source', name, 'file-missing')
  collector.add({ key, body: text, notes: changesOf(item, items, fileOf) }, name)
}
