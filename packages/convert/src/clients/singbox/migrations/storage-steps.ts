import type { JsonObject } from '../../../text/record.ts'
import { type ConfigDraft, freeTags, take, type ReportChange, textOf } from './config-draft.ts'
import { bareDirects, defaultOutbound } from './outbounds.ts'

/** What the controller kept, `experimental.cache_file` keeps. */
export function controllerCache(draft: ConfigDraft, report: ReportChange): void {
  const clashApi = draft.look('experimental', 'clash_api')
  const olds = ['cache_file', 'cache_id', 'store_mode', 'store_selected', 'store_fakeip'].filter(
    (key) => key in clashApi,
  )
  if (olds.length === 0) return
  const path = textOf(take(clashApi, 'cache_file'))
  const cache_id = textOf(take(clashApi, 'cache_id'))
  const stores = ['store_mode', 'store_selected'].map((key) => take(clashApi, key))
  const fakeIp = take(clashApi, 'store_fakeip')
  for (const key of olds) {
    report(draft.placeOf(clashApi, key), { to: 'experimental.cache_file' })
  }
  if (path === undefined && cache_id === undefined && ![...stores, fakeIp].includes(true)) return
  const cache = draft.part('experimental', 'cache_file')
  const had = { enabled: true, path, cache_id, store_fakeip: fakeIp }
  for (const [key, value] of Object.entries(had)) if (value !== undefined) cache[key] ??= value
}

/** The cache of DNS keeps servers apart by itself. */
export function independentCache(draft: ConfigDraft, report: ReportChange): void {
  if (take(draft.look('dns'), 'independent_cache') !== undefined) report('dns.independent_cache', 'no-effect')
}

/** The file keeps whole answers instead of refused ones. */
export function storeRefused(draft: ConfigDraft, report: ReportChange): void {
  const cache = draft.look('experimental', 'cache_file')
  const stores = take(cache, 'store_rdrc')
  if (take(cache, 'rdrc_timeout') !== undefined) report('experimental.cache_file.rdrc_timeout', 'no-effect')
  if (stores === undefined) return
  if (stores === true) cache['store_dns'] ??= true
  report('experimental.cache_file.store_rdrc', stores === true ? { to: 'store_dns' } : 'no-effect')
}

function isUnsaid({ http_client: client, download_detour: detour }: JsonObject): boolean {
  return client === undefined && textOf(detour) === undefined
}

/** Remote sets are downloaded by clients with names; before, through an outbound that they named, or the default one. */
export function httpClients(draft: ConfigDraft, report: ReportChange): void {
  const sets = draft.records('route', 'rule_set').filter(({ type }) => type === 'remote')
  const bare = bareDirects(draft)
  const clients = new Map<unknown, string>()
  const free = freeTags(draft.all('http_clients'))
  const clientFor = (detour: string | undefined): string => {
    // A client without a detour dials directly.
    const way = detour === undefined || bare.has(detour) ? undefined : detour
    const known = clients.get(way)
    if (known !== undefined) return known
    const tag = free(way === undefined ? 'http-direct' : `http-${way}`)
    clients.set(way, tag)
    draft.add(undefined, 'http_clients', { tag, ...(way === undefined ? {} : { detour: way }) })
    return tag
  }
  const hadClients = draft.records('http_clients').length > 0
  const unsaid = sets.filter(isUnsaid)
  const route = draft.look('route')
  for (const set of sets) {
    const detour = textOf(take(set, 'download_detour'))
    if (detour === undefined) continue
    set['http_client'] ??= clientFor(detour)
    report(draft.placeOf(set, 'download_detour'), { to: 'http_client' })
  }
  // The first client would be the default from now on.
  if (unsaid.length === 0 || hadClients || route['default_http_client'] !== undefined) return
  route['default_http_client'] = clientFor(defaultOutbound(draft))
  const place = draft.placeOf(unsaid[0]!)
  // A set that a step before has written has no place in the file: what became of its old form is reported already.
  if (place !== '') report(place, { to: 'route.default_http_client' })
}
