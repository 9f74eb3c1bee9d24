import { ConvertError } from '../model/convert-error.ts'
import { ISSUE_SEVERITY } from '../model/issue.ts'
import type { Issue, IssueArgs, IssueCode } from '../model/issue.ts'
import { iniFormOf } from './external-config.ts'
import { FreeNames } from '../text/free-names.ts'
import { providerUrlIssue, type UrlReason } from '../rules/provider-url.ts'
import { LIST_INTERVAL_S, rawAddress } from './list-addresses.ts'
import { regexArgs, userRegex, userReplacer } from '../text/user-regex.ts'
import { portTest } from './port-test.ts'
import type { GroupType } from '../model/client-facts.ts'
import type {
  NodeCondition,
  RuleList,
  Template,
  TemplateGroup,
  TemplateMember,
  TemplateNaming,
  TemplateRule,
} from './template.ts'

/**
 * Subconverter's external config in its ini form, as ACL4SSR publishes it: `ruleset=` and `custom_proxy_group=` lines; or
 * in its YAML or TOML form, whose issues have no lines.
 * Grammar: tindy2013/subconverter README-cn.md and src/config/binding.h.
 */
export function readIniTemplate(text: string, name: string): { template: Template; issues: Issue[] } {
  const form = iniFormOf(text)
  if (form === undefined) return readIniForm(text, name)
  const { template, issues } = readIniForm(form, name)
  for (const issue of issues) delete issue.line
  return { template, issues }
}

