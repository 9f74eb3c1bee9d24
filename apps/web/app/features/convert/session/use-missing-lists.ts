import { useStatePart } from './use-convert.ts'

/** How many rule lists the result lacks. Zero while they are loading. */
export function useMissingLists(): number {
  return useStatePart(({ lists, result }) => (result?.error || lists.waiting > 0 ? 0 : lists.missing))
}
