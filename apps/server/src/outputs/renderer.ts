import { createHash } from 'node:crypto'
import type { RenderFailure, VersionCause } from '@switchyard/contract'
import type { OutputId, SubscriptionInfo } from '@switchyard/convert'
import type { Lang } from '@switchyard/convert/languages'
import { versionSettings } from '@switchyard/recipe'
import { LRUCache } from 'lru-cache'
import type { Deps } from '../deps.ts'
import { EngineError } from '../shared/engine-error.ts'
import type { JobOf } from '../engine/engine-job.ts'
import type { EngineOutput } from '../engine/engine-output.ts'
import type { KeptGiven } from '../engine/given-texts.ts'
import { bytesOfText, type KeptText, textOf } from '../shared/kept-text.ts'
import { etagOf } from '../shared/etag.ts'
import type { Asker } from '../shared/asker.ts'
import type { ResultComparison } from '../engine/jobs/compare-job.ts'
import type { Plan } from '../engine/jobs/plan-job.ts'
import { ApiRefusal } from '../api-refusal.ts'
import { LONG_WAIT_MS } from '../shared/byte-budget.ts'
import { FIRST_WAIT_MS, waitAtMost } from '../shared/wait-at-most.ts'
import { mostRecent } from '../shared/most-recent.ts'
import type { Once } from '../shared/once.ts'
import type { Refresher } from '../items/refresher.ts'
import { sumOf } from '../items/sum-of.ts'
import { ItemStore, type ItemFacts } from '../items/item-store.ts'
import {
  type FoundAddress,
  itemsOf,
  type OutputHead,
  OutputStore,
  type OutputContent,
  type RecipeVersion,
  type StoredOutput,
  type StoredRender,
  type VersionContent,
} from './output-store.ts'
import { writeIfPossible } from '../db/database-failure.ts'
import { changeOfUser } from '../db/row-rules.ts'
import { noteFailure } from './publication-store.ts'
import type { RuleLists } from './rule-lists.ts'

const MEBIBYTE = 1024 * 1024
const KEPT_BYTES = 64 * MEBIBYTE
const MOST_SERVED = 5000
const DAY_LENGTH = 10

/** For which kind of client something is written. */
export interface Variant {
  to: OutputId
  version?: string
  list?: boolean
}

/** What a client gets; or why it gets nothing: no node for it, or nothing that could be made yet. */
export type Rendered =
  | { bytes: Uint8Array<ArrayBuffer>; etag: string }
  | { refused: Extract<EngineOutput, { error: unknown }> }
  | { unavailable: true }

/** A result as it is sent. */
interface KeptRender extends Omit<StoredRender, 'text'> {
  bytes: Uint8Array<ArrayBuffer>
  /** The addresses of its rule lists; undefined: it was read from the database, which does not keep them. */
  lists?: readonly string[]
}

/** What is served of an output: without what it is made by, which is long and needed only to make a result. */
export interface Served extends OutputHead {
  facts: readonly ItemFacts[]
  /** Traffic and expiry, summed over the sources; the earliest expiry. */
  subscription: SubscriptionInfo | undefined
  /** When the first source that has a text is to be fetched again. */
  dueAt: number
  /** No source has a text yet. */
  isWaitedFor: boolean
  /** What a result is made of, without the rule lists. */
  state: string
}

type Texts = Readonly<Record<string, KeptGiven>>

/** What an output holds of a kind, with the rest of it. */
type Of<Kind extends OutputContent['kind']> = StoredOutput & { content: Extract<OutputContent, { kind: Kind }> }

/** A text that is served as it is, beside what the engine makes. */
export type Previewed = EngineOutput | { to: OutputId; text: string; report?: undefined }

type Needed = Pick<Deps, 'store' | 'safeFetch' | 'engine' | 'now' | 'settings' | 'shared' | 'bytes'>

