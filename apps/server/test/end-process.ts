import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

/** Ends a program that a test started, and waits until it is gone. Nothing is done where there is none. */
export async function endProcess(started: ChildProcess | undefined, signal: NodeJS.Signals): Promise<void> {
  if (!started) return
  const ended = once(started, 'exit')
  started.ref()
  started.kill(signal)
  await ended
}
