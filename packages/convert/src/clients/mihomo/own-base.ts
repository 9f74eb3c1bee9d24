import { refuseForeignBase } from '../../config/own-config-format.ts'
import type { ClientFacts } from '../../model/client-facts.ts'
import { isKeptRecord, isTrue, keptRecordOf, KeptScalar } from '../../text/kept-scalar.ts'
import { dotnetRegexIssue, regexArgs } from '../../text/user-regex.ts'
import type { ClientSettings } from '../../config/client-settings.ts'
import { isLoopback, reportOfClosedController } from '../../config/controller.ts'
import type { ConfigRequest } from '../../config/config-request.ts'
import type { GroupPlan } from '../../config/groups.ts'
import type { Issue, IssueArgs } from '../../model/issue.ts'
import type { ReportConfigIssue } from '../../config/issue-report.ts'
import { mihomoSettings } from './mihomo-settings.ts'
import { soundRuleProviders, soundSubRules, withOurPaths } from './own-rules.ts'
import { mihomoTun } from './tun.ts'
import type { JsonObject } from '../../text/record.ts'

/** What a conversion adds to the user's own mihomo or Clash config. */
export interface BaseParts {
  proxies: readonly JsonObject[]
  'proxy-providers': JsonObject
  'proxy-groups': readonly JsonObject[]
  'rule-providers': JsonObject
  rules: readonly string[]
}

/**
 * The user's own config with the nodes in it. Its keys stay where they are, with their values; what it lacks is put at
 * the end in the usual order.
 */
export function intoBase(
  base: JsonObject,
  parts: BaseParts,
  plan: GroupPlan,
  report: ReportConfigIssue,
  issues: Issue[],
): JsonObject {
  const names = new Set(parts.proxies.map((proxy) => proxy['name']))
  const filters = new FilterJudge(plan, report)
  const ownProxies = list(base['proxies']).filter((proxy) => !isKeptRecord(proxy) || !names.has(text(proxy['name'])))
  const providers = {
    ...filters.ofProviders(withOurPaths(base['proxy-providers'], report)),
    ...parts['proxy-providers'],
  }
  const ruleProviders = { ...soundRuleProviders(base, report), ...parts['rule-providers'] }
  const sub = soundSubRules(base, plan.target, Object.keys(ruleProviders))
  issues.push(...sub.issues)
  const made: JsonObject = {
    'proxy-providers': providers,
    proxies: [...ownProxies, ...parts.proxies],
    'proxy-groups': mergeGroups(base['proxy-groups'], parts['proxy-groups'], plan, !isEmpty(providers)).map((group) =>
      filters.ofGroup(group),
    ),
    'rule-providers': ruleProviders,
    ...(isEmpty(sub.subRules) ? {} : { 'sub-rules': sub.subRules }),
    rules: parts.rules,
  }
  const entries = Object.entries(base).map(([key, value]): [string, unknown] => [
    key,
    Object.hasOwn(made, key) ? made[key] : value,
  ])
  const added = Object.entries(made).filter(([key, value]) => !Object.hasOwn(base, key) && !isEmpty(value))
  return Object.fromEntries([...entries, ...added])
}

/** The user's own config with what was set in it, where there is one; reports what it cannot have and what is unsafe. */
export function readBase(request: ConfigRequest, report: ReportConfigIssue): JsonObject | undefined {
  refuseForeignBase(request)
  if (request.route) report('field-ignored', { client: request.client.id }, 'route')
  const base = withMihomoSettings(request)
  warnOfUnsafe(base, request.settings, report)
  return base
}

/** The user's own mihomo or Clash config with what was set in place of what it says; what it lacks comes first. */
function withMihomoSettings({ template, settings, client, clashPremium }: ConfigRequest): JsonObject | undefined {
  if (template.base === undefined || template.baseKind !== 'clash-yaml') return undefined
  const { base } = template
  const hasTun = settings.tun === true && (!client.options.includes('premium') || clashPremium)
  const set = Object.entries({
    ...mihomoSettings(settings),
    ...(hasTun ? { tun: withTun(base['tun'], client) } : {}),
  })
  const lacking = set.filter(([key]) => !Object.hasOwn(base, key))
  return { ...Object.fromEntries(lacking), ...base, ...Object.fromEntries(set) }
}

/** The file's own TUN block switched on, or ours. */
function withTun(own: unknown, client: ClientFacts): JsonObject {
  return isKeptRecord(own) ? { ...own, enable: true } : mihomoTun(true, client.options.includes('premium'))
}

/**
 * Reports settings that let others reach the client (docs/security.md, "Settings from elsewhere"). Only the user's own
 * config can have them: ours opens no controller without a secret.
 */
function warnOfUnsafe(base: JsonObject | undefined, settings: ClientSettings, report: ReportConfigIssue): void {
  if (base === undefined) return reportOfClosedController(settings, report)
  const controller = text(base['external-controller'])
  if (controller !== '' && !isLoopback(controller)) report('unsafe-setting', {}, 'external-controller')
  const open = ['external-controller', ...OTHER_CONTROLLERS].some((key) => text(base[key]) !== '')
  if (open && text(base['secret']) === '') report('unsafe-setting', {}, 'secret')
  if (ON.test(text(base['allow-lan']))) report('unsafe-setting', {}, 'allow-lan')
  for (const key of UNSAFE_KEYS) if (isSaid(base[key])) report('unsafe-setting', {}, key)
}

const OTHER_CONTROLLERS = ['external-controller-tls', 'external-controller-unix', 'external-controller-pipe']

