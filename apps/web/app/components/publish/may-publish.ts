import { session } from '../../lib/session.ts'
import { askToSignIn } from '../../lib/sign-in-request.ts'

/** Whether a person can publish: with an account here, or into a repository or storage of their own, which asks for none. */
export async function mayPublish(): Promise<boolean> {
  if (session.get()?.user) return true
  const { gitAccounts, loadGitAccounts } = await import('../git-accounts/browser-git-accounts.ts')
  await loadGitAccounts().catch(() => undefined)
  const { accounts = [], storages = [] } = gitAccounts.state.get() ?? {}
  return accounts.length + storages.length > 0 || askToSignIn('publish')
}
