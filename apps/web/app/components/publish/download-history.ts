import { deviceStore } from '../../lib/device-store.ts'
import { isLocalDataCleared } from '../../lib/local-data.ts'
import { randomId } from '../../lib/random-id.ts'

/** That a config was downloaded, or put into a repository or bucket: what it was, never what it holds. */
export interface Download {
  id: string
  at: number
  /** The name of the file; in a repository or bucket its path. */
  file: string
  client: string
  nodes: number
  skipped: number
  /** Where it was put by which commit; absent: on this device. */
  git?: { account: string; accountName: string; repository: string; branch: string; commit: string }
  /** The bucket of which place it was put into. */
  storage?: { place: string; placeName: string; bucket: string }
}

const MOST = 100

const inHistory = deviceStore<Download>('switchyard-history', 'downloads', 'id')

/** What was downloaded in this browser, the newest first. */
export async function downloads(): Promise<Download[]> {
  const all = await inHistory('readonly', (store) => store.getAll())
  return all.sort((a, b) => b.at - a.at)
}

/** Notes a download; the oldest ones beyond a hundred go. Where nothing can be kept, nothing is. */
export async function recordDownload(download: Omit<Download, 'id'>): Promise<void> {
  if (isLocalDataCleared()) return
  try {
    const old = (await downloads()).slice(MOST - 1)
    await inHistory('readwrite', (store) => {
      for (const { id } of old) store.delete(id)
      return store.put({ ...download, id: randomId() })
    })
  } catch {
    // Storage is blocked or full: a download is none the worse for it.
  }
}

/** Where it was put. */
export const placeOfDownload = ({ git, storage }: Download): 'git' | 'storage' | 'device' =>
  git ? 'git' : storage ? 'storage' : 'device'

/** Forgets those of one kind of place. */
export async function clearDownloads(where: ReturnType<typeof placeOfDownload>): Promise<void> {
  const wanted = (await downloads()).filter((download) => placeOfDownload(download) === where)
  await inHistory('readwrite', (store) => {
    for (const { id } of wanted) store.delete(id)
    return store.count()
  })
}
