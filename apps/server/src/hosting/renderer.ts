import { createHash } from 'node:crypto'
import type { RenderFailure, VersionCause } from '@switchyard/contract'
import type { OutputId, SingboxVersion, SubscriptionInfo } from '@switchyard/convert'
import type { GivenText } from '@switchyard/recipe'
import { LRUCache } from 'lru-cache'
import type { Deps } from '../deps.ts'
import { EngineError } from '../engine/engine-error.ts'
import type { EngineOutput } from '../engine/engine-output.ts'
import type { Plan } from '../engine/plan-job.ts'
import { ApiRefusal } from '../http/api-refusal.ts'
import type { Refresher } from './refresher.ts'
import { ItemStore, type ItemFacts } from './item-store.ts'
import {
  OutputStore,
  type OutputContent,
  type StoredOutput,
  type StoredRender,
  type VersionContent,
} from './output-store.ts'
import { noteFailure } from './publication-store.ts'
import { RuleLists } from './rule-lists.ts'

const MEBIBYTE = 1024 * 1024
const KEPT_BYTES = 64 * MEBIBYTE
/** A client waits so long for what nobody has fetched yet. */
const FIRST_WAIT_MS = 8000
const DAY_LENGTH = 10

/** For which kind of client something is written. */
export interface Variant {
  to: OutputId
  singboxVersion?: SingboxVersion
  list?: boolean
}

/** What a client gets; or why it gets nothing: no node for it, or nothing that could be made yet. */
export type Rendered =
  | { text: string; etag: string }
  | { refused: Extract<EngineOutput, { error: unknown }> }
  | { unavailable: true }

type Texts = Readonly<Record<string, GivenText>>

type Needed = Pick<Deps, 'store' | 'safeFetch' | 'engine' | 'now' | 'settings'>

