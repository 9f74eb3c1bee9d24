import { turnsOf } from '../../lib/turns.ts'
import { DeviceItems } from './device-items.ts'
import { browserRows } from './item-rows.ts'

const NAME = 'switchyard-items'

// A first visit fetches and counts nothing.
const reader = () => import('./device-reader.ts')

let channel: BroadcastChannel | undefined

/** The subscription items that this browser keeps. */
export const browserItems = new DeviceItems({
  rows: browserRows,
  fetchText: async (url) => (await reader()).fetchText(url),
  count: async (text) => (await reader()).countText(text),
  now: () => Date.now(),
  inTurn: turnsOf(NAME),
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
