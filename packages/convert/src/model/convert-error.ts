import type { Report } from './report.ts'

/** Why there is no result at all. */
export type ConvertErrorCode = 'no-nodes' | 'no-nodes-by-name' | 'no-nodes-for-clash' | 'bad-template' | 'bad-option'

/** Thrown when a conversion has nothing to give back; the words stand in `@switchyard/locale`. */
export class ConvertError extends Error {
  override readonly name = 'ConvertError'
  readonly code: ConvertErrorCode
  readonly args: Record<string, string | number>
  /** What became of the entries, where it came that far. */
  readonly report: Report | undefined

  constructor(
    code: ConvertErrorCode,
    args: Record<string, string | number> = {},
    report?: Report,
    options?: ErrorOptions,
  ) {
    super(code, options)
    this.code = code
    this.args = args
    this.report = report
  }
}
