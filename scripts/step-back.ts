import { getPriority, setPriority } from 'node:os'

/** Between a server, which has 0, and the engine in its threads, which has 15. */
const NICENESS_OF_TESTS = 10

/**
 * Gives this process and all that it starts less of the processor. A server that a test starts is no more important than the
 * test then, and its engine gets enough of the processor beside them.
 */
export function stepBack(): void {
  if (getPriority() < NICENESS_OF_TESTS) setPriority(NICENESS_OF_TESTS)
}
