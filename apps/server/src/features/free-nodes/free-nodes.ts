import {
  FREE_NODES_MAX,
  type FreeNode,
  type FreeSource,
  type FreeSourceState,
  type NodeSite,
  type ProbeResult,
} from '@switchyard/contract'
import {
  ASK_AGAIN_MS,
  decide,
  type FetchOutcome,
  type FetchState,
  OWNER_ASKS_AGAIN_MS,
  type SourceAnswer,
  waitAfter,
} from '@switchyard/sources'
import { DAY_MS, HOUR_MS, SECOND_MS } from '@switchyard/sources/spans'
import type { Deps } from '../../deps.ts'
import type { SourceNode } from '@switchyard/recipe'
import { SourceAsker } from '../../items/source-asker.ts'
import { latestAt } from '../../shared/clocks.ts'
import type { Once } from '../../shared/once.ts'
import { FIRST_WAIT_MS, waitAtMost } from '../../shared/wait-at-most.ts'
import { CheckStore, isDead } from './check-store.ts'
import { type FreeSourceFacts, FreeSourceStore, mostNodes, withDay } from './free-source-store.ts'

/** Whose requests these are, for the limits. */
const ASKER = 'free nodes'
const BUSY_WAITS_MS = 60_000
/** A node is checked no more often, and no more nodes than so many: those that stand first. */
const CHECK_EVERY_MS = HOUR_MS
const MOST_CHECKED = 2000
/** Intervals without a new answer. */
const STALE_AFTER = 2

type Needed = Pick<Deps, 'store' | 'safeFetch' | 'engine' | 'now' | 'shared' | 'settings' | 'prober'>

/** The nodes of one moment, each once. */
export interface CurrentNodes {
  sources: readonly FreeSourceFacts[]
  /** By turns of the sources, as they stand there. */
  nodes: readonly FreeNode[]
  /** Changes with them. */
  tag: string
}

type Failed = Extract<FetchOutcome, { failure: unknown }>

/** What an address answered, and its nodes. */
type Preview = Failed | { answer: SourceAnswer; nodes: readonly SourceNode[] }

/** Nodes for anybody, from sources of the operator: brought up to date by the clock, and listed without a rank. */
export class FreeNodes {
  readonly store: FreeSourceStore
  readonly #deps: Needed
  readonly #asker: SourceAsker
  readonly #underWay: Once<void>
  readonly #checks: CheckStore
  /** The nodes of a source, by its id, for as long as they are the same. */
  readonly #opened = new Map<string, { tag: string; nodes: readonly SourceNode[] }>()
  #followed: Promise<void> | undefined

  constructor(deps: Needed) {
    this.#deps = deps
    this.store = new FreeSourceStore(deps.store)
    this.#asker = new SourceAsker(deps)
    this.#checks = new CheckStore(deps.store)
    this.#underWay = deps.shared.once('refreshes of free nodes')
  }

