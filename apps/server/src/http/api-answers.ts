import type { ApiError, Failure, FailureData } from '@switchyard/contract'
import { apiErrorMessage } from '@switchyard/locale'
import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'

/** The status of each failure: the one place where codes become numbers. */
const STATUS = {
  'bad-request': 400,
  'forbidden-origin': 403,
  'not-found': 404,
  'method-not-allowed': 405,
  'body-too-large': 413,
  'wrong-content-type': 415,
  internal: 500,
  unavailable: 503,
} as const satisfies Record<ApiError, ContentfulStatusCode>

/** The status that a failure is answered with. */
export function statusOf(error: ApiError): ContentfulStatusCode {
  return STATUS[error]
}

/** Answers a call of the API that failed. Nobody keeps such an answer. */
export function answerError(c: Context, error: ApiError, more: Omit<FailureData, 'error'> = {}): Response {
  c.header('Cache-Control', 'private, no-store')
  const status = STATUS[error]
  const failure: Failure = { code: status, message: apiErrorMessage(error, 'en-US'), data: { error, ...more } }
  return c.json(failure, status)
}
