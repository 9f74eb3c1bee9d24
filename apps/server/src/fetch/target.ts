import { publicTarget } from '@switchyard/outbound'
import { SafeFetchError } from './safe-fetch-error.ts'

/** An address that may be asked, as far as its text tells. Throws `refused-address` for any other. */
export function parseTarget(text: string, ownHosts: readonly string[]): URL {
  const url = publicTarget(text, ownHosts)
  if (url === undefined) throw new SafeFetchError('refused-address')
  return url
}
