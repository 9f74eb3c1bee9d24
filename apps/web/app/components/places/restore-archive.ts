import { folderOf, nameOf } from '@switchyard/git-hosts/writes'
import { unzip } from 'fflate'
import { isSameBytes } from '../file-save/text-file.ts'
import { pathOfFile } from '../file-save/file-address.ts'
import { DEVICE_PLACE } from './device-place.ts'
import { freeName } from './free-name.ts'

/** What a few kilobytes may unpack to, and how many files that may be: more is no archive of ours. */
const UNPACKED_MAX_BYTES = 200 * 1024 * 1024
const FILES_MAX = 10_000

/** What became of the files of an archive. */
export interface RestoredFiles {
  added: number
  /** Of `added`: beside a file of that name with another content. */
  renamed: number
  /** They were there as they are. */
  same: number
  /** Their paths are none: they lead out of the folder, or no system takes them. */
  left: number
}

/** Puts the files of an archive back on this device, as one commit. Nothing that is there is overwritten. */
export async function restoreArchive(
  archive: Uint8Array,
  message: string,
): Promise<RestoredFiles | 'unreadable' | 'too-large'> {
  const files = await unpacked(archive)
  if (typeof files === 'string') return files
  const space = DEVICE_PLACE.space('', '')
  const names = new NamesInFolders((await space.tree()).entries.map(({ path }) => path))
  const restored: RestoredFiles = { added: 0, renamed: 0, same: 0, left: 0 }
  const changes: { kind: 'create'; path: string; bytes: Uint8Array<ArrayBuffer> }[] = []
  for (const [given, bytes] of files) {
    const path = pathOfFile(given)
    if (path === undefined) {
      restored.left++
      continue
    }
    if (names.has(path) && (await isThere(path, bytes))) {
      restored.same++
      continue
    }
    const free = names.claim(path)
    if (free !== path) restored.renamed++
    changes.push({ kind: 'create', path: free, bytes })
  }
  restored.added = changes.length
  if (changes.length > 0) await space.write({ message, changes })
  return restored
}

async function isThere(path: string, bytes: Uint8Array<ArrayBuffer>): Promise<boolean> {
  const there = await DEVICE_PLACE.space('', '')
    .read(path)
    .catch(() => undefined)
  return there !== undefined && isSameBytes(there.bytes, bytes)
}

/** Which names are taken, by folder. */
class NamesInFolders {
  readonly #taken = new Map<string, Set<string>>()

  constructor(paths: readonly string[]) {
    for (const path of paths) this.#in(folderOf(path)).add(nameOf(path))
  }

  has(path: string): boolean {
    return this.#in(folderOf(path)).has(nameOf(path))
  }

  /** The path itself, or one beside it that is free; it is taken from now on. */
  claim(path: string): string {
    const folder = folderOf(path)
    const taken = this.#in(folder)
    const name = freeName(nameOf(path), taken)
    taken.add(name)
    return folder === '' ? name : `${folder}/${name}`
  }

  #in(folder: string): Set<string> {
    const known = this.#taken.get(folder) ?? new Set<string>()
    this.#taken.set(folder, known)
    return known
  }
}

/** Files by path, without the entries that only name folders. */
function unpacked(archive: Uint8Array): Promise<[string, Uint8Array<ArrayBuffer>][] | 'unreadable' | 'too-large'> {
  let bytes = 0
  let count = 0
  // What an entry says of its size is all that it gets.
  const filter = ({ name, originalSize }: { name: string; originalSize: number }) => {
    if (name.endsWith('/')) return false
    bytes += originalSize
    return ++count <= FILES_MAX && bytes <= UNPACKED_MAX_BYTES
  }
  return new Promise((resolve) => {
    try {
      unzip(archive, { filter }, (error, files) => {
        if (error) return resolve('unreadable')
        if (count > FILES_MAX || bytes > UNPACKED_MAX_BYTES) return resolve('too-large')
        resolve(Object.entries(files).map(([path, body]) => [path, new Uint8Array(body)]))
      })
    } catch {
      resolve('unreadable')
    }
  })
}
