import type { Issue } from '../model/issue.ts'
import type { RuleCondition } from '../rules/rule-line.ts'
import { LossCounter } from '../rules/rule-losses.ts'
import { patternRule } from './clash-rules/mihomo-rule.ts'
import { writeCompiledRuleSet } from './singbox/compiled-rule-set.ts'
import { toHeadlessRules } from './singbox/singbox-rule.ts'
import { type Match, matchesOf } from './xray/matches.ts'

export { isCompiledList, readCompiledList } from './mihomo/compiled-list.ts'
export { isCompiledRuleSet, readCompiledRuleSet } from './singbox/compiled-rule-set.ts'
export { readSingboxRuleSet } from './singbox/read-rule-set.ts'
export { asHeadlessRules } from './xray/read-list.ts'

/** A list in the words of a client. */
export interface WrittenList {
  content: string | Uint8Array
  carried: number
  dropped: number
  issues: Issue[]
}

/** A source file of sing-box. */
export function writeSingboxList(rules: readonly RuleCondition[]): WrittenList {
  const { rules: written, version, ...result } = toHeadlessRules(rules)
  return { ...result, content: `${JSON.stringify({ version, rules: written }, undefined, 2)}\n` }
}

/** A compiled rule set of sing-box. */
export async function writeCompiledList(rules: readonly RuleCondition[]): Promise<WrittenList> {
  const { rules: written, version: _, ...result } = toHeadlessRules(rules)
  return { ...result, content: await writeCompiledRuleSet(written) }
}

/** Rules of Xray without their target, those of one field in one rule. */
export function writeXrayList(rules: readonly RuleCondition[]): WrittenList {
  const losses = new LossCounter()
  const merged = new Map<string, string[]>()
  const others: Match[] = []
  let dropped = 0
  for (const rule of rules) {
    const found = matchesOf(rule, () => undefined)
    if ('loss' in found) {
      dropped++
      losses.count(found.loss, rule.type)
      continue
    }
    for (const match of found.matches) {
      const [first, ...rest] = Object.entries(match)
      if (first === undefined || rest.length > 0) others.push(match)
      else merged.set(first[0], [...(merged.get(first[0]) ?? []), ...first[1]])
    }
  }
  const written = [...[...merged].map(([field, values]) => ({ [field]: values })), ...others].map(asXrayRule)
  return { content: `${JSON.stringify(written, undefined, 2)}\n`, carried: rules.length - dropped, dropped, issues: losses.list() } // oxfmt-ignore
}

/** Ports and networks are one text with commas. */
function asXrayRule(match: Match): Record<string, string | readonly string[]> {
  return Object.fromEntries(
    Object.entries(match).map(([field, values]) => [field, /port|network/i.test(field) ? values.join() : values]),
  )
}

/** A pattern of a list of names as the rule line that says the same. */
export function asRuleLine(rule: RuleCondition): RuleCondition {
  return rule.type === 'DOMAIN-PATTERN' ? patternRule(rule, false) : rule
}
