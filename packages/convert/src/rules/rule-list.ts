import { TEMPLATE_CLIENT } from '../clients/facts.ts'
import type { Issue, IssueArgs } from '../model/issue.ts'
import { ipVersion } from '../text/ip.ts'
import { domainIssue, isAscii, toAsciiDomain } from '../text/domain.ts'
import { type RuleCondition, RuleReader } from './rule-line.ts'
import { issueOfRule, ruleIssue, type RuleIssue, type RuleReason } from './rule-issue.ts'
import type { ListFormat } from './list-format.ts'
import { nearestNames } from './nearest-names.ts'
import { hasFreePayload, ruleTypesOf, type RuleType, takesNoResolve, takesSrc } from './rule-types.ts'

/**
 * Texts of rule lists: rules without a target, Surge style (`.list`), Quantumult X style, Clash provider YAML
 * (`payload:`) and one entry a line (docs/formats/rules.md, "Rule lists").
 */

export interface RuleListForm {
  behavior: 'classical' | 'domain' | 'ipcidr'
  /** Absent: a head line `payload:` tells YAML. Files are often named the other way, so it is looked for anyway. */
  format?: ListFormat
}

export interface RuleListResult {
  rules: RuleCondition[]
  /** Entries that are no rule for a client; entries = rules + skipped. */
  skipped: number
  /** How many entries of which type were skipped: { 'USER-AGENT': 1 }. */
  skippedTypes: Record<string, number>
  /** The first hundred skipped entries. */
  issues: Issue[]
}

const ISSUES_MAX = 100

/** Reads the text of a list; what is no rule is counted, never fatal. */
export function readRuleList(text: string, form: RuleListForm, source?: string): RuleListResult {
  const reader = new ListReader(form.behavior, source)
  if (form.format === 'mrs' || isBinary(text)) return reader.refuse('list-binary')
  if (isPage(text)) return reader.refuse('list-page')
  const lines = text.split(LINE_BREAK)
  const head = headLine(lines)
  if (head >= 0) readPayload(lines, head + 1, reader)
  else lines.forEach((line, index) => reader.readEntry(line.trim(), index))
  return reader.result()
}

const LINE_BREAK = /\r\n|\n|\r/

/** Compiled `.mrs` is zstd: whatever it was decoded to, its first bytes are no text. */
function isBinary(text: string): boolean {
  return text.startsWith('(\uFFFD/\uFFFD') || text.slice(0, 4096).includes('\u0000')
}

function isPage(text: string): boolean {
  const start = text.slice(0, 512).trimStart().toLowerCase()
  return start.startsWith('<!doctype') || start.startsWith('<html')
}

/** The line `payload:` before anything but comments, or -1. */
function headLine(lines: readonly string[]): number {
  for (let i = 0; i < lines.length; i++) {
    const line = withoutBom(lines[i]!).trim()
    if (HEAD.test(line)) return i
    if (line !== '' && line !== '---' && !line.startsWith('#')) return -1
  }
  return -1
}

