import { FREE_NODES_MAX } from '@switchyard/contract/free-node-kinds'
import { deviceStore } from '../../lib/device-store.ts'
import { isLocalDataCleared } from '../../lib/local-data.ts'
import { createStore } from '../../lib/store.ts'
import { dueSites, type FetchedSite, type OwnSite, withTry } from './own-sites.ts'

const inSites = deviceStore<OwnSite>('switchyard-node-sites', 'sites', 'id')

/** The sources that this browser keeps; undefined until they are read. */
export const ownSites = createStore<readonly OwnSite[] | undefined>(undefined)

let reading: Promise<void> | undefined

/** Reads the sources of this browser, once. The list is empty where the browser stores nothing. */
export function startOwnSites(): Promise<void> {
  return (reading ??= inSites('readonly', (store) => store.getAll()).then(
    (rows) => ownSites.set(rows),
    () => ownSites.set([]),
  ))
}

/** Adds a source. A source with the same id is replaced. */
export async function keepSite(site: OwnSite): Promise<void> {
  ownSites.set((known = []) => {
    const isKnown = known.some(({ id }) => id === site.id)
    return isKnown ? known.map((one) => (one.id === site.id ? site : one)) : [...known, site]
  })
  if (isLocalDataCleared()) return
  await inSites('readwrite', (store) => store.put(site)).catch(() => undefined)
}

export async function removeSite(id: string): Promise<void> {
  ownSites.set((known = []) => known.filter((one) => one.id !== id))
  await inSites('readwrite', (store) => store.delete(id)).catch(() => undefined)
}

// Loaded only when the person has added sources.
const reader = () => import('./own-site-reader.ts')

/** Fetches the address of a source from this browser. */
export async function askSite({ address, kind }: Pick<OwnSite, 'address' | 'kind'>): Promise<FetchedSite> {
  const { fetchText, listText } = await reader()
  const answer = await fetchText(address)
  if ('error' in answer) {
    const { error: failure, status } = answer
    return { failure, ...(status === undefined ? {} : { status }) }
  }
  return takenText(answer.text, kind, listText)
}

/** Keeps the text of a source that the server fetched for this page. */
export async function takeRelayed(site: OwnSite, text: string): Promise<void> {
  const { listText } = await reader()
  await keepSite(withTry(site, await takenText(text, site.kind, listText), Date.now()))
}

async function takenText(
  text: string,
  kind: OwnSite['kind'],
  listText: (text: string, most: number) => Promise<Extract<FetchedSite, { nodes: unknown }>['nodes']>,
): Promise<FetchedSite> {
  const nodes = await listText(text, FREE_NODES_MAX)
  return nodes.length === 0 && kind === 'subscription' ? { failure: 'not-a-subscription' } : { nodes }
}

/** Asks one, and keeps what came of it. */
export async function refreshSite(site: OwnSite): Promise<void> {
  await keepSite(withTry(site, await askSite(site), Date.now()))
}

/** Asks those whose time has come. */
export async function refreshDueSites(): Promise<void> {
  await startOwnSites()
  await Promise.all(dueSites(ownSites.get() ?? [], Date.now()).map(refreshSite))
}
