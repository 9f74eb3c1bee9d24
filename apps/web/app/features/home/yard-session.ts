import {
  EMPTY_RECIPE,
  withDrawnSecret,
  withGroupLang,
  withOutput,
  type BuildResult,
  type ClientId,
  type Recipe,
  type RuleListPlace,
} from '@switchyard/recipe/model'
import { TEXT_MAX_BYTES } from '@switchyard/convert/limits'
import { Desk, type Work } from '../../components/engine/desk.ts'
import { isHalted, type HaltedStatus } from '../../components/engine/desk-state.ts'
import { hostOf } from '../../components/engine/host-of.ts'
import { answerListHost, listAnswer } from '../../components/engine/list-hosts.ts'
import { randomSecret } from '../../components/engine/random-secret.ts'
import { unlessGone } from '../../components/engine/worker-client.ts'
import type { HandedFile, Handover } from '../../components/handover/handover.ts'
import type { Locale } from '../../lib/locale.ts'
import { YARD_CLIENTS } from './yard-clients.ts'
import type { YardEvent } from './yard-state.ts'

const ROWS = 6
const TEXT = 'text'
/** So long a press waits for rule lists that are on their way. */
const LISTS_WAIT_MS = 5000

/** What the first page has the engine do. It is loaded with the first input, and so is this. */
export class YardSession {
  readonly #notify: (event: YardEvent) => void
  readonly #desk = new Desk<Recipe>(EMPTY_RECIPE)
  readonly #secret = randomSecret()
  #recipe: Recipe = EMPTY_RECIPE
  /** How many nodes were read last. */
  #nodes = 0
  readonly #texts = new Map<ClientId, string>()
  /** The worker keeps one long result: who makes one takes it before the next is made. */
  #queue: Promise<unknown> = Promise.resolve()
  #lists: Promise<unknown> = Promise.resolve()