/** Makes what the clients of outputs get, and keeps the last result of each: no client waits for a source that was fetched before. */
export class Renderer {
  readonly #deps: Needed
  readonly #outputs: OutputStore
  readonly #items: ItemStore
  readonly #refresher: Refresher
  readonly #lists: RuleLists
  readonly #renders = new LRUCache<string, StoredRender>({
    maxSize: KEPT_BYTES,
    sizeCalculation: ({ text }) => text.length + 1,
  })
  readonly #plans = new LRUCache<string, readonly string[]>({ max: 5000 })
  readonly #underWay = new Map<string, Promise<Rendered>>()

  constructor(deps: Needed, refresher: Refresher) {
    this.#deps = deps
    this.#outputs = new OutputStore(deps.store)
    this.#items = new ItemStore(deps.store)
    this.#lists = new RuleLists(deps)
    this.#refresher = refresher
    refresher.whenTaken((userId, itemId) => this.keepVersionsOf(userId, itemId, 'refresh'))
    refresher.whenMissing((userId, itemId) => this.#noteMissing(userId, itemId))
  }

  /** What a client of this kind gets now. Sources whose time has come are fetched for the next one. */
  async render(output: StoredOutput, variant: Variant): Promise<Rendered> {
    const facts = await this.#facts(output)
    if (output.pinned === undefined) {
      const missing = facts.filter(({ hasText }) => !hasText)
      void this.#refresher.refreshAll(this.#due(output.userId, facts)).catch(() => undefined)
      if (missing.length > 0 && missing.length === facts.length) {
        await this.#wait(this.#refresher.refreshAll(missing.map(({ id }) => ({ userId: output.userId, id }))))
        return this.#renderOnce(output, variant, await this.#facts(output))
      }
    }
    return this.#renderOnce(output, variant, facts)
  }

  /** Traffic and expiry, summed over the sources; the earliest expiry. */
  async subscription(output: StoredOutput): Promise<SubscriptionInfo | undefined> {
    return sumOf((await this.#facts(output)).flatMap(({ subscription }) => subscription ?? []))
  }

  /** The same for each output of a person, by its id. */
  async subscriptions(userId: string): Promise<Map<string, SubscriptionInfo>> {
    const used = await this.#outputs.usedItems(userId)
    const facts = await this.#items.facts(userId, [...new Set(used.values().flatMap((ids) => ids))])
    const byItem = new Map(facts.map((item) => [item.id, item.subscription]))
    const sums = Array.from(
      used,
      ([id, items]) => [id, sumOf(items.flatMap((item) => byItem.get(item) ?? []))] as const,
    )
    return new Map(sums.flatMap(([id, sum]) => (sum ? [[id, sum] as const] : [])))
  }

  /** When the newest text of a source was fetched. */
  async refreshedAt(output: StoredOutput): Promise<number | undefined> {
    const times = (await this.#facts(output)).flatMap(({ goodAt }) => goodAt ?? [])
    return times.length > 0 ? Math.max(...times) : undefined
  }

  /** Applies an output as it is now, with the whole report. */
  async preview(output: StoredOutput, variant: Variant): Promise<EngineOutput> {
    return this.#apply(output, variant, await this.#texts(output), output.updatedAt)
  }

  /** What a version is for a client. */
  async renderVersion(output: StoredOutput, number: number, to: OutputId): Promise<EngineOutput> {
    const version = await this.#outputs.version(output.userId, output.id, number)
    if (!version) throw new ApiRefusal('not-found')
    return this.#apply({ ...output, ...version }, { to }, textsOf(version), output.updatedAt)
  }

  /** Keeps a version of each output that is made of this item, as `keepVersion` does. */
  async keepVersionsOf(userId: string, itemId: string, cause: VersionCause): Promise<void> {
    for (const id of await this.#outputs.using(userId, itemId)) await this.keepVersion(userId, id, cause)
  }

  /** Keeps a version if nodes, groups or rules are others than in the last one. */
  async keepVersion(userId: string, id: string, cause: VersionCause): Promise<number | undefined> {
    const output = await this.#outputs.find(userId, id)
    if (!output || (output.pinned !== undefined && cause === 'refresh')) return undefined
    const texts = await this.#texts(output)
    const planned = await this.#planned(output, texts)
    if (typeof planned === 'string') {
      const result = planned === 'not-convertible' ? await this.#reasonOf(output) : planned
      const { store, now } = this.#deps
      if (result) await noteFailure(store.database.query, output, { result, isTriedAgain: cause === 'edit' }, now())
      return undefined
    }
    const { digest, names, skipped } = planned
    if (digest === output.versionDigest && cause !== 'restore') return undefined
    const { recipe, items, drawnSecret } = output
    const content = { recipe, items, drawnSecret, ...keptTexts(texts), names }
    return this.#outputs.addVersion(output, { digest, cause, content, skipped }, this.#deps.now())
  }

  /** Serves what a version was made of until the next edit. Throws the refusal `not-found`. */
  async restore(userId: string, id: string, number: number): Promise<void> {
    const output = await this.#outputs.find(userId, id)
    const version = output && (await this.#outputs.version(userId, id, number))
    if (!version) throw new ApiRefusal('not-found')
    const { recipe, items, drawnSecret } = version
    const content: OutputContent = { recipe, items, drawnSecret }
    const texts = textsOf(version)
    const plan = await this.#deps.engine({ planned: recipe, to: output.client, lang: output.lang, texts })
    const { digest = '', skipped = 0 } = ('result' in plan && plan.result) || {}
    const now = this.#deps.now()
    const added = await this.#outputs.addVersion(output, { digest, cause: 'restore', content: version, skipped }, now)
    if (added === undefined) throw new ApiRefusal('conflict', { current: await this.#outputs.require(userId, id) })
    await this.#outputs.pin(userId, id, content, added, now)
  }

  /** What an output gives, or why it gives nothing. After too much work the version is made with the next change. */
  async #planned(output: StoredOutput, texts: Texts): Promise<NonNullable<Plan['result']> | RenderFailure> {
    try {
      const plan = await this.#deps.engine({ planned: output.recipe, to: output.client, lang: output.lang, texts })
      return ('result' in plan && plan.result) || 'not-convertible'
    } catch (error) {
      if (error instanceof EngineError) return failureOf(error)
      throw error
    }
  }

  /** Why nothing is left of an output; undefined: a source was not asked for yet. */
  async #reasonOf(output: StoredOutput): Promise<'not-fetched' | 'not-convertible' | undefined> {
    const missing = (await this.#facts(output)).filter(({ hasText }) => !hasText)
    if (missing.length === 0) return 'not-convertible'
    return missing.every(({ isTried }) => isTried) ? 'not-fetched' : undefined
  }

  /** Notes it of the outputs of this item that never had a version, and have no source to make one of. */
  async #noteMissing(userId: string, itemId: string): Promise<void> {
    const { store, now } = this.#deps
    for (const id of await this.#outputs.using(userId, itemId)) {
      const output = await this.#outputs.find(userId, id)
      if (!output || output.version !== undefined || (await this.#reasonOf(output)) !== 'not-fetched') continue
      await noteFailure(store.database.query, output, { result: 'not-fetched' }, now())
    }
  }

  /** Requests for the same at once share one run. */
  #renderOnce(output: StoredOutput, variant: Variant, facts: readonly ItemFacts[]): Promise<Rendered> {
    const key = JSON.stringify([output.id, output.revision, variantKey(variant)])
    const running = this.#underWay.get(key)
    if (running) return running
    const started = this.#render(output, variant, facts).finally(() => this.#underWay.delete(key))
    this.#underWay.set(key, started)
    return started
  }

  async #render(output: StoredOutput, variant: Variant, facts: readonly ItemFacts[]): Promise<Rendered> {
    const { id, userId } = output
    const key = variantKey(variant)
    const last = this.#renders.get(`${id} ${key}`) ?? (await this.#outputs.render(userId, id, key))
    const lists = await this.#listsOf(output, variant.to).catch((error: unknown) => {
      if (error instanceof EngineError) return undefined
      throw error
    })
    // There is no room to look at it: the last result is better than none.
    if (!lists) return last ?? { unavailable: true }
    const made = stateOf(output, facts)
    if (last && isOf(last.state, made, this.#lists.stamp(lists))) {
      this.#renders.set(`${id} ${key}`, last)
      void this.#lists.fetch(lists)
      return last
    }
    if (facts.length > 0 && facts.every(({ hasText }) => !hasText) && output.pinned === undefined)
      return last ?? { unavailable: true }
    await this.#wait(this.#lists.fetch(lists))
    const at = Math.max(output.updatedAt, ...facts.map(({ goodAt = 0 }) => goodAt))
    try {
      const result = await this.#apply(output, variant, await this.#texts(output), at)
      if ('field' in result) throw new Error(`An output cannot be applied: ${result.field}`)
      if ('error' in result) return await this.#refused(output, result, last)
      const { text } = result
      const render = { text, etag: etagOf(text), at, state: `${made} ${this.#lists.stamp(lists) ?? ''}` }
      this.#renders.set(`${id} ${key}`, render)
      await this.#outputs.keepRender(userId, id, key, render)
      await this.#outputs.keepFailure(output, undefined, at)
      return render
    } catch (error) {
      if (!(error instanceof EngineError)) throw error
      await this.#fail(output, failureOf(error))
      return last ?? { unavailable: true }
    }
  }

  /** No node for this client is an answer. Whatever else is wrong leaves the last result. */
  async #refused(
    output: StoredOutput,
    refused: Extract<EngineOutput, { error: unknown }>,
    last: StoredRender | undefined,
  ): Promise<Rendered> {
    const isForClient = refused.error.startsWith('no-nodes')
    if (!isForClient) await this.#fail(output, refused.error === 'too-many-nodes' ? refused.error : 'not-convertible')
    return isForClient || !last ? { refused } : last
  }

  #fail(output: StoredOutput, failure: RenderFailure): Promise<void> {
    return this.#outputs.keepFailure(output, failure, this.#deps.now())
  }

  #apply(output: StoredOutput, { to, singboxVersion, list }: Variant, texts: Texts, at: number): Promise<EngineOutput> {
    const { engine, settings } = this.#deps
    const lists = this.#plans.get(planKey(output, to)) ?? []
    return engine({
      recipe: output.recipe,
      isSaved: true,
      texts,
      lists: this.#lists.known(lists),
      listMirror: settings.LIST_MIRROR ?? '',
      to,
      options: { ...(singboxVersion ? { singboxVersion } : {}), ...(list === undefined ? {} : { list }) },
      lang: output.lang,
      drawnSecret: output.drawnSecret,
      // Of the texts, and not of today: equal inputs give equal bytes.
      date: new Date(at).toISOString().slice(0, DAY_LENGTH),
      ...(settings.SITE_URL === undefined ? {} : { site: settings.SITE_URL }),
    })
  }

  async #listsOf(output: StoredOutput, to: OutputId): Promise<readonly string[]> {
    const key = planKey(output, to)
    const known = this.#plans.get(key)
    if (known) return known
    const plan = await this.#deps.engine({ planned: output.recipe, to, lang: output.lang })
    const lists = 'wrong' in plan ? [] : plan.lists
    this.#plans.set(key, lists)
    return lists
  }

  #facts({ userId, items }: StoredOutput): Promise<ItemFacts[]> {
    return this.#items.facts(userId, [...new Set(Object.values(items))])
  }

  /** The text of each source that is an item: what is served of it, or nothing yet. */
  async #texts(output: StoredOutput): Promise<Texts> {
    const { userId, id, items, pinned } = output
    if (pinned !== undefined) {
      const version = await this.#outputs.version(userId, id, pinned)
      if (version) return textsOf(version)
    }
    const stored = await this.#items.findAll(userId, [...new Set(Object.values(items))])
    const byId = new Map(stored.map((item) => [item.id, item]))
    return Object.fromEntries(
      Object.entries(items).map(([source, itemId]) => {
        const { goodText = '', state, prefix } = byId.get(itemId) ?? {}
        const subscription = state?.good?.subscription
        return [source, { text: goodText, ...(subscription ? { subscription } : {}), ...(prefix ? { prefix } : {}) }]
      }),
    )
  }

  #due(userId: string, facts: readonly ItemFacts[]): { userId: string; id: string }[] {
    const now = this.#deps.now()
    return facts
      .filter(({ nextAt, hasText }) => hasText && nextAt !== undefined && nextAt <= now)
      .map(({ id }) => ({ userId, id }))
  }

  /** Waits for work, but not long; it goes on. */
  async #wait(work: Promise<void>): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    const end = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, FIRST_WAIT_MS)
    })
    await Promise.race([work.catch(() => undefined), end])
    clearTimeout(timer)
  }
}

