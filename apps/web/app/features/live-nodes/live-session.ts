import { EMPTY_RECIPE, type Recipe } from '@switchyard/recipe/model'
import { KeptBeside } from '../../components/handover/kept-beside.ts'
import { ListSession } from '../../components/node-list/list-session.ts'
import { targetKey } from '../../components/reachability/node-check.ts'
import type { CheckLog } from '../../components/reachability/check-log.ts'
import { listen } from '../../lib/api.ts'
import type { Locale } from '../../lib/locale.ts'
import { createStore, type ReadStore } from '../../lib/store.ts'
import { askedTarget } from './asked-target.ts'
import { checkBatches, type KeyedTarget } from './check-batches.ts'
import { afterCheckEvent, NOTHING_CHECKED, type CheckEvent, type CheckState } from './check-state.ts'
import type { NodeTargets } from './checked-rows.ts'

/** Longer than the pause between two results. */
const KEEP_AFTER_MS = 400

type KeptChecks = readonly (readonly [key: string, results: readonly CheckResult[]])[]
type CheckResult = CheckLog extends ReadonlyMap<string, readonly (infer Result)[]> ? Result : never

/** The nodes that a person watches in this tab, and whether they answer. */
export class LiveNodesSession extends ListSession {
  readonly #checks = createStore<CheckState>(NOTHING_CHECKED)
  readonly checks: ReadStore<CheckState> = this.#checks
  readonly #targets = createStore<NodeTargets>(new Map())
  readonly targets: ReadStore<NodeTargets> = this.#targets
  readonly #kept = new KeptBeside<KeptChecks>('checks')
  #keeping: ReturnType<typeof setTimeout> | undefined
  #stop: AbortController | undefined
  #begun: Promise<void> | undefined

  constructor() {
    super('live')
  }

  /** Also brings back what was found before the page was loaded anew. */
  override async start(lang: Locale): Promise<void> {
    this.#begun ??= this.#begin()
    await Promise.all([super.start(lang), this.#begun])
  }

  async #begin(): Promise<void> {
    this.desk.rows.subscribe(() => void this.#readTargets())
    const before = await this.#kept.load()
    if (before) this.bring(before)
  }

  /** The one place where what is known of checks changes. */
  #notify(event: CheckEvent): void {
    this.#checks.set((state) => afterCheckEvent(state, event))
    clearTimeout(this.#keeping)
    this.#keeping = setTimeout(() => this.#keep(), KEEP_AFTER_MS)
  }

  #keep(): void {
    const { log } = this.#checks.get()
    void this.#kept.keep(log.size === 0 ? undefined : [...log])
  }

  /** Results that were found elsewhere. */
  bring(results: KeptChecks): void {
    this.#notify({ type: 'brought', results })
  }

  async #readTargets(): Promise<void> {
    const rows = this.desk.rows.get()
    const keys = rows.map(({ key }) => key)
    const answer = await this.desk.askOfNodes((api, request) => api.list.targets(request, keys)).catch(() => undefined)
    // Newer rows ask for themselves.
    if (!answer || this.desk.rows.get() !== rows) return
    this.#targets.set(
      new Map(
        answer.map(([id, reach]) => {
          const target = reach && askedTarget(reach)
          return [id, target && { key: targetKey(target), target }]
        }),
      ),
    )
  }

  /** What can be tried at those nodes, each target once. */
  targetsOf(ids: readonly string[]): KeyedTarget[] {
    const targets = this.#targets.get()
    const found = ids.flatMap((id) => targets.get(id) ?? [])
    return [...new Map(found.map((keyed) => [keyed.key, keyed])).values()]
  }

  /** Has the server try the nodes. What was found stays, however it ends. */
  async check(ids: readonly string[]): Promise<void> {
    await this.#checkTargets(this.targetsOf(ids))
  }

  /** Goes on with those that a limit left out. */
  async checkLeft(): Promise<void> {
    const keys = new Set(this.#checks.get().left?.keys)
    await this.#checkTargets(this.targetsOf([...this.#targets.get().keys()]).filter(({ key }) => keys.has(key)))
  }

  async #checkTargets(targets: readonly KeyedTarget[]): Promise<void> {
    if (targets.length === 0 || this.#checks.get().run) return
    const stop = (this.#stop = new AbortController())
    this.#notify({ type: 'started', keys: targets.map(({ key }) => key) })
    try {
      const end = await checkBatches({
        targets,
        send: (batch, onEvent) =>
          listen('POST /api/probes', { body: { targets: [...batch] }, signal: stop.signal, quiet: true, onEvent }),
        onFound: (key, result) => this.#notify({ type: 'found', key, result }),
      })
      this.#notify({ type: 'ended', ...end })
    } catch (error) {
      this.#notify(stop.signal.aborted ? { type: 'stopped' } : { type: 'failed', error })
    }
  }

  /** Ends what is under way. */
  stop(): void {
    this.#stop?.abort()
  }

  /** Lists from another page take the place of those that stand here. Undo brings them back. */
  takeLists(list: Pick<Recipe, 'sources'> & Partial<Pick<Recipe, 'edits'>>): void {
    this.change(() => ({ ...EMPTY_RECIPE, ...list }), 'paste')
  }
}

let session: LiveNodesSession | undefined

/** It outlives the page: a run goes on while one looks at another screen. */
export function liveSession(): LiveNodesSession {
  session ??= new LiveNodesSession()
  return session
}
