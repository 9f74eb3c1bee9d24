import type { GroupType } from '../model/client-facts.ts'
import type { TemplateMember } from './template.ts'

/** What a person changed about a group. Empty values change nothing. */
export interface GroupEdit {
  type?: GroupType
  /** Regex over node names: the group has the nodes that match, and no other members. */
  filter?: string
  /** Address that tests are made against. */
  url?: string
  /** Seconds between two tests. */
  interval?: number
  /** Milliseconds by which another node must be faster. */
  tolerance?: number
  /** DIRECT is a member too. */
  withDirect?: boolean
  /** All members in their order, in place of those of the template and of `filter` and `withDirect`. */
  members?: readonly TemplateMember[]
  /** The user's own group, which the main group offers. A change of a group that only another template has waits for that template. */
  added?: boolean
  /** The group goes, with its references; its rules go to the main group. */
  removed?: boolean
}

export type GroupEdits = Readonly<Record<string, GroupEdit>>
