import { showToast } from '../../../lib/toasts.ts'
import type { Translate } from './undo-toast.ts'
import { unlessGone } from '../../../components/engine/worker-client.ts'

/** For what a person asked of a worker that ended first: it is said, and may be asked again. */
export function reportGone(t: Translate): (error: unknown) => void {
  return (error) => {
    unlessGone(error)
    showToast({ kind: 'error', text: t('status.noAnswer') })
  }
}