const HEAD = /^(?:payload|rules):\s*(?:#.*)?$/

function withoutBom(text: string): string {
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text
}

/** Block list items under the head line, as mihomo reads them: one entry a line. */
function readPayload(lines: readonly string[], from: number, reader: ListReader): void {
  for (let i = from; i < lines.length; i++) {
    const line = lines[i]!.trim()
    if (line === '-' || line === '') continue
    if (line[0] === '-' && (line[1] === ' ' || line[1] === '\t')) reader.readEntry(yamlScalar(line.slice(1).trim()), i)
    else if (line[0] !== '#') reader.skip(line, i, 'list-entry', '')
  }
}

/** The text of a one-line scalar: quotes undone, a comment behind it dropped. */
function yamlScalar(text: string): string {
  const quote = text[0]
  if (quote === "'" || quote === '"') {
    const end = text.indexOf(quote, 1)
    return end < 0 ? text : text.slice(1, end)
  }
  const comment = text.indexOf(' #')
  return comment < 0 ? text : text.slice(0, comment).trimEnd()
}

/** Names that other programs give to types that Clash and mihomo know too. */
const ALIASES: ReadonlyMap<string, RuleType> = new Map(
  Object.entries<RuleType>({
    HOST: 'DOMAIN',
    'HOST-SUFFIX': 'DOMAIN-SUFFIX',
    'HOST-KEYWORD': 'DOMAIN-KEYWORD',
    'HOST-WILDCARD': 'DOMAIN-WILDCARD',
    'IP6-CIDR': 'IP-CIDR6',
    'DEST-PORT': 'DST-PORT',
    PORT: 'DST-PORT',
    'SRC-IP': 'SRC-IP-CIDR',
    PROTOCOL: 'NETWORK',
  }),
)

/** What mihomo itself skips inside a list. */
const NEVER_IN_LISTS: ReadonlySet<string> = new Set(['MATCH', 'RULE-SET', 'SUB-RULE'])

/** Types of Surge, Loon, Quantumult X and Shadowrocket that no client of ours has. */
const FOREIGN_TYPES: ReadonlySet<string> = new Set([
  'USER-AGENT', 'URL-REGEX', 'DOMAIN-SET', 'SUBNET', 'DEVICE-NAME', 'CELLULAR-RADIO', 'CELLULAR-CARRIER',
  'HOSTNAME-TYPE', 'MAC-ADDRESS', 'SCRIPT', 'FINAL', 'URL', 'DST-IP', 'IP-ASN-ORG',
]) // oxfmt-ignore

const PARAMS_NONE: readonly string[] = []
const PARAMS_NO_RESOLVE: readonly string[] = ['no-resolve']

class ListReader {
  readonly #behavior: RuleListForm['behavior']
  readonly #source?: string
  readonly #reader = new RuleReader({ client: TEMPLATE_CLIENT, lenient: true })
  readonly #types = ruleTypesOf('full')
  readonly #rules: RuleCondition[] = []
  readonly #issues: RuleIssue[] = []
  readonly #skippedTypes = new Map<string, number>()
  #skipped = 0

  constructor(behavior: RuleListForm['behavior'], source?: string) {
    this.#behavior = behavior
    this.#source = source
  }

  result(): RuleListResult {
    return {
      rules: this.#rules,
      skipped: this.#skipped,
      skippedTypes: Object.fromEntries(this.#skippedTypes),
      issues: this.#issues.map((issue) => issueOfRule(issue, this.#source)),
    }
  }

  /** The whole text is no list. */
  refuse(reason: RuleReason): RuleListResult {
    const issue = ruleIssue({ line: 1, column: 1, raw: '' }, 'rule-unsupported', reason)
    return { ...this.result(), skipped: 1, issues: [issueOfRule(issue, this.#source)] }
  }

  /** One entry with blanks trimmed; comments and blank lines are none. */
  readEntry(entry: string, index: number): void {
    const text = index === 0 ? withoutBom(entry).trim() : entry
    if (text === '' || text[0] === '#' || text[0] === ';' || text.startsWith('//')) return
    const rule = this.#behavior === 'classical' ? this.#classical(text, index) : this.#pattern(text, index)
    if (rule !== undefined) this.#rules.push(rule)
  }

  skip(raw: string, index: number, reason: RuleReason, type: string, args: IssueArgs = {}): undefined {
    this.#skipped++
    this.#skippedTypes.set(type, (this.#skippedTypes.get(type) ?? 0) + 1)
    if (this.#issues.length < ISSUES_MAX) {
      this.#issues.push(ruleIssue({ line: index + 1, column: 1, raw }, 'rule-unsupported', reason, { ...args, type }))
    }
    return undefined
  }

  #classical(entry: string, index: number): RuleCondition | undefined {
    const comma = entry.indexOf(',')
    if (comma < 0) return this.skip(entry, index, 'list-entry', '', { behavior: this.#behavior })
    const spelled = entry.slice(0, comma).trim().toUpperCase()
    const type = this.#types.get(spelled) ?? ALIASES.get(spelled)
    if (type === undefined) return this.#unknown(entry, index, spelled.slice(0, 40))
    if (NEVER_IN_LISTS.has(type)) return this.skip(entry, index, 'list-never', type)
    if (hasFreePayload(type)) {
      return this.#read(type, entry.slice(comma + 1).trim(), PARAMS_NONE, entry, index)
    }
    const end = entry.indexOf(',', comma + 1)
    if (end < 0) return this.#read(type, withoutComment(entry.slice(comma + 1)), PARAMS_NONE, entry, index)
    // Behind the payload stand parameters, and in other programs' lists a target.
    return this.#read(type, entry.slice(comma + 1, end).trim(), paramsOf(entry.slice(end + 1)), entry, index)
  }

  #read(type: RuleType, value: string, params: readonly string[], raw: string, index: number) {
    const payload = type === 'SRC-IP-CIDR' ? withPrefix(value) : value
    const kept = params.length === 0 ? params : params.filter((param) => isAbout(param, type))
    const rule = this.#reader.readCondition(type, payload, kept, index, raw)
    const reported = this.#reader.issues
    if (reported.length > 0) this.#reader.issues = []
    if (rule !== undefined) return rule
    const { reason = 'list-entry', ...args } = reported.find((issue) => issue.severity === 'error')?.args ?? {}
    return this.skip(raw, index, reason, type, args)
  }

  #pattern(entry: string, index: number): RuleCondition | undefined {
    const text = withoutComment(entry)
    if (this.#behavior === 'ipcidr') {
      const payload = withPrefix(text)
      return this.#read(payload.includes(':') ? 'IP-CIDR6' : 'IP-CIDR', payload, PARAMS_NONE, entry, index)
    }
    return readDomainPattern(text) ?? this.#noDomain(entry, text, index)
  }

  /** Reports an entry that is no domain: a line of a classical list as such, any other with what is wrong with its domain. */
  #noDomain(entry: string, text: string, index: number): undefined {
    const name = text.replace(/^\+?\./, '').replaceAll('*.', '')
    const reason = text.includes(',') ? undefined : domainIssue(name, true)
    return this.skip(entry, index, reason ?? 'list-entry', '', { behavior: this.#behavior })
  }

  #unknown(entry: string, index: number, type: string): undefined {
    if (FOREIGN_TYPES.has(type)) return this.skip(entry, index, 'list-type', type)
    const [nearest] = nearestNames(type, [...this.#types.keys()], 1)
    return this.skip(entry, index, 'type-unknown', type, nearest === undefined ? {} : { nearest })
  }
}

function isAbout(param: string, type: RuleType): boolean {
  return param === 'src' ? takesSrc(type) : takesNoResolve(type)
}

/** A bare address is the block of that address. */
function withPrefix(value: string): string {
  const version = value.includes('/') ? undefined : ipVersion(value)
  return version === undefined ? value : `${value}/${version === 4 ? 32 : 128}`
}

function withoutComment(text: string): string {
  const slashes = text.indexOf(' //')
  const rest = slashes < 0 ? text : text.slice(0, slashes)
  const hash = rest.indexOf(' #')
  return (hash < 0 ? rest : rest.slice(0, hash)).trim()
}

function paramsOf(text: string): readonly string[] {
  const rest = withoutComment(text).toLowerCase()
  if (rest === 'no-resolve') return PARAMS_NO_RESOLVE
  const params = rest.split(',').map((param) => param.trim())
  return params.filter((param) => param === 'no-resolve' || param === 'src')
}

/**
 * An entry of behavior domain as mihomo reads it: whole labels, `+` as the first label only. `x` is DOMAIN, `+.x` is
 * DOMAIN-SUFFIX, the rest stays a DOMAIN-PATTERN; undefined where it matches nothing.
 */
export function readDomainPattern(entry: string): RuleCondition | undefined {
  const written = isAscii(entry) ? entry.toLowerCase() : asciiPattern(entry)
  if (written === undefined) return undefined
  if (written.startsWith('+.')) {
    const suffix = written.slice(2)
    if (domainIssue(suffix, true) === undefined) return condition('DOMAIN-SUFFIX', suffix)
    return isPattern(suffix) ? condition('DOMAIN-PATTERN', written) : undefined
  }
  if (written[0] === '.') {
    return domainIssue(written.slice(1), true) === undefined ? condition('DOMAIN-PATTERN', written) : undefined
  }
  if (domainIssue(written, true) === undefined) return condition('DOMAIN', written)
  return isPattern(written) ? condition('DOMAIN-PATTERN', written) : undefined
}

function condition(type: RuleCondition['type'], value: string): RuleCondition {
  return { type, value, params: PARAMS_NONE }
}

/** Whether some labels are `*` and the others are names. */
function isPattern(text: string): boolean {
  let stars = 0
  const isSound = text.split('.').every((label) => {
    if (label === '*') stars++
    return label === '*' || domainIssue(label, true) === undefined
  })
  return isSound && stars > 0
}

function asciiPattern(entry: string): string | undefined {
  const labels: string[] = []
  for (const label of entry.toLowerCase().split('.')) {
    const ascii = isAscii(label) ? label : toAsciiDomain(label)
    if (ascii === undefined) return undefined
    labels.push(ascii)
  }
  return labels.join('.')
}
