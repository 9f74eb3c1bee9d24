import { onSessionEnd } from '../../lib/session.ts'
import { turnsOf } from '../../lib/turns.ts'
import { browserGitRows } from './account-rows.ts'
import { GitAccounts } from './git-accounts.ts'

const NAME = 'switchyard-git'

let channel: BroadcastChannel | undefined

/** The accounts at Git hosts of this browser. */
export const gitAccounts = new GitAccounts({
  rows: browserGitRows,
  inTurn: turnsOf(NAME),
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel stays within the origin
  report: () => channel?.postMessage('changed'),
})

let loading: Promise<void> | undefined

/** Loads them once, and hears of other tabs and of a sign-out from then on. Where storage is blocked there are none. */
export function loadGitAccounts(): Promise<void> {
  if (!loading) {
    channel = new BroadcastChannel(NAME)
    channel.addEventListener('message', () => void gitAccounts.load())
    // Who shares the computer signs out: their tokens go with them.
    onSessionEnd((how) => how === 'left' && void gitAccounts.forgetInTab())
  }
  return (loading ??= gitAccounts.load())
}
