import { unlessGone, type WorkerClient } from './worker-client.ts'
import type { BuildRequest, RuleListPlace } from '@switchyard/recipe/model'
import type { ConvertWorkerApi } from '../../workers/convert-worker.ts'
import { fetchListTexts } from './fetch-client.ts'
import { hostOf } from './host-of.ts'
import { isOwn, listAnswer } from './list-hosts.ts'
import { FIRST_STATE, type DeskState, type HostCounts } from './desk-state.ts'

/** Who owns the state that the lists are told in. */
interface Shown {
  state: { get: () => Pick<DeskState, 'lists'> }
  notify: (event: { type: 'lists'; change: Partial<DeskState['lists']> }) => void
}

/** Rule lists that have to stand in the result. They come with a later one, so that nobody waits for them. */
export class RuleListLoader {
  readonly #desk: Shown
  readonly #worker: WorkerClient<ConvertWorkerApi>
  readonly #onCome: () => void

  constructor(desk: Shown, worker: WorkerClient<ConvertWorkerApi>, onCome: () => void) {
    this.#desk = desk
    this.#worker = worker
    this.#onCome = onCome
  }

  /**
   * Has the missing ones fetched, from one place after the other. A host that nobody was asked about is asked about
   * first, and one that was refused is left out.
   */
  async load({ settings, lang, listMirror }: BuildRequest): Promise<void> {
    const missing = await this.#worker.ask((api) => api.result.missingLists({ settings, lang, listMirror }))
    const { lists } = this.#desk.state.get()
    const plan = planOf(missing, lists.failed)
    const left = missing.length - plan.wanted.length
    const { asking, denied } = plan
    // Another target or template may do without those that failed.
    if (left !== lists.missing || !isSame(asking, lists.asking) || !isSame(denied, lists.denied))
      this.#set({ missing: left, asking, denied })
    if (plan.wanted.length === 0 || lists.waiting > 0) return
    this.#set({ waiting: plan.wanted.length })
    void this.#fetch(plan.wanted)
  }

  async #fetch(wanted: readonly RuleListPlace[]): Promise<void> {
    const come = await this.bring(wanted)
    const failed = wanted.flatMap(({ address, from }) => (come.has(address) ? [] : from))
    this.#set({ waiting: 0, failed: [...this.#desk.state.get().lists.failed, ...failed] })
    this.#onCome()
  }

  /** Has the engine know those lists that come; their addresses. */
  async bring(wanted: readonly RuleListPlace[]): Promise<ReadonlySet<string>> {
    const lists = await fetchListTexts(new Map(wanted.map(({ address, from }) => [address, from])))
    // A worker that is gone has the lists asked for again.
    const add = ([address, text]: [string, string]) => this.#worker.ask((api) => api.result.addList(address, text))
    await Promise.allSettled(Array.from(lists, (list) => add(list).catch(unlessGone)))
    return new Set(lists.keys())
  }

  /** Those that failed may be asked for again. */
  forgetFailures(): void {
    this.#set(FIRST_STATE.lists)
  }

  #set(change: Partial<DeskState['lists']>): void {
    this.#desk.notify({ type: 'lists', change })
  }
}

interface Plan {
  /** Lists with the places that may be asked by now. */
  wanted: readonly RuleListPlace[]
  /** How many lists wait for an answer about which host. */
  asking: HostCounts
  /** How many come from no other place than one that was refused. */
  denied: HostCounts
}

function planOf(missing: readonly RuleListPlace[], failed: readonly string[]): Plan {
  const isFailed = new Set(failed)
  const wanted: RuleListPlace[] = []
  const asking: Record<string, number> = {}
  const denied: Record<string, number> = {}
  for (const { address, from } of missing) {
    // Whoever has lists come through this server wants no other one asked before.
    const places = from.toSorted((a, b) => Number(isOwn(b)) - Number(isOwn(a)))
    const open = places.filter((place) => !isFailed.has(place) && listAnswer(place) !== 'deny')
    const undecided = open.findIndex((place) => listAnswer(place) === undefined)
    const allowed = undecided === -1 ? open : open.slice(0, undecided)
    if (allowed.length > 0) wanted.push({ address, from: allowed })
    else if (undecided === 0) count(asking, open[0]!)
    else {
      const refused = from.find((place) => listAnswer(place) === 'deny')
      if (refused !== undefined) count(denied, refused)
    }
  }
  return { wanted, asking, denied }
}

/** One list more of the host of a place. */
function count(counts: Record<string, number>, place: string): void {
  const host = hostOf(place)
  counts[host] = (counts[host] ?? 0) + 1
}

const isSame = (one: HostCounts, other: HostCounts) => JSON.stringify(one) === JSON.stringify(other)
