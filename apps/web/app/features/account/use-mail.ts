import { useApi } from '../../lib/use-loaded.ts'

/** Whether the server sends mail; not before that is known. */
export function useMail(): boolean {
  return useApi('GET /api/auth/options', { quiet: true }).data?.mail === true
}
