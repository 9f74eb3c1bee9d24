import { getPriority, setPriority } from 'node:os'

const NICENESS_OF_TESTS = 19

/**
 * Gives this process and all that it starts less of the processor. The engine of a server in a test gets only what others leave of
 * it. Beside tests with niceness 0 that would be too little.
 */
export function stepBack(): void {
  if (getPriority() < NICENESS_OF_TESTS) setPriority(NICENESS_OF_TESTS)
}