/** Makes what the clients of outputs get, and keeps the last result of each: no client waits for a source that was fetched before. */
export class Renderer {
  readonly #deps: Needed
  readonly #outputs: OutputStore
  readonly #items: ItemStore
  readonly #refresher: Refresher
  readonly #lists: RuleLists
  readonly #renders = new LRUCache<string, KeptRender>({
    maxSize: KEPT_BYTES,
    sizeCalculation: ({ bytes }) => bytes.length + 1,
  })
  readonly #served = mostRecent<Served>(MOST_SERVED)
  /** What an address led to when it was last asked: found without a search for the output by its id. */
  readonly #openedFor = new WeakMap<FoundAddress, Served>()
  readonly #plans = mostRecent<readonly string[]>(MOST_SERVED)
  readonly #underWay: Once<Rendered>

  constructor(deps: Needed, refresher: Refresher, lists: RuleLists) {
    this.#deps = deps
    this.#outputs = new OutputStore(deps.store)
    this.#items = new ItemStore(deps.store)
    this.#lists = lists
    this.#refresher = refresher
    this.#underWay = deps.shared.once('renders')
    refresher.onRefreshed(async ({ userId, itemId, became }) => {
      if (became === 'taken') await this.keepVersionsOf(userId, itemId, 'refresh')
      if (became === 'missing') await this.#noteMissing(userId, itemId)
    })
  }

  /** An output as its clients see it. It is opened once for as long as neither it nor a source of it changes. */
  async open(found: FoundAddress): Promise<Served | undefined> {
    return this.opened(found) ?? this.#openAnew(found.userId, found.outputId)
  }

  /** The same, if it is open. */
  opened(found: FoundAddress): Served | undefined {
    const opened = this.#openedFor.get(found)
    if (opened) return opened
    const known = this.#served.get(found.outputId)
    if (known?.revision !== found.revision || known.sourcesRevision !== found.sourcesRevision) return undefined
    this.#openedFor.set(found, known)
    return known
  }

  /** What a client of this kind gets now, if it is in memory. Sources whose time has come are fetched as by `render`. */
  copy(served: Served, variant: Variant): Extract<Rendered, { bytes: unknown }> | undefined {
    if (served.isWaitedFor && served.pinned === undefined) return undefined
    const last = this.#renders.get(renderKey(served, variant))
    if (!last || !this.#isCurrent(last, served)) return undefined
    this.#refreshDue(served)
    return last
  }

  /** An output as it was last open, though it may be another one by now: for when the database cannot be asked. */
  lastOpened({ outputId }: FoundAddress): Served | undefined {
    return this.#served.get(outputId)
  }

  /** What a client of this kind got last, if it is in memory. */
  lastCopy(served: Served, variant: Variant): Extract<Rendered, { bytes: unknown }> | undefined {
    return this.#renders.get(renderKey(served, variant))
  }

  /**
   * What a client of this kind gets now, and the output as it is then. Sources whose time has come are fetched for the
   * next one.
   */
  async render(served: Served, variant: Variant): Promise<{ served: Served; rendered: Rendered }> {
    const copy = this.copy(served, variant)
    if (copy) return { served, rendered: copy }
    this.#refreshDue(served)
    const { userId, id, facts, pinned, isWaitedFor } = served
    if (!isWaitedFor || pinned !== undefined) return { served, rendered: await this.#renderOnce(served, variant) }
    await waitAtMost(FIRST_WAIT_MS, this.#refresher.refreshAll(facts.map((item) => ({ userId, id: item.id }))))
    const now = await this.#openAnew(userId, id)
    return now
      ? { served: now, rendered: await this.#renderOnce(now, variant) }
      : { served, rendered: { unavailable: true } }
  }

  async #openAnew(userId: string, outputId: string): Promise<Served | undefined> {
    const output = await this.#outputs.find(userId, outputId)
    if (!output) return undefined
    const facts = await this.#facts(output)
    const { content: _, ...others } = output
    const served = {
      ...others,
      facts,
      subscription: sumOf(facts.flatMap(({ subscription }) => subscription ?? [])),
      dueAt: Math.min(...facts.flatMap(({ nextAt, hasText }) => (hasText && nextAt !== undefined ? [nextAt] : []))),
      isWaitedFor: facts.length > 0 && facts.every(({ hasText }) => !hasText),
      state: stateOf(output, facts),
    }
    this.#served.set(outputId, served)
    return served
  }

  /** Traffic and expiry, summed over the sources; the earliest expiry. */
  async subscription(
    userId: string,
    { items = {} }: { kind: OutputContent['kind']; items?: Readonly<Record<string, string>> },
  ): Promise<SubscriptionInfo | undefined> {
    const facts = await this.#items.facts(userId, [...new Set(Object.values(items))])
    return sumOf(facts.flatMap(({ subscription }) => subscription ?? []))
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

  /** Applies the current output. The answer has the whole report, in the language `answerLang`. */
  async preview(
    output: StoredOutput,
    variant: Variant,
    answerLang: Lang,
    asker: Asker,
  ): Promise<Previewed | { answer: Uint8Array<ArrayBuffer> }> {
    const { content } = output
    if (content.kind === 'text') return shownText(content, output.client, variant.to)
    const made = { ...output, content }
    const lists = await this.#lists.texts(await this.#listsOf(made, variant.to))
    const given = { texts: await this.#texts(output), lists }
    const job = this.#applyJob(made, variant, given, output.updatedAt)
    return this.#deps.engine({ kind: 'preview', ...job, answerLang }, asker)
  }

  /** What a version is for a client; without one, for that of the output, or of the text at that time. */
  async renderVersion(
    output: StoredOutput,
    number: number,
    asked: OutputId | undefined,
    asker: Asker,
  ): Promise<Previewed> {
    const version = await this.#outputs.version(output.userId, output.id, number)
    if (!version) throw new ApiRefusal('not-found')
    if (version.kind === 'text') return shownText(version, version.client, asked)
    const to = asked ?? output.client
    const then = { ...output, content: version }
    const lists = await this.#lists.texts(await this.#plan(then, to))
    return this.#apply(then, { to }, { texts: textsOf(version), lists }, output.updatedAt, asker)
  }

  /** Keeps a version of each output that is made of this item, as `keepVersion` does. */
  async keepVersionsOf(userId: string, itemId: string, cause: VersionCause): Promise<void> {
    for (const id of await this.#outputs.using(userId, itemId)) await this.keepVersion(userId, id, cause)
  }

  /** Keeps a version if nodes, groups or rules are others than in the last one. */
  async keepVersion(userId: string, id: string, cause: VersionCause): Promise<number | undefined> {
    try {
      return await this.#withRoom(userId, id, () => this.#keepVersion(userId, id, cause), LONG_WAIT_MS)
    } catch (error) {
      if (!(error instanceof EngineError)) throw error
      const output = await this.#outputs.find(userId, id)
      if (output) await this.#noteFailure(output, { result: failureOf(error), isTriedAgain: cause === 'edit' })
      return undefined
    }
  }

  async #keepVersion(userId: string, id: string, cause: VersionCause): Promise<number | undefined> {
    const output = await this.#outputs.find(userId, id)
    if (!output || (output.pinned !== undefined && cause === 'refresh')) return undefined
    const texts = await this.#texts(output)
    const planned = await this.#planned(output, texts)
    if (typeof planned === 'string') {
      const result = planned === 'not-convertible' ? await this.#reasonOf(output) : planned
      if (result) await this.#noteFailure(output, { result, isTriedAgain: cause === 'edit' })
      return undefined
    }
    const { digest, names, skipped } = planned
    if (digest === output.versionDigest && cause !== 'restore') return undefined
    const made = output.content
    const content: VersionContent =
      made.kind === 'text' ? { ...made, client: output.client, names } : { ...made, ...keptTexts(texts), names }
    const compared = await this.#compare(output, content, texts)
    // A provider that gives its nodes in another order changed nothing.
    if (cause === 'refresh' && compared?.isOrderAlone) return undefined
    const changes = compared?.changes
    return this.#outputs.addVersion(output, { digest, cause, content, skipped, changes }, this.#deps.now())
  }

  /** What a new version changes; undefined: there is none before it, or comparing is too much work. */
  async #compare(
    { userId, id, version = 0, client: to, lang }: StoredOutput,
    next: VersionContent,
    texts?: Texts,
  ): Promise<ResultComparison | undefined> {
    const last = await this.#outputs.version(userId, id, version)
    // Configs of two clients have nothing alike.
    if (!last || (last.kind === 'text' && next.kind === 'text' && last.client !== next.client)) return undefined
    const [before, after] = [comparedOf(last), comparedOf(next, texts)]
    return this.#deps
      .engine({ kind: 'compare', before, after, to, lang }, { person: userId })
      .catch((error: unknown) => {
        if (error instanceof EngineError) return undefined
        throw error
      })
  }

  /** Ends what `restore` did: the output is made of its sources again. */
  async follow(userId: string, id: string): Promise<void> {
    await this.#outputs.unpin(userId, id, this.#deps.now())
    await this.keepVersion(userId, id, 'refresh')
  }

  /**
   * Serves what a version was made of until the next edit, if the output is still as the person saw it. What it is made of
   * now is kept as a version before. Throws the refusals `not-found` and `conflict`.
   */
  async restore(userId: string, id: string, number: number, revision: number): Promise<void> {
    await this.keepVersion(userId, id, 'refresh')
    const output = await this.#outputs.find(userId, id)
    const version = output && (await this.#outputs.version(userId, id, number))
    if (!version) throw new ApiRefusal('not-found')
    if (output.revision !== revision) return this.#refuseConflict(userId, id)
    const texts = version.kind === 'text' ? {} : textsOf(version)
    const then = { ...output, ...(version.kind === 'text' ? { client: version.client } : {}), content: version }
    const { digest, skipped } = (await this.#result(then, texts)) ?? { digest: '', skipped: 0 }
    const now = this.#deps.now()
    const changes = (await this.#compare(output, version))?.changes
    const restored = { digest, cause: 'restore' as const, content: version, skipped, changes, of: number }
    const added = await this.#outputs.addVersion(output, restored, now)
    if (added === undefined) await this.#refuseConflict(userId, id)
  }

  async #refuseConflict(userId: string, id: string): Promise<never> {
    throw await this.#outputs.conflict(userId, id)
  }

  /** What an output gives, or why it gives nothing. After too much work the version is made with the next change. */
  async #planned(output: StoredOutput, texts: Texts): Promise<NonNullable<Plan['result']> | RenderFailure> {
    try {
      return (await this.#result(output, texts)) ?? 'not-convertible'
    } catch (error) {
      if (error instanceof EngineError) return failureOf(error)
      throw error
    }
  }

  /** What an output gives; undefined: nothing. Throws an EngineError. */
  async #result(
    { content, client: to, lang, userId: person }: StoredOutput,
    texts: Texts,
  ): Promise<Plan['result'] | undefined> {
    const { engine } = this.#deps
    if (content.kind === 'text') return engine({ kind: 'config', text: content.text, client: to }, { person })
    const plan = await engine({ kind: 'plan', recipe: content.recipe, to, lang, texts }, { person })
    return 'result' in plan ? plan.result : undefined
  }

  /** Why nothing is left of an output; undefined: a source was not asked for yet. */
  async #reasonOf(output: StoredOutput): Promise<'not-fetched' | 'not-convertible' | undefined> {
    const missing = (await this.#facts(output)).filter(({ hasText }) => !hasText)
    if (missing.length === 0) return 'not-convertible'
    return missing.every(({ isTried }) => isTried) ? 'not-fetched' : undefined
  }

  #noteFailure(output: StoredOutput, failure: Parameters<typeof noteFailure>[2]): Promise<void> {
    const { store, now } = this.#deps
    return changeOfUser(store.database, output.userId, (rows) => noteFailure(rows, output, failure, now()))
  }

  /** Notes it of the outputs of this item that never had a version, and have no source to make one of. */
  async #noteMissing(userId: string, itemId: string): Promise<void> {
    for (const id of await this.#outputs.using(userId, itemId)) {
      const output = await this.#outputs.find(userId, id)
      if (!output || output.version !== undefined || (await this.#reasonOf(output)) !== 'not-fetched') continue
      await this.#noteFailure(output, { result: 'not-fetched' })
    }
  }

  /** Requests for the same at once share one run. */
  #renderOnce(served: Served, variant: Variant): Promise<Rendered> {
    const key = `${served.revision} ${renderKey(served, variant)}`
    return this.#underWay.run(key, async () => {
      const { userId, id } = served
      try {
        return await this.#withRoom(userId, id, () => this.#render(served, variant))
      } catch (error) {
        if (!(error instanceof EngineError)) throw error
        return (await this.#lastRender(userId, id, variant)) ?? { unavailable: true }
      }
    })
  }

  /** Opens an output and its texts once there is room for them in memory. Throws an EngineError. */
  async #withRoom<T>(userId: string, id: string, work: () => Promise<T>, waitMs?: number): Promise<T> {
    const { content, texts, newest } = await this.#outputs.bytesToOpen(userId, id)
    const leave = await this.#deps.bytes.enterOpened({ person: userId }, content + texts + newest, waitMs)
    try {
      return await work()
    } finally {
      leave()
    }
  }

  async #render(served: Served, variant: Variant): Promise<Rendered> {
    const { id, userId } = served
    const inMemory = this.#renders.get(renderKey(served, variant))
    const last = inMemory ?? (await this.#lastRender(userId, id, variant))
    const output = await this.#outputs.find(userId, id)
    if (!output) return { unavailable: true }
    const { content } = output
    if (content.kind === 'text') return this.#renderText({ ...output, content }, served, variant)
    const made = { ...output, content }
    const lists = await this.#listsOf(made, variant.to).catch((error: unknown) => {
      if (error instanceof EngineError) return undefined
      throw error
    })
    // There is no room to look at it: the last result is better than none.
    if (!lists) return last ?? { unavailable: true }
    const planned = last && { ...last, lists }
    if (planned && this.#isCurrent(planned, served)) {
      this.#renders.set(renderKey(served, variant), planned)
      return planned
    }
    if (served.isWaitedFor && served.pinned === undefined) return last ?? { unavailable: true }
    await waitAtMost(FIRST_WAIT_MS, this.#lists.fetch(lists, userId))
    const listTexts = await this.#lists.texts(lists)
    const missing = lists.filter((address) => !Object.hasOwn(listTexts, address))
    if (last && this.#lists.isLostFrom(stampIn(last.state), missing)) {
      await this.#keepFailure(output, 'lists-missing')
      return last
    }
    const at = Math.max(output.updatedAt, ...served.facts.map(({ goodAt = 0 }) => goodAt))
    try {
      const given = { texts: await this.#texts(output), lists: listTexts }
      const job = this.#applyJob(made, variant, given, at)
      const result = await this.#deps.engine({ kind: 'render', ...job }, { person: userId })
      if ('field' in result) throw new Error(`An output cannot be applied: ${result.field}`)
      if ('error' in result) return await this.#refused(output, result, last)
      const { bytes, text, etag } = result
      const facts = { etag, at, state: `${served.state} ${this.#lists.partialStamp(lists)}` }
      const sent = { ...facts, bytes, lists }
      this.#renders.set(renderKey(served, variant), sent)
      await writeIfPossible(this.#outputs.keepRender(userId, id, variantKey(variant), { ...facts, text }))
      await this.#keepFailure(output, undefined, at)
      return sent
    } catch (error) {
      if (!(error instanceof EngineError)) throw error
      await this.#keepFailure(output, failureOf(error))
      return last ?? { unavailable: true }
    }
  }

  /** A text is its own result, and stands in the database already. */
  async #renderText(output: Of<'text'>, served: Served, variant: Variant): Promise<Rendered> {
    const bytes = await bytesOfText(output.content.text)
    const sent = { bytes, etag: etagOf(bytes), at: output.updatedAt, state: `${served.state} `, lists: [] }
    if (output.revision === served.revision) this.#renders.set(renderKey(served, variant), sent)
    return sent
  }

  /** The last result that is kept. */
  async #lastRender(userId: string, id: string, variant: Variant): Promise<KeptRender | undefined> {
    const render = await this.#outputs.render(userId, id, variantKey(variant))
    if (!render) return undefined
    const { text, ...facts } = render
    return { ...facts, bytes: await bytesOfText(text) }
  }

  /** Whether a result is of an output as it is now. Lists that are older than a day are fetched for the next one. */
  #isCurrent(last: KeptRender, served: Served): boolean {
    const { lists } = last
    if (!lists || !isOf(last.state, served.state, this.#lists.stamp(lists))) return false
    if (lists.length > 0) void this.#lists.fetch(lists, served.userId).catch(() => undefined)
    return true
  }

  /** No node for this client is an answer. Whatever else is wrong leaves the last result. */
  async #refused(
    output: StoredOutput,
    refused: Extract<EngineOutput, { error: unknown }>,
    last: KeptRender | undefined,
  ): Promise<Rendered> {
    const isForClient = refused.error.startsWith('no-nodes')
    if (!isForClient)
      await this.#keepFailure(output, refused.error === 'too-many-nodes' ? refused.error : 'not-convertible')
    return isForClient || !last ? { refused } : last
  }

  #keepFailure(output: StoredOutput, failure: RenderFailure | undefined, at = this.#deps.now()): Promise<void> {
    return writeIfPossible(this.#outputs.keepFailure(output, failure, at))
  }

  #apply(
    output: Of<'recipe'>,
    variant: Variant,
    given: { texts: Texts; lists: Readonly<Record<string, string>> },
    at: number,
    asker: Asker,
  ): Promise<EngineOutput> {
    return this.#deps.engine({ kind: 'apply', ...this.#applyJob(output, variant, given, at) }, asker)
  }

  #applyJob(
    { content: { recipe, drawnSecret }, lang }: Of<'recipe'>,
    { to, version, list }: Variant,
    { texts, lists }: { texts: Texts; lists: Readonly<Record<string, string>> },
    at: number,
  ): Omit<JobOf<'apply'>, 'kind'> {
    const { settings } = this.#deps
    return {
      recipe,
      isSaved: true,
      texts,
      lists,
      listMirror: settings.LIST_MIRROR ?? '',
      to,
      options: { ...versionSettings(to, version), ...(list === undefined ? {} : { list }) },
      lang,
      drawnSecret,
      // Of the texts, and not of today: equal inputs give equal bytes.
      date: new Date(at).toISOString().slice(0, DAY_LENGTH),
      ...(settings.SITE_URL === undefined ? {} : { site: settings.SITE_URL }),
    }
  }

  async #listsOf(output: Of<'recipe'>, to: OutputId): Promise<readonly string[]> {
    const key = planKey(output, to)
    const known = this.#plans.get(key)
    if (known) return known
    const lists = await this.#plan(output, to)
    this.#plans.set(key, lists)
    return lists
  }

  /** The addresses of the rule lists that a recipe needs. */
  async #plan({ userId, content: { recipe }, lang }: Of<'recipe'>, to: OutputId): Promise<readonly string[]> {
    const plan = await this.#deps.engine({ kind: 'plan', recipe, to, lang }, { person: userId })
    return 'wrong' in plan ? [] : plan.lists
  }

  #facts({ userId, content }: StoredOutput): Promise<ItemFacts[]> {
    return this.#items.facts(userId, [...new Set(Object.values(itemsOf(content)))])
  }

  /** The text of each source that is an item: what is served of it, or nothing yet. */
  async #texts({ userId, id, content, pinned }: StoredOutput): Promise<Texts> {
    const items = itemsOf(content)
    if (pinned !== undefined) {
      const version = await this.#outputs.version(userId, id, pinned)
      if (version?.kind === 'recipe') return textsOf(version)
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

  #refreshDue({ userId, facts, pinned, dueAt }: Served): void {
    const now = this.#deps.now()
    if (pinned !== undefined || dueAt > now) return
    const due = facts.filter(({ nextAt, hasText }) => hasText && nextAt !== undefined && nextAt <= now)
    void this.#refresher.refreshAll(due.map(({ id }) => ({ userId, id }))).catch(() => undefined)
  }
}

