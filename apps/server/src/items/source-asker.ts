import { createHash } from 'node:crypto'
import {
  ASK_AGAIN_MS,
  CLIENT_AGENTS,
  fetchInTurn,
  isWebPage,
  type FetchOutcome,
  readBytes,
  USER_AGENTS,
} from '@switchyard/sources'
import type { SubscriptionInfo } from '@switchyard/convert'
import type { Deps } from '../deps.ts'
import type { Cache, CacheRule } from '../shared/cache.ts'
import type { Once } from '../shared/once.ts'
import { EngineError } from '../shared/engine-error.ts'
import { asSafeFetchError } from '../fetch/safe-fetch-error.ts'
import type { SafeFetch } from '../fetch/safe-fetch.ts'

const MEBIBYTE = 1024 * 1024
/** docs/security.md, "Sizes" */
const MOST_TEXT_BYTES = 5 * MEBIBYTE
const KEPT_BYTES = 64 * MEBIBYTE
/** A server that refuses one name may answer another. */
const REFUSALS: ReadonlySet<number | undefined> = new Set([401, 403, 406])

type AgentName = keyof typeof USER_AGENTS

/** What came of asking; `busy`: nothing was asked. */
export type AskResult = { outcome: FetchOutcome; text?: string } | 'busy'

const RECENT: CacheRule<AskResult> = {
  ttlMs: ASK_AGAIN_MS,
  maxBytes: KEPT_BYTES,
  sizeOf: (asked) => (asked === 'busy' ? 0 : (asked.text?.length ?? 0)),
}

/** What is asked, and for whom. */
interface Question {
  url: string
  /** Absent: those that subscriptions are usually asked under, in turn. */
  userAgent?: AgentName
  /** Whose request it is, for the limits. */
  user: string
  /** A web page may have share links in it, and is no wrong answer. */
  mayBePage?: boolean
}

type Needed = Pick<Deps, 'engine' | 'now' | 'shared'> & { safeFetch: SafeFetch }

/** Names as the server may use them, by what is sent. */
const NAME_OF = new Map<string, AgentName>(
  // The keys of the table, which `Object.keys` does not say.
  (Object.keys(USER_AGENTS) as AgentName[]).map((name) => [USER_AGENTS[name], name]),
)
const USUAL = CLIENT_AGENTS.flatMap((agent) => NAME_OF.get(agent) ?? [])

/** Asks the servers of subscriptions. Who asks for the same address within ten minutes shares one answer, a failure too. */
export class SourceAsker {
  readonly #deps: Needed
  readonly #underWay: Once<AskResult>
  readonly #recent: Cache<AskResult>

  constructor(deps: Needed) {
    this.#deps = deps
    this.#underWay = deps.shared.once('questions to sources')
    this.#recent = deps.shared.cache('answers of sources', RECENT)
  }

  /** Asks, unless somebody did within the time. */
  async ask(question: Question, againMs: number): Promise<AskResult> {
    const { url, userAgent = '', mayBePage = false } = question
    // Addresses hold secrets: none of them is a key.
    const key = createHash('sha256')
      .update(`${userAgent}${mayBePage ? ' page' : ''} ${url}`)
      .digest('hex')
    const now = this.#deps.now()
    return this.#underWay.run(key, async () => {
      const recent = await this.#recent.find(key, now, againMs)
      if (recent) return recent
      const asked = await this.askOnce(question)
      if (asked !== 'busy') await this.#recent.keep(key, asked, now)
      return asked
    })
  }

  /** Asks, and keeps nothing. */
  async askOnce({ url, userAgent, user, mayBePage = false }: Question): Promise<AskResult> {
    const agents = userAgent === undefined ? USUAL : [userAgent]
    try {
      // There is at least one agent.
      const fetched = await this.#fetch(url, user, agents as [AgentName, ...AgentName[]])
      return await this.#read(user, fetched, mayBePage)
    } catch (error) {
      if (error instanceof EngineError) return engineOutcome(error)
      const { code, status } = asSafeFetchError(error)
      if (code === 'busy') return 'busy'
      return { outcome: { failure: code, ...(status === undefined ? {} : { status }) } }
    }
  }

  async #fetch(url: string, user: string, agents: readonly [AgentName, ...AgentName[]]): Promise<Fetched> {
    const { safeFetch, engine } = this.#deps
    try {
      return await fetchInTurn(agents, {
        fetch: async (agent): Promise<Fetched> => {
          const userAgent = agents.find((name) => name === agent)!
          const { body, userInfo } = await safeFetch(url, { user, userAgent, isFresh: true })
          const read = await readBytes(new Uint8Array(body), MOST_TEXT_BYTES)
          return { ...('error' in read ? { failure: read.error } : { text: read.text }), userInfo }
        },
        textOf: ({ text = '' }) => text,
        hasNodes: async (text) => {
          const { nodes, information } = await engine({ kind: 'count', text }, { person: user })
          return nodes > information
        },
      })
    } catch (error) {
      const [, ...others] = agents
      if (others.length === 0 || !REFUSALS.has(asSafeFetchError(error).status)) throw error
      // As above.
      return this.#fetch(url, user, others as [AgentName, ...AgentName[]]).catch(() => {
        throw error
      })
    }
  }

  async #read(person: string, { text, failure, userInfo }: Fetched, mayBePage: boolean): Promise<AskResult> {
    if (text === undefined) return { outcome: { failure: failure ?? 'bad-archive' } }
    if (!mayBePage && isWebPage(text)) return { outcome: { failure: 'not-a-subscription' } }
    const counts = await this.#deps.engine({ kind: 'count', text }, { person })
    return { outcome: { answer: { ...counts, ...(userInfo ? { subscription: userInfo } : {}) } }, text }
  }
}

interface Fetched {
  text?: string
  failure?: 'too-large' | 'bad-archive'
  userInfo: SubscriptionInfo | undefined
}

/** An answer that takes too much work is too large; any other reason is ours, and the source has nothing to do with it. */
function engineOutcome({ reason }: EngineError): AskResult {
  return reason === 'timeout' || reason === 'memory' || reason === 'crashed'
    ? { outcome: { failure: 'too-large' } }
    : 'busy'
}
