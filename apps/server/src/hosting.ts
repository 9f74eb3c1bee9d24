import type { Deps } from './deps.ts'
import { FreeNodes } from './features/free-nodes/free-nodes.ts'
import { ShortLinkStore } from './features/short-links/short-link-store.ts'
import type { Job } from './jobs/scheduler.ts'
import { Recorder } from './outputs/recorder.ts'
import { Renderer } from './outputs/renderer.ts'
import { RuleLists } from './outputs/rule-lists.ts'
import { Refresher } from './items/refresher.ts'
import { sweepKeys } from './storage/keys.ts'
import { probeDue } from './probing/scheduled-probes.ts'
import { ScheduleStore } from './probing/schedule-store.ts'
import { relayOf } from './settings.ts'
import { HOUR_MS, MINUTE_MS } from '@switchyard/sources/spans'

const LOOK_EVERY_MS = 30_000
const WRITE_EVERY_MS = 5000
const CHECK_EVERY_MS = 60_000
const SWEEP_EVERY_MS = 5 * MINUTE_MS

/** What works on subscriptions between requests: one for the whole server. */
export interface Hosting {
  refresher: Refresher
  renderer: Renderer
  lists: RuleLists
  recorder: Recorder
  freeNodes: FreeNodes
  /** What is done by the clock. */
  jobs: readonly Job[]
}

/** Builds what works on subscriptions. Nothing runs before its jobs do. */
export function createHosting(
  deps: Pick<
    Deps,
    'store' | 'prober' | 'storage' | 'log' | 'safeFetch' | 'engine' | 'now' | 'settings' | 'shared' | 'bytes'
  >,
): Hosting {
  const refresher = new Refresher(deps)
  const lists = new RuleLists(deps)
  const renderer = new Renderer(deps, refresher, lists)
  const recorder = new Recorder(deps.store)
  const freeNodes = new FreeNodes(deps)
  const schedules = new ScheduleStore(deps.store)
  return {
    refresher,
    renderer,
    lists,
    recorder,
    freeNodes,
    jobs: [
      {
        name: 'refresh subscriptions',
        everyMs: LOOK_EVERY_MS,
        isOf: 'all copies',
        run: (signal) => refresher.refreshDue(signal),
      },
      {
        name: 'refresh free nodes',
        everyMs: LOOK_EVERY_MS,
        isOf: 'all copies',
        run: (signal) => freeNodes.refreshDue(signal),
      },
      {
        name: 'check free nodes',
        everyMs: CHECK_EVERY_MS,
        isOf: 'all copies',
        run: (signal) => freeNodes.checkDue(signal),
      },
      {
        name: 'write the record of requests',
        everyMs: WRITE_EVERY_MS,
        isOf: 'each copy',
        run: () => recorder.writeInTurn(),
      },
      {
        name: 'forget deleted short links',
        everyMs: HOUR_MS,
        isOf: 'all copies',
        run: () => new ShortLinkStore(deps.store).forgetDeleted(deps.now()),
      },
      {
        name: 'remove bytes that no file has',
        everyMs: SWEEP_EVERY_MS,
        isOf: 'all copies',
        run: (signal) => sweepKeys({ ...deps, database: deps.store.database }, deps.now(), signal),
      },
      {
        name: 'check nodes',
        everyMs: LOOK_EVERY_MS,
        isOf: 'all copies',
        run: (signal) => (relayOf(deps.settings) === 'off' ? undefined : probeDue({ ...deps, schedules }, signal)),
      },
      { name: 'forget rule lists', everyMs: HOUR_MS, isOf: 'all copies', run: () => lists.forgetUnused() },
    ],
  }
}
