import { gitAccounts, loadGitAccounts } from '../git-accounts/browser-git-accounts.ts'
import { type GitAccount, SHORT_HOST } from '../git-accounts/git-account.ts'
import type { KnownAccounts } from '../git-accounts/git-accounts.ts'
import { shortTokens } from './chosen-service.ts'
import type { ShortService } from './short-service.ts'

/** What this device keeps of the key to a service. It belongs to the address: another one has no key. */
export function keptKeyIn(
  known: KnownAccounts | undefined,
  { url }: Pick<ShortService, 'url'>,
): GitAccount | undefined {
  return known?.shortKeys.find(({ base }) => base === url)
}

/** The key to a service, of this tab or of this device; `isLocked`: it is kept, and its passphrase was not typed in this tab. */
export async function keyTo(service: ShortService): Promise<{ key: string } | { isLocked: true } | undefined> {
  const inTab = shortTokens.get()[service.id]
  if (inTab) return { key: inTab }
  // Where storage is blocked nothing is kept.
  await loadGitAccounts().catch(() => undefined)
  const kept = keptKeyIn(gitAccounts.state.get(), service)
  if (!kept) return undefined
  const key = gitAccounts.tokenOf(kept)
  return key === undefined ? { isLocked: true } : { key }
}

/** Keeps the key to a service on this device, whose lock has to be open. */
export async function keepKey(service: ShortService, key: string): Promise<void> {
  const { name, url } = service
  const kept = keptKeyIn(gitAccounts.state.get(), service) ?? (await gitAccounts.add({ name, base: url, host: SHORT_HOST })) // oxfmt-ignore
  await gitAccounts.setToken(kept.id, key, true)
}

/** This device has the key to a service no longer. */
export async function forgetKey(service: Pick<ShortService, 'url'>): Promise<void> {
  const kept = keptKeyIn(gitAccounts.state.get(), service)
  if (kept) await gitAccounts.remove(kept.id)
}
