import { getPriority, setPriority } from 'node:os'

/** A server has 0, and its engine has 19. */
const NICENESS_OF_TESTS = 15

/**
 * Gives this process and all that it starts less of the processor. The engine of a server in a test has niceness 19. Beside
 * tests with niceness 0 it would get too little of the processor.
 */
export function stepBack(): void {
  if (getPriority() < NICENESS_OF_TESTS) setPriority(NICENESS_OF_TESTS)
}