/** Work that ends by itself is too much; else there was no room for it. */
function failureOf({ reason }: EngineError): RenderFailure {
  return reason === 'timeout' || reason === 'memory' || reason === 'crashed' ? 'too-much-work' : 'unavailable'
}

function variantKey({ to, version, list = false }: Variant): string {
  return `${to}:${version ?? ''}:${list ? 'list' : ''}`
}

function renderKey({ id }: Served, variant: Variant): string {
  return `${id} ${variantKey(variant)}`
}

function planKey({ id, revision }: Pick<StoredOutput, 'id' | 'revision'>, to: OutputId): string {
  return `${id} ${revision} ${to}`
}

/** What a result is made of, without the rule lists. */
function stateOf({ revision, pinned, client }: StoredOutput, facts: readonly ItemFacts[]): string {
  const texts = pinned === undefined ? facts.map(({ id, goodAt, prefix }) => [id, goodAt, prefix]) : []
  return createHash('sha256')
    .update(JSON.stringify([revision, pinned, client, texts]))
    .digest('base64url')
}

/** The stamp of the rule lists that a result was made of. */
function stampIn(state: string): string {
  return state.slice(state.indexOf(' ') + 1)
}

/** Whether a result is of this state. Lists that are not known yet, after a start say, make it no older. */
function isOf(state: string, made: string, stamp: string | undefined): boolean {
  return stamp === undefined ? state.startsWith(`${made} `) : state === `${made} ${stamp}`
}

