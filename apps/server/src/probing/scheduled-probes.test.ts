import { pino } from 'pino'
import type { DataOf, ProbeSchedule, ProbeTarget } from '@switchyard/contract'
import { PROBE_HISTORY_MAX } from '@switchyard/contract/probe-facts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addUser, signIn } from '../../test/accounts.ts'
import { describeOnEachDatabase } from '../../test/databases.ts'
import { KeyRing } from '../db/key-ring.ts'
import type { ServerStore } from '../db/open-store.ts'
import { memoryShared } from '../shared/memory/memory.ts'
import { app } from '../test-app.ts'
import { Prober } from './prober.ts'
import { probeDue } from './scheduled-probes.ts'
import { ScheduleStore } from './schedule-store.ts'

const ORIGIN = 'http://localhost:3000'
const NOW = Date.UTC(2026, 10, 28)
const MINUTE_MS = 60_000

const target = (host: string, more: Partial<ProbeTarget> = {}): ProbeTarget => ({ host, port: 443, transport: 'tcp', ...more }) // oxfmt-ignore
const CANARY = target('canary.example.com')
const hourly = (...keys: string[]): ProbeSchedule => ({
  everyMinutes: 60,
  targets: keys.map((key) => ({ key, target: target(`${key}.example.com`) })),
})

