import type { ProbeEvent, ProbeResult, ProbeTarget } from '@switchyard/contract'
import { PROBE_BATCH_MAX } from '@switchyard/contract/probe-facts'

/** A target and the key under which it is known here. The key is not sent. */
export interface KeyedTarget {
  key: string
  target: ProbeTarget
}

interface Request {
  targets: readonly KeyedTarget[]
  /** Sends a batch, and resolves at the end of its answer. */
  send: (targets: readonly ProbeTarget[], onEvent: (event: ProbeEvent) => void) => Promise<void>
  onFound: (key: string, result: ProbeResult) => void
}

/** The answer broke off before the server said that it was whole. */
export class CutAnswer extends Error {}

/** Has targets checked, a batch after the other. Gives the keys that limits left out: with a batch of those alone it stops asking. */
export async function checkBatches({ targets, send, onFound }: Request): Promise<{ left: string[]; retryAt?: number }> {
  const left: string[] = []
  let retryAt: number | undefined
  for (let at = 0; at < targets.length; at += PROBE_BATCH_MAX) {
    const batch = targets.slice(at, at + PROBE_BATCH_MAX)
    const open = new Map(batch.map(({ key }, index) => [index, key]))
    let isWhole = false
    await send(
      batch.map(({ target }) => target),
      (event) => {
        if (event.event === 'end') {
          isWhole = true
          retryAt = earliest(retryAt, event.data.retryAt)
          return
        }
        const { index, result } = event.data
        const key = open.get(index)
        if (key === undefined) return
        open.delete(index)
        onFound(key, result)
      },
    )
    if (!isWhole) throw new CutAnswer()
    left.push(...open.values())
    // A limit of the day lets nothing of the next batch through either.
    if (open.size < batch.length) continue
    left.push(...targets.slice(at + PROBE_BATCH_MAX).map(({ key }) => key))
    break
  }
  return { left, ...(retryAt === undefined ? {} : { retryAt }) }
}

function earliest(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || (b !== undefined && b < a) ? b : a
}
