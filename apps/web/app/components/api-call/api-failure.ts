import type { ApiError, FailureData } from '@switchyard/contract'
import { isRecord } from '@switchyard/convert/record'
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

interface FailedAnswer {
  msg?: string
  data: FailureData
}

/** What the answer to a call that failed says; undefined where there was no such answer. */
export function failureData(error: unknown): FailureData | undefined {
  return failedAnswer(error)?.data
}

function failedAnswer(error: unknown): FailedAnswer | undefined {
  if (!(error instanceof HttpError)) return undefined
  try {
    const answer: unknown = JSON.parse(error.body)
    // The shape of every failed answer of our own server.
    return isRecord(answer) && isRecord(answer['data']) ? (answer as unknown as FailedAnswer) : undefined
  } catch {
    return undefined
  }
}

/** What is said of a call without an answer of our API: of a status that came, or of none. */
export interface FailureWords {
  noAnswer: string
  answered: (status: number) => string
}

/** A failure in words: those that the server has for a person; where it has none, whether it answered at all. */
export function wordFailure(error: unknown, { noAnswer, answered }: FailureWords): Failure {
  const answer = failedAnswer(error)
  if (!answer) return { text: error instanceof HttpError ? answered(error.status) : noAnswer }
  const { error: code, field, retryAfterS } = answer.data
  return {
    code,
    ...(field === undefined ? {} : { field }),
    ...(retryAfterS === undefined ? {} : { retryAt: Date.now() + retryAfterS * 1000 }),
    text: answer.msg ?? code,
  }
}
