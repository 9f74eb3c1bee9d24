import { useStatePart } from './use-convert.ts'

/** How many rule lists the result lacks because the user has not yet allowed their hosts. */
export function useMissingLists(): number {
  return useStatePart(({ lists, result }) =>
    result?.error ? 0 : Object.values(lists.asking).reduce((sum, n) => sum + n, 0),
  )
}
