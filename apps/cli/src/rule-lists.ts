import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { mirrored } from '@switchyard/convert'
import { FetchError, fetchText, isWebAddress } from './fetch-text.ts'

const LIST_MAX_BYTES = 16 * 1024 * 1024
const FETCHES_AT_ONCE = 6

/** Texts by address. */
export type RuleLists = ReadonlyMap<string, string>

/** Takes list texts from a folder: the file name is the SHA-1 (hex) of the address. Nothing is fetched. */
export async function listsFromFolder(folder: string, addresses: readonly string[]): Promise<RuleLists> {
  return collect(addresses, async (address) => {
    const name = createHash('sha1').update(address).digest('hex')
    return readFile(join(folder, name), 'utf8')
  })
}

/** Fetches list texts, from the mirror where one is set. */
export async function listsFromWeb(
  addresses: readonly string[],
  { userAgent, mirror }: { userAgent: string; mirror: string | undefined },
): Promise<RuleLists> {
  return collect(addresses.filter(isWebAddress), async (address) => {
    return (await fetchText(mirrored(address, mirror), userAgent, LIST_MAX_BYTES)).text
  })
}

/**
 * A text that cannot be had is left out; the conversion says which list is missing. When none of the first ones can be
 * had there is no network: the others are not waited for.
 */
async function collect(addresses: readonly string[], read: (address: string) => Promise<string>): Promise<RuleLists> {
  const lists = new Map<string, string>()
  const waiting = [...addresses]
  const work = async () => {
    for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
      const text = await read(address).catch((error: unknown) => {
        if (lists.size === 0 && isOffline(error)) waiting.length = 0
        return undefined
      })
      if (text !== undefined) lists.set(address, text)
    }
  }
  await Promise.all(Array.from({ length: FETCHES_AT_ONCE }, work))
  return lists
}

function isOffline(error: unknown): boolean {
  return (
    error instanceof FetchError && (error.reason === 'dns' || error.reason === 'network' || error.reason === 'timeout')
  )
}
