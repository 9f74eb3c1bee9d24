import type { Outline, OutlineGroup } from '@switchyard/recipe/model'

/** What became of a group between two results. */
export interface GroupChange {
  name: string
  state: 'added' | 'removed' | 'changed'
  added: readonly string[]
  removed: readonly string[]
  /** It has the same members in another order. */
  isReordered: boolean
  /** What its type was, where that is another one now. */
  typeBefore?: string
  type: string
}

/** Groups that differ between two results, in the order of the second; those that are gone stand last. */
export function groupChanges(before: Outline, after: Outline): GroupChange[] {
  const old = new Map(before.groups.map((group) => [group.name, group]))
  const kept = after.groups.flatMap((group) => changeOf(old.get(group.name), group) ?? [])
  const names = new Set(after.groups.map(({ name }) => name))
  const gone = before.groups
    .filter(({ name }) => !names.has(name))
    .map(({ name, type, members }): GroupChange => {
      return { name, type, state: 'removed', added: [], removed: members, isReordered: false }
    })
  return [...kept, ...gone]
}

function changeOf(before: OutlineGroup | undefined, { name, type, members }: OutlineGroup): GroupChange | undefined {
  if (!before) return { name, type, state: 'added', added: members, removed: [], isReordered: false }
  const added = without(members, before.members)
  const removed = without(before.members, members)
  const isReordered = added.length + removed.length === 0 && members.some((one, index) => one !== before.members[index])
  if (added.length + removed.length === 0 && !isReordered && before.type === type) return undefined
  const typeBefore = before.type === type ? {} : { typeBefore: before.type }
  return { name, type, state: 'changed', added, removed, isReordered, ...typeBefore }
}

function without(all: readonly string[], others: readonly string[]): string[] {
  const known = new Set(others)
  return all.filter((one) => !known.has(one))
}
