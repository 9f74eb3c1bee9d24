/** Why the engine gave no result for a job. */
export type EngineFailure =
  /** More jobs wait than there is room for. */
  | 'busy'
  | 'timeout'
  /** The job needed more memory than a worker has. */
  | 'memory'
  /** The worker ended before it answered. */
  | 'crashed'
  /** Who asked does not want the result any more. */
  | 'cancelled'
  /** The server is going down. */
  | 'stopped'

/** The engine gave no result. Other jobs are not touched by it. */
export class EngineError extends Error {
  readonly reason: EngineFailure

  constructor(reason: EngineFailure, options?: ErrorOptions) {
    super(reason, options)
    this.name = 'EngineError'
    this.reason = reason
  }
}
