import { type KnownHosts, publicTarget } from '@switchyard/outbound'
import { SafeFetchError } from './safe-fetch-error.ts'

/** An address that may be asked, as far as its text tells. Throws `refused-address` for any other. */
export function parseTarget(text: string, hosts: KnownHosts): URL {
  const url = publicTarget(text, hosts)
  if (url === undefined) throw new SafeFetchError('refused-address')
  return url
}
