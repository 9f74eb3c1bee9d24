import { createContext, use } from 'react'
import type { FixTools } from './fixes.ts'

/** What the screen can do for a fix. */
export const FixContext = createContext<FixTools | undefined>(undefined)

export function useFixTools(): FixTools {
  const tools = use(FixContext)
  if (!tools) throw new Error('Outside of the convert screen')
  return tools
}
