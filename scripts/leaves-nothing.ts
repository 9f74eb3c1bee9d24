// Runs with each test file that shares a process with others: one that leaves the process another than it was fails, and
// says what is another now.
import { afterAll } from 'vitest'
import { changesOf, processState } from './process-state.ts'

// Vitest ends a test process with this signal. Without a listener the process has no `exit` event, and the programs that its tests
// started would go on.
if (process.listenerCount('SIGTERM') === 0) process.once('SIGTERM', () => process.exit())

const before = processState()

afterAll(() => {
  const changed = changesOf(before, processState())
  if (changed.length > 0)
    throw new Error(`This file shares a process with others, and leaves another ${changed.join(', ')}`)
})
