import type { IssueArgs, IssueCode } from '../model/issue.ts'
import type { RuleGrammar } from '../model/client-facts.ts'
import { type ClientId, clientFacts, TEMPLATE_CLIENT } from '../clients/facts.ts'
import { nearestNames } from './nearest-names.ts'
import { ruleIssue, type RuleIssue, type RuleReason } from './rule-issue.ts'
import { hasFreePayload, ruleTypesOf, type RuleType, takesNoResolve, takesSrc } from './rule-types.ts'
import { readRuleValue } from './rule-value.ts'

export { issueOfRule } from './rule-issue.ts'
export type { RuleIssue, RuleReason } from './rule-issue.ts'

/**
 * Rule lines `TYPE,VALUE,ACTION[,param…]` of Clash and mihomo (docs/formats/rules.md, "A line"). For sing-box, lines are
 * written as for mihomo and translated by the client that spells rules another way.
 */

/** What a rule looks at: a line without its action, or one rule inside a logic rule. */
export interface RuleCondition {
  /** `DOMAIN-PATTERN` stands in lists of behavior domain only: `*.x`, `.x`, `a.*.b` as mihomo reads them there. */
  type: RuleType | 'DOMAIN-PATTERN'
  value: string
  /** `no-resolve`, `src`. */
  params: readonly string[]
  /** Inner rules of AND, OR, NOT and SUB-RULE. */
  rules?: readonly RuleCondition[]
}

export interface RuleComment {
  ruleType: 'comment'
  type: ''
  value: string
  action: ''
  params: readonly string[]
  /** Place among the lines of the text, from 0. */
  index: number
}

export interface RuleEntry extends RuleCondition {
  ruleType: 'rule'
  action: string
  /** What stands behind the item of a YAML list: `# words`. */
  comment?: string
  /** Place among the lines of the text, from 0. */
  index: number
}

export type RuleLine = RuleComment | RuleEntry

export interface RuleLineResult {
  /** Absent when the line cannot be used: then one problem at least is an error. */
  line?: RuleLine
  issues: RuleIssue[]
}

export interface CheckRulesOptions {
  client: ClientId
  /** Groups a rule may name besides DIRECT, REJECT, PROXY, MATCH, GLOBAL and BYPASS; absent: any name. */
  groups?: readonly string[]
  /** Groups and nodes of the finished config; what is neither here nor built in is `rule-target-missing`. */
  targets?: readonly string[]
  /** Rule providers of the config; absent: any name. */
  providers?: readonly string[]
  /** Whether a name is that of a group or node where `groups` and `targets` do not say: one may be called 443. */
  isTarget?: (name: string) => boolean
  /** Names under `sub-rules`; absent: any name. */
  subRules?: readonly string[]
  /** The group in the example of a whole line; absent: the first of `groups`. */
  exampleGroup?: string
}

export interface RulesCheck {
  /** Comments and usable rules in order; blank lines and lines with an error are not among them. */
  lines: RuleLine[]
  issues: RuleIssue[]
}

const SPEC_ACTIONS = ['DIRECT', 'REJECT', 'PROXY', 'MATCH', 'GLOBAL', 'BYPASS']

const NO_PARAMS: readonly string[] = []
/** Characters of a line; real logic rules stay far below. */
const LINE_MAX = 16384
const LOGIC_DEPTH_MAX = 16
const NEAREST_LOOKUPS_MAX = 100

/** Reads one line: `DOMAIN,a.com,DIRECT`, `MATCH,Select`, `# words`; as the client does that templates are written for. */
export function parseRuleLine(
  text: string,
  client: ClientId = TEMPLATE_CLIENT,
  isTarget?: (name: string) => boolean,
): RuleLineResult {
  const reader = new RuleReader({ client, isTarget })
  const line = reader.readLine(text, 0)
  return { line, issues: reader.issues }
}

