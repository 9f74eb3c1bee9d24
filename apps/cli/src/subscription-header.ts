import type { SubscriptionInfo } from '@switchyard/convert'

const NAME = 'subscription-userinfo'
const KEYS = ['upload', 'download', 'total', 'expire'] as const

/**
 * Traffic and expiry from `upload=1; download=2; total=3; expire=1767225600`: any order, values may be empty, floats
 * or missing. Some panels put a prefix before the header's name.
 */
export function subscriptionInfo(headers: Headers): SubscriptionInfo | undefined {
  const text = headers.get(NAME) ?? [...headers].find(([name]) => name.endsWith(NAME))?.[1]
  if (!text) return undefined
  const info: SubscriptionInfo = {}
  for (const part of text.split(/[;,]/)) {
    const equals = part.indexOf('=')
    const key = KEYS.find((one) => one === part.slice(0, equals).trim().toLowerCase())
    const value = part.slice(equals + 1).trim()
    const number = Math.round(Number(value))
    if (key !== undefined && value !== '' && Number.isSafeInteger(number) && number >= 0) info[key] = number
  }
  return Object.keys(info).length > 0 ? info : undefined
}
