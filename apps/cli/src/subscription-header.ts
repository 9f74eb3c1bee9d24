import { readSubscriptionInfo, type SubscriptionInfo } from '@switchyard/convert'
import { userInfoHeader } from '@switchyard/sources'
import type { AnsweredText } from './request-text.ts'

/** Traffic and expiry that a response tells. */
export function subscriptionInfo(headers: AnsweredText['headers']): SubscriptionInfo | undefined {
  const text = userInfoHeader(headers)
  return text === undefined ? undefined : readSubscriptionInfo(text)
}
