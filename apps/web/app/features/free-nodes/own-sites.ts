import type { FreeNode, FreeSource, NewNodeSite } from '@switchyard/contract'
import type { SourceNode } from '@switchyard/recipe'
import type { FetchFailure } from '@switchyard/sources'
import { SECOND_MS } from '@switchyard/sources/spans'

/** A source of one's own: the server knows nothing of it. */
export interface OwnSite extends NewNodeSite {
  id: string
  nodes: readonly SourceNode[]
  /** When these nodes were fetched. */
  fetchedAt?: number
  /** How the last try went; no failure: well. */
  lastTry?: { at: number; failure?: FetchFailure; status?: number }
}

export type FetchedSite = { nodes: readonly SourceNode[] } | { failure: FetchFailure; status?: number }

/** After a try. What holds no node never takes the place of what does. */
export function withTry(site: OwnSite, fetched: FetchedSite, now: number): OwnSite {
  if ('failure' in fetched) return { ...site, lastTry: { at: now, ...fetched } }
  if (fetched.nodes.length === 0) return { ...site, lastTry: { at: now, failure: 'not-a-subscription' } }
  return { ...site, nodes: fetched.nodes, fetchedAt: now, lastTry: { at: now } }
}

/** After an edit: what another address answered is forgotten. */
export function withForm(site: OwnSite, form: NewNodeSite): OwnSite {
  if (form.address === site.address && form.kind === site.kind) return { ...site, ...form }
  return { ...form, id: site.id, nodes: [] }
}

/** Those that are to be asked by now. */
export function dueSites(sites: readonly OwnSite[], now: number): OwnSite[] {
  return sites.filter(
    ({ enabled, lastTry, intervalS }) =>
      enabled && (lastTry === undefined || now - lastTry.at >= intervalS * SECOND_MS),
  )
}

const STALE_AFTER = 2

/** As the sources of the operator are shown. */
export function sourceOf({ id, name, nodes, fetchedAt, lastTry, intervalS }: OwnSite, now: number): FreeSource {
  const isFailing = lastTry?.failure !== undefined
  return {
    id,
    name,
    nodes: nodes.length,
    state: isFailing ? 'failing' : fetchedAt === undefined ? 'waiting' : 'fresh',
    isStale: fetchedAt !== undefined && now - fetchedAt > STALE_AFTER * intervalS * SECOND_MS,
    ...(fetchedAt === undefined ? {} : { fetchedAt }),
    ...(lastTry ? { lastTry: { result: isFailing ? 'failed' : 'ok', ...lastTry } } : {}),
    mayRefreshAt: 0,
  }
}

/** Their nodes, each with the source that it stands in. Nothing of them is checked: nobody else is told where they are. */
export function nodesOf(sites: readonly OwnSite[]): FreeNode[] {
  return sites
    .filter(({ enabled }) => enabled)
    .flatMap(({ id, nodes, fetchedAt = 0 }) =>
      nodes.map(({ target, ...node }) =>
        Object.assign({}, node, {
          // A node of the operator may be the same one.
          key: `${id} ${node.key}`,
          sources: [id],
          fetchedAt,
          check: { ...(target ? { target } : {}), results: [] },
          isDead: false,
        }),
      ),
    )
}
