import type { Logger } from 'pino'
import { runAlone } from '../shared/locks.ts'
import type { Shared } from '../shared/shared.ts'

/** Work that runs again and again, by the clock. */
export interface Job {
  name: string
  /** From the start of one run to the start of the next, or a multiple of it where a run takes longer. */
  everyMs: number
  /** Whether it is done once an interval for all copies of the server, or by each for what stands in its memory. */
  isOf: 'all copies' | 'each copy'
  /** The signal says that the server is going down: what can be left for the next start is left. */
  run: (signal: AbortSignal) => Promise<void> | void
}

/** Calls back later, and gives back how to take that back. */
export type SetTimer = (callback: () => void, ms: number) => () => void

/** Timers ring a little early or late. */
const MOST_OF_INTERVAL = 0.9

interface Scheduling {
  log: Logger
  shared: Pick<Shared, 'locks' | 'limit'>
  /** Milliseconds since 1970. */
  now: () => number
  setTimer?: SetTimer
}

/** Runs jobs by the clock: each one alone, none twice at once, and a failure of one ends neither it nor another. */
export class Scheduler {
  readonly #log: Logger
  readonly #shared: Scheduling['shared']
  readonly #now: () => number
  readonly #setTimer: SetTimer
  readonly #running = new Set<Promise<void>>()
  readonly #timers = new Map<Job, () => void>()
  readonly #stop = new AbortController()

  constructor({ log, shared, now, setTimer = setUnrefTimer }: Scheduling) {
    this.#log = log
    this.#shared = shared
    this.#now = now
    this.#setTimer = setTimer
  }

  /** Runs a job for the first time after one interval. */
  add(job: Job): void {
    this.#wait(job, job.everyMs)
  }

  /** Starts no job any more, and waits for those that run. */
  async stop(): Promise<void> {
    this.#stop.abort()
    for (const cancel of this.#timers.values()) cancel()
    this.#timers.clear()
    await Promise.all(this.#running)
  }

  #wait(job: Job, ms: number): void {
    if (this.#stop.signal.aborted) return
    this.#timers.set(
      job,
      this.#setTimer(() => this.#start(job), ms),
    )
  }

  #start(job: Job): void {
    this.#timers.delete(job)
    const start = this.#now()
    const run = this.#run(job).then(() => {
      this.#running.delete(run)
      // A clock that was set back says less than nothing. Starts that were missed are left out.
      const took = Math.max(0, this.#now() - start)
      this.#wait(job, job.everyMs - (took % job.everyMs))
    })
    this.#running.add(run)
  }

  async #run({ name, everyMs, isOf, run }: Job): Promise<void> {
    const { signal } = this.#stop
    try {
      if (isOf === 'each copy') return await run(signal)
      // Each copy has a clock of its own: what one of them did in this interval is done.
      const begun = this.#shared.limit(`job ${name}`, { points: 1, spanMs: everyMs * MOST_OF_INTERVAL })
      const alone = { name: `job ${name}`, now: this.#now, signal }
      await runAlone(this.#shared.locks, alone, async (lost) => {
        if ((await begun.take('', this.#now())) === 0) await run(lost)
      })
    } catch (error) {
      this.#log.error({ err: error, job: name }, 'A job failed')
    }
  }
}

/** A timer that keeps no process alive. */
const setUnrefTimer: SetTimer = (callback, ms) => {
  const timer = setTimeout(callback, ms)
  timer.unref()
  return () => clearTimeout(timer)
}
