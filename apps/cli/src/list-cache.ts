import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'

const FRESH_MS = 24 * 60 * 60 * 1000

export interface ListCopy {
  text: string
  /** Of the last 24 hours: nothing is fetched for it. */
  isFresh: boolean
}

/** Copies of rule lists between two calls, by the list's own address. */
export interface ListCache {
  read(address: string): Promise<ListCopy | undefined>
  write(address: string, text: string): Promise<void>
}

/** The file that holds a list: the SHA-1 (hex) of its address. */
export function listFile(address: string): string {
  return createHash('sha1').update(address).digest('hex')
}

/** Copies as files of a folder, named as `--lists` wants them. A folder that cannot be used is no cache, and no mistake. */
export function listCache(folder: string, now: () => number = Date.now): ListCache {
  return {
    async read(address) {
      const file = join(folder, listFile(address))
      try {
        const [text, { mtimeMs }] = await Promise.all([readFile(file, 'utf8'), stat(file)])
        return { text, isFresh: now() - mtimeMs < FRESH_MS }
      } catch {
        return undefined
      }
    },
    async write(address, text) {
      const file = join(folder, listFile(address))
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 })
        // Another call may read it right now: it sees the old copy or the new one.
        await writeFile(`${file}.${process.pid}`, text)
        await rename(`${file}.${process.pid}`, file)
      } catch {
        // It is fetched again next time.
      }
    },
  }
}

/** Where the copies of this user stand: `XDG_CACHE_HOME`, or what the system has in its place. */
export function listCacheFolder(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): string {
  const own = env['XDG_CACHE_HOME'] || (platform === 'win32' ? env['LOCALAPPDATA'] : undefined)
  const usual = platform === 'darwin' ? join(homedir(), 'Library', 'Caches') : join(homedir(), '.cache')
  return join(own || usual, 'switchyard', 'lists')
}
