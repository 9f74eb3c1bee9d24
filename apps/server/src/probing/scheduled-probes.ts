import type { ProbeResult } from '@switchyard/contract'
import { MINUTE_MS } from '@switchyard/sources/spans'
import type { Prober } from './prober.ts'
import type { ScheduleStore, StoredSchedule } from './schedule-store.ts'

/** People whose nodes are checked beside each other. */
const PEOPLE_AT_ONCE = 5
const MOST_PER_RUN = 500
/** An older result is no check of this time. */
const FRESH_MS = 5 * MINUTE_MS

interface ScheduledDeps {
  schedules: ScheduleStore
  prober: Pick<Prober, 'checkAll'>
  /** Milliseconds since 1970. */
  now: () => number
}

/** Checks what people agreed to have checked, whose time has come. What fails for one of them is thrown after the others. */
export async function probeDue({ schedules, prober, now }: ScheduledDeps, signal: AbortSignal): Promise<void> {
  const waiting = await schedules.due(now(), MOST_PER_RUN)
  const errors: unknown[] = []
  const work = async () => {
    for (let userId = waiting.shift(); userId !== undefined && !signal.aborted; userId = waiting.shift())
      await probeFor(userId).catch((error: unknown) => void errors.push(error))
  }
  await Promise.all(Array.from({ length: PEOPLE_AT_ONCE }, work))
  if (errors.length > 0 && !signal.aborted) throw new AggregateError(errors, 'Some schedules were not checked')

  async function probeFor(userId: string): Promise<void> {
    const schedule = await schedules.find(userId)
    if (!schedule) return
    await schedules.begin(schedule, now())
    const found = new Map<string, ProbeResult>()
    const turned = inTurn(schedule, now())
    const asker = { person: userId, signal, isByClock: true, freshMs: FRESH_MS } as const
    const targets = turned.map(({ target }) => target)
    for await (const { event, data } of prober.checkAll(targets, asker))
      if (event === 'result') found.set(turned[data.index]!.key, data.result)
    await schedules.add(schedule, found)
  }
}

/** Another target comes first each time: of those that share a host and port only one is let through. */
function inTurn({ targets, everyMinutes }: StoredSchedule, now: number): StoredSchedule['targets'] {
  const first = Math.floor(now / (everyMinutes * MINUTE_MS)) % targets.length
  return [...targets.slice(first), ...targets.slice(0, first)]
}
