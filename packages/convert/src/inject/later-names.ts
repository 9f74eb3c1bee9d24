import { namesInRule } from '../rules/rule-names.ts'
import { isRecord, type JsonObject } from '../text/record.ts'
import type { GivenRule, RulesAt, WantedChange } from './change.ts'
import type { ConfigState } from './config-state.ts'

/** More names than that nobody gives one part in one go; each prefix would double them. */
const MAX_NAMES = 16

/**
 * A change with the names that its parts have by now. Where changes are made a second time, what one of them names was
 * given another name by a later one: it is found by that.
 */
export function withLaterNames(change: WantedChange, later: readonly WantedChange[], state: ConfigState): WantedChange {
  const renames = later.filter(({ kind }) => ['rename', 'rename-nodes', 'prefix-nodes'].includes(kind))
  if (renames.length === 0) return change
  const now = (name: string) => nameByNow(name, renames, state)
  const rules = (given: readonly GivenRule[]) => given.map(({ rule, line }) => ({ rule: ruleByNow(rule, now), line }))
  const at = (place: RulesAt): RulesAt => {
    if (typeof place === 'string') return place
    return 'before' in place ? { before: lineByNow(place.before, now) } : { after: lineByNow(place.after, now) }
  }
  switch (change.kind) {
    case 'add-rules':
      return { ...change, rules: rules(change.rules), at: at(change.at) }
    case 'add-rule-set': {
      const rule = change.rule === undefined ? undefined : lineByNow(change.rule, now)
      return { ...change, name: now(change.name), rule, at: at(change.at) }
    }
    case 'add-proxy-provider':
      return { ...change, name: now(change.name), into: change.into.map(now) }
    case 'add-group':
      return { ...change, group: partByNow(change.group, now), at: change.at && at(change.at), into: change.into.map(now) } // oxfmt-ignore
    case 'add-nodes':
      return { ...change, into: change.into.map(now) }
    case 'rename':
      return { ...change, to: now(change.to) }
    case 'prefix-provider':
    case 'name-provider':
      return { ...change, provider: now(change.provider) }
    case 'replace-group':
      return { ...change, name: now(change.name), group: partByNow(change.group, now) }
    default:
      return change
  }
}

/** What a name that the config does not have was made of it. */
function nameByNow(name: string, renames: readonly WantedChange[], state: ConfigState): string {
  if (state.spaceOf(name) !== undefined) return name
  const names = new Set([name])
  for (const change of renames) {
    if (change.kind === 'rename' && names.has(change.from)) names.add(change.to)
    const known = [...names]
    if (change.kind === 'rename-nodes') known.forEach((one) => names.add(change.names.get(one) ?? one))
    if (change.kind === 'prefix-nodes' && names.size < MAX_NAMES)
      known.forEach((one) => names.add(one.startsWith(change.prefix) ? one : change.prefix + one))
  }
  return [...names].findLast((one) => state.spaceOf(one) !== undefined) ?? name
}

/** A rule line, or a name alone: both may say where something goes. */
function lineByNow(line: string, now: (name: string) => string): string {
  if (!line.includes(',')) return now(line)
  return namesInRule(line)
    .toSorted((a, b) => b.at - a.at)
    .reduce((done, { name, at }) => done.slice(0, at) + now(name) + done.slice(at + name.length), line)
}

/** Keys of rules and of groups that name parts, and those that say what a group is called. */
const NAMING_KEYS: ReadonlySet<string> = new Set(
  'name tag proxies use outbounds default selector fallbackTag outbound outboundTag balancerTag inbound inboundTag server rule_set'.split(' '), // oxfmt-ignore
)

function ruleByNow(rule: string | JsonObject, now: (name: string) => string): string | JsonObject {
  return typeof rule === 'string' ? lineByNow(rule, now) : partByNow(rule, now)
}

function partByNow(part: JsonObject, now: (name: string) => string): JsonObject {
  const valueByNow = (value: unknown): unknown => {
    if (typeof value === 'string') return now(value)
    return Array.isArray(value) ? value.map(valueByNow) : value
  }
  const entries = Object.entries(part).map(([key, value]) => {
    if (NAMING_KEYS.has(key)) return [key, valueByNow(value)]
    // The rules inside a rule.
    return [key, key === 'rules' && Array.isArray(value) ? value.map((one) => (isRecord(one) ? partByNow(one, now) : one)) : value] // oxfmt-ignore
  })
  // Each value is one of JSON, as those of the part are.
  return Object.fromEntries(entries) as JsonObject
}
