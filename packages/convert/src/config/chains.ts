import { ISSUE_SEVERITY } from '../model/issue.ts'
import type { Issue } from '../model/issue.ts'
import { brokenChains } from './broken-chains.ts'
import type { ConfigRequest } from './config-request.ts'
import { planGroups } from './groups.ts'
import type { GroupPlan } from './groups.ts'
import type { JsonObject } from '../text/record.ts'

interface SoundPlan<Entry> {
  plan: GroupPlan
  refused: { names: string[]; issues: Issue[] }
  /** The entries that stay; what they connect through is under its final name. */
  kept: Entry[]
}

/**
 * Plans the groups without nodes that connect through something missing, or in a circle through themselves: mihomo
 * would never connect, sing-box would not start. The pair of keys says where an entry names itself and what it connects
 * through. `others` are entries that are no nodes (helpers of a node).
 */
export function planWithChains<Entry extends JsonObject>(
  request: ConfigRequest,
  entries: readonly Entry[],
  [nameKey, dialerKey]: readonly [name: string, dialer: string],
  providers: readonly string[],
  others: readonly string[] = [],
): SoundPlan<Entry> {
  const { client, template, mapping } = request
  const nodes = [...(template.ownNodes ?? []), ...request.nodes]
  const fixed = [...(template.baseNodes ?? []), ...others]
  const plan = (without: ReadonlySet<string>): GroupPlan =>
    planGroups({
      client,
      template,
      mapping,
      providers,
      others: fixed,
      nodes: without.size === 0 ? nodes : nodes.filter((node) => !without.has(node.name)),
    })
  const dialers = new Map<string, string>()
  for (const entry of entries) {
    const dialer = entry[dialerKey]
    if (typeof dialer === 'string' && dialer !== '' && dialer !== 'DIRECT') dialers.set(String(entry[nameKey]), dialer)
  }
  let current = plan(new Set())
  let targetOf = groupTargets(current)
  if (dialers.size === 0) return { plan: current, refused: { names: [], issues: [] }, kept: [...entries] }

  const present = new Set([...entries.map((entry) => String(entry[nameKey])), ...fixed])
  const broken = new Map<string, string>()
  for (;;) {
    const targets = new Map([...dialers].map(([node, dialer]) => [node, targetOf(dialer)]))
    const found = brokenChains(current, targets, (name) => present.has(name))
    if (found.size === 0) break
    for (const node of found) {
      broken.set(node, dialers.get(node)!)
      dialers.delete(node)
      present.delete(node)
    }
    current = plan(new Set(broken.keys()))
    targetOf = groupTargets(current)
  }
  const kept = entries.flatMap((entry) => {
    if (broken.has(String(entry[nameKey]))) return []
    const dialer = dialers.get(String(entry[nameKey]))
    const target = dialer === undefined ? dialer : targetOf(dialer)
    return [target === dialer ? entry : { ...entry, [dialerKey]: target }]
  })
  const issues = [...broken].map(([node, value]): Issue => {
    const code = 'client-refuses'
    return { node, code, severity: ISSUE_SEVERITY[code], field: dialerKey, kept: false, args: { value } }
  })
  return { plan: current, refused: { names: [...broken.keys()], issues }, kept }
}

/** What a node connects through: a group under its final name; a node or a helper under its own. */
function groupTargets(plan: GroupPlan): (dialer: string) => string {
  const names = new Map(plan.groups.map((group) => [group.template.name, group.name]))
  return (dialer) => names.get(dialer) ?? dialer
}
