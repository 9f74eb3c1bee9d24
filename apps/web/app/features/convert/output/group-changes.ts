import type { ResultChange, Outline, OutlineGroup } from '@switchyard/recipe/model'

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

/** Nodes and groups that were added or removed. A group that has them as members changes only because of that. */
interface Named {
  added: ReadonlySet<string>
  removed: ReadonlySet<string>
}

/**
 * The groups that differ between two results, in the order of the second. Removed groups stand last. A member that was
 * itself added or removed is told once, and not again in every group that has it.
 */
export function groupChanges(before: Outline, after: Outline, items: readonly ResultChange[]): GroupChange[] {
  const old = new Map(before.groups.map((group) => [group.name, group]))
  const now = new Set(after.groups.map(({ name }) => name))
  const gone = before.groups.filter(({ name }) => !now.has(name))
  const nodes = items.filter(({ part }) => part === 'nodes')
  const added = nodes.filter(({ state }) => state === 'added' || state === 'renamed').map(({ name }) => name)
  const removed = nodes.flatMap(({ state, name, nameBefore }) => (state === 'removed' ? name : (nameBefore ?? [])))
  const told: Named = {
    added: new Set([...added, ...[...now].filter((name) => !old.has(name))]),
    removed: new Set([...removed, ...gone.map(({ name }) => name)]),
  }
  return [
    ...after.groups.flatMap((group) => changeOf(old.get(group.name), group, told) ?? []),
    ...gone.map(({ name, type }) => wholeChange(name, type, 'removed', [])),
  ]
}

/** A group that was added or removed. */
function wholeChange(name: string, type: string, state: GroupChange['state'], added: readonly string[]): GroupChange {
  return { name, type, state, added, removed: [], isReordered: false }
}

function changeOf(before: OutlineGroup | undefined, group: OutlineGroup, told: Named): GroupChange | undefined {
  const { name, type, members } = group
  if (!before) return wholeChange(name, type, 'added', members)
  const added = without(members, before.members)
  const removed = without(before.members, members)
  const hasSameMembers = added.length + removed.length === 0
  const isReordered = hasSameMembers && members.some((one, index) => one !== before.members[index])
  if (hasSameMembers && !isReordered && before.type === type) return undefined
  return {
    name,
    type,
    state: 'changed',
    added: added.filter((one) => !told.added.has(one)),
    removed: removed.filter((one) => !told.removed.has(one)),
    isReordered,
    ...(before.type === type ? {} : { typeBefore: before.type }),
  }
}

/** Whether a group changed only because members of it were themselves added or removed. */
export function onlyFollows({ state, added, removed, isReordered, typeBefore }: GroupChange): boolean {
  return state === 'changed' && added.length + removed.length === 0 && !isReordered && typeBefore === undefined
}

function without(all: readonly string[], others: readonly string[]): string[] {
  const known = new Set(others)
  return all.filter((one) => !known.has(one))
}
