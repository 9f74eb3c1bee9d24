import type { FileContent } from '@switchyard/git-hosts'
import { deviceStore } from '../../lib/device-store.ts'
import { isLocalDataCleared } from '../../lib/local-data.ts'
import type { FileAddress } from '../places/place.ts'

/** What was typed into a file and is not saved in its place yet. */
export interface FileDraft {
  address: FileAddress
  bytes: Uint8Array<ArrayBuffer>
  /** What it was made of: a save compares with its version, whatever the place holds by then. Absent: a new file. */
  base?: FileContent
  savedAt: number
}

interface FileDraftRow extends FileDraft {
  key: string
}

/** The drafts of files, one for each address. */
export interface FileDrafts {
  find(address: FileAddress): Promise<FileDraft | undefined>
  /** False: nothing keeps it. */
  keep(draft: FileDraft): Promise<boolean>
  remove(address: FileAddress): Promise<void>
}

const inFileDrafts = deviceStore<FileDraftRow>('switchyard-file-drafts', 'drafts', 'key')

/** One text for each file: its address. */
export const fileKey = ({ place, root, ref, path }: FileAddress): string => JSON.stringify([place, root, ref, path])

/** In this browser, until they are saved or thrown away. */
export const deviceFileDrafts: FileDrafts = {
  async find(address) {
    try {
      return await inFileDrafts<FileDraftRow | undefined>('readonly', (store) => store.get(fileKey(address)))
    } catch {
      return undefined
    }
  },

  async keep(draft) {
    if (isLocalDataCleared()) return false
    try {
      await inFileDrafts('readwrite', (store) => store.put({ ...draft, key: fileKey(draft.address) }))
      return true
    } catch {
      // Storage is blocked or full.
      return false
    }
  },

  async remove(address) {
    try {
      await inFileDrafts('readwrite', (store) => store.delete(fileKey(address)))
    } catch {
      // Without storage there is no draft.
    }
  },
}

/** Files whose draft was carried there by a step of the person: nobody has to be asked whether to go on with it. */
const carried = new Set<string>()

/** Keeps a draft for an editor that opens next and goes on with it. False: nothing keeps it. */
export async function carryDraft(draft: FileDraft, drafts: FileDrafts = deviceFileDrafts): Promise<boolean> {
  const isKept = await drafts.keep(draft)
  if (isKept) carried.add(fileKey(draft.address))
  return isKept
}

/** Whether the draft of a file was carried there; says so once. */
export function takeCarried(address: FileAddress): boolean {
  return carried.delete(fileKey(address))
}