/** Writes a line: what `parseRuleLine` read, in one spelling. */
export function printRuleLine(line: RuleLine): string {
  if (line.ruleType === 'comment') return line.value
  if (line.type === 'MATCH') return `MATCH,${line.action}`
  return printParts(line.type, line.value, line.action, line.params)
}

/** Writes a rule without its action, as it stands in a list or inside a logic rule. */
export function printCondition({ type, value, params }: RuleCondition): string {
  return params.length === 0 ? `${type},${value}` : `${type},${value},${params.join(',')}`
}

/** Writes a rule that sends a condition to an action. */
export function printRule({ type, value, params }: RuleCondition, action: string): string {
  return printParts(type, value, action, params)
}

function printParts(type: string, value: string, action: string, params: readonly string[]): string {
  return params.length === 0 ? `${type},${value},${action}` : `${type},${value},${action},${params.join(',')}`
}

/**
 * Reads all lines of a text and says what is wrong with each, what is written twice and what is never reached. Lines
 * may stand as they do in a YAML list (`- DOMAIN,a.com,DIRECT`).
 */
export function checkRules(text: string, options: CheckRulesOptions): RulesCheck {
  const reader = new RuleReader(options)
  const order = new RuleOrder(reader)
  const lines: RuleLine[] = []
  const source = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text
  source.split(LINE_BREAK).forEach((raw, index) => {
    if (isBlank(raw)) return
    const line = reader.readLine(raw, index)
    if (line === undefined) return
    lines.push(line)
    if (line.ruleType === 'rule') order.add(line)
  })
  return { lines, issues: reader.issues }
}

const LINE_BREAK = /\r\n|\n|\r/
const INNER_BREAK = /[\r\n]/

function isBlank(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (!isSpace(text.charCodeAt(i))) return false
  return true
}

function isSpace(code: number): boolean {
  return code === 32 || code === 9 || code === 0xa0 || code === 0x3000 || code === 0xfeff
}

interface Field {
  text: string
  /** Offset in the physical line. */
  at: number
}

interface ReaderOptions extends CheckRulesOptions {
  lenient?: boolean
  /** The lines are those of a set under `sub-rules`. */
  isSubRules?: boolean
  /** Values stay as they are written: what a client makes of a line that stands in a config already. */
  asWritten?: boolean
}

/** Skips the rule, in a set of `sub-rules` alone. Elsewhere mihomo takes it without a word and blocks what matches. */
const SUB_RULE_ACTION = 'PASS-RULE'

/** Reads lines one after the other and collects their problems. */
export class RuleReader {
  /** Whoever reads many lines takes them out in between. */
  issues: RuleIssue[] = []
  readonly #grammar: RuleGrammar
  readonly #types: ReadonlyMap<string, RuleType>
  readonly #actions?: ReadonlySet<string>
  readonly #targets?: ReadonlySet<string>
  readonly #providers?: ReadonlySet<string>
  readonly #subRules?: ReadonlySet<string>
  readonly #options: ReaderOptions
  readonly #nearest = new Map<string, string>()
  #index = 0
  #raw = ''
  #failed = false

  constructor(options: ReaderOptions) {
    const { client, groups, targets, providers, subRules } = options
    this.#options = options
    const { grammar, targets: ownTargets } = clientFacts(client).rules
    this.#grammar = grammar
    this.#types = ruleTypesOf(grammar)
    if (groups) this.#actions = new Set([...SPEC_ACTIONS, ...ownTargets, ...groups])
    if (targets) this.#targets = new Set([...ownTargets, ...targets])
    if (providers) this.#providers = new Set(providers)
    if (subRules) this.#subRules = new Set(subRules)
  }

