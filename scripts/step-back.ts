import { getPriority, setPriority } from 'node:os'

const NICENESS_OF_TESTS = 19

/**
 * Lowers the priority of this process and of all programs that it starts. Tests also start servers, and the engine of a server
 * has the lowest priority of all. Beside tests with normal priority, the engine would get too little of the processor.
 */
export function stepBack(): void {
  if (getPriority() < NICENESS_OF_TESTS) setPriority(NICENESS_OF_TESTS)
}
