import { SECOND_MS } from './spans.ts'

/**
 * When a host may be asked again, in milliseconds since 1970; undefined: it does not say. Code hosts say it with the limit
 * that was reached, others in `Retry-After` as seconds or as a date.
 */
export function retryAt(headers: Pick<Headers, 'get'>, now: number): number | undefined {
  const after = headers.get('retry-after')?.trim()
  if (after !== undefined && after !== '') {
    const at = /^\d{1,9}$/.test(after) ? now + Number(after) * SECOND_MS : Date.parse(after)
    if (!Number.isNaN(at)) return at
  }
  for (const prefix of ['x-ratelimit', 'ratelimit']) {
    const reset = headers.get(`${prefix}-reset`)?.trim() ?? ''
    if (headers.get(`${prefix}-remaining`)?.trim() === '0' && /^\d{1,11}$/.test(reset)) return Number(reset) * SECOND_MS
  }
  return undefined
}