  /** The line, or undefined when it cannot be used. */
  readLine(text: string, index: number): RuleLine | undefined {
    const { text: line, at } = fieldOf(text, 0, text.length, 0)
    this.#start(line, index)
    if (line === '') return this.#fail('rule-empty', 'empty', at)
    const comment = isComment(line)
    if (line.length > LINE_MAX) return this.#fail('rule-parts', 'line-too-long', at, { most: LINE_MAX })
    if (INNER_BREAK.test(line)) return this.#fail('rule-parts', 'line-break', at)
    if (comment) return { ruleType: 'comment', type: '', value: line, action: '', params: NO_PARAMS, index }
    const control = controlCharacter(line)
    if (control >= 0) {
      const character = `U+${line.charCodeAt(control).toString(16).toUpperCase().padStart(4, '0')}`
      return this.#fail('rule-parts', 'control-character', at + control, { character })
    }
    const rule = line.startsWith('- ') ? this.#readYamlItem(line, at) : this.#readRule(line, at)
    return this.#failed ? undefined : rule
  }

  /** A rule without action as it stands in lists: `DOMAIN-SUFFIX,x[,no-resolve]`; undefined when it cannot be used. */
  readCondition(type: RuleType | 'PORT', value: string, params: readonly string[], index: number, raw: string) {
    this.#start(raw, index)
    const rule = this.#condition({ text: type, at: 0 }, type, { text: value, at: type.length + 1 }, params, 0)
    return this.#failed ? undefined : rule
  }

