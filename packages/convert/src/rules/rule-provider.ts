import { type Issue, type IssueArgs, type IssueCode, ISSUE_SEVERITY } from '../model/issue.ts'
import type { RuleSetEntry } from './rule-set-entry.ts'
import { type ClientId, clientFacts, TEMPLATE_CLIENT } from '../clients/facts.ts'
import { providerUrlIssue, type UrlReason } from './provider-url.ts'
import { LIST_FORMATS, type ListFormat, listFormatOf } from './list-format.ts'
import { readRuleList } from './rule-list.ts'
import { rawFileUrl, readRulePath, type RulePathIssue } from './rule-path.ts'
import { cut } from './rule-issue.ts'
import { listText } from './rule-set-lines.ts'
import { isRecord, type JsonObject } from '../text/record.ts'

/**
 * Rule providers of Clash and mihomo, and the rule sets of the user (docs/formats/rules.md, "Rule providers and rule sets").
 * Every `provider-*` and `path-rewritten` issue carries `args.reason` (one of ProviderReason) and `args.name`; further
 * args stand beside the reason.
 */
export type ProviderReason =
  // provider-invalid, with the issue's field
  | 'not-an-object'
  | 'name-empty'
  | 'name-default' // mihomo refuses a provider of the name default
  | 'name-duplicate'
  | 'type' // value: neither http nor file (mihomo: nor inline)
  | 'behavior' // value
  | 'format' // value
  | 'format-mrs-classical'
  | 'path-missing'
  | 'url-missing'
  | `rule-path-${RulePathIssue}` // in place of an address: owner/repo/path@branch
  | UrlReason // value; url-syntax url-scheme url-too-long url-credentials url-host url-port
  | 'interval' // value
  | 'rules-missing'
  | 'rules-none' // none of its lines is a rule
  | 'rules' // not a list of texts
  | 'group' // not a text
  // path-rewritten
  | 'path' // from, to

export interface RuleProviderOptions {
  client: ClientId
  /** What the issues name as their source. */
  source?: string
  /** Whether the output names a file for each provider, so that a path that was given is replaced. */
  writesPaths?: boolean
}

export interface RuleProviderResult {
  /** Absent when the provider cannot be used. */
  entry?: RuleSetEntry
  issues: Issue[]
}

/**
 * Reads one provider of a config's `rule-providers` as its client would. Clash needs a `path`; for mihomo it
 * is optional. A given one is not taken over: `./providers/<name>.yaml` is written instead.
 */
export function readRuleProvider(name: string, value: unknown, options: RuleProviderOptions): RuleProviderResult {
  const reader = new ProviderReader(name, options)
  if (!isRecord(value)) return reader.refuse('not-an-object')
  if (isClassic(options.client) && !isText(value['path'])) reader.report('path-missing', 'path')
  return reader.read(value, { url: value['url'], path: value['path'], rules: value['payload'] })
}

/** Clash 1.18 and its Premium core read less than mihomo. */
function isClassic(client: ClientId): boolean {
  return clientFacts(client).rules.grammar === 'classic'
}

export interface RuleProvidersResult {
  entries: RuleSetEntry[]
  issues: Issue[]
}

/**
 * Reads what `--rule-provider` is given, once it is YAML or JSON no more: a list of rule sets
 * (`group, path, url, providerName, providerPath, type, behavior, rules`), or a map `name: provider`, which may stand
 * under `rule-providers`.
 */
export function readRuleProviders(value: unknown, options: RuleProviderOptions): RuleProvidersResult {
  if (Array.isArray(value))
    return collect(
      value.map((entry) => readEntry(entry, options)),
      options,
    )
  if (!isRecord(value)) return collect([new ProviderReader('', options).refuse('not-an-object')], options)
  const inner = value['rule-providers']
  const map = isRecord(inner) ? inner : value
  // The path of a given provider is replaced, so none is asked for here.
  const asTemplate: RuleProviderOptions = { ...options, client: TEMPLATE_CLIENT }
  return collect(
    Object.entries(map).map(([name, provider]) => readRuleProvider(name, provider, asTemplate)),
    options,
  )
}

const PATH_NAME_MAX = 64
const PATH_NAME = /^[a-z0-9_-]+$/
const EXTENSIONS = { yaml: 'yaml', text: 'txt', mrs: 'mrs' } as const

/**
 * Where a provider's file stands on the client's side: `./providers/ads.yaml`. A name that cannot be a file name is
 * written as far as it can, with a short sum of the whole behind it, so that two names never share a file.
 */
