import { useChunk } from '../../../ui/use-chunk.ts'

const importEngine = () => import('@switchyard/convert/user-regex')

/** What runs the patterns that people type: large, so it comes with the first of them. */
export function useRegexEngine(isWanted: boolean) {
  return useChunk(importEngine, isWanted)
}
