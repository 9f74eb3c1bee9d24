import type { ApiError, FailureData } from '@switchyard/contract'

/** A request that is not answered with what it asks for, and why. The app makes the answer of it. */
export class ApiRefusal extends Error {
  readonly code: ApiError
  readonly more: Omit<FailureData, 'error'>
  /** Words for a person; undefined: those of the code; null: none, a program asks. */
  readonly msg: string | null | undefined

  constructor(code: ApiError, more: Omit<FailureData, 'error'> = {}, msg?: string | null) {
    super(code)
    this.name = 'ApiRefusal'
    this.code = code
    this.more = more
    this.msg = msg
  }
}
