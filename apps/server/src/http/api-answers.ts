import { DEFAULT_LANG } from '@switchyard/convert/languages'
import { type ApiError, type FailureData, type FailureEnvelope, isStorageService } from '@switchyard/contract'
import { apiErrorMessage } from '@switchyard/locale'
import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { enveloped } from '../shared/enveloped.ts'
import type { ApiRefusal } from '../api-refusal.ts'
import { answerJson, answerPacked, type PackedAnswer } from './answer-json.ts'
import { langOf } from './lang-of.ts'

/** The status of each failure: the one place where codes become numbers. */
const STATUS = {
  'bad-request': 400,
  'forbidden-origin': 403,
  'not-signed-in': 401,
  forbidden: 403,
  'wrong-credentials': 401,
  'wrong-setup-code': 403,
  'wrong-ad-code': 403,
  'registration-closed': 403,
  'invite-invalid': 403,
  'email-taken': 409,
  'password-too-common': 422,
  'link-invalid': 410,
  'proof-needed': 403,
  'last-method': 409,
  'last-owner': 409,
  'no-mail': 409,
  'no-passkeys': 409,
  'sign-in-failed': 401,
  'sign-in-denied': 401,
  'no-confirmed-email': 409,
  'method-taken': 409,
  'not-found': 404,
  'method-not-allowed': 405,
  'body-too-large': 413,
  'wrong-content-type': 415,
  'not-convertible': 422,
  'too-many-nodes': 422,
  'too-much-work': 422,
  'too-many-requests': 429,
  conflict: 409,
  'name-taken': 409,
  'code-taken': 409,
  'code-reserved': 409,
  'target-refused': 422,
  'no-short-links': 403,
  'bucket-private': 403,
  'in-use': 409,
  'quota-reached': 403,
  'fetch-failed': 502,
  'disk-full': 507,
  internal: 500,
  unavailable: 503,
} as const satisfies Record<ApiError, ContentfulStatusCode>

/** Answers a call of the API with what its endpoint gives. */
export function answerData(c: Context, data: unknown): Response {
  c.header('Cache-Control', 'private, no-store')
  if (isStorageService(c.req.path)) return answerJson(c, { success: true, data })
  return answerJson(c, enveloped(data))
}

/** Answers a call of the API with an answer that a thread of the engine wrote. It has its envelope already. */
export function answerWritten(c: Context, answer: PackedAnswer<unknown>): Response {
  c.header('Cache-Control', 'private, no-store')
  return answerPacked(c, answer)
}

/** Answers a call of the API that failed. Nobody keeps such an answer. `msg`: words for a person. */
export function answerError(
  c: Context,
  error: ApiError,
  more: Omit<FailureData, 'error'> = {},
  msg?: string,
): Response {
  c.header('Cache-Control', 'private, no-store')
  const status = STATUS[error]
  const failure: FailureEnvelope = {
    code: status,
    ...(msg === undefined ? {} : { msg }),
    message: apiErrorMessage(error, DEFAULT_LANG),
    data: { error, ...more },
    ...(isStorageService(c.req.path) ? { success: false } : {}),
  }
  return answerJson(c, failure, status)
}

/** Answers a request that was refused, in words of the person who asks. */
export function answerRefusal(c: Context, { code, more, msg }: ApiRefusal): Response {
  if (more.retryAfterS !== undefined) c.header('Retry-After', String(more.retryAfterS))
  return answerError(c, code, more, msg === null ? undefined : (msg ?? apiErrorMessage(code, langOf(c))))
}