  #start(raw: string, index: number): void {
    this.#raw = raw
    this.#index = index
    this.#failed = false
  }

  /** Tells of a problem in the line at hand; an error makes the line unusable. */
  report(code: IssueCode, reason: RuleReason, at: number, args?: IssueArgs): void {
    const place = { line: this.#index + 1, column: at + 1, raw: this.#raw }
    const issue = ruleIssue(place, code, reason, args)
    if (issue.severity === 'error') this.#failed = true
    this.issues.push(issue)
  }

  #fail(code: IssueCode, reason: RuleReason, at: number, args?: IssueArgs): undefined {
    this.report(code, reason, at, args)
    this.#failed = true
    return undefined
  }

  #readYamlItem(line: string, at: number): RuleLine | undefined {
    const field = fieldOf(line, 1, line.length, at)
    const { text, isQuoted, comment } = yamlItemOf(field.text)
    this.report('rule-rewritten', 'yaml-item', at, { from: line, to: text })
    const rule = this.#readRule(text, field.at + (isQuoted ? 1 : 0))
    return rule?.ruleType === 'rule' && comment !== '' ? { ...rule, comment } : rule
  }

  #readRule(line: string, at: number): RuleLine | undefined {
    const firstComma = line.indexOf(',')
    const typeField = fieldOf(line, 0, firstComma < 0 ? line.length : firstComma, at)
    const spelled = typeField.text.toUpperCase()
    if (spelled === 'MATCH' || spelled === 'FINAL') return this.#readMatch(line, at, typeField)
    const lastComma = line.lastIndexOf(',')
    if (firstComma === lastComma) return this.#fail('rule-parts', 'three-segments', at, this.#example())
    const type = this.#typeOf(spelled)
    if (hasFreePayload(spelled)) {
      const action = fieldOf(line, lastComma + 1, line.length, at)
      const value = fieldOf(line, firstComma + 1, lastComma, at)
      return this.#finish(typeField, type, value, action, NO_PARAMS)
    }
    const fields = fieldsOf(line, firstComma + 1, at)
    const [, action, behind] = fields
    if (isPortType(type) && PORTS.test(action!.text)) {
      const isLast = behind === undefined || isParam(behind.text)
      if (!isLast || !this.#isTarget(action!.text))
        return this.#fail('rule-action', 'action-ports', action!.at, { action: action!.text })
    }
    const params = fields.length > 2 && type !== undefined ? this.#params(type, fields) : NO_PARAMS
    return this.#finish(typeField, type, fields[0]!, fields[1]!, params)
  }

  /** A group of this config, for the words that say how a line is written. */
  #example(): IssueArgs {
    const { exampleGroup, groups } = this.#options
    const group = exampleGroup ?? groups?.[0]
    return group === undefined ? {} : { group }
  }

  #isTarget(name: string): boolean {
    const { isTarget } = this.#options
    return isTarget === undefined ? (this.#actions ?? this.#targets)?.has(name) === true : isTarget(name)
  }

  #finish(
    typeField: Field,
    type: RuleType | 'PORT' | undefined,
    value: Field,
    action: Field,
    params: readonly string[],
  ): RuleLine | undefined {
    if (type === undefined) this.#typeUnknown(typeField)
    const rule = type && this.#condition(typeField, type, value, params, 0)
    this.#checkAction(action, type)
    return rule && { ruleType: 'rule', ...rule, action: action.text, index: this.#index }
  }

  #readMatch(line: string, at: number, typeField: Field): RuleLine | undefined {
    const fields = line.length === typeField.text.length ? [] : fieldsOf(line, line.indexOf(',') + 1, at)
    const [first, second, third] = fields
    if (first === undefined) return this.#fail('rule-parts', 'match-segments', at, this.#example())
    let action = first
    if (second !== undefined) {
      // MATCH,,Select is how some lists keep three parts; a parameter says nothing here.
      if (third !== undefined || (first.text !== '' && !isParam(second.text))) {
        return this.#fail('rule-parts', 'match-segments', second.at, this.#example())
      }
      action = first.text === '' ? second : first
      if (action.text !== '') {
        const to = `MATCH,${action.text}`
        this.report('rule-rewritten', first.text === '' ? 'match-value' : 'param-ignored', second.at, {
          from: line,
          to,
          param: second.text,
        })
      }
    }
    if (typeField.text !== 'MATCH') this.#spelling(typeField, 'MATCH')
    this.#checkAction(action, 'MATCH')
    return { ruleType: 'rule', type: 'MATCH', value: '', action: action.text, params: NO_PARAMS, index: this.#index }
  }

  #typeOf(spelled: string): RuleType | 'PORT' | undefined {
    return spelled === 'PORT' ? 'PORT' : this.#types.get(spelled)
  }

  #typeUnknown(field: Field): void {
    const args: IssueArgs = { type: field.text }
    const nearest = this.#near('type', field.text, this.#types.keys())
    if (nearest !== '') args['nearest'] = nearest
    this.report('rule-type-unknown', 'type-unknown', field.at, args)
  }

  /** mihomo reads type names in any case, the Clash core does not: we write capitals. */
  #spelling(field: Field, type: string): void {
    const from = field.text
    if (from === type) return
    if (from.toUpperCase() !== type) {
      this.report('rule-rewritten', type === 'MATCH' ? 'final-type' : 'port-type', field.at, { from, to: type })
    } else if (this.#grammar === 'classic') {
      this.report('rule-rewritten', 'type-case', field.at, { from, to: type })
    }
  }

  #params(type: string, fields: readonly Field[]): readonly string[] {
    const params: string[] = []
    let ignored = false
    for (let i = 2; i < fields.length; i++) {
      const { text, at } = fields[i]!
      const param = text.toLowerCase()
      if (param === 'no-resolve' && takesNoResolve(type)) {
        if (!params.includes(param)) params.push(param)
      } else if (param === 'src' && takesSrc(type)) {
        if (this.#grammar !== 'classic' || type.startsWith('IP-CIDR')) params.push(param)
        else this.report('rule-parts', 'param-unsupported', at, { param: text })
      } else if (this.#grammar === 'classic' && !isParam(param) && i > 2) {
        this.report('rule-parts', 'three-segments', at, this.#example())
        return params
      } else if (!ignored) {
        ignored = true
        this.report('rule-rewritten', 'param-ignored', at, { param: text, from: text, to: '' })
      }
    }
    return params
  }

  #condition(
    typeField: Field,
    type: RuleType | 'PORT',
    value: Field,
    params: readonly string[],
    depth: number,
  ): RuleCondition | undefined {
    if (type === 'AND' || type === 'OR' || type === 'NOT' || type === 'SUB-RULE') {
      this.#spelling(typeField, type)
      return this.#logic(type, value, depth)
    }
    const read = readRuleValue(type, value.text, {
      grammar: this.#grammar,
      lenient: this.#options.lenient === true,
      providers: this.#providers,
    })
    let written = value.text
    if (typeof read === 'object') {
      if ('issue' in read) {
        const args = { ...read.args, type: typeField.text.toUpperCase(), value: value.text }
        return this.#fail('rule-value', read.issue, value.at, args)
      }
      if (this.#options.asWritten !== true) {
        written = read.value
        this.report('rule-rewritten', read.reason, value.at, { from: value.text, to: written })
      }
    }
    if (type === 'PORT') {
      this.#spelling(typeField, 'DST-PORT')
      return { type: 'DST-PORT', value: written, params }
    }
    this.#spelling(typeField, type)
    if (this.#grammar === 'classic' && params.includes('src')) {
      this.report('rule-rewritten', 'src-type', typeField.at, { from: `${type},…,src`, to: 'SRC-IP-CIDR' })
      return { type: 'SRC-IP-CIDR', value: written, params: NO_PARAMS }
    }
    return { type, value: written, params }
  }

  #logic(type: 'AND' | 'OR' | 'NOT' | 'SUB-RULE', value: Field, depth: number): RuleCondition | undefined {
    const failed = (reason: RuleReason, at = value.at, args?: IssueArgs) =>
      this.#fail('rule-value', reason, at, { ...args, type, value: value.text })
    if (value.text === '') return failed('value-empty')
    if (depth >= LOGIC_DEPTH_MAX) return failed('logic-depth', value.at, { most: LOGIC_DEPTH_MAX })

    const inner = type === 'SUB-RULE' ? singleRule(value) : innerRules(value)
    if (!Array.isArray(inner)) return failed(inner.reason, inner.at)
    if (type === 'NOT' && inner.length !== 1) return failed('not-one-rule')

    const rules: RuleCondition[] = []
    for (const field of inner) {
      const rule = this.#innerRule(field, depth + 1)
      if (rule === undefined) return undefined
      rules.push(rule)
    }
    const printed = rules.map((rule) => `(${printCondition(rule)})`).join(',')
    return { type, value: type === 'SUB-RULE' ? printed : `(${printed})`, params: NO_PARAMS, rules }
  }

  #innerRule(field: Field, depth: number): RuleCondition | undefined {
    const { text, at } = field
    const comma = text.indexOf(',')
    const typeField = fieldOf(text, 0, comma < 0 ? text.length : comma, at)
    const spelled = typeField.text.toUpperCase()
    if (spelled === 'MATCH' || spelled === 'FINAL' || spelled === 'SUB-RULE') {
      return this.#fail('rule-type-unknown', 'logic-inner-type', typeField.at, { type: typeField.text })
    }
    const type = this.#typeOf(spelled)
    if (type === undefined) {
      this.#typeUnknown(typeField)
      return undefined
    }
    if (comma < 0) return this.#fail('rule-value', 'value-empty', at, { type, value: '' })
    if (hasFreePayload(type)) {
      return this.#condition(typeField, type, fieldOf(text, comma + 1, text.length, at), NO_PARAMS, depth)
    }
    const fields = fieldsOf(text, comma + 1, at)
    const second = fields[1]
    // Without the second port the rule means something else.
    if (second !== undefined && isPortType(type) && PORTS.test(second.text))
      return this.#fail('rule-value', 'action-ports', second.at, { type, value: text.slice(comma + 1) })
    const params = fields.length > 1 ? this.#params(type, [fields[0]!, ...fields]) : NO_PARAMS
    return this.#condition(typeField, type, fields[0]!, params, depth)
  }

  #checkAction({ text, at }: Field, type: string | undefined): void {
    if (text === '') return this.report('rule-action', 'action-empty', at)
    if (type === 'SUB-RULE') {
      if (this.#subRules === undefined || this.#subRules.has(text)) return
      return this.#missing('rule-target-missing', 'sub-rule-missing', text, at, this.#options.subRules)
    }
    // mihomo takes the third part as the target, whatever it says.
    if (isParam(text)) {
      const reason = type !== undefined && hasFreePayload(type) ? 'action-param' : 'action-missing'
      return this.report('rule-action', reason, at, { action: text })
    }
    if (text === SUB_RULE_ACTION && this.#grammar === 'full' && !this.#options.isSubRules && !this.#isTarget(text))
      return this.report('rule-action', 'action-sub-rule', at, { action: text })
    if (this.#actions !== undefined && !this.#actions.has(text)) {
      return this.#missing('rule-action', 'action-unknown', text, at, this.#actions)
    }
    if (this.#targets !== undefined && !this.#targets.has(text)) {
      return this.#missing('rule-target-missing', 'target-missing', text, at, this.#targets)
    }
  }

  #missing(code: IssueCode, reason: RuleReason, action: string, at: number, names: Iterable<string> = []): void {
    const nearest = this.#near(reason, action, names)
    this.report(code, reason, at, nearest === '' ? { action } : { action, nearest })
  }

  /** Looked up once a name, and for the first hundred names: a file of nothing but mistakes stays cheap. */
  #near(kind: string, name: string, names: Iterable<string>): string {
    const key = `${kind} ${name}`
    const known = this.#nearest.get(key)
    if (known !== undefined) return known
    if (this.#nearest.size >= NEAREST_LOOKUPS_MAX) return ''
    const nearest = nearestNames(name, [...names]).join(', ')
    this.#nearest.set(key, nearest)
    return nearest
  }
}