export function providerPath(name: string, format: ListFormat = 'yaml'): string {
  const extension = EXTENSIONS[format]
  if (PATH_NAME.test(name) && name.length <= PATH_NAME_MAX) return `./providers/${name}.${extension}`
  const sum = checksum(name)
  const kept = name
    .toLowerCase()
    .replace(/[^a-z0-9_-]+/g, '-')
    .slice(0, PATH_NAME_MAX - sum.length - 1)
  const stem = kept.replace(/^-/, '').replace(/-$/, '')
  return `./providers/${stem === '' ? 'list' : stem}-${sum}.${extension}`
}

/** Address of a list given as `owner/repo/path` or `owner/repo/path@branch`: the raw file; branch master by default. */
function rulePathUrl(path: string): string | undefined {
  const place = readRulePath(path)
  return 'issue' in place ? undefined : rawFileUrl(place)
}

function readEntry(value: unknown, options: RuleProviderOptions): RuleProviderResult {
  if (!isRecord(value)) return new ProviderReader('', options).refuse('not-an-object')
  const path = text(value['path'])
  const listUrl = value['url'] ?? (path === undefined ? undefined : rulePathUrl(path))
  const name = text(value['providerName']) ?? text(value['name']) ?? nameOf(text(listUrl) ?? path ?? '')
  const reader = new ProviderReader(name, options)
  // A path that is no address of a list is where its owner kept the provider's file.
  const ownPath = value['providerPath'] ?? (listUrl === value['url'] ? value['path'] : undefined)
  const rules = value['rules'] ?? value['payload']
  const guessed = {
    format: listFormatOf(undefined, text(listUrl)),
    type: rules !== undefined && !listUrl ? 'inline' : 'http',
  }
  // Who gave a path in place of an address is told what is wrong with the path.
  const place = listUrl === undefined && typeof value['path'] === 'string' ? readRulePath(value['path']) : undefined
  if (place && 'issue' in place && (value['type'] ?? guessed.type) === 'http') return reader.refuse(`rule-path-${place.issue}`, 'path') // oxfmt-ignore
  return reader.read(
    { behavior: 'classical', ...guessed, ...withoutUndefined(value) },
    { url: listUrl, path: ownPath, rules },
  )
}

