import type { ApiError, FailureData } from '@switchyard/contract'
import { isRecord } from '../../lib/is-record.ts'
import type { Locale } from '../../lib/locale.ts'
import { HttpError } from '../../lib/request.ts'

/** A call that failed, as a person reads it. */
export interface Failure {
  /** None: the server did not answer. */
  code?: ApiError
  /** What of the request is wrong. */
  field?: string
  /** When the next try may be made, in milliseconds since 1970. */
  retryAt?: number
  text: string
}

/** What the answer to a call that failed says; undefined where there was no such answer. */
export function failureData(error: unknown): FailureData | undefined {
  if (!(error instanceof HttpError)) return undefined
  try {
    const answer: unknown = JSON.parse(error.body)
    // The shape of every failed answer of our own server.
    return isRecord(answer) && isRecord(answer['data']) ? (answer['data'] as unknown as FailureData) : undefined
  } catch {
    return undefined
  }
}

/** Puts a failure into words; `noAnswer` where there was none. The words of the codes are loaded when the first one is needed. */
export async function wordFailure(error: unknown, locale: Locale, noAnswer: string): Promise<Failure> {
  const data = failureData(error)
  if (!data) return { text: noAnswer }
  const { error: code, field, retryAfterS } = data
  const more = {
    code,
    ...(field === undefined ? {} : { field }),
    ...(retryAfterS === undefined ? {} : { retryAt: Date.now() + retryAfterS * 1000 }),
  }
  try {
    const { apiErrorMessage } = await import('@switchyard/locale')
    return { ...more, text: apiErrorMessage(code, locale) }
  } catch {
    return { ...more, text: code }
  }
}
