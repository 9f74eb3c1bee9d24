import { createContext, use } from 'react'
import { startHistory } from '../../../components/node-list/edit-history.ts'
import { useStore } from '../../../lib/store.ts'
import type { BenchSession, Checked } from './bench-session.ts'
import type { ConfigHistory } from './config-history.ts'

export const BenchContext = createContext<BenchSession | undefined>(undefined)

export function useBench(): BenchSession {
  const session = use(BenchContext)
  if (!session) throw new Error('Outside of the config workbench')
  return session
}

const ON_SERVER: ConfigHistory = startHistory(null)

/** What is open, and whether there is something to undo and to redo. */
export function useOpenConfig() {
  const { now, past, future } = useStore(useBench().history, ON_SERVER)
  return { config: now, canUndo: past.length > 0, canRedo: future.length > 0 }
}

export function useChecked(): Checked | undefined {
  return useStore<Checked | undefined>(useBench().checked, undefined)
}
