import { userRegex } from '@switchyard/convert'

type RegexProblem = NonNullable<ReturnType<typeof userRegex>['problem']>

/** A filter over names: a regex, or plain text where it is none, which `problem` tells of. */
export interface NameFilter {
  test: (name: string) => boolean
  problem?: RegexProblem
}

/** Reads what the user typed, capitals alike; nothing typed filters nothing. It runs on RE2, so none takes for ever. */
export function nameFilter(pattern: string): NameFilter | undefined {
  if (pattern.trim() === '') return undefined
  const { regex, problem } = userRegex(`(?i)${pattern}`)
  if (regex) return { test: (name) => regex.test(name) }
  const plain = pattern.toLowerCase()
  // Said of what was typed, without our flag.
  return { test: (name) => name.toLowerCase().includes(plain), problem: userRegex(pattern).problem ?? problem }
}
