import { EngineError } from '../shared/engine-error.ts'
import { ApiRefusal } from '../api-refusal.ts'

/** What the engine is asked for. Throws the refusals `too-much-work` and `unavailable` where it gives nothing. */
export async function within<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof EngineError) || error.reason === 'crashed') throw error
    throw new ApiRefusal(error.reason === 'timeout' || error.reason === 'memory' ? 'too-much-work' : 'unavailable')
  }
}