describeOnEachDatabase('checks by the clock', ({ migrated }) => {
  /** A server whose name servers know no name: a check ends at once, and says so. */
  async function start() {
    const store: ServerStore = { database: await migrated(), keys: new KeyRing(['a key of thirty-two bytes or more!']) }
    const clock = { now: NOW }
    const asked: string[] = []
    const now = () => clock.now
    const resolve = (host: string) => {
      asked.push(host)
      return Promise.resolve([])
    }
    const prober = new Prober({ log: pino({ level: 'silent' }), shared: memoryShared(), now, network: { resolve } })
    const ask = app({}, { store, prober, now })
    const as = async (name: string) => {
      const user = await addUser(store, name)
      const cookie = `sid=${await signIn(store, user, NOW)}`
      const call = async (method: string, path: string, body?: unknown) => {
        const init = { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
        const answer = await ask(path, { cookie, origin: ORIGIN, 'content-type': 'application/json' }, init)
        return { status: answer.status, ...((await answer.json()) as { data: unknown }) }
      }
      return {
        id: user.id,
        set: (schedule: unknown) => call('PUT', '/api/probes/schedule', schedule),
        schedule: async () => (await call('GET', '/api/probes/schedule')).data,
        end: () => call('DELETE', '/api/probes/schedule', {}),
        history: async () =>
          ((await call('GET', '/api/probes/history')).data as DataOf<'GET /api/probes/history'>).targets,
        forget: () => call('DELETE', '/api/probes/history', {}),
        exported: async () =>
          ((await call('GET', '/api/profile/export')).data as DataOf<'GET /api/profile/export'>).probes,
      }
    }
    const schedules = new ScheduleStore(store)
    const run = () => probeDue({ schedules, prober, now }, new AbortController().signal)
    return { store, clock, asked, schedules, run, ann: await as('ann'), bob: await as('bob') }
  }

  test('what a person agreed to is checked when its time has come, and no sooner', async () => {
    const { ann, bob, clock, asked, run } = await start()
    expect(await ann.set(hourly('a', 'b'))).toMatchObject({ status: 200, data: { schedule: hourly('a', 'b'), nextAt: NOW } }) // oxfmt-ignore
    await bob.set({ ...hourly('c'), everyMinutes: 10 })
    await run()
    expect(asked.toSorted()).toEqual(['a.example.com', 'b.example.com', 'c.example.com'])
    expect(await ann.schedule()).toMatchObject({ nextAt: NOW + 60 * MINUTE_MS })
    clock.now += 10 * MINUTE_MS
    await run()
    expect(asked.slice(3)).toEqual(['c.example.com'])
    clock.now += 50 * MINUTE_MS - 1
    await run()
    expect(asked.slice(4)).toEqual(['c.example.com'])
    clock.now += 1
    await run()
    expect(asked.slice(5).toSorted()).toEqual(['a.example.com', 'b.example.com'])
  })

  test('the last 24 results of each target are kept, the oldest first', async () => {
    const { ann, clock, run } = await start()
    await ann.set({ ...hourly('a'), everyMinutes: 10 })
    for (let round = 0; round < PROBE_HISTORY_MAX + 3; round++, clock.now += 10 * MINUTE_MS) await run()
    const [found] = await ann.history()
    expect(found!.results.map(({ checkedAt }) => checkedAt)).toEqual(
      Array.from({ length: PROBE_HISTORY_MAX }, (_, index) => NOW + (index + 3) * 10 * MINUTE_MS),
    )
    expect(found!.results.at(-1)).toMatchObject({ outcome: 'unreachable', reason: 'dns', isCached: false })
    await ann.forget()
    expect(await ann.history()).toEqual([])
    expect(await ann.schedule()).toMatchObject({ schedule: { everyMinutes: 10 } })
  })

  test('a changed schedule keeps the history of targets that are as before', async () => {
    const { ann, run } = await start()
    await ann.set(hourly('a', 'b', 'c'))
    await run()
    const [a, b] = hourly('a', 'b').targets
    await ann.set({ everyMinutes: 30, targets: [a, { ...b!, target: { ...b!.target, sni: 'x.example.com' } }] })
    expect((await ann.history()).map(({ key }) => key)).toEqual(['a'])
  })

  test('what was changed or ended while it was checked is not kept', async () => {
    const { ann, schedules } = await start()
    const result = { outcome: 'reachable', checkedAt: NOW, isCached: false } as const
    await ann.set(hourly('a'))
    const before = (await schedules.find(ann.id))!
    await ann.set(hourly('b'))
    await schedules.add(before, new Map([['a', result]]))
    expect(await ann.history()).toEqual([])
    const now = (await schedules.find(ann.id))!
    await ann.end()
    await schedules.add(now, new Map([['b', result]]))
    expect([await ann.history(), await ann.schedule()]).toEqual([[], {}])
  })

  test('nothing of it stands in a column in clear, and an export holds all of it', async () => {
    const { ann, bob, store, run } = await start()
    await ann.set({ everyMinutes: 60, targets: [{ key: 'k', target: { ...CANARY, sni: 'canary.example.org' } }] })
    await run()
    for (const name of ['probe_schedule', 'probe_history']) {
      const { rows } = await sql`select * from ${sql.table(name)}`.execute(store.database.query)
      expect([rows.length, JSON.stringify(rows).includes('canary')]).toEqual([1, false])
    }
    expect(await ann.exported()).toMatchObject([{ targets: [{ target: CANARY }], history: [{ key: 'k', results: [{}] }] }]) // oxfmt-ignore
    expect([await bob.exported(), await bob.history(), await bob.schedule()]).toEqual([[], [], {}])
  })

  test.each<[title: string, schedule: unknown, field: string]>([
    ['a password', { everyMinutes: 60, targets: [{ key: 'a', target: { ...CANARY, password: 'x' } }] }, 'targets.0.target'],
    ['a name of the node', { everyMinutes: 60, targets: [{ key: 'a', name: 'One', target: CANARY }] }, 'targets.0'],
    ['a key twice', hourly('a', 'a'), 'targets'],
    ['a key that says something', { everyMinutes: 60, targets: [{ key: 'One 节点', target: CANARY }] }, 'targets.0.key'],
    ['another interval', { ...hourly('a'), everyMinutes: 5 }, 'everyMinutes'],
    ['more checks than a day may have', { ...hourly(...Array.from({ length: 70 }, (_, n) => `a${n}`)), everyMinutes: 10 }, 'targets'],
  ])('with %s a schedule is refused', async (_, schedule, field) => {
    const { ann } = await start()
    expect(await ann.set(schedule)).toMatchObject({ status: 400, data: { error: 'bad-request', field } })
  }) // oxfmt-ignore

  test('nodes of somebody who may not come in any more are left alone', async () => {
    const { ann, store, asked, run } = await start()
    await ann.set(hourly('a'))
    await store.database.query.updateTable('user_account').set({ disabled_at: 1 }).where('id', '=', ann.id).execute()
    await run()
    expect(asked).toEqual([])
  })

  test('a clock that was set back holds nothing up', async () => {
    const { ann, clock, asked, run } = await start()
    await ann.set(hourly('a'))
    await run()
    clock.now -= 24 * 60 * MINUTE_MS
    await run()
    expect(asked).toHaveLength(2)
  })

  test('of targets that share a host and port, each one has its turn', async () => {
    const { ann, clock, run } = await start()
    const names = ['a', 'b', 'c']
    const targets = names.map((key) => ({ key, target: { ...CANARY, sni: `${key}.example.com` } }))
    await ann.set({ everyMinutes: 10, targets })
    for (let round = 0; round < 3; round++, clock.now += 10 * MINUTE_MS) await run()
    expect((await ann.history()).map(({ key, results }) => [key, results.length])).toEqual([['a', 1], ['b', 1], ['c', 1]]) // oxfmt-ignore
  })
})
