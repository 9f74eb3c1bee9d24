import type { Store } from '../../lib/store.ts'
import { unlessGone, type WorkerClient } from './worker-client.ts'
import type { BuildRequest, RuleListPlace } from '../../workers/conversion-types.ts'
import type { ConvertWorkerApi } from '../../workers/convert-worker.ts'
import { cachedList } from './fetch-client.ts'
import { FIRST_STATE, type ConvertState } from './session-state.ts'

/** Rule lists that have to stand in the result. They come with a later one, so that nobody waits for them. */
export class RuleLists {
  readonly #state: Store<ConvertState>
  readonly #worker: WorkerClient<ConvertWorkerApi>
  readonly #onCome: () => void

  constructor(state: Store<ConvertState>, worker: WorkerClient<ConvertWorkerApi>, onCome: () => void) {
    this.#state = state
    this.#worker = worker
    this.#onCome = onCome
  }

  /** Has the missing ones fetched, save those that failed before. */
  async bring({ settings, lang, listMirror }: BuildRequest): Promise<void> {
    const missing = await this.#worker.ask((api) => api.missingLists({ settings, lang, listMirror }))
    const { lists } = this.#state.get()
    const wanted = missing.filter(({ address }) => !lists.failed.includes(address))
    // Another target or template may do without those that failed.
    const left = missing.length - wanted.length
    if (left !== lists.missing) this.#set({ missing: left })
    if (wanted.length === 0 || lists.waiting > 0) return
    this.#set({ waiting: wanted.length })
    void this.#fetch(wanted)
  }

  async #fetch(wanted: readonly RuleListPlace[]): Promise<void> {
    const answers = await Promise.allSettled(
      wanted.map(async ({ address, from }) => {
        const text = await cachedList(address, from)
        // A worker that is gone has the list asked for again.
        if (text !== undefined) await this.#worker.ask((api) => api.addList(address, text)).catch(unlessGone)
        return text !== undefined
      }),
    )
    const hasCome = answers.map((answer) => answer.status === 'fulfilled' && answer.value)
    const failed = wanted.flatMap(({ address }, index) => (hasCome[index] ? [] : address))
    this.#set({ waiting: 0, failed: [...this.#state.get().lists.failed, ...failed] })
    this.#onCome()
  }

  /** Those that failed may be asked for again. */
  forgetFailures(): void {
    this.#set(FIRST_STATE.lists)
  }

  #set(change: Partial<ConvertState['lists']>): void {
    this.#state.set((state) => ({ ...state, lists: { ...state.lists, ...change } }))
  }
}
