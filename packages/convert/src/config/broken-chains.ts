import { type GroupPlan, isFilledByClient, type PlannedGroup } from './groups.ts'

/**
 * Nodes that can never connect. A node connects through another node or a group, its dialer. It is broken if its dialer
 * does not exist, if the chain of dialers leads back to the node, or if its dialer is a group that holds the node. It is
 * broken too if its dialer is a broken node, or a group that has only broken members. `dialers` gives each node's dialer.
 * Linear in the members of all groups and the nodes.
 */
export function brokenChains(
  plan: GroupPlan,
  dialers: ReadonlyMap<string, string>,
  exists: (name: string) => boolean,
): Set<string> {
  const broken = new Set<string>()
  if (dialers.size === 0) return broken
  const groups = new Map(plan.groups.map((group) => [group.name, group]))
  const circles = circlesOf(dialers.keys(), (name) => {
    const dialer = dialers.get(name)
    return groups.get(name)?.members ?? (dialer === undefined ? [] : [dialer])
  })
  for (const [node, dialer] of dialers) {
    const isThere = groups.has(dialer) || exists(dialer)
    if (!isThere || dialer === node || circles.get(dialer) === circles.get(node)) broken.add(node)
  }
  if (broken.size > 0) addFallen(broken, groups, dialers)
  return broken
}

/** A name on the way through the circles: Tarjan's algorithm, without recursion. */
interface Visit {
  name: string
  next: readonly string[]
  at: number
  order: number
  /** Lowest order that can be reached and is not closed yet. */
  lowest: number
  isClosed: boolean
}

/** For every name that `starts` lead to the number of its circle: two names have the same when each leads to the other. */
function circlesOf(starts: Iterable<string>, next: (name: string) => readonly string[]): Map<string, number> {
  const visits = new Map<string, Visit>()
  const circles = new Map<string, number>()
  const open: Visit[] = []
  const path: Visit[] = []
  const visit = (name: string) => {
    const order = visits.size
    const one: Visit = { name, next: next(name), at: 0, order, lowest: order, isClosed: false }
    visits.set(name, one)
    open.push(one)
    path.push(one)
  }
  for (const start of starts) {
    if (!visits.has(start)) visit(start)
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const name = top.next[top.at++]
      if (name !== undefined) {
        const known = visits.get(name)
        if (known === undefined) visit(name)
        else if (!known.isClosed) top.lowest = Math.min(top.lowest, known.order)
        continue
      }
      path.pop()
      const parent = path.at(-1)
      if (parent !== undefined) parent.lowest = Math.min(parent.lowest, top.lowest)
      if (top.lowest < top.order) continue
      for (let one = open.pop(); one !== undefined; one = one === top ? undefined : open.pop()) {
        one.isClosed = true
        circles.set(one.name, top.order)
      }
    }
  }
  return circles
}

/** Adds nodes that connect through a broken one, or through a group that goes because no member is left in it. */
function addFallen(
  broken: Set<string>,
  groups: ReadonlyMap<string, PlannedGroup>,
  dialers: ReadonlyMap<string, string>,
): void {
  const users = new Map<string, string[]>()
  for (const [node, dialer] of dialers) addTo(users, dialer, node)
  const holders = new Map<string, PlannedGroup[]>()
  const left = new Map<PlannedGroup, number>()
  for (const group of groups.values()) {
    if (group.template.whenEmpty !== 'drop' || isFilledByClient(group)) continue
    left.set(group, group.members.length)
    for (const member of group.members) if (dialers.has(member) || groups.has(member)) addTo(holders, member, group)
  }
  const gone = [...broken]
  for (let name = gone.pop(); name !== undefined; name = gone.pop()) {
    for (const node of users.get(name) ?? []) {
      if (broken.has(node)) continue
      broken.add(node)
      gone.push(node)
    }
    for (const group of holders.get(name) ?? []) {
      const members = left.get(group)! - 1
      left.set(group, members)
      if (members === 0) gone.push(group.name)
    }
  }
}

function addTo<T>(lists: Map<string, T[]>, key: string, value: T): void {
  const list = lists.get(key)
  if (list) list.push(value)
  else lists.set(key, [value])
}
