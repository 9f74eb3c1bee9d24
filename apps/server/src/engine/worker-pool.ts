import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Asker } from '../shared/asker.ts'
import { FairQueue } from '../shared/fair-queue.ts'
import { EngineError } from '../shared/engine-error.ts'
import { limitWork } from './limit-work.ts'

/** docs/security.md, "Work in threads" */
export interface PoolLimits {
  workers: number
  /** Jobs that wait for a worker. */
  waiting: number
  /** Processor time of a job, from the moment that a worker has it. */
  jobMs: number
  /** How much of it a job may still take after its asker has left. */
  leftMs: number
  /** What a job may take by the clock. */
  clockMs: number
  /** What loading the engine may take. */
  startMs: number
  heapMb: number
  /** How deep a function may call others. */
  stackMb: number
}

const POOL_LIMITS: PoolLimits = {
  // At least two: one person holds half of them at most.
  workers: Math.max(2, availableParallelism() - 1),
  waiting: 100,
  jobMs: 2000,
  // Ending the thread would cost more than most jobs still need: a new thread has to load and compile the whole engine.
  leftMs: 1000,
  clockMs: 30_000,
  startMs: 60_000,
  heapMb: 256,
  stackMb: 4,
}

/** What a worker sends when its code is loaded. */
export const READY = 'ready'

interface Job<Input, Output> {
  input: Input
  person: string
  resolve: (output: Output) => void
  reject: (error: Error) => void
  signal: AbortSignal | undefined
  onAbort: () => void
}

/** One thread. It is ended, never mended: a job that takes too long cannot be stopped in any other way. */
interface Place<Input, Output> {
  worker: Worker
  /** Its code is loaded. */
  isReady: boolean
  /** The person whose job it does. A new thread that replaces an ended one belongs to the person of the ended job until it is ready. */
  person: string | undefined
  job: Job<Input, Output> | undefined
  /** The asker of the job has left. */
  isLeft: boolean
  /** Ends the watch over what the thread does now. */
  endWatch: () => void
}

/**
 * Threads that do one job each at a time, of people by turns; nobody holds more than half of them. A job that takes too long, needs too much memory or ends its thread fails
 * alone: its thread is replaced, and the jobs of others go on.
 */
export class WorkerPool<Input, Output> {
  readonly #script: URL
  readonly #limits: PoolLimits
  readonly #waiting = new FairQueue<Job<Input, Output>>()
  readonly #places = new Set<Place<Input, Output>>()
  readonly #results = new Set<Promise<Output>>()
  #isStopped = false

  constructor(script: URL, limits: Partial<PoolLimits> = {}) {
    this.#script = script
    this.#limits = { ...POOL_LIMITS, ...limits }
  }

