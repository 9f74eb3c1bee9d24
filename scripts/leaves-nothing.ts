// Runs with each test file that shares a process with others: one that leaves the process another than it was fails, and
// says what is another now.
import { afterAll } from 'vitest'
import { changesOf, processState } from './process-state.ts'

// Vitest ends a process of tests with this signal. Without a listener the process has no `exit`, and programs that tests started in it
// would stay.
if (process.listenerCount('SIGTERM') === 0) process.once('SIGTERM', () => process.exit())

const before = processState()

afterAll(() => {
  const changed = changesOf(before, processState())
  if (changed.length > 0)
    throw new Error(`This file shares a process with others, and leaves another ${changed.join(', ')}`)
})
