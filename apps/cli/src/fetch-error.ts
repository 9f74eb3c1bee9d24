import type { FetchFailure } from '@switchyard/sources'

/** Why an address gave nothing: those of the one list that a terminal can tell. */
export type FetchReason = Extract<
  FetchFailure,
  | 'refused-address'
  | 'timeout'
  | 'too-large'
  | 'bad-archive'
  | 'bad-status'
  | 'not-a-subscription'
  | 'redirect-loop'
  | 'tls'
  | 'dns'
  | 'network'
>

/** Carries no address and nothing of the answer: an address may hold a token. */
export class FetchError extends Error {
  override readonly name = 'FetchError'
  readonly reason: FetchReason
  readonly status: number | undefined

  constructor(reason: FetchReason, status?: number, options?: ErrorOptions) {
    super(reason, options)
    this.reason = reason
    this.status = status
  }
}
