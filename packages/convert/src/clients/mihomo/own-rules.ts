import type { Issue } from '../../model/issue.ts'
import { type ListFormat, listFormatOf } from '../../rules/list-format.ts'
import { type RuleEntry, issueOfRule, RuleReader } from '../../rules/rule-line.ts'
import { providerPath, readRuleProvider } from '../../rules/rule-provider.ts'
import { keptRecordOf, KeptScalar } from '../../text/kept-scalar.ts'
import type { ReportConfigIssue } from '../../config/issue-report.ts'
import { recordOf, type JsonObject } from '../../text/record.ts'
import { mihomoFacts } from './facts.ts'

/**
 * The `sub-rules` of the user's own config without the lines that mihomo would refuse: lines that cannot be read, that
 * name something that does not exist, or that lead back to their own set. `target` gives a name's meaning in the result.
 */
export function soundSubRules(
  base: JsonObject,
  target: (name: string) => string | undefined,
  providers: readonly string[],
): { subRules: JsonObject; issues: Issue[] } {
  const sets = keptRecordOf(base['sub-rules'])
  const names = Object.keys(sets)
  const calls = new Map<string, string[]>()
  const issues: Issue[] = []
  const subRules: JsonObject = {}
  for (const [name, lines] of Object.entries(sets)) {
    const reader = new RuleReader({
      client: mihomoFacts.id,
      providers,
      subRules: names,
      isSubRules: true,
      isTarget: (one) => target(one) !== undefined,
    })
    const kept: string[] = []
    const given: readonly unknown[] = Array.isArray(lines) ? lines : []
    for (const [index, raw] of given.entries()) {
      // mihomo drops what is null.
      if (raw === null || raw === undefined) continue
      const text = raw instanceof KeptScalar ? raw.text : typeof raw === 'string' ? raw : ''
      const line = reader.readLine(text, index)
      const written = line?.ruleType === 'rule' ? withTarget(line, text, reader, target, calls, name) : undefined
      if (written !== undefined) kept.push(written)
    }
    const errors = reader.issues.filter((ruleIssue) => ruleIssue.severity === 'error')
    for (const ruleIssue of errors) {
      const { line, ...issue } = issueOfRule(ruleIssue)
      issues.push({ ...issue, field: `sub-rules.${name}[${(line ?? 1) - 1}]` })
    }
    subRules[name] = kept
  }
  return { subRules, issues }
}

/** The line with its target as it is called in the result; undefined where that leads nowhere, which is reported. */
function withTarget(
  line: RuleEntry,
  text: string,
  reader: RuleReader,
  target: (name: string) => string | undefined,
  calls: Map<string, string[]>,
  from: string,
): string | undefined {
  const { type, action } = line
  if (type === 'SUB-RULE') {
    if (reaches(calls, action, from)) {
      reader.report('rule-target-missing', 'sub-rule-circle', 0, { action })
      return undefined
    }
    calls.set(from, [...(calls.get(from) ?? []), action])
    return text
  }
  const found = action === 'PASS-RULE' ? action : target(action)
  if (found === undefined) {
    reader.report('rule-target-missing', 'target-missing', 0, { action })
    return undefined
  }
  const at = text.lastIndexOf(action)
  return found === action ? text : text.slice(0, at) + found + text.slice(at + action.length)
}

/** Whether a set calls another one, or is it. */
function reaches(calls: ReadonlyMap<string, readonly string[]>, start: string, wanted: string): boolean {
  const seen = new Set([start])
  const waiting = [start]
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (name === wanted) return true
    for (const next of calls.get(name) ?? []) {
      if (seen.has(next)) continue
      seen.add(next)
      waiting.push(next)
    }
  }
  return false
}

/**
 * The `rule-providers` of the user's own config: those that mihomo refuses are left out, and files that it downloads
 * to stand where ours do. A path from elsewhere could overwrite the settings of the client (docs/security.md, "Settings from elsewhere").
 */
export function soundRuleProviders(base: JsonObject, report: ReportConfigIssue): JsonObject {
  const sound: JsonObject = {}
  for (const [name, given] of Object.entries(keptRecordOf(base['rule-providers']))) {
    const provider = keptRecordOf(given)
    const plain = recordOf(JSON.parse(JSON.stringify(provider)))
    const { type, behavior } = plain
    if (!TYPES.includes(String(type)) || !BEHAVIORS.includes(String(behavior))) {
      const { issues } = readRuleProvider(name, plain, { client: mihomoFacts.id })
      for (const { code, args, field } of issues) report(code, args ?? {}, field, false)
      continue
    }
    const url = typeof plain['url'] === 'string' ? plain['url'] : undefined
    sound[name] = withOurPath(name, provider, listFormatOf(plain['format'], url), report)
  }
  return sound
}

const TYPES = ['http', 'file', 'inline']
const BEHAVIORS = ['domain', 'ipcidr', 'classical']

/** The `proxy-providers` of the user's own config, with our paths. */
export function withOurPaths(providers: unknown, report: ReportConfigIssue): JsonObject {
  return Object.fromEntries(
    Object.entries(keptRecordOf(providers)).map(([name, given]) => [
      name,
      withOurPath(name, keptRecordOf(given), 'yaml', report),
    ]),
  )
}

/** The client writes only files that it downloads, so only their path is replaced. */
function withOurPath(name: string, provider: JsonObject, format: ListFormat, report: ReportConfigIssue): JsonObject {
  const { path } = provider
  const from = path instanceof KeptScalar ? path.text : path
  if (String(provider['type']) !== 'http' || typeof from !== 'string' || from === '') return provider
  const to = providerPath(name, format)
  if (from === to) return provider
  report('path-rewritten', { reason: 'path', name, from: from.slice(0, 200), to }, 'path')
  return { ...provider, path: to }
}
