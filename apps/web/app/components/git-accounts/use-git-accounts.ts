import { useEffect } from 'react'
import { useStore } from '../../lib/store.ts'
import { gitAccounts, loadGitAccounts } from './browser-git-accounts.ts'
import type { KnownAccounts } from './git-accounts.ts'

/** The accounts of this browser; undefined until they are loaded. Changes are made by `gitAccounts`. */
export function useGitAccounts(): KnownAccounts | undefined {
  const known = useStore(gitAccounts.state, undefined)
  useEffect(() => void loadGitAccounts(), [])
  return known
}
