import type { Issue } from '../model/issue.ts'
import type { RuleCondition } from '../rules/rule-line.ts'
import type { RuleListForm } from '../rules/rule-list.ts'
import type { ListForm } from './list-forms.ts'
import { mergeRules } from './merge-rules.ts'
import { readAnyList } from './read-any-list.ts'
import { writeList } from './write-list.ts'

export interface GivenList {
  /** What issues call it. */
  name: string
  content: string | Uint8Array
}

export interface ListOptions {
  to: ListForm
  /** What entries of the list that is written are, where the form leaves a choice; absent: the narrowest that says all. */
  behavior?: RuleListForm['behavior']
  /** Leaves out what another rule covers. */
  merge?: boolean
  /** By type, then by value. */
  sort?: boolean
}

/** read = merged + carried + dropped. */
export interface ConvertedList {
  /** Bytes where the form is compiled. */
  content: string | Uint8Array
  /** Rules of all lists. */
  read: number
  /** Entries that are no rule of any client. */
  skipped: number
  /** Rules that another one covers. */
  merged: number
  carried: number
  /** Rules that the form cannot say. */
  dropped: number
  issues: Issue[]
}

/** Writes rule lists of any form as one list of another; what cannot be carried is counted with its reason. */
export async function convertLists(
  lists: readonly GivenList[],
  { to, behavior, merge = false, sort = false }: ListOptions,
): Promise<ConvertedList> {
  const read = await Promise.all(lists.map(({ name, content }) => readAnyList(content, name)))
  const all = read.flatMap(({ rules }) => rules)
  const kept = merge ? mergeRules(all) : all
  const ordered = sort ? kept.toSorted(byTypeAndValue) : kept
  const { content, carried, dropped, issues } = await writeList(ordered, to, behavior)
  return {
    content,
    read: all.length,
    skipped: read.reduce((sum, { skipped }) => sum + skipped, 0),
    merged: all.length - kept.length,
    carried,
    dropped,
    issues: [...read.flatMap((list) => list.issues), ...issues],
  }
}

function byTypeAndValue(a: RuleCondition, b: RuleCondition): number {
  if (a.type !== b.type) return a.type < b.type ? -1 : 1
  return a.value < b.value ? -1 : a.value > b.value ? 1 : 0
}
