import { userRegex } from '../text/user-regex.ts'

/** Which names the user wants and which not: a regex, or a text that is looked for. Case counts in neither. */
export interface WantedNames {
  nameInclude?: string
  nameExclude?: string
}

/** Whether a name is wanted; undefined where all are. */
export function nameFilter({ nameInclude, nameExclude }: WantedNames): ((name: string) => boolean) | undefined {
  const include = testOf(nameInclude)
  const exclude = testOf(nameExclude)
  if (include === undefined && exclude === undefined) return undefined
  return (name) => include?.(name) !== false && exclude?.(name) !== true
}

/** Whether a name filter is run as a regex; what is none is looked for as it stands. */
export function isNameRegex(pattern: string): boolean {
  return regexOf(pattern) !== undefined
}

function testOf(pattern = ''): ((name: string) => boolean) | undefined {
  if (pattern.trim() === '') return undefined
  const regex = regexOf(pattern)
  if (regex) return (name) => regex.test(name)
  const plain = pattern.toLowerCase()
  return (name) => name.toLowerCase().includes(plain)
}

function regexOf(pattern: string) {
  return userRegex(`(?i)${pattern}`).regex
}