/** Work that ends by itself is too much; else there was no room for it. */
function failureOf({ reason }: EngineError): RenderFailure {
  return reason === 'timeout' || reason === 'memory' || reason === 'crashed' ? 'too-much-work' : 'unavailable'
}

/** Bytes of several subscriptions together, and the earliest end. What none of them says stays unsaid. */
function sumOf(all: readonly SubscriptionInfo[]): SubscriptionInfo | undefined {
  if (all.length === 0) return undefined
  const sum = (key: 'upload' | 'download' | 'total') => {
    const said = all.flatMap((info) => info[key] ?? [])
    return said.length > 0 ? { [key]: said.reduce((total, each) => total + each, 0) } : {}
  }
  const ends = all.flatMap(({ expire }) => expire ?? [])
  const expire = ends.length > 0 ? { expire: Math.min(...ends) } : {}
  return { ...sum('upload'), ...sum('download'), ...sum('total'), ...expire }
}

function variantKey({ to, singboxVersion, list = false }: Variant): string {
  return `${to}:${singboxVersion ?? ''}:${list ? 'list' : ''}`
}

function planKey({ id, revision }: StoredOutput, to: OutputId): string {
  return `${id} ${revision} ${to}`
}

/** What a result is made of, without the rule lists. */
function stateOf({ revision, pinned, client }: StoredOutput, facts: readonly ItemFacts[]): string {
  const texts = pinned === undefined ? facts.map(({ id, goodAt, prefix }) => [id, goodAt, prefix]) : []
  return createHash('sha256')
    .update(JSON.stringify([revision, pinned, client, texts]))
    .digest('base64url')
}

