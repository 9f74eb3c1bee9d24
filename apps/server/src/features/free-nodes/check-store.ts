import type { ProbeResult } from '@switchyard/contract'
import { PROBE_HISTORY_MAX } from '@switchyard/contract/probe-facts'
import type { ServerStore } from '../../db/open-store.ts'

const TABLE = 'free_node_check'

/** What the last checks of free nodes found, by the key of the node; the oldest first. */
export class CheckStore {
  readonly #query: ServerStore['database']['query']
  #read: { tag: string; checks: ReadonlyMap<string, readonly ProbeResult[]> } = { tag: '', checks: new Map() }

  constructor({ database }: Pick<ServerStore, 'database'>) {
    this.#query = database.query
  }

  /** All of them. `tag` changes with them. */
  async all(): Promise<{ tag: string; checks: ReadonlyMap<string, readonly ProbeResult[]> }> {
    const { count, last } = await this.#query
      .selectFrom(TABLE)
      .select(({ fn }) => [fn.countAll<number>().as('count'), fn.max('checked_at').as('last')])
      .executeTakeFirstOrThrow()
    const tag = `${count} ${last ?? ''}`
    if (this.#read.tag === tag) return this.#read
    const rows = await this.#query.selectFrom(TABLE).selectAll().execute()
    // It is what `add` wrote.
    const checks = new Map(rows.map(({ node, checks }) => [node, JSON.parse(checks) as ProbeResult[]]))
    this.#read = { tag, checks }
    return this.#read
  }

  /** Of the results before, only whether it was reached is kept. */
  async add(node: string, before: readonly ProbeResult[], result: ProbeResult): Promise<void> {
    const past = before.map(({ checkedAt, outcome }) => ({ checkedAt, outcome, isCached: false }))
    const checks = JSON.stringify([...past, result].slice(-PROBE_HISTORY_MAX))
    const row = { checked_at: result.checkedAt, checks }
    await this.#query
      .insertInto(TABLE)
      .values({ node, ...row })
      .onConflict((conflict) => conflict.column('node').doUpdateSet(row))
      .execute()
  }

  async forget(nodes: readonly string[]): Promise<void> {
    for (const node of nodes) await this.#query.deleteFrom(TABLE).where('node', '=', node).execute()
  }
}

/** Whether its last two checks failed. What was never tried is not dead. */
export function isDead(results: readonly ProbeResult[]): boolean {
  const last = results.slice(-2)
  return last.length === 2 && last.every(({ outcome }) => outcome === 'unreachable')
}
