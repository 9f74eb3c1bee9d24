import { unlessGone, type WorkerClient } from '../../../components/engine/worker-client.ts'
import type { BuildRequest, RuleListPlace } from '@switchyard/recipe/model'
import type { ConvertWorkerApi } from '../../../workers/convert-worker.ts'
import { fetchListTexts } from '../../../components/engine/fetch-client.ts'
import { hostOf } from '../../../components/engine/host-of.ts'
import { listAnswer } from '../../../components/engine/list-hosts.ts'
import { FIRST_STATE, type ConvertState, type HostCounts } from './session-state.ts'
import type { TurnEvent } from './turn.ts'

/** Who owns the state that the lists are told in. */
interface Turns {
  state: { get: () => ConvertState }
  notify: (event: TurnEvent) => void
}

/** Rule lists that have to stand in the result. They come with a later one, so that nobody waits for them. */
export class RuleLists {
  readonly #conversion: Turns
  readonly #worker: WorkerClient<ConvertWorkerApi>
  readonly #onCome: () => void

  constructor(conversion: Turns, worker: WorkerClient<ConvertWorkerApi>, onCome: () => void) {
    this.#conversion = conversion
    this.#worker = worker
    this.#onCome = onCome
  }

  /**
   * Has the missing ones fetched, from one place after the other. A host that nobody was asked about is asked about
   * first, and one that was refused is left out.
   */
  async load({ settings, lang, listMirror }: BuildRequest): Promise<void> {
    const missing = await this.#worker.ask((api) => api.missingLists({ settings, lang, listMirror }))
    const { lists } = this.#conversion.state.get()
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
    const places = new Map(wanted.map(({ address, from }) => [address, from]))
    const lists = await fetchListTexts(places)
    const failed = wanted.flatMap(({ address, from }) => (lists.has(address) ? [] : from))
    // A worker that is gone has the lists asked for again.
    const add = ([address, text]: [string, string]) => this.#worker.ask((api) => api.addList(address, text))
    await Promise.allSettled(Array.from(lists, (list) => add(list).catch(unlessGone)))
    this.#set({ waiting: 0, failed: [...this.#conversion.state.get().lists.failed, ...failed] })
    this.#onCome()
  }

  /** Those that failed may be asked for again. */
  forgetFailures(): void {
    this.#set(FIRST_STATE.lists)
  }

  #set(change: Partial<ConvertState['lists']>): void {
    this.#conversion.notify({ type: 'lists', change })
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
    const open = from.filter((place) => !isFailed.has(place) && listAnswer(place) !== 'deny')
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