/** `https://example.com/Clash/BanAD.list` is called BanAD. */
function nameOf(address: string): string {
  const path = address.split(/[?#]/, 1)[0]!
  const file = path.slice(path.lastIndexOf('/') + 1)
  const dot = file.lastIndexOf('.')
  return dot > 0 ? file.slice(0, dot) : file
}

function collect(results: readonly RuleProviderResult[], options: RuleProviderOptions): RuleProvidersResult {
  const entries: RuleSetEntry[] = []
  const issues: Issue[] = []
  const names = new Set<string>()
  for (const { entry, issues: own } of results) {
    issues.push(...own)
    if (entry === undefined) continue
    if (names.has(entry.name)) {
      issues.push(...new ProviderReader(entry.name, options).refuse('name-duplicate', 'name').issues)
      continue
    }
    names.add(entry.name)
    entries.push(entry)
  }
  return { entries, issues }
}

class ProviderReader {
  readonly #name: string
  readonly #options: RuleProviderOptions
  readonly #issues: Issue[] = []
  #isRefused = false

  constructor(name: string, options: RuleProviderOptions) {
    this.#name = name
    this.#options = options
    if (name !== name.trim() || name === '') {
      if (name !== '') this.report('name-empty', 'name')
    } else if (name === 'default') this.report('name-default', 'name')
  }

  refuse(reason: ProviderReason, field?: string): RuleProviderResult {
    this.report(reason, field)
    return { issues: this.#issues }
  }

  report(reason: ProviderReason, field?: string, value?: unknown): void {
    this.#isRefused = true
    this.#add('provider-invalid', reason, field, value === undefined ? {} : { value: shown(value) })
  }

  read(
    provider: JsonObject,
    { url, path, rules }: { url: unknown; path: unknown; rules: unknown },
  ): RuleProviderResult {
    if (this.#name === '') this.report('name-empty', 'name')
    const type = this.#type(provider['type'], rules)
    const behavior = this.#oneOf('behavior', provider['behavior'], ['classical', 'domain', 'ipcidr'] as const)
    const format = this.#format(provider['format'], behavior, type === 'http' ? text(url) : undefined)
    const address = this.#url(type, url)
    const interval = this.#interval(provider['interval'])
    const payload = this.#rules({ type, behavior, format }, rules)
    const group = provider['group']
    if (group !== undefined && typeof group !== 'string') this.report('group', 'group', group)
    if (this.#isRefused || type === undefined || behavior === undefined) return { issues: this.#issues }

    // Providers of other types stand in the config with their rules, if at all.
    if (isText(path) && type === 'http' && this.#options.writesPaths !== false) {
      const written = listFormatOf(format, address)
      const to = providerPath(this.#name, written)
      const isWritten = !isClassic(this.#options.client) || written !== 'mrs'
      if (path !== to && isWritten) this.#add('path-rewritten', 'path', 'path', { from: cut(path), to })
    }
    const entry: RuleSetEntry = {
      name: this.#name,
      ...(typeof group === 'string' && group !== '' && { group }),
      type,
      behavior,
      ...(format !== undefined && { format }),
      ...(address !== undefined && { url: address }),
      ...(interval !== undefined && { interval }),
      ...(payload !== undefined && { rules: payload }),
    }
    return { entry, issues: this.#issues }
  }

  #type(value: unknown, rules: unknown): RuleSetEntry['type'] | undefined {
    if (value === 'inline' && isClassic(this.#options.client) && rules === undefined) {
      this.report('type', 'type', value)
      return undefined
    }
    return this.#oneOf('type', value, ['http', 'file', 'inline'] as const)
  }

  #oneOf<T extends string>(field: 'type' | 'behavior', value: unknown, values: readonly T[]): T | undefined {
    const found = values.find((one) => one === value)
    if (found === undefined) this.report(field, field, value ?? '')
    return found
  }

  #format(
    value: unknown,
    behavior: RuleSetEntry['behavior'] | undefined,
    url: string | undefined,
  ): ListFormat | undefined {
    const isGiven = value !== undefined && value !== null && value !== ''
    const format = isGiven ? LIST_FORMATS.find((one) => one === value) : undefined
    if (isGiven && format === undefined) this.report('format', 'format', value)
    else if (listFormatOf(format, url) === 'mrs' && behavior === 'classical')
      this.report('format-mrs-classical', 'format')
    return format
  }

  #url(type: RuleSetEntry['type'] | undefined, value: unknown): string | undefined {
    if (type !== 'http') return undefined
    if (!isText(value)) {
      this.report('url-missing', 'url')
      return undefined
    }
    const issue = providerUrlIssue(value)
    if (issue !== undefined) this.report(issue, 'url', value)
    return value.trim()
  }

  #interval(value: unknown): number | undefined {
    if (value === undefined || value === null) return undefined
    const seconds = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value
    if (typeof seconds === 'number' && Number.isSafeInteger(seconds) && seconds > 0) return seconds
    this.report('interval', 'interval', value)
    return undefined
  }

  /** The lines as given: an issue names a line by its number. */
  #rules({ type, behavior, format }: Partial<RuleSetEntry>, value: unknown): string[] | undefined {
    if (value === undefined || value === null) {
      if (type === 'inline') this.report('rules-missing', 'rules')
      return undefined
    }
    const list = typeof value === 'string' ? value.split(/\r\n|\n|\r/) : value
    if (!Array.isArray(list) || !list.every((rule) => typeof rule === 'string')) {
      this.report('rules', 'rules')
      return undefined
    }
    const rules = list.map((rule: string) => rule.trim())
    if (type !== 'inline') return rules
    if (rules.every((rule) => rule === '')) this.report('rules-missing', 'rules')
    else if (behavior !== undefined && readRuleList(listText(rules), { behavior, format }).rules.length === 0)
      this.report('rules-none', 'rules')
    return rules
  }

  #add(code: IssueCode, reason: ProviderReason, field: string | undefined, args: IssueArgs): void {
    const issue: Issue = {
      code,
      severity: ISSUE_SEVERITY[code],
      kept: code !== 'provider-invalid',
      args: { ...args, reason, name: this.#name },
    }
    if (this.#options.source !== undefined) issue.source = this.#options.source
    if (field !== undefined) issue.field = field
    this.#issues.push(issue)
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== ''
}

function text(value: unknown): string | undefined {
  return isText(value) ? value.trim() : undefined
}

function shown(value: unknown): string {
  return cut(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''), 100)
}

function withoutUndefined(value: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined && one !== null && one !== ''))
}

/** FNV-1a over UTF-16 units, 32 bits in base 36. */
function checksum(name: string): string {
  let sum = 0x811c9dc5
  for (let i = 0; i < name.length; i++) sum = Math.imul(sum ^ name.charCodeAt(i), 0x01000193)
  return (sum >>> 0).toString(36)
}