function readIniForm(text: string, name: string): { template: Template; issues: Issue[] } {
  const reader = new IniReader()
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/)
  let section = 'custom'
  for (const [index, raw] of lines.entries()) {
    const line = raw.trim()
    if (line === '' || /^(?:[;#]|\/\/)/.test(line)) continue
    const head = /^\[([^\]]*)\]$/.exec(line)
    if (head) section = head[1]!.trim().toLowerCase()
    else if (section === 'custom') reader.take(line, index + 1)
  }
  return reader.finish(name)
}

/** Whether a text looks like such a file, in any of its forms: it has one of the two lines that all of them have. */
export function isIniTemplate(text: string): boolean {
  return (iniFormOf(text) ?? text)
    .split('\n')
    .some((line) => /^(?:custom_proxy_group|(?:surge_)?ruleset) {0,9}=/.test(line.trimStart()))
}

const GROUP_KINDS: ReadonlyMap<string, GroupType> = new Map(
  Object.entries<GroupType>({
    select: 'select',
    'url-test': 'url-test',
    fallback: 'fallback',
    'load-balance': 'load-balance',
    smart: 'url-test',
    ssid: 'select',
    relay: 'select',
  }),
)

/** What `!!KEY=` chooses nodes by. */
const SELECTORS: ReadonlyMap<string, keyof NodeCondition> = new Map([
  ['TYPE', 'type'],
  ['PORT', 'port'],
  ['SERVER', 'server'],
])

function isOff(value: string): boolean {
  return /^(?:false|0|no)$/i.test(value)
}

const LOGIC = /^(?:AND|OR|NOT|SUB-RULE|DOMAIN-REGEX|PROCESS-NAME-REGEX|PROCESS-PATH-REGEX),/i

/** Keys that steer what is not a template's business here: other clients' base files. */
const OTHER_KEYS = /^\w+_rule_base$/

/** What leaves a line out. */
const LEFT_OUT: ReadonlySet<IssueCode> = new Set(['bad-value', 'provider-invalid'])

class IniReader {
  readonly #issues: Issue[] = []
  readonly #groups: TemplateGroup[] = []
  readonly #groupNames = new Set<string>()
  readonly #rulesets: { value: string; line: number }[] = []
  readonly #surgeRulesets: { value: string; line: number }[] = []
  readonly #lists = new Map<string, RuleList>()
  readonly #listNames = new Set<string>()
  readonly #free = new FreeNames('-', 2)
  #generatesRules = true
  readonly #include: string[] = []
  readonly #exclude: string[] = []
  readonly #renames: { pattern: string; to: string }[] = []
  readonly #emoji: { pattern: string; emoji: string }[] = []
  #addsEmoji: boolean | undefined
  #removesEmoji = false
  /** Line of the first group that stands in another file. */
  #importedGroup: number | undefined

  take(text: string, line: number): void {
    const equals = text.indexOf('=')
    if (equals < 0) return this.#report('bad-value', line, 'line', { value: text })
    const key = text.slice(0, equals).trim().toLowerCase()
    const value = text.slice(equals + 1).trim()
    if (value.startsWith('!!import:')) this.#import(key, value, line)
    else if (key === 'ruleset') this.#rulesets.push({ value, line })
    else if (key === 'surge_ruleset') this.#surgeRulesets.push({ value, line })
    else if (key === 'custom_proxy_group') this.#group(value, line)
    else if (key === 'enable_rule_generator') this.#generatesRules = !isOff(value)
    else if (key === 'add_emoji') this.#addsEmoji = !isOff(value)
    else if (key === 'remove_old_emoji') this.#removesEmoji = !isOff(value)
    else if (key === 'include_remarks') this.#pattern(value, line, key, (pattern) => this.#include.push(pattern))
    else if (key === 'exclude_remarks') this.#pattern(value, line, key, (pattern) => this.#exclude.push(pattern))
    else if (key === 'rename') this.#rename(value, line)
    else if (key === 'emoji') this.#emojiRule(value, line)
    else if (key !== 'overwrite_original_rules') {
      this.#report(OTHER_KEYS.test(key) ? 'field-ignored' : 'parameter-unknown', line, key, { value })
    }
  }

  finish(name: string): { template: Template; issues: Issue[] } {
    if (this.#groups.length === 0) throw new ConvertError('bad-template', { name, ...this.#noGroups() })
    const rules: TemplateRule[] = []
    if (this.#generatesRules) {
      const rulesets = this.#rulesets.length > 0 ? this.#rulesets : this.#surgeRulesets
      for (const { value, line } of rulesets) {
        const rule = this.#rule(value, line)
        if (rule) rules.push(rule)
      }
    }
    const main = this.#groups.find((group) => group.type === 'select')?.name ?? this.#groups[0]!.name
    const naming = this.#naming()
    const template = { name, groups: this.#groups, rules, main, ...(naming ? { naming } : {}) }
    return { template, issues: this.#issues }
  }

  /** A value that stands in another file, which is not fetched. */
  #import(key: string, value: string, line: number): void {
    if (key === 'custom_proxy_group') this.#importedGroup ??= line
    this.#report('field-ignored', line, key, { value })
  }

  #noGroups(): Record<string, string | number> {
    if (this.#importedGroup !== undefined) return { reason: 'ini-imports', line: this.#importedGroup }
    return { reason: 'ini-groups' }
  }

  #naming(): TemplateNaming | undefined {
    const naming: TemplateNaming = {
      include: this.#include,
      exclude: this.#exclude,
      renames: this.#renames,
      removesEmoji: this.#removesEmoji,
      // Who writes which emoji goes where wants them.
      addsEmoji: this.#addsEmoji ?? this.#emoji.length > 0,
      emoji: this.#emoji,
    }
    const lists = [naming.include, naming.exclude, naming.renames, naming.emoji]
    return naming.removesEmoji || naming.addsEmoji || lists.some((list) => list.length > 0) ? naming : undefined
  }

  /** A regex over names; one that cannot be read is told and left out. */
  #pattern(pattern: string, line: number, key: string, take: (pattern: string) => void): void {
    if (pattern === '') return
    const { issue } = userRegex(pattern)
    if (issue === undefined) take(pattern)
    else this.#report('bad-value', line, key, { value: pattern, reason: issue.reason, ...regexArgs(issue) })
  }

  /** `pattern@replacement`; without `@` the pattern is taken out. */
  #rename(value: string, line: number): void {
    const at = value.lastIndexOf('@')
    const pattern = at < 0 ? value : value.slice(0, at)
    const { issue } = userReplacer(pattern)
    if (pattern === '' || issue !== undefined)
      return this.#report('bad-value', line, 'rename', { value, ...(issue ? regexArgs(issue) : {}) })
    this.#renames.push({ pattern, to: at < 0 ? '' : value.slice(at + 1) })
  }

  /** `pattern,emoji`. */
  #emojiRule(value: string, line: number): void {
    const comma = value.lastIndexOf(',')
    const emoji = value.slice(comma + 1).trim()
    if (comma < 1 || emoji === '') return this.#report('bad-value', line, 'emoji', { value })
    this.#pattern(value.slice(0, comma), line, 'emoji', (pattern) => this.#emoji.push({ pattern, emoji }))
  }

  #report(code: IssueCode, line: number, field?: string, args?: IssueArgs): undefined {
    this.#issues.push({ line, field, code, severity: ISSUE_SEVERITY[code], kept: !LEFT_OUT.has(code), args })
  }

  /** `GROUP,[]GEOIP,CN` or `GROUP,[type:]address[,interval]`, where some write `no-resolve` in place of the interval. */
  #rule(value: string, line: number): TemplateRule | undefined {
    const comma = value.indexOf(',')
    const group = value.slice(0, comma).trim()
    const rest = value.slice(comma + 1).trim()
    if (comma < 0 || group === '' || rest === '') return this.#report('bad-value', line, 'ruleset', { value })
    if (rest.startsWith('[]')) return { kind: 'line', text: ruleLine(rest.slice(2).trim(), group) }
    const { typed, interval, noResolve, unknown } = listParts(rest)
    const list = this.#list(typed, interval)
    const reason = fetchIssue(list.url)
    if (reason !== undefined) return this.#report('provider-invalid', line, 'url', { reason, name: list.name })
    for (const option of unknown) this.#report('field-ignored', line, option)
    return { kind: 'list', list, group, ...(noResolve ? { noResolve } : {}) }
  }

  #list(typed: string, interval: number | undefined): RuleList {
    const [, type = 'surge', place = ''] =
      /^(?:(surge|quanx|clash-domain|clash-ipcidr|clash-classic):)?(.*)$/.exec(typed) ?? []
    const known = this.#lists.get(typed)
    if (known) return known
    const behavior = type === 'clash-domain' ? 'domain' : type === 'clash-ipcidr' ? 'ipcidr' : 'classical'
    const list: RuleList = {
      name: this.#listName(place),
      url: listAddress(place),
      behavior,
      format: listFormat(place, type),
      interval: interval || LIST_INTERVAL_S,
      ...(type === 'quanx' ? { dialect: 'quanx' as const } : {}),
    }
    this.#lists.set(typed, list)
    return list
  }

  /** The file's own name, stepped over when another list has it. */
  #listName(place: string): string {
    const file = place
      .split(/[?#]/, 1)[0]!
      .split('/')
      .at(-1)!
      .replace(/\.\w+$/, '')
    const base =
      file
        .split(/[^\p{L}\p{N}_]/u)
        .filter((part) => part !== '')
        .join('-') || 'list'
    const name = this.#free.of(base, (one) => this.#listNames.has(one))
    this.#listNames.add(name)
    return name
  }

  #group(value: string, line: number): void {
    const [rawName = '', rawType = '', ...items] = value.split('`')
    const name = rawName.trim()
    const type = GROUP_KINDS.get(rawType.trim())
    const tested = type !== undefined && type !== 'select'
    // Four parts without a probe would take the last members for one: subconverter skips such a line, and so do we.
    if (name === '' || type === undefined || items.length < (tested ? 3 : 1)) {
      return this.#report('bad-value', line, 'custom_proxy_group', { value: name || value })
    }
    if (this.#groupNames.has(name)) {
      return this.#report('bad-value', line, 'custom_proxy_group', { value: name })
    }
    if (type !== rawType.trim())
      this.#report('group-kind-changed', line, undefined, { group: name, from: rawType.trim(), to: type })
    this.#groupNames.add(name)
    const times = tested ? items.splice(-2) : []
    const members = items.flatMap((item) => this.#member(item, name, line))
    this.#groups.push({ name, type, members, whenEmpty: 'reject', ...(tested ? probe(times) : {}) })
  }

  #member(item: string, group: string, line: number): TemplateMember[] {
    if (item === '') return []
    if (item.startsWith('[]')) return [{ kind: 'ref', name: item.slice(2).trim() }]
    if (item.startsWith('script:')) {
      this.#report('field-ignored', line, 'script', { group })
      return []
    }
    if (!item.startsWith('!!')) return [pattern(item)]
    // `!!GROUPID=0!!(HK|TW)`: which source a node came from is not asked here, the second condition is.
    const [selector = '', second] = item.slice(2).split('!!', 2)
    const [key = ''] = selector.split('=', 1)
    const field = SELECTORS.get(key)
    if (field !== undefined) {
      const where = { [field]: selector.slice(key.length + 1) }
      if (field !== 'port' || portTest(where[field]!)) return [{ kind: 'pattern', pattern: second || '.*', where }]
    }
    this.#report('field-ignored', line, `!!${key}`, { group, value: item })
    if (key === 'INSERT' || key === 'PROVIDER') return []
    return [pattern(second ?? '.*')]
  }
}

