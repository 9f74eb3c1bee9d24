import type { Item } from './item-repository.ts'

type Subscription = NonNullable<Item['subscription']>

/** From this share on little is left. */
export const LITTLE_LEFT_FROM = 0.9

/** What is used and what is left, where a limit is known. */
export function trafficOf({ upload = 0, download = 0, total }: Subscription) {
  const used = upload + download
  if (total === undefined || total <= 0) return undefined
  return { used, total, left: Math.max(0, total - used), isLow: used / total >= LITTLE_LEFT_FROM }
}

/** Those of some sources that have little left: a sum hides them. */
export function lowSources(items: readonly Pick<Item, 'id' | 'name' | 'subscription'>[]) {
  return items.flatMap(({ id, name, subscription }) => {
    const traffic = subscription && trafficOf(subscription)
    return traffic?.isLow ? [{ id, name, left: traffic.left }] : []
  })
}
