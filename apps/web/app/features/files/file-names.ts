import { pathOfFile } from '../../components/file-save/file-address.ts'

/** What keeps an empty folder there on hosts that know files alone; lists do not show it. */
export const PLACEHOLDER = '.hidden'

/** A path as a history shows it: a placeholder stands for its folder. */
export const shownPathOf = (path: string): string =>
  path.endsWith(`/${PLACEHOLDER}`) ? path.slice(0, -PLACEHOLDER.length) : path

export type NameIssue = 'needed' | 'slash' | 'bad' | 'taken'

/** What is wrong with a name as it is typed, in a folder that has `taken` already. */
export function fileNameIssue(name: string, taken: ReadonlySet<string>): NameIssue | undefined {
  const typed = name.trim()
  if (typed === '') return 'needed'
  if (typed.includes('/')) return 'slash'
  if (pathOfFile(typed) === undefined || typed === PLACEHOLDER) return 'bad'
  return taken.has(typed.normalize('NFC')) ? 'taken' : undefined
}
