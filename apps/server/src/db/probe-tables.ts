import { table } from './table.ts'

/** What people have checked by the clock. Times are milliseconds since 1970. */
export const PROBE_TABLES = {
  probe_schedule: table<{
    user_id: string
    every_minutes: number
    /** `ScheduledTarget`s as JSON. */
    targets: string
    next_at: number
    /** When its person set it last: another value each time. */
    changed_at: number
  }>({
    since: '012-probe-schedules',
    key: ['user_id'],
    owner: 'user_id',
    exported: 'probes',
    sealed: ['targets'],
    quota: { bytes: ['targets'] },
  }),
  /** The last results of each target. */
  probe_history: table<{
    user_id: string
    target_key: string
    /** `ProbeResult`s as JSON, the oldest first. */
    results: string
  }>({
    since: '012-probe-schedules',
    key: ['user_id', 'target_key'],
    owner: 'user_id',
    exported: 'probes.history',
    sealed: ['results'],
    quota: { bytes: ['results'] },
  }),
}