/** What the lines before make of a rule: written twice, behind MATCH, or below a suffix that goes elsewhere. */
export class RuleOrder {
  readonly #reader: RuleReader
  readonly #seen = new Map<string, RuleEntry>()
  readonly #suffixes = new Map<string, RuleEntry>()
  #match?: RuleEntry

  constructor(reader: RuleReader) {
    this.#reader = reader
  }

  add(rule: RuleEntry): void {
    if (this.#match !== undefined) {
      return this.#reader.report('rule-unreachable', 'after-match', 0, { of: this.#match.index + 1 })
    }
    if (rule.type === 'MATCH') {
      this.#match = rule
      return
    }
    const key = printCondition(rule).toLowerCase()
    const first = this.#seen.get(key)
    if (first !== undefined) return this.#again(rule, first)
    if (rule.action !== 'PASS') this.#seen.set(key, rule)
    if (rule.type === 'DOMAIN' || rule.type === 'DOMAIN-SUFFIX') this.#domain(rule)
  }

  #again(rule: RuleEntry, first: RuleEntry): void {
    const of = first.index + 1
    if (rule.action === first.action) this.#reader.report('rule-duplicate', 'same-rule', 0, { of })
    else this.#reader.report('rule-unreachable', 'same-condition', 0, { of, action: first.action })
  }

  #domain(rule: RuleEntry): void {
    const domain = rule.value.toLowerCase()
    for (let dot = -1; ;) {
      const above = this.#suffixes.get(domain.slice(dot + 1))
      if (above !== undefined) {
        if (above.action === rule.action) return
        const of = above.index + 1
        return this.#reader.report('rule-unreachable', 'covered', 0, { of, by: above.value, action: above.action })
      }
      dot = domain.indexOf('.', dot + 1)
      if (dot < 0) break
    }
    if (rule.type === 'DOMAIN-SUFFIX' && rule.action !== 'PASS') this.#suffixes.set(domain, rule)
  }
}

