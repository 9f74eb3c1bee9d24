import { call } from '../../lib/api.ts'
import { useLoaded } from '../../lib/use-loaded.ts'

/** Whether the server sends mail; not before that is known. */
export function useMail(): boolean {
  return useLoaded((signal) => call('GET /api/auth/options', { quiet: true, signal })).data?.mail === true
}
