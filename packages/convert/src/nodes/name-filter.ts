import { type RegexIssue, userRegex } from '../text/user-regex.ts'

/** Which names the user wants and which not: a regex, or a text that is looked for. Case counts in neither. */
export interface WantedNames {
  nameInclude?: string
  nameExclude?: string
}

/** What a filter finds in names; `problem`: it is no regex that can be run, so it is looked for as it stands. */
export interface NamePattern {
  test: (name: string) => boolean
  issue?: RegexIssue
}

/** The filter that does not want a name, and its pattern as it is told: `{ include: '^hk' }`. */
export type UnwantedBy = { include: string } | { exclude: string }

/** Says which filter takes a name out, if any; undefined where all names are wanted. */
export function nameFilter({
  nameInclude,
  nameExclude,
}: WantedNames): ((name: string) => UnwantedBy | undefined) | undefined {
  const include = namePattern(nameInclude)
  const exclude = namePattern(nameExclude)
  if (include === undefined && exclude === undefined) return undefined
  // One value for all names: 100,000 of them may be told.
  const byInclude: UnwantedBy = { include: shortPattern(nameInclude) }
  const byExclude: UnwantedBy = { exclude: shortPattern(nameExclude) }
  return (name) => {
    if (include?.test(name) === false) return byInclude
    return exclude?.test(name) === true ? byExclude : undefined
  }
}

/** The name filters in use, as they are told. */
export function namesOfFilters({ nameInclude, nameExclude }: WantedNames): { include?: string; exclude?: string } {
  return {
    ...(nameInclude?.trim() ? { include: shortPattern(nameInclude) } : {}),
    ...(nameExclude?.trim() ? { exclude: shortPattern(nameExclude) } : {}),
  }
}

const REPORTED_MAX = 60

/** A pattern as it stands in a sentence: a long one is cut. */
export function shortPattern(pattern = ''): string {
  const plain = pattern.trim()
  if (plain.length <= REPORTED_MAX) return plain
  return `${plain
    .slice(0, REPORTED_MAX)
    .toWellFormed()
    .replace(/\ufffd$/, '')}…`
}

/** Reads what was typed as a filter over names; undefined where nothing was. */
export function namePattern(pattern = ''): NamePattern | undefined {
  if (pattern.trim() === '') return undefined
  const { regex, issue } = userRegex(pattern, { ignoreCase: true })
  if (regex) return { test: (name) => regex.test(name) }
  const plain = pattern.toLowerCase()
  return { test: (name) => name.toLowerCase().includes(plain), issue }
}
