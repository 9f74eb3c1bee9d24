import { fetchText } from '../../components/engine/fetch-client.ts'
import { WorkerClient } from '../../components/engine/worker-client.ts'
import type { ConvertWorkerApi } from '../../workers/convert-worker.ts'
import { DeviceItems } from './device-items.ts'
import { browserRows } from './item-rows.ts'

const NAME = 'switchyard-items'

const reader = new WorkerClient<ConvertWorkerApi>(
  () => new Worker(new URL('../../workers/convert-worker.ts', import.meta.url), { type: 'module' }),
)

let last: Promise<unknown> = Promise.resolve()

/** Over plain http there are no locks between tabs: there it is in turn within this one. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (navigator.locks) return navigator.locks.request(NAME, work)
  const turn = last.then(work)
  last = turn.catch(() => undefined)
  return turn
}

let channel: BroadcastChannel | undefined

/** The subscription items that this browser keeps. */
export const browserItems = new DeviceItems({
  rows: browserRows,
  fetchText,
  count: (text) => reader.ask((api) => api.count(text)),
  now: () => Date.now(),
  inTurn,
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel stays within the origin
  report: () => listening().postMessage('changed'),
})

/** Hears of other tabs from the first use on. */
function listening(): BroadcastChannel {
  if (!channel) {
    channel = new BroadcastChannel(NAME)
    channel.addEventListener('message', () => browserItems.changedElsewhere())
  }
  return channel
}

/** To be called once a page shows them. */
export function hearOtherTabs(): void {
  listening()
}