/** Keys that open a port, let others in, fetch a program or write a file. */
const UNSAFE_KEYS = [
  ...OTHER_CONTROLLERS,
  'external-ui-url',
  'external-doh-server',
  'log-file',
  'listeners',
  'tunnels',
  'authentication',
  'script',
]

function isSaid(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !(value instanceof KeptScalar)
    ? !isEmpty(value)
    : text(value) !== ''
}

/** What the clients read as true where they want a yes or no. */
const ON = /^(?:true|yes|on|y)$/i
const NOTHING = /^(?:~|null)$/i

/** A scalar as it is spelled, quoted or not; empty where there is nothing. */
function text(value: unknown): string {
  if (value instanceof KeptScalar) return NOTHING.test(value.text) ? '' : value.text
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

const FILTER_KEYS = ['filter', 'exclude-filter'] as const

/**
 * Takes out of groups and providers what mihomo cannot compile of their filters: it refuses the whole file for one, or
 * dies of it. What can be read of a filter stays. A group or provider without any of it stays without a filter: the
 * rules go on leading somewhere, and its nodes are those of the user.
 */
class FilterJudge {
  readonly #report: ReportConfigIssue
  /** Filters of groups that were reported when nodes were looked up by them. */
  readonly #reported: ReadonlySet<unknown>

  constructor(plan: GroupPlan, report: ReportConfigIssue) {
    this.#report = report
    this.#reported = new Set(
      plan.issues.map(({ field, args }) => (FILTER_KEYS.some((key) => key === field) ? args?.['filter'] : undefined)),
    )
  }

  ofGroup(group: unknown): unknown {
    return isKeptRecord(group)
      ? this.#sound(group, (key) => ({ field: key, args: { group: text(group['name']) } }))
      : group
  }

  ofProviders(providers: JsonObject): JsonObject {
    return Object.fromEntries(
      Object.entries(providers).map(([name, given]) => [
        name,
        isKeptRecord(given)
          ? this.#sound(given, (key) => ({ field: `proxy-providers.${name}.${key}`, args: {} }))
          : given,
      ]),
    )
  }

  #sound(given: JsonObject, place: (key: string) => { field: string; args: IssueArgs }): JsonObject {
    let sound = given
    for (const key of FILTER_KEYS) {
      const parts = text(given[key]).split('`')
      const left = parts.filter((part) => {
        const issue = dotnetRegexIssue(part)
        if (issue === undefined) return true
        const { field, args } = place(key)
        const { reason } = issue
        if (!this.#reported.has(part))
          this.#report('bad-value', { ...args, filter: part, reason, ...regexArgs(issue) }, field)
        return false
      })
      if (left.length === parts.length) continue
      const { [key]: _, ...others } = sound
      sound = left.length > 0 ? { ...sound, [key]: left.join('`') } : others
    }
    return sound
  }
}

/** Groups keep their place and keys; what was looked up stands in `proxies`, and what it was looked up by is gone. */
function mergeGroups(base: unknown, made: readonly JsonObject[], plan: GroupPlan, hasProviders: boolean): unknown[] {
  const byTemplateName = new Map(plan.groups.map((group, index) => [group.template.name, made[index]!]))
  const done = new Set<JsonObject>()
  const merged = list(base).map((own) => {
    const group = isKeptRecord(own) ? byTemplateName.get(String(own['name'])) : undefined
    if (!group || !isKeptRecord(own)) return own
    done.add(group)
    return mergeGroup(own, group, hasProviders)
  })
  return [...merged, ...made.filter((group) => !done.has(group))]
}

/** What a group that tests has to have in Clash, and what a group of a fork's type may lack. */
const PROBE_KEYS = ['url', 'interval'] as const

/** Both would name the nodes a second time. */
const LOOKED_UP: ReadonlySet<string> = new Set(['include-all', 'include-all-proxies'])

function mergeGroup(own: JsonObject, group: JsonObject, hasProviders: boolean): JsonObject {
  const native = group['include-all-proxies'] === true
  const written = new Map<string, unknown>([
    ['name', group['name']],
    ['type', group['type']],
  ])
  for (const key of ['proxies', 'use']) if (group[key] !== undefined) written.set(key, group[key])
  if (group['type'] !== own['type']) {
    for (const key of PROBE_KEYS) if (own[key] === undefined && group[key] !== undefined) written.set(key, group[key])
  }
  if (native) {
    if (![...LOOKED_UP].some((key) => isTrue(own[key]))) written.set('include-all-proxies', true)
    // Nobody knows here whether a node fits. Without a fallback, an empty group leads past the proxy.
    if (own['empty-fallback'] === undefined) written.set('empty-fallback', group['empty-fallback'])
  }
  const entries = Object.entries(own).flatMap(([key, value]): [string, unknown][] => {
    if (written.has(key)) return [[key, take(written, key)]]
    // All that it names are missing.
    if (key === 'use') return []
    // `include-all` takes in the providers too: that half stays.
    if (LOOKED_UP.has(key) && !native) {
      return key === 'include-all' && isTrue(value) && hasProviders ? [['include-all-providers', true]] : []
    }
    return [[key, value]]
  })
  const behindType = entries.findIndex(([key]) => key === 'type') + 1
  return Object.fromEntries([...entries.slice(0, behindType), ...written, ...entries.slice(behindType)])
}

function take(map: Map<string, unknown>, key: string): unknown {
  const value = map.get(key)
  map.delete(key)
  return value
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) ? value.length === 0 : Object.keys(keptRecordOf(value)).length === 0
}