/** Whether a result is of this state. Lists that are not known yet, after a start say, make it no older. */
function isOf(state: string, made: string, stamp: string | undefined): boolean {
  return stamp === undefined ? state.startsWith(`${made} `) : state === `${made} ${stamp}`
}

/** Texts as a version keeps them: what a provider says of traffic is not of the version. */
function keptTexts(texts: Texts): Pick<VersionContent, 'texts' | 'prefixes'> {
  const sources = Object.entries(texts)
  const prefixes = sources.flatMap(([source, { prefix }]) => (prefix === undefined ? [] : [[source, prefix] as const]))
  return {
    texts: Object.fromEntries(sources.map(([source, { text }]) => [source, text])),
    ...(prefixes.length > 0 ? { prefixes: Object.fromEntries(prefixes) } : {}),
  }
}

function textsOf({ texts, prefixes = {} }: Pick<VersionContent, 'texts' | 'prefixes'>): Texts {
  const given = Object.entries(texts).map(([source, text]): [string, GivenText] => {
    const prefix = prefixes[source]
    return [source, { text, ...(prefix === undefined ? {} : { prefix }) }]
  })
  return Object.fromEntries(given)
}

function etagOf(text: string): string {
  return `"${createHash('sha256').update(text).digest('base64url')}"`
}
