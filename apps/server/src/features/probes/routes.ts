import type { Deps } from '../../deps.ts'
import { type Endpoint, endpoint } from '../../http/endpoint.ts'
import { PROBE_LIMITS } from '../../probing/prober.ts'
import { relayOf } from '../../settings.ts'

/** Whether nodes can be reached from here: checked when somebody asks. */
export function probes({ settings, prober }: Pick<Deps, 'settings' | 'prober'>): Endpoint[] {
  const access = relayOf(settings)
  const { batch, atOnce, perDay, pauseMs, keptMs } = PROBE_LIMITS
  const vantage = settings.SITE_URL && new URL(settings.SITE_URL).hostname
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
  if (access === 'off') return [terms]

  return [
    terms,
    endpoint(
      'POST /api/probes',
      { who: access === 'users' ? 'member' : 'visitor', scope: 'convert' },
      ({ body: { targets }, asker }) => prober.checkAll(targets, asker()),
    ),
  ]
}
