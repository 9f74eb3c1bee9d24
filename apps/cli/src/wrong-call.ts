import type { Args, CliKey } from '@switchyard/locale'

/** A mistake in the call itself: exit code 2, and one sentence that says how to call. */
export class WrongCall extends Error {
  override readonly name = 'WrongCall'
  readonly key: CliKey
  readonly args: Args

  constructor(key: CliKey, args: Args = {}) {
    super(key)
    this.key = key
    this.args = args
  }
}
