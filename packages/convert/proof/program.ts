import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { JsonObject } from '../src/text/record.ts'

const RUN_TIMEOUT_MS = 30_000
const START_TIMEOUT_MS = 15_000
const STOP_TIMEOUT_MS = 3_000
/** A program that talks without end is cut off here, its start being what tells most. */
const OUTPUT_LIMIT = 1 << 20
/** For programs written in Go. With one thread, a short run needs 20 to 45 % less processor time. */
const ONE_THREAD = { GOMAXPROCS: '1' }

export interface Finished {
  code: number | null
  /** Everything it said, both streams in the order of arrival, colours taken out. */
  output: string
}

export interface Running {
  pid: number
  output: () => string
  stop: () => Promise<void>
}

/** Runs a program to its end; one that does not end in time is killed and its code is null. */
export function runProgram(path: string, args: readonly string[], input?: string): Promise<Finished> {
  const child = spawn(path, args, { stdio: ['pipe', 'pipe', 'pipe'], env: { ...process.env, ...ONE_THREAD } })
  const output = collectOutput(child)
  const timer = setTimeout(() => child.kill('SIGKILL'), RUN_TIMEOUT_MS)
  // A program that refuses its arguments closes its input before we have written it.
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => {
      clearTimeout(timer)
      resolve({ code, output: output() })
    })
  })
}

/** Starts a program and waits until it says `ready`. Throws with what it said when it ends first or takes too long. */
export async function startProgram(
  path: string,
  args: readonly string[],
  ready: RegExp,
  env: Record<string, string> = {},
): Promise<Running> {
  const child = spawn(path, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...ONE_THREAD, ...env },
  })
  const output = collectOutput(child)
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM')
      const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS)
      await ended
      clearTimeout(timer)
    }
  }
  try {
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`not started in time: ${output()}`)), START_TIMEOUT_MS)
      const look = () => {
        if (!ready.test(output())) return
        clearTimeout(timer)
        resolve()
      }
      child.once('error', (error) => {
        clearTimeout(timer)
        reject(error)
      })
      child.once('close', () => {
        clearTimeout(timer)
        reject(new Error(output()))
      })
      child.stdout.on('data', look)
      child.stderr.on('data', look)
    })
  } catch (error) {
    await stop()
    throw error
  }
  return { pid: child.pid!, output, stop }
}

/** Does the work in an empty folder that is gone afterwards. */
export async function inEmptyFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'switchyard-proof-'))
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** `work` on every item, at most `width` at a time; results in the order of the items. */
export async function mapBounded<T, R>(
  items: readonly T[],
  width: number,
  work: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results = new Array<R>(items.length)
  let next = 0
  const worker = async () => {
    while (next < items.length) {
      const index = next++
      results[index] = await work(items[index]!, index)
    }
  }
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, worker))
  return results
}

function collectOutput(child: ChildProcess): () => string {
  let text = ''
  const take = (chunk: Buffer) => {
    if (text.length < OUTPUT_LIMIT) text += chunk.toString('utf8')
  }
  child.stdout?.on('data', take)
  child.stderr?.on('data', take)
  // oxlint-disable-next-line no-control-regex
  return () => text.replace(/\u001B\[[0-9;]*m/g, '')
}

/** Starts a program with a config as JSON in a folder of its own, does the work, and stops it. */
export function withProgram<T>(
  path: string,
  config: JsonObject,
  {
    args,
    started,
    env,
  }: { args: (folder: string, file: string) => string[]; started: RegExp; env?: Record<string, string> | undefined },
  work: (running: Running) => Promise<T>,
): Promise<T> {
  return inEmptyFolder(async (folder) => {
    const file = join(folder, 'config.json')
    writeFileSync(file, JSON.stringify(config))
    const running = await startProgram(path, args(folder, file), started, env)
    try {
      return await work(running)
    } finally {
      await running.stop()
    }
  })
}
