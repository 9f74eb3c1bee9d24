import { DAY_MS } from '@switchyard/sources/spans'

/** How long a new link answers. */
export const SPANS = ['day', 'week', 'month', 'never'] as const
export type Span = (typeof SPANS)[number]

const DAYS: Record<Exclude<Span, 'never'>, number> = { day: 1, week: 7, month: 30 }

/** When a link ends that is made now; undefined: never. */
export function endOf(span: Span, now: number): number | undefined {
  return span === 'never' ? undefined : now + DAYS[span] * DAY_MS
}
