import type { Deps } from '../../deps.ts'
import { type Endpoint, endpoint } from '../../http/endpoint.ts'
import { ScheduleStore } from '../../probing/schedule-store.ts'
import { PROBE_LIMITS } from '../../probing/prober.ts'
import { relayOf } from '../../settings.ts'

/** Whether nodes can be reached from here: checked when somebody asks, and by the clock for who agreed to that. */
export function probes({
  settings,
  prober,
  store,
  now,
}: Pick<Deps, 'settings' | 'prober' | 'store' | 'now'>): Endpoint[] {
  const access = relayOf(settings)
  const { batch, atOnce, perDay, pauseMs, keptMs } = PROBE_LIMITS
  const vantage = settings.SITE_URL && new URL(settings.SITE_URL).hostname
  const schedules = new ScheduleStore(store)
  const kept = async (userId: string) => {
    const found = await schedules.find(userId)
    if (!found) return {}
    const { everyMinutes, targets, nextAt } = found
    return { schedule: { everyMinutes, targets }, ...(access !== 'off' && { nextAt }) }
  }
  const terms = endpoint('GET /api/probes/terms', { who: 'visitor', scope: 'convert' }, ({ user }) => ({
    access,
    mayCheck: access === 'public' || (access === 'users' && user !== undefined),
    maySchedule: access !== 'off' && user !== undefined,
    ...(vantage && { vantage }),
    batch,
    atOnce,
    perDay,
    pauseMs,
    keptMs,
  }))
  // What was agreed to before can be seen and taken back on a server that checks nothing any more, too.
  const always = [
    terms,
    endpoint('GET /api/probes/schedule', { who: 'member', scope: 'read' }, ({ user }) => kept(user.id)),
    endpoint('DELETE /api/probes/schedule', { who: 'member', scope: 'write' }, async ({ user }) => {
      await schedules.remove(user.id)
      return {}
    }),
    endpoint('GET /api/probes/history', { who: 'member', scope: 'read' }, async ({ user }) => ({
      targets: await schedules.history(user.id),
    })),
    endpoint('DELETE /api/probes/history', { who: 'member', scope: 'write' }, async ({ user }) => {
      await schedules.removeHistory(user.id)
      return {}
    }),
  ]
  if (access === 'off') return always

  return [
    ...always,
    endpoint('PUT /api/probes/schedule', { who: 'member', scope: 'write' }, async ({ user, body }) => {
      await schedules.set(user.id, body, now())
      return kept(user.id)
    }),
    endpoint(
      'POST /api/probes',
      { who: access === 'users' ? 'member' : 'visitor', scope: 'convert', limit: 'node checks' },
      ({ body: { targets }, asker }) => prober.checkAll(targets, asker()),
    ),
  ]
}
