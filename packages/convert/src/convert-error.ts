/** Why there is no result at all. */
export type ConvertErrorCode = 'no-nodes' | 'no-nodes-for-platform' | 'bad-template' | 'bad-option' | 'too-large'

/** Thrown when a conversion has nothing to give back; the words stand in `@switchyard/locale`. */
export class ConvertError extends Error {
  override readonly name = 'ConvertError'
  readonly code: ConvertErrorCode
  readonly args: Record<string, string | number>

  constructor(code: ConvertErrorCode, args: Record<string, string | number> = {}, options?: ErrorOptions) {
    super(code, options)
    this.code = code
    this.args = args
  }
}
