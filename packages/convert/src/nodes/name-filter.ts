import { type RegexProblem, userRegex } from '../text/user-regex.ts'

/** Which names the user wants and which not: a regex, or a text that is looked for. Case counts in neither. */
export interface WantedNames {
  nameInclude?: string
  nameExclude?: string
}

/** What a filter finds in names; `problem`: it is no regex that can be run, so it is looked for as it stands. */
export interface NamePattern {
  test: (name: string) => boolean
  problem?: RegexProblem
}

/** Whether a name is wanted; undefined where all are. */
export function nameFilter({ nameInclude, nameExclude }: WantedNames): ((name: string) => boolean) | undefined {
  const include = namePattern(nameInclude)
  const exclude = namePattern(nameExclude)
  if (include === undefined && exclude === undefined) return undefined
  return (name) => include?.test(name) !== false && exclude?.test(name) !== true
}

/** Reads what was typed as a filter over names; undefined where nothing was. */
export function namePattern(pattern = ''): NamePattern | undefined {
  if (pattern.trim() === '') return undefined
  const { regex, problem } = userRegex(pattern, { ignoreCase: true })
  if (regex) return { test: (name) => regex.test(name) }
  const plain = pattern.toLowerCase()
  return { test: (name) => name.toLowerCase().includes(plain), problem }
}
