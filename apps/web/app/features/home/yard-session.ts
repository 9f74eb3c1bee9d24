import { proxy } from 'comlink'
import {
  buildRequest,
  EMPTY_RECIPE,
  withDrawnSecret,
  withGroupLang,
  withOutput,
  type BuildRequest,
  type BuildResult,
  type ClientId,
  type Recipe,
  type RuleListPlace,
} from '@switchyard/recipe/model'
import { fetchListTexts } from '../../components/engine/fetch-client.ts'
import { hostOf } from '../../components/engine/host-of.ts'
import { answerListHost, listAnswer } from '../../components/engine/list-hosts.ts'
import { randomSecret } from '../../components/engine/random-secret.ts'
import { unlessGone, WorkerClient, type WorkerEnd } from '../../components/engine/worker-client.ts'
import { appConfig } from '../../lib/app-config.ts'
import type { HandedFile, Handover } from '../../components/handover/handover.ts'
import { DEFAULT_LOCALE, type Locale } from '../../lib/locale.ts'
import { AT_ONCE_MAX_NODES, TEXT_MAX_BYTES } from '@switchyard/convert/limits'
import type { ConvertWorkerApi } from '../../workers/convert-worker.ts'
import { YARD_CLIENTS } from './yard-clients.ts'
import type { YardEvent } from './yard-state.ts'

const ROWS = 6
const TEXT = 'text'
/** So long a press waits for rule lists that are on their way. */
const LISTS_WAIT_MS = 5000
const PROGRESS_AFTER_MS = 200

/** What the first page has the engine do. It is loaded with the first input, and so is this. */
export class YardSession {
  readonly #notify: (event: YardEvent) => void
  readonly #worker = new WorkerClient<ConvertWorkerApi>(
    () => new Worker(new URL('../../workers/convert-worker.ts', import.meta.url), { type: 'module' }),
    (end) => this.#ended(end),
  )
  readonly #secret = randomSecret()
  #recipe: Recipe = EMPTY_RECIPE
  #lang: Locale = DEFAULT_LOCALE
  /** The texts that are read are those of this turn. */
  #turn = 0
  #isReading = false
  /** Ids of the texts that the worker has. */
  #known: readonly string[] = []
  readonly #texts = new Map<ClientId, string>()
  /** The worker keeps one long result: who makes one takes it before the next is made. */
  #queue: Promise<unknown> = Promise.resolve()
  #lists: Promise<unknown> = Promise.resolve()

  constructor(notify: (event: YardEvent) => void) {
    this.#notify = notify
  }

  /** Reads what was given and writes it for every client. */
  async read(given: Handover, lang: Locale): Promise<void> {
    const turn = ++this.#turn
    // Nobody waits for the text of before.
    if (this.#isReading) this.#worker.stop()
    this.#texts.clear()
    this.#lang = lang
    this.#notify({ type: 'given' })
    const texts = textsOf(given)
    if (new Blob(texts.map(({ text }) => text)).size > TEXT_MAX_BYTES) {
      this.#notify({ type: 'failed', status: 'too-large' })
      return
    }
    this.#isReading = true
    try {
      await this.#readTexts(texts, turn)
    } catch (error) {
      unlessGone(error)
    } finally {
      if (turn === this.#turn) this.#isReading = false
    }
  }

  /** Nothing is given any more. */
  clear(): void {
    this.stop()
    this.#notify({ type: 'cleared' })
  }

  /** The page is left, or there is nothing to do. */
  stop(): void {
    this.#turn++
    this.#worker.stop()
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

  async #readTexts(texts: readonly HandedFile[], turn: number): Promise<void> {
    const { known, ids } = { known: this.#known, ids: texts.map(({ id }) => id) }
    this.#known = ids
    const startedAt = performance.now()
    const onProgress = proxy((entries: number) => {
      if (performance.now() - startedAt > PROGRESS_AFTER_MS) this.#notify({ type: 'progress', entries })
    })
    for (const id of known) if (!ids.includes(id)) await this.#worker.ask((api) => api.forget(id))
    for (const { id, name, text, subscription } of texts)
      await this.#worker.ask((api) => api.read(id, name, text, subscription, onProgress))
    this.#recipe = recipeOf(texts, this.#lang, this.#secret)
    const request = this.#request(YARD_CLIENTS[0].id)
    const glance = await this.#worker.ask((api) => api.glance(request, ROWS))
    if (turn !== this.#turn) return
    this.#isReading = false
    this.#notify({ type: 'read', glance })
    if (glance.counts.nodes === 0 || glance.counts.nodes > AT_ONCE_MAX_NODES) return
    for (const { id } of YARD_CLIENTS) if (turn === this.#turn) await this.#write(id)
    this.#lists = this.#loadLists(YARD_CLIENTS.map(({ id }) => id)).catch(unlessGone)
  }

  /** Fetches the lists that may be fetched, and writes anew what they belong to. */
  async #loadLists(clients: readonly ClientId[]): Promise<void> {
    const turn = this.#turn
    const wanted = await Promise.all(
      clients.map(async (client) => {
        const request = this.#request(client)
        return { client, places: await this.#worker.ask((api) => api.missingLists(request)) }
      }),
    )
    // From hosts that a person allowed; of others a copy at most.
    const all = wanted.flatMap(({ places }) => places)
    const lists = await fetchListTexts(
      new Map(all.map(({ address, from }) => [address, from.filter((place) => listAnswer(place) === 'allow')])),
    )
    await Promise.all(Array.from(lists, ([address, text]) => this.#worker.ask((api) => api.addList(address, text))))
    for (const { client, places } of wanted)
      if (turn === this.#turn && places.some(({ address }) => lists.has(address))) await this.#write(client)
  }

  /** Writes for a client and says what came of it. The text of a long one is taken only when it is `wanted`. */
  #write(client: ClientId, wanted = false): Promise<string | undefined> {
    const turn = this.#turn
    const writing = this.#queue.then(async () => {
      const request = this.#request(client)
      const result = await this.#worker.ask((api) => api.build(request))
      const missing = await this.#worker.ask((api) => api.missingLists(request))
      const text = await this.#textOf(result, wanted)
      if (turn !== this.#turn) return undefined
      if (text !== undefined) this.#texts.set(client, text)
      this.#notify({ type: 'written', client, written: writtenOf(result, missing) })
      return text
    })
    this.#queue = writing.catch(() => undefined)
    return writing
  }

  async #textOf({ error, text }: BuildResult, wanted: boolean): Promise<string | undefined> {
    if (error || text !== undefined || !wanted) return error ? undefined : text
    return (await this.#worker.ask((api) => api.blob('text/plain'))).text()
  }

  #request(client: ClientId): BuildRequest {
    return buildRequest(withOutput(this.#recipe, client), this.#lang, appConfig().listMirror)
  }

  /** A worker that was stopped is not missed: there is something newer to read. */
  #ended(end: WorkerEnd): void {
    this.#known = []
    if (end === 'stopped') return
    this.#texts.clear()
    this.#notify({ type: 'failed', status: end === 'unloaded' ? 'unloaded' : 'broken' })
  }
}

function textsOf({ text, files }: Handover): HandedFile[] {
  return text.trim() === '' ? [...files] : [{ id: TEXT, name: '', text }, ...files]
}

function recipeOf(texts: readonly HandedFile[], lang: Locale, secret: string): Recipe {
  // The engine has the texts: of the recipe it asks which of them count.
  const sources = texts.map(({ id, name }) => ({ id, name, kind: 'text' as const, text: '', enabled: true }))
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