/** What an item of a YAML list says on its line, and the comment behind it; '' where there is none. */
export function yamlItemOf(item: string): { text: string; isQuoted: boolean; comment: string } {
  const quote = item[0]
  if (quote === '"' || quote === "'") {
    const end = item.indexOf(quote, 1)
    const rest = end < 0 ? '' : item.slice(end + 1).trim()
    if (end > 0 && (rest === '' || rest.startsWith('#')))
      return { text: item.slice(1, end), isQuoted: true, comment: rest }
    return { text: item, isQuoted: false, comment: '' }
  }
  const at = item.indexOf(' #')
  if (at <= 0) return { text: item, isQuoted: false, comment: '' }
  return { text: item.slice(0, at).trimEnd(), isQuoted: false, comment: item.slice(at + 1).trim() }
}

function isComment(line: string): boolean {
  return line[0] === '#' || line[0] === ';' || line.startsWith('//') || line === 'rules:' || line === 'payload:'
}

/** `DST-PORT,80,443,PROXY`: what looks like a port behind one is no group, unless there is one of that name. */
const PORTS = /^\d{1,5}(?:-\d{1,5})?$/

function isPortType(type: string | undefined): boolean {
  return type === 'PORT' || type?.endsWith('-PORT') === true
}

function isParam(text: string): boolean {
  const param = text.toLowerCase()
  return param === 'no-resolve' || param === 'src'
}