/** Texts as a version keeps them: what a provider says of traffic is not of the version. */
function keptTexts(texts: Texts): Pick<RecipeVersion, 'texts' | 'prefixes'> {
  const sources = Object.entries(texts)
  const prefixes = sources.flatMap(([source, { prefix }]) => (prefix === undefined ? [] : [[source, prefix] as const]))
  return {
    texts: Object.fromEntries(sources.map(([source, { text }]) => [source, text])),
    ...(prefixes.length > 0 ? { prefixes: Object.fromEntries(prefixes) } : {}),
  }
}

function textsOf({ texts, prefixes = {} }: Pick<RecipeVersion, 'texts' | 'prefixes'>): Texts {
  const given = Object.entries(texts).map(([source, text]): [string, KeptGiven] => {
    const prefix = prefixes[source]
    return [source, { text, ...(prefix === undefined ? {} : { prefix }) }]
  })
  return Object.fromEntries(given)
}

/** What two versions are compared by. `texts`: those of now, with what a version does not keep of them. */
function comparedOf(version: VersionContent, texts?: Texts): JobOf<'compare'>['before'] {
  if (version.kind === 'text') return { text: version.text }
  return { recipe: version.recipe, texts: texts ?? textsOf(version) }
}

/** A text for its one client. Throws the refusal `bad-request` where it is asked for another one. */
async function shownText({ text }: { text: KeptText }, to: OutputId, asked = to): Promise<Previewed> {
  if (asked !== to) throw new ApiRefusal('bad-request', { field: 'client' })
  return { to, text: await textOf(text) }
}
