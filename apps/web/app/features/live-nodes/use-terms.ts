import { useEffect, useRef } from 'react'
import { session } from '../../lib/session.ts'
import { useStore } from '../../lib/store.ts'
import { useApi, type Loaded } from '../../lib/use-loaded.ts'
import type { ProbeTerms } from '@switchyard/contract'

/** Who may have nodes checked here, and from where. It is asked anew when somebody signs in or out. */
export function useTerms(): Loaded<ProbeTerms> & { isSignedIn: boolean } {
  const user = useStore(session, undefined)?.user?.id
  const terms = useApi('GET /api/probes/terms', { quiet: true })
  const { reload } = terms
  const before = useRef(user)
  useEffect(() => {
    if (before.current === user) return
    before.current = user
    reload()
  }, [user, reload])
  return { ...terms, isSignedIn: user !== undefined }
}
