import { readSubscriptionInfo, type SubscriptionInfo } from '@switchyard/convert'
import type { Fetched } from './fetch-text.ts'

const NAME = 'subscription-userinfo'

/** Traffic and expiry that a response tells. Some panels put a prefix before the header's name. */
export function subscriptionInfo(headers: Fetched['headers']): SubscriptionInfo | undefined {
  const text = headers.get(NAME) ?? [...headers].find(([name]) => name.endsWith(NAME))?.[1]
  return text ? readSubscriptionInfo(text) : undefined
}
