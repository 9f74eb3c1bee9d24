import { requestCount } from '../lib/request-counter.ts'
import { useStore } from '../lib/store.ts'

/** Two pixels at the top while a request is in flight or a page is on its way. */
export function LoadingBar({ navigating }: { navigating: boolean }) {
  const loading = useStore(requestCount, 0) > 0 || navigating
  return <div className="loading-bar" data-testid="loading-bar" data-loading={loading} aria-hidden="true" />
}
