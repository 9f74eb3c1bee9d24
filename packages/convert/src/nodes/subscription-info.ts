import type { SubscriptionInfo } from '../model/report.ts'
import { keysOf } from '../text/record.ts'

const LARGEST = Number.MAX_SAFE_INTEGER
/** The last second of the year 9999. */
const LAST_S = 253_402_300_799
const S_MS = 1000
/** Panels write 0 for a plan without a limit or without an end. */
const RANGES: Readonly<Record<keyof SubscriptionInfo, readonly [from: number, to: number]>> = {
  upload: [0, LARGEST],
  download: [0, LARGEST],
  total: [1, LARGEST],
  expire: [1, LAST_S],
}

/**
 * What `upload=1; download=2; total=3; expire=1767225600` tells, the text of the header `subscription-userinfo`: any
 * order, values may be empty, floats or missing; what is told twice counts as told last. The only reader: headers are read by
 * it in the page, on the server and in the terminal, and comments of a text by the engine itself, which stands alone.
 */
export function readSubscriptionInfo(text: string): SubscriptionInfo | undefined {
  const found = text.matchAll(/\b(upload|download|total|expire)\s*=\s*([^\s;,]+)/gi)
  const numbers = Array.from(found, ([, key = '', value = '']) => [key.toLowerCase(), numberOf(value)] as const)
  return subscriptionInfo(Object.fromEntries(numbers))
}

/** Plain digits, a fraction or an exponent. `10GB`, `0x10` and a negative number say nothing. */
function numberOf(text: string): number {
  return /^\d[\d.e+]*$/i.test(text) ? Math.round(Number(text)) : Number.NaN
}

/** What of the numbers says something; nothing when none does. */
export function subscriptionInfo(reported: SubscriptionInfo): SubscriptionInfo | undefined {
  const info: SubscriptionInfo = {}
  for (const key of keysOf(RANGES)) {
    const value = key === 'expire' ? secondsOf(reported.expire) : reported[key]
    const [from, to] = RANGES[key]
    if (value !== undefined && Number.isSafeInteger(value) && value >= from && value <= to) info[key] = value
  }
  return Object.keys(info).length > 0 ? info : undefined
}

/** Some panels write milliseconds: those of any day since 1978 are more than a year of four digits has seconds. */
function secondsOf(expire: number | undefined): number | undefined {
  return expire !== undefined && expire > LAST_S ? Math.floor(expire / S_MS) : expire
}
