import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fetchLists } from '@switchyard/convert'
import { type Fetched, FetchError, type FetchOptions, fetchText, isWebAddress } from './fetch-text.ts'
import type { ListCache } from './list-cache.ts'

const LIST_MAX_BYTES = 16 * 1024 * 1024
const FETCHES_AT_ONCE = 6

/** Texts by address. */
export type RuleLists = ReadonlyMap<string, string>

/** Takes list texts from a folder: the file name is the SHA-1 (hex) of the address. Nothing is fetched. */
export function listsFromFolder(folder: string, addresses: readonly string[]): Promise<RuleLists> {
  return collect(addresses, (address) => readFile(join(folder, listFile(address)), 'utf8').catch(() => undefined))
}

/** The file that holds a list: the SHA-1 (hex) of its address. */
export function listFile(address: string): string {
  return createHash('sha1').update(address).digest('hex')
}

interface Web {
  userAgent: string
  mirrors: readonly string[]
  cache: ListCache
  /** Addresses that the person gave: they may lead into the person's own network, as mirrors may. */
  given?: ReadonlySet<string>
  fetchText?: (address: string, options: FetchOptions) => Promise<Pick<Fetched, 'text'>>
}

/**
 * List texts, each by the first of these that has it: a copy of today, its own address, the mirrors in order, an older
 * copy. A host that does not answer is not asked again.
 */
export function listsFromWeb(
  addresses: readonly string[],
  { userAgent, mirrors, cache, given = new Set(), fetchText: fetchOne = fetchText }: Web,
): Promise<RuleLists> {
  const silent = new Set<string>()
  const fetched = async (from: string, address: string): Promise<string> => {
    const host = URL.parse(from)?.host ?? ''
    if (silent.has(host)) throw new FetchError('network')
    try {
      const isForeign = from === address && !given.has(address)
      return (await fetchOne(from, { userAgent, most: LIST_MAX_BYTES, isForeign })).text
    } catch (error) {
      if (isUnreachable(error)) silent.add(host)
      throw error
    }
  }
  return collect(addresses.filter(isWebAddress), async (address) => {
    const copy = await cache.read(address)
    if (copy?.isFresh) return copy.text
    const text = (await fetchLists([address], fetched, { mirrors })).lists.get(address)
    if (text === undefined) return copy?.text
    await cache.write(address, text)
    return text
  })
}

/** A text that cannot be had is left out; the conversion says which list is missing. */
async function collect(
  addresses: readonly string[],
  read: (address: string) => Promise<string | undefined>,
): Promise<RuleLists> {
  const lists = new Map<string, string>()
  const waiting = [...addresses]
  const work = async () => {
    for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
      const text = await read(address)
      if (text !== undefined) lists.set(address, text)
    }
  }
  await Promise.all(Array.from({ length: FETCHES_AT_ONCE }, work))
  return lists
}

function isUnreachable(error: unknown): boolean {
  return (
    error instanceof FetchError && (error.reason === 'dns' || error.reason === 'network' || error.reason === 'timeout')
  )
}
