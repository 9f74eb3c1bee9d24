import { showToast } from '../../lib/toasts.ts'
import { unlessGone } from '../engine/worker-client.ts'

/** For what a person asked of a worker that ended first: `text` says so, and it may be asked again. */
export function reportGone(text: string): (error: unknown) => void {
  return (error) => {
    unlessGone(error)
    showToast({ kind: 'error', text })
  }
}