  /** All sources in order, those of the settings first. */
  async sources(): Promise<FreeSourceFacts[]> {
    this.#followed ??= this.store.followSettings(this.#deps.settings.FREE_NODE_SOURCES, this.#deps.now())
    await this.#followed.catch((error: unknown) => {
      this.#followed = undefined
      throw error
    })
    const all = await this.store.list()
    const ids = new Set(all.map(({ id }) => id))
    for (const id of this.#opened.keys()) if (!ids.has(id)) this.#opened.delete(id)
    return all
  }

  /** The nodes of all sources that are on, or of one of them. Who asks before anything was fetched waits for it a little. */
  async current(only?: string): Promise<CurrentNodes | undefined> {
    const wanted = (all: readonly FreeSourceFacts[]) =>
      all.filter(({ id, enabled }) => enabled && (only === undefined || id === only))
    const first = wanted(await this.sources())
    if (only !== undefined && first.length === 0) return undefined
    const untried = first.filter(({ triedAt }) => triedAt === undefined)
    if (untried.length > 0) await waitAtMost(FIRST_WAIT_MS, Promise.all(untried.map(({ id }) => this.refresh(id))))
    const sources = untried.length > 0 ? wanted(await this.sources()) : first
    const lists = await Promise.all(sources.map(async (source) => ({ source, nodes: await this.#nodesOf(source) })))
    const { tag, checks } = await this.#checks.all()
    return { sources, nodes: byTurns(lists, checks), tag: [...sources.map(tagOf), tag].join(' ') }
  }

  /** Asks for a source, if nobody did within the time. Who asks while it is under way waits for the same. */
  refresh(id: string, againMs = ASK_AGAIN_MS): Promise<void> {
    return this.#underWay.run(id, () => this.#refresh(id, { againMs }))
  }

  /** The same at once, or of the last minute, and any answer with a node is taken, however many there were before. */
  adopt(id: string): Promise<void> {
    return this.#underWay.run(id, () => this.#refresh(id, { againMs: OWNER_ASKS_AGAIN_MS, believes: true }))
  }

  /** Asks for the sources whose time has come, one after the other. */
  async refreshDue(signal: AbortSignal): Promise<void> {
    for (const { id, enabled, nextAt = 0 } of await this.sources()) {
      if (signal.aborted) return
      const now = this.#deps.now()
      if (enabled && (nextAt <= now || nextAt > latestAt(now) + LONGEST_WAIT_MS)) await this.refresh(id)
    }
  }

  /** Checks the nodes whose last check is an hour old, and forgets what was found of those that are gone. */
  async checkDue(signal: AbortSignal): Promise<void> {
    const { nodes = [] } = (await this.current()) ?? {}
    const { checks } = await this.#checks.all()
    const now = this.#deps.now()
    const there = new Set(nodes.map(({ key }) => key))
    await this.#checks.forget([...checks.keys()].filter((key) => !there.has(key)))
    const due = nodes.slice(0, MOST_CHECKED).flatMap(({ key, check: { target, results } }) => {
      const last = results.at(-1)?.checkedAt
      const isDue = last === undefined || last <= now - CHECK_EVERY_MS || last > latestAt(now)
      return target && isDue ? [{ key, target, results }] : []
    })
    const asker = { person: ASKER, isByClock: true, signal } as const
    for await (const { event, data } of this.#deps.prober.checkAll(
      due.map(({ target }) => target),
      asker,
    )) {
      if (event !== 'result') continue
      const { key, results } = due[data.index]!
      await this.#checks.add(key, results, data.result)
    }
  }

  /** What an address answers now; nothing of it is kept. */
  async preview(address: string, kind: NodeSite['kind'], person: string): Promise<Preview | 'busy'> {
    const asked = await this.#asker.askOnce({ url: address, user: person, ...questionOf(kind) })
    if (asked === 'busy') return asked
    const { outcome, text = '' } = asked
    if ('failure' in outcome) return outcome
    return { ...outcome, nodes: await this.#deps.engine({ kind: 'nodes', text }, { person }) }
  }

  async #refresh(id: string, { againMs, believes = false }: { againMs: number; believes?: boolean }): Promise<void> {
    const source = await this.store.require(id)
    const now = this.#deps.now()
    if (!(await this.store.claim(id, now, believes ? 0 : againMs))) return
    const url = await this.store.address(id)
    const asked = await this.#asker.ask({ url, user: ASKER, ...questionOf(source.kind) }, againMs)
    if (asked === 'busy') {
      const { state, days } = source
      return this.store.keep(source, { state, days, nextAt: now + BUSY_WAITS_MS })
    }
    const { outcome, text = '' } = asked
    const most = believes ? 0 : mostNodes(source.days, now)
    const decision = decide(source.state, outcome, { now, most })
    const { state } = decision
    const nextAt = now + waitAfter(state, source.intervalMs)
    const before = decision.forgetsDays || believes ? {} : source.days
    if (decision.text !== 'take') return this.store.keep(source, { state, nextAt, days: source.days })
    const nodes = await this.#deps.engine({ kind: 'nodes', text }, { person: ASKER })
    await this.store.keep(source, { state, nextAt, nodes, days: withDay(before, state.good?.nodes ?? 0, now) })
  }

  async #nodesOf(source: FreeSourceFacts): Promise<readonly SourceNode[]> {
    const tag = tagOf(source)
    const opened = this.#opened.get(source.id)
    if (opened?.tag === tag) return opened.nodes
    const nodes = await this.store.nodes(source.id)
    this.#opened.set(source.id, { tag, nodes })
    return nodes
  }
}

const LONGEST_WAIT_MS = 31 * DAY_MS

const questionOf = (kind: NodeSite['kind']) =>
  kind === 'page' ? ({ mayBePage: true, userAgent: 'switchyard' } as const) : {}

const tagOf = ({ id, name, state: { good } }: FreeSourceFacts) =>
  `${id} ${name} ${good?.at ?? ''} ${good?.digest ?? ''}`

/** The first of each source, then the second of each, each node once. */
function byTurns(
  lists: readonly { source: FreeSourceFacts; nodes: readonly SourceNode[] }[],
  checks: ReadonlyMap<string, readonly ProbeResult[]>,
): FreeNode[] {
  const found = new Map<string, FreeNode>()
  for (let at = 0; at < FREE_NODES_MAX; at++)
    for (const { source, nodes } of lists) {
      const node = nodes[at]
      if (!node) continue
      const fetchedAt = source.state.good?.at ?? 0
      const known = found.get(node.key)
      if (!known) found.set(node.key, freeNode(node, source.id, fetchedAt, checks.get(node.key) ?? []))
      else if (!known.sources.includes(source.id)) {
        known.sources.push(source.id)
        known.fetchedAt = Math.max(known.fetchedAt, fetchedAt)
      }
    }
  return [...found.values()]
}

function freeNode(
  { target, ...node }: SourceNode,
  source: string,
  fetchedAt: number,
  results: readonly ProbeResult[],
): FreeNode {
  const check = { ...(target ? { target } : {}), results: [...results] }
  return { ...node, sources: [source], fetchedAt, check, isDead: isDead(results) }
}

/** A source as anybody sees it. */
export function sourceAnswer({ id, name, state, triedAt, intervalMs }: FreeSourceFacts, now: number): FreeSource {
  const { lastTry, good } = state
  return {
    id,
    name,
    nodes: good?.nodes ?? 0,
    ...(good ? { fetchedAt: good.at } : {}),
    state: stateOf(state),
    isStale: good !== undefined && now - good.at > STALE_AFTER * intervalMs,
    ...(lastTry ? { lastTry } : {}),
    mayRefreshAt: triedAt === undefined ? 0 : Math.min(triedAt, now) + ASK_AGAIN_MS,
  }
}

/** A source as the owner sees it. */
export function siteAnswer(source: FreeSourceFacts, host: string, now: number): NodeSite {
  const { revision, kind, intervalMs, enabled, isFromSettings, nextAt, reports, state } = source
  const { held } = state
  return {
    ...sourceAnswer(source, now),
    revision,
    host,
    kind,
    intervalS: intervalMs / SECOND_MS,
    enabled,
    isFromSettings,
    ...(held ? { held: { since: held.since, reason: held.reason, nodes: held.nodes } } : {}),
    ...(nextAt === undefined ? {} : { nextAt }),
    reports,
  }
}

function stateOf({ good, failing, held }: FetchState): FreeSourceState {
  if (failing) return 'failing'
  if (held) return 'held'
  return good ? 'fresh' : 'waiting'
}