  constructor(notify: (event: YardEvent) => void) {
    this.#notify = notify
    let last = this.#desk.state.get()
    this.#desk.state.subscribe(() => {
      const { status, progress } = this.#desk.state.get()
      if (progress && progress !== last.progress) notify({ type: 'progress', entries: progress.entries })
      if (status !== last.status && isHalted(status)) this.#halted(status)
      last = this.#desk.state.get()
    })
  }

  /** Reads what was given and writes it for every client. */
  read(given: Handover, lang: Locale): void {
    this.#texts.clear()
    this.#notify({ type: 'given' })
    const texts = textsOf(given)
    if (new Blob(texts.map(({ text }) => text)).size > TEXT_MAX_BYTES) {
      this.stop()
      this.#notify({ type: 'failed', status: 'too-large' })
      return
    }
    const recipe = recipeOf(texts, lang, this.#secret)
    this.#recipe = recipe
    this.#desk.lang = lang
    this.#desk.open(() => recipe, this.#work)
  }

  /** Nothing is given any more. */
  clear(): void {
    this.stop()
    this.#notify({ type: 'cleared' })
  }

  /** The page is left, or there is nothing to do. */
  stop(): void {
    this.#recipe = EMPTY_RECIPE
    this.#desk.close()
  }

  /** The config of a client, whole. Lists that may be fetched stand in it, when they come in time. */
  async config(client: ClientId): Promise<string> {
    await Promise.race([this.#lists, new Promise((resolve) => setTimeout(resolve, LISTS_WAIT_MS))])
    return this.#texts.get(client) ?? (await this.#write(client, true)) ?? Promise.reject(new Error('No config'))
  }

  /** The same, after the hosts that were named may be asked for the lists that are missing. */
  async configWithLists(client: ClientId, hosts: readonly string[]): Promise<string> {
    for (const host of hosts) answerListHost(host, 'allow')
    await this.#loadLists([client])
    return this.config(client)
  }

  /** A glance at the nodes, and then the config of every client. */
  readonly #work: Work<Recipe> = {
    list: async (recipe) => {
      const request = this.#desk.request(withOutput(recipe, YARD_CLIENTS[0].id))
      const glance = await this.#desk.ask((api) => api.list.glance(request, ROWS))
      this.#nodes = glance.counts.nodes
      if (recipe === this.#recipe) this.#notify({ type: 'read', glance })
      return this.#nodes
    },
    build: async (recipe) => {
      const clients = this.#nodes === 0 ? [] : YARD_CLIENTS.map(({ id }) => id)
      for (const client of clients) if (recipe === this.#recipe) await this.#write(client)
      if (recipe === this.#recipe) this.#lists = this.#loadLists(clients).catch(unlessGone)
      return true
    },
  }

  /** Fetches the lists that may be fetched, and writes anew what they belong to. */
  async #loadLists(clients: readonly ClientId[]): Promise<void> {
    const recipe = this.#recipe
    const wanted = await Promise.all(
      clients.map(async (client) => {
        const request = this.#desk.request(withOutput(recipe, client))
        return { client, places: await this.#desk.ask((api) => api.result.missingLists(request)) }
      }),
    )
    // From hosts that a person allowed; of others a copy at most.
    const allowed = wanted.flatMap(({ places }) =>
      places.map(({ address, from }) => ({ address, from: from.filter((place) => listAnswer(place) === 'allow') })),
    )
    const come = await this.#desk.lists.bring(allowed)
    for (const { client, places } of wanted)
      if (recipe === this.#recipe && places.some(({ address }) => come.has(address))) await this.#write(client)
  }

  /** Writes for a client and says what came of it. The text of a long one is taken only when it is `wanted`. */
  #write(client: ClientId, wanted = false): Promise<string | undefined> {
    const recipe = this.#recipe
    const writing = this.#queue.then(async () => {
      const request = this.#desk.request(withOutput(recipe, client))
      const result = await this.#desk.askOfNodes((api) => api.result.build(request))
      const missing = await this.#desk.ask((api) => api.result.missingLists(request))
      const text = await this.#textOf(result, wanted)
      if (recipe !== this.#recipe) return undefined
      if (text !== undefined) this.#texts.set(client, text)
      this.#notify({ type: 'written', client, written: writtenOf(result, missing) })
      return text
    })
    this.#queue = writing.catch(() => undefined)
    return writing
  }

  async #textOf({ error, text }: BuildResult, wanted: boolean): Promise<string | undefined> {
    if (error || text !== undefined || !wanted) return error ? undefined : text
    return (await this.#desk.ask((api) => api.result.blob('text/plain'))).text()
  }

  /** A worker that was stopped is not missed: there is something newer to read. */
  #halted(status: HaltedStatus): void {
    if (status === 'cancelled') return
    this.#texts.clear()
    this.#notify({ type: 'failed', status: status === 'unloaded' ? 'unloaded' : 'broken' })
  }
}

function textsOf({ text, files }: Handover): HandedFile[] {
  return text.trim() === '' ? [...files] : [{ id: TEXT, name: '', text }, ...files]
}

function recipeOf(texts: readonly HandedFile[], lang: Locale, secret: string): Recipe {
  const sources = texts.map(({ id, name, text, subscription }) => ({
    id, name, text, kind: 'text' as const, enabled: true, ...(subscription ? { subscription } : {}),
  })) // oxfmt-ignore
  return withDrawnSecret(withGroupLang({ ...EMPTY_RECIPE, sources }, lang), secret)
}

function writtenOf(result: BuildResult, missing: readonly RuleListPlace[]) {
  const { counts, error } = result
  const hosts = missing.flatMap(({ from }) => from.find((place) => listAnswer(place) === undefined) ?? [])
  return {
    kept: counts.output - counts.notices,
    notices: counts.notices,
    ...(error ? { error: error.message } : {}),
    missingLists: missing.length,
    hosts: [...new Set(hosts.map(hostOf))],
  }
}
