import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fetchLists, findClientFacts, type Issue, listAttempts, type OutputId } from '@switchyard/convert'
import { FetchError, type FetchReason } from './fetch-error.ts'
import { fetchText, isWebAddress } from './fetch-text.ts'
import { listFile, type ListCache } from './list-cache.ts'
import type { AnsweredText, FetchOptions } from './request-text.ts'

const LIST_MAX_BYTES = 16 * 1024 * 1024
const FETCHES_AT_ONCE = 6

/** What was asked for, by address: the texts, and why others could not be had. */
export interface RuleListTexts {
  texts: ReadonlyMap<string, string>
  failed: ReadonlyMap<string, FetchReason>
}

/** Takes list texts from a folder: the file name is the SHA-1 (hex) of the address. Nothing is fetched. */
export function listsFromFolder(folder: string, addresses: readonly string[]): Promise<RuleListTexts> {
  return collect(addresses, async (address) => ({
    text: await readFile(join(folder, listFile(address)), 'utf8').catch(() => undefined),
  }))
}

interface Web {
  userAgent: string
  mirrors: readonly string[]
  cache: ListCache
  /** Addresses that the person gave: they may lead into the person's own network, as mirrors may. */
  given?: ReadonlySet<string>
  fetchText?: (address: string, options: FetchOptions) => Promise<Pick<AnsweredText, 'text'>>
}

/**
 * List texts, each by the first of these that has it: a copy of today, its own address, the mirrors in order, an older
 * copy. A host that does not answer is not asked again.
 */
export function listsFromWeb(
  addresses: readonly string[],
  { userAgent, mirrors, cache, given = new Set(), fetchText: fetchOne = fetchText }: Web,
): Promise<RuleListTexts> {
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
    if (copy?.isFresh) return copy
    const { lists, failed } = await fetchLists([address], fetched, { mirrors })
    const text = lists.get(address)
    if (text !== undefined) {
      await cache.write(address, text)
      return { text }
    }
    const cause = failed[0]?.cause
    return { text: copy?.text, reason: cause instanceof FetchError ? cause.reason : undefined }
  })
}

/** A text that cannot be had is left out; the conversion says which list is missing. */
async function collect(
  addresses: readonly string[],
  read: (address: string) => Promise<{ text?: string | undefined; reason?: FetchReason | undefined }>,
): Promise<RuleListTexts> {
  const texts = new Map<string, string>()
  const failed = new Map<string, FetchReason>()
  const waiting = [...addresses]
  const work = async () => {
    for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
      const { text, reason } = await read(address)
      if (text !== undefined) texts.set(address, text)
      else if (reason !== undefined) failed.set(address, reason)
    }
  }
  await Promise.all(Array.from({ length: FETCHES_AT_ONCE }, work))
  return { texts, failed }
}

/** The issues of a conversion, each missing list with the reason why its text could not be had. */
export function withListReasons(issues: readonly Issue[], { failed }: RuleListTexts): Issue[] {
  return issues.map((issue) => {
    const reason = issue.code === 'list-missing' ? failed.get(String(issue.args?.['url'])) : undefined
    return reason === undefined ? issue : { ...issue, args: { ...issue.args, reason } }
  })
}

/** What a person can do about missing lists of a template; the names of sentences. */
export function listHints(issues: readonly Issue[], { to, lists, remoteLists }: HintFlags): ListHint[] {
  const missing = issues.filter(({ code }) => code === 'list-missing').map(({ args }) => String(args?.['url']))
  if (missing.length === 0) return []
  // Mirrors stand in for one host, and only lists on it have a compiled one beside them.
  const isOnRawHost = missing.some((url) => listAttempts(url, ['https://mirror.example']).length > 1)
  const isRemote = findClientFacts(to)?.options.includes('remote-lists') === true && !remoteLists
  return [
    ...(isOnRawHost && lists === undefined ? (['lists-hint-mirror'] as const) : []),
    'lists-hint-folder',
    ...(isOnRawHost && isRemote ? (['lists-hint-remote'] as const) : []),
  ]
}

type ListHint = 'lists-hint-mirror' | 'lists-hint-folder' | 'lists-hint-remote'

interface HintFlags {
  to: OutputId
  /** What `--lists` and `--remote-lists` say. */
  lists?: string | undefined
  remoteLists?: boolean | undefined
}

function isUnreachable(error: unknown): boolean {
  return (
    error instanceof FetchError && (error.reason === 'dns' || error.reason === 'network' || error.reason === 'timeout')
  )
}
