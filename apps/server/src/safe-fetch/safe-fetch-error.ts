/** Why nothing was fetched. These words are all that a visitor learns. */
export type SafeFetchCode =
  | 'refused-address'
  | 'timeout'
  | 'too-large'
  | 'bad-status'
  | 'not-a-subscription'
  | 'redirect-loop'
  | 'tls'
  | 'dns'
  | 'busy'

export class SafeFetchError extends Error {
  readonly code: SafeFetchCode
  /** The status of a `bad-status`. */
  readonly status: number | undefined
  /** Seconds to wait after `busy`. */
  readonly retryAfterS: number | undefined

  constructor(code: SafeFetchCode, details: { status?: number; retryAfterS?: number; cause?: unknown } = {}) {
    super(code, details.cause === undefined ? undefined : { cause: details.cause })
    this.name = 'SafeFetchError'
    this.code = code
    this.status = details.status
    this.retryAfterS = details.retryAfterS
  }
}