  /** The worker's answer to an input. Throws an EngineError when there is none. */
  run(input: Input, { person, signal }: Asker): Promise<Output> {
    if (this.#isStopped) return Promise.reject(new EngineError('stopped'))
    if (signal?.aborted) return Promise.reject(new EngineError('cancelled'))
    const result = new Promise<Output>((resolve, reject) => {
      const job: Job<Input, Output> = { input, person, resolve, reject, signal, onAbort: () => this.#cancel(job) }
      signal?.addEventListener('abort', job.onAbort, { once: true })
      this.#waiting.add(person, job)
      this.#next()
      if (this.#waiting.size > this.#limits.waiting) fail(this.#waiting.takeSurplus()!, new EngineError('busy'))
    })
    this.#results.add(result)
    const forget = () => void this.#results.delete(result)
    result.then(forget, forget)
    return result
  }

  /** Takes no more jobs, lets those that run come to their end, and ends the threads. */
  async stop(): Promise<void> {
    this.#isStopped = true
    for (const job of this.#waiting.takeAll()) fail(job, new EngineError('stopped'))
    await Promise.allSettled(this.#results)
    await Promise.all([...this.#places].map(({ worker }) => worker.terminate()))
  }

  /** Gives the job whose turn it is to a free thread. */
  #next(): void {
    const unused = [...this.#places].filter(({ job }) => job === undefined)
    const free = unused.find(({ isReady }) => isReady) ?? unused[0]
    if (!free && this.#places.size >= this.#limits.workers) return
    const job = this.#waiting.take(({ person }) => this.#mayHaveOneMore(person))
    if (job) this.#give(free ?? this.#open(), job)
  }

  #mayHaveOneMore(person: string): boolean {
    const held = [...this.#places].filter((place) => place.person === person).length
    return held < Math.max(1, Math.floor(this.#limits.workers / 2))
  }

  #give(place: Place<Input, Output>, job: Job<Input, Output>): void {
    place.job = job
    place.person = job.person
    place.isLeft = false
    if (place.isReady) this.#limitJob(place)
    place.worker.postMessage(job.input)
  }

  #open(): Place<Input, Output> {
    const { heapMb, stackMb, startMs } = this.#limits
    const worker = new Worker(this.#script, {
      resourceLimits: { maxOldGenerationSizeMb: heapMb, stackSizeMb: stackMb },
      // What a worker would print could hold what it was given.
      stdout: true,
      stderr: true,
    })
    const timer = setTimeout(() => this.#close(place, new EngineError('timeout')), startMs)
    const endWatch = () => clearTimeout(timer)
    const place: Place<Input, Output> = {
      worker,
      isReady: false,
      person: undefined,
      job: undefined,
      isLeft: false,
      endWatch,
    }
    this.#places.add(place)
    worker.unref()
    worker.stdout.resume()
    worker.stderr.resume()
    worker.on('message', (message: typeof READY | { output: Output }) => {
      place.endWatch()
      if (message === READY) {
        place.isReady = true
        if (place.job) return this.#limitJob(place)
      } else {
        finish(place.job, message.output)
        place.job = undefined
      }
      place.person = undefined
      this.#next()
    })
    worker.on('error', (error: NodeJS.ErrnoException) => {
      const reason = error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'crashed'
      this.#close(place, new EngineError(reason, { cause: error }))
    })
    worker.on('messageerror', (error) => this.#close(place, new EngineError('crashed', { cause: error })))
    worker.on('exit', () => this.#close(place, new EngineError('crashed')))
    return place
  }

  #limitJob(place: Place<Input, Output>): void {
    const { jobMs, leftMs, clockMs } = this.#limits
    place.endWatch()
    place.endWatch = limitWork(place.worker, { workMs: place.isLeft ? leftMs : jobMs, clockMs }, () =>
      this.#close(place, new EngineError('timeout')),
    )
  }

  /** The asker has left. A job that runs keeps the place of that person until it ends. */
  #cancel(job: Job<Input, Output>): void {
    if (this.#waiting.remove(job.person, job)) return fail(job, new EngineError('cancelled'))
    fail(job, new EngineError('cancelled'))
    const place = [...this.#places].find((each) => each.job === job)
    if (!place) return
    place.isLeft = true
    if (place.isReady) this.#limitJob(place)
  }

  /**
   * Ends a thread. Its job fails, and a new thread takes its place. The new thread needs a second to load the engine. Only the
   * person of the failed job waits for that.
   */
  #close(place: Place<Input, Output>, error: EngineError): void {
    place.endWatch()
    if (!this.#places.delete(place)) return
    void place.worker.terminate()
    if (place.job) fail(place.job, error)
    if (this.#isStopped) return
    if (place.job) this.#open().person = place.person
    this.#next()
  }
}

function finish<Input, Output>(job: Job<Input, Output> | undefined, output: Output): void {
  job?.signal?.removeEventListener('abort', job.onAbort)
  job?.resolve(output)
}

function fail<Input, Output>(job: Job<Input, Output>, error: EngineError): void {
  job.signal?.removeEventListener('abort', job.onAbort)
  job.reject(error)
}
