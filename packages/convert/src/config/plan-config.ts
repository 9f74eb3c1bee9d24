import type { Issue } from '../model/issue.ts'
import type { JsonObject } from '../text/record.ts'
import { planWithChains } from './chains.ts'
import type { ConfigRequest } from './config-request.ts'
import { collectRules, type ConfigRules } from './config-rules.ts'
import type { GroupPlan } from './groups.ts'

export interface ConfigParts<Entry> {
  entries: readonly Entry[]
  /** Where an entry says its name, and what it connects through. */
  chain: readonly [name: string, dialer: string]
  /** Names of proxy providers. */
  providers?: readonly string[]
  /** Names of entries that are no nodes: helpers of a node. */
  helpers?: readonly string[]
}

export interface PlannedConfig<Entry> extends ConfigRules {
  plan: GroupPlan
  /** The entries that stay; what they connect through is under its final name. */
  kept: Entry[]
  /** Nodes that were left out, as they connect through something that does not exist. */
  refused: string[]
}

/** Groups, entries and rules of a config, as every client has them. */
export function planConfig<Entry extends JsonObject>(
  request: ConfigRequest,
  { entries, chain, providers = [], helpers = [] }: ConfigParts<Entry>,
): PlannedConfig<Entry> {
  const { plan, refused, kept } = planWithChains(request, entries, chain, providers, helpers)
  const { rules, lists, issues: ruleIssues } = collectRules(request, plan)
  const issues: Issue[] = [...plan.issues, ...refused.issues, ...ruleIssues]
  return { plan, kept, refused: refused.names, rules, lists, issues }
}
