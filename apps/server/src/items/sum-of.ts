import type { SubscriptionInfo } from '@switchyard/convert'

/** Bytes of several subscriptions together, and the earliest end. What none of them says stays unsaid. */
export function sumOf(all: readonly SubscriptionInfo[]): SubscriptionInfo | undefined {
  if (all.length === 0) return undefined
  const sum = (key: 'upload' | 'download' | 'total') => {
    const said = all.flatMap((info) => info[key] ?? [])
    return said.length > 0 ? { [key]: said.reduce((total, each) => total + each, 0) } : {}
  }
  const ends = all.flatMap(({ expire }) => expire ?? [])
  const expire = ends.length > 0 ? { expire: Math.min(...ends) } : {}
  return { ...sum('upload'), ...sum('download'), ...sum('total'), ...expire }
}