function controlCharacter(text: string): number {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code < 32 || (code >= 127 && code < 160) || code === 0x2028 || code === 0x2029) return i
  }
  return -1
}

function fieldOf(text: string, start: number, end: number, at: number): Field {
  while (start < end && isSpace(text.charCodeAt(start))) start++
  while (end > start && isSpace(text.charCodeAt(end - 1))) end--
  return { text: text.slice(start, end), at: at + start }
}

/** The fields from `start` on, trimmed. */
function fieldsOf(text: string, start: number, at: number): Field[] {
  const fields: Field[] = []
  for (;;) {
    const comma = text.indexOf(',', start)
    fields.push(fieldOf(text, start, comma < 0 ? text.length : comma, at))
    if (comma < 0) return fields
    start = comma + 1
  }
}

interface LogicIssue {
  reason: RuleReason
  at: number
}

/** The rules of `((A),(B))`. */
function innerRules({ text, at }: Field): Field[] | LogicIssue {
  const unbalanced = { reason: 'logic-parentheses', at } as const
  if (text[0] !== '(' || text.at(-1) !== ')') return unbalanced
  const inner: Field[] = []
  let depth = 0
  let start = 0
  let stray = -1
  let commas = 0
  for (let i = 0; i < text.length; i++) {
    const char = text[i]
    if (char === '(') {
      if (++depth === 2) start = i + 1
    } else if (char === ')') {
      if (depth === 2) inner.push(fieldOf(text, start, i, at))
      if (--depth === 0 && i < text.length - 1) {
        return { reason: inner.length === 0 ? 'logic-double-parentheses' : 'logic-parentheses', at }
      }
    } else if (depth === 1) {
      if (char === ',') commas++
      else if (char !== ' ' && stray < 0) stray = i
    }
  }
  if (depth !== 0) return unbalanced
  if (inner.length === 0) return { reason: 'logic-double-parentheses', at }
  if (stray >= 0) return { reason: 'logic-separator', at: at + stray }
  if (commas !== inner.length - 1) return { reason: 'logic-separator', at }
  return inner
}

/** The rule of `(A)`. */
function singleRule({ text, at }: Field): Field[] | LogicIssue {
  const issue = { reason: 'sub-rule-parentheses', at } as const
  if (text[0] !== '(' || text.at(-1) !== ')') return issue
  const inner = fieldOf(text, 1, text.length - 1, at)
  if (inner.text === '' || inner.text[0] === '(') return issue
  let depth = 0
  for (const char of inner.text) {
    if (char === '(') depth++
    else if (char === ')' && --depth < 0) return issue
  }
  return depth === 0 ? [inner] : issue
}