interface ListParts {
  /** Address or path, with the type in front. */
  typed: string
  interval?: number
  noResolve?: boolean
  unknown: string[]
}

/**
 * What stands behind the address of a list. Subconverter takes the text behind the last comma for the interval, a word
 * there for none, so a word is no part of the address; a word in a query may be.
 */
function listParts(text: string): ListParts {
  const fields = text.split(',').map((field) => field.trim())
  const hasQuery = text.includes('?')
  const found: Omit<ListParts, 'typed'> = { unknown: [] }
  while (fields.length > 1) {
    const option = fields.at(-1)!
    if (/^\d+$/.test(option)) found.interval ??= Number(option)
    else if (/^no-resolve$/i.test(option)) found.noResolve = true
    else if (option !== '' && (hasQuery || !LIST_OPTION.test(option))) break
    else if (option !== '') found.unknown.push(option)
    fields.pop()
  }
  return { ...found, typed: fields.join(',') }
}

const LIST_OPTION = /^[a-z][a-z-]*(?:=\w*)?$/i

function pattern(text: string): TemplateMember {
  return text === '.*' || text === '' ? { kind: 'all' } : { kind: 'pattern', pattern: text }
}

/** The last two fields of a tested group: address, and `300,,50` = interval 300 s, no timeout, tolerance 50 ms. */
function probe([url = '', times = '']: string[]): Pick<TemplateGroup, 'url' | 'interval' | 'timeout' | 'tolerance'> {
  const [interval, timeout, tolerance] = times
    .split(',')
    .map((part) => (/^\d+$/.test(part.trim()) ? Number(part) : undefined))
  return {
    url: url.trim(),
    interval: interval || undefined,
    // Subconverter counts seconds here, the clients milliseconds.
    timeout: timeout ? timeout * 1000 : undefined,
    tolerance,
  }
}

