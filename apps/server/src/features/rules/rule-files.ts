import { createHash } from 'node:crypto'
import { listAttempts, readMirrors } from '@switchyard/convert'
import { errorCode } from '@switchyard/outbound/error-code'
import { decodeText, isWebPage } from '@switchyard/sources'
import { DAY_MS, MINUTE_MS } from '@switchyard/sources/spans'
import { LRUCache } from 'lru-cache'
import type { Deps } from '../../deps.ts'
import type { RuleLists } from '../../outputs/rule-lists.ts'
import { latestAt } from '../../shared/clocks.ts'
import { mostRecent } from '../../shared/most-recent.ts'
import type { Once } from '../../shared/once.ts'

const MEBIBYTE = 1024 * 1024
const IN_MEMORY_BYTES = 64 * MEBIBYTE
const MOST_FAILURES = 10_000
/** What could not be had is not asked for again before. */
const ASK_AGAIN_MS = 10 * MINUTE_MS
const COMPILED = /\.(?:mrs|srs)$/i
const TAG_LETTERS = 27

/** A list as its host has it. */
export interface RuleFile {
  bytes: Uint8Array<ArrayBuffer>
  etag: string
  /** When it was fetched. */
  at: number
}

/** There is none; it could not be had; too much is being fetched. */
export type NoFile = 'not-found' | 'unavailable' | 'busy'

/**
 * Public rule lists by address, as bytes: fetched once a day, and an old one is better than none. They stand in memory
 * alone, so that strangers fill no disk: after a start, a list that outputs use comes from what is kept for these.
 */
export class RuleFiles {
  readonly #deps: Pick<Deps, 'safeFetch' | 'now' | 'settings'>
  readonly #lists: Pick<RuleLists, 'texts'>
  readonly #files = new LRUCache<string, RuleFile>({
    maxSize: IN_MEMORY_BYTES,
    sizeCalculation: ({ bytes }) => bytes.length + 1,
  })
  readonly #failed = mostRecent<{ at: number; why: NoFile }>(MOST_FAILURES)
  readonly #underWay: Once<RuleFile | NoFile>

  constructor(deps: Pick<Deps, 'safeFetch' | 'now' | 'settings' | 'shared'>, lists: Pick<RuleLists, 'texts'>) {
    this.#deps = deps
    this.#lists = lists
    this.#underWay = deps.shared.once('rule files')
  }

  /** A list, for whoever asks; the copy of before where it cannot be had anew. */
  async find(address: string, asker: string): Promise<RuleFile | NoFile> {
    const known = this.#files.get(address)
    if (known && this.#isWithin(DAY_MS, known.at)) return known
    const failed = this.#failed.get(address)
    const isTried = failed !== undefined && this.#isWithin(ASK_AGAIN_MS, failed.at)
    const found = isTried ? failed.why : await this.#underWay.run(address, () => this.#fetch(address, asker))
    return typeof found === 'string' ? (known ?? (await this.#kept(address)) ?? found) : found
  }

  /** Until when a copy counts as new, in milliseconds from now. */
  freshForMs({ at }: RuleFile): number {
    return Math.max(0, at + DAY_MS - this.#deps.now())
  }

  async #fetch(address: string, asker: string): Promise<RuleFile | NoFile> {
    const { safeFetch, settings, now } = this.#deps
    let why: NoFile = 'unavailable'
    for (const from of listAttempts(address, readMirrors(settings.LIST_MIRROR ?? ''))) {
      try {
        const { body } = await safeFetch(from, { user: `rule files of ${asker}` })
        if (!isList(address, body)) continue
        const file = fileOf(body, now())
        this.#files.set(address, file)
        this.#failed.delete(address)
        return file
      } catch (error) {
        why = reasonOf(error)
        if (why === 'busy') return why
      }
    }
    this.#failed.set(address, { at: now(), why })
    return why
  }

  /** What is kept of a list because outputs use it. */
  async #kept(address: string): Promise<RuleFile | undefined> {
    const text = (await this.#lists.texts([address]))[address]
    return text === undefined ? undefined : fileOf(Buffer.from(text), 0)
  }

  #isWithin(ms: number, at: number): boolean {
    const now = this.#deps.now()
    return now - at < ms && at <= latestAt(now)
  }
}

function fileOf(body: Uint8Array, at: number): RuleFile {
  const tag = createHash('sha256').update(body).digest('base64url').slice(0, TAG_LETTERS)
  // A view on a pool of buffers would keep all of it.
  return { bytes: Uint8Array.from(body), etag: `"${tag}"`, at }
}

/** A web page or nothing at all is no list: a login form must not take the place of rules. */
function isList(address: string, body: Uint8Array): boolean {
  if (body.length === 0) return false
  if (COMPILED.test(address)) return true
  const { text } = decodeText(body)
  return text.trim() !== '' && !isWebPage(text)
}

const NOT_FOUND = 404

function reasonOf(error: unknown): NoFile {
  if (errorCode(error) === 'busy') return 'busy'
  return error instanceof Error && 'status' in error && error.status === NOT_FOUND ? 'not-found' : 'unavailable'
}
