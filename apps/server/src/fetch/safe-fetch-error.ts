import type { FetchFailure } from '@switchyard/sources'

/** Why nothing was fetched: those of the one list that the server can tell. These words are all that a visitor learns. */
export type SafeFetchCode = Extract<
  FetchFailure,
  | 'refused-address'
  | 'timeout'
  | 'too-large'
  | 'bad-status'
  | 'not-a-subscription'
  | 'redirect-loop'
  | 'tls'
  | 'dns'
  | 'busy'
>

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

const TIMEOUTS = /^(UND_ERR_(CONNECT|HEADERS|BODY)_TIMEOUT|ETIMEDOUT)$/
const NAMES_FAILED = /^(ENOTFOUND|EAI_\w+|ENODATA|ESERVFAIL|EBADNAME|EBADRESP)$/
const TLS_FAILED =
  /^(ERR_TLS_\w+|ERR_SSL_\w+|CERT_\w+|UNABLE_TO_\w+|SELF_SIGNED_\w+|DEPTH_ZERO_\w+|EPROTO|HOSTNAME_MISMATCH)$/
const TOO_LARGE = /^(UND_ERR_HEADERS_OVERFLOW|UND_ERR_RES_EXCEEDED_MAX_SIZE|HPE_HEADER_OVERFLOW)$/
const NO_HTTP = /^(HPE_\w+|Z_\w+|ERR_BROTLI\w*|ERR__ERROR_\w+|ERR_STREAM_PREMATURE_CLOSE|UND_ERR_\w+|ERR_PADDING\w*)$/

/** Any failure as one of the codes. A closed port looks like a refused address, so that nobody can scan ports through us. */
export function asSafeFetchError(error: unknown): SafeFetchError {
  if (error instanceof SafeFetchError) return error
  // A stopped pipeline reports one error for each of its streams: the first one is the cause.
  if (error instanceof AggregateError) return asSafeFetchError(error.errors[0])
  if (!(error instanceof Error)) return new SafeFetchError('refused-address', { cause: error })
  if (error.cause instanceof SafeFetchError) return error.cause
  if (error.name === 'TimeoutError' || error.name === 'AbortError')
    return new SafeFetchError('timeout', { cause: error })
  if (error.name === 'HTTPParserError' && !('code' in error && error.code))
    return new SafeFetchError('not-a-subscription', { cause: error })
  const code = 'code' in error ? String(error.code) : ''
  const kind: SafeFetchCode = TIMEOUTS.test(code)
    ? 'timeout'
    : NAMES_FAILED.test(code)
      ? 'dns'
      : TLS_FAILED.test(code)
        ? 'tls'
        : TOO_LARGE.test(code)
          ? 'too-large'
          : NO_HTTP.test(code)
            ? 'not-a-subscription'
            : 'refused-address'
  return new SafeFetchError(kind, { cause: error })
}