/** `GEOIP,CN,no-resolve` for a group is `GEOIP,CN,GROUP,no-resolve`; FINAL is Clash's MATCH. */
function ruleLine(rule: string, group: string): string {
  const [type = '', value, ...params] = rule.split(',').map((part) => part.trim())
  if (/^(?:FINAL|MATCH)$/i.test(type)) return `MATCH,${group}`
  if (LOGIC.test(rule)) return `${rule},${group}`
  return [type, value ?? '', group, ...params].join(',')
}

/**
 * Relative paths are relative to the subconverter program, which carries a copy of ACL4SSR under rules/ACL4SSR: those
 * are read from the repository itself. Any other path stays as it is, and its text has to be handed in.
 */
function listAddress(place: string): string {
  const own = /^(?:\.\/)?rules\/ACL4SSR\/(.+)$/.exec(place)
  return own ? rawAddress('ACL4SSR/ACL4SSR', 'master', own[1]!) : place
}

const UNFETCHABLE: ReadonlySet<UrlReason | undefined> = new Set<UrlReason>([
  'url-syntax',
  'url-scheme',
  'url-credentials',
])

/** Why a list cannot be fetched at all. A list that only clients must not fetch is fetched by us; a path is handed in. */
function fetchIssue(address: string): UrlReason | undefined {
  if (!/^[a-z][a-z\d+.-]*:\/\//i.test(address)) return undefined
  const reason = providerUrlIssue(address)
  return UNFETCHABLE.has(reason) ? reason : undefined
}

function listFormat(place: string, type: string): RuleList['format'] {
  const path = place.split(/[?#]/, 1)[0]!.toLowerCase()
  if (path.endsWith('.mrs')) return 'mrs'
  if (/\.ya?ml$/.test(path)) return 'yaml'
  return type.startsWith('clash-') && !path.endsWith('.list') ? 'yaml' : 'text'
}
