import type { Node } from 'jsonc-parser'
import { nearestNames } from '../../../rules/nearest-names.ts'
import { ownField, type FieldRule, type RuleFieldKind } from './field-rule.ts'
import { FieldValues } from './field-values.ts'
import { isAbsent, propertiesOf, type Property } from './json-nodes.ts'
import type { KnownNames } from './known-names.ts'
import type { RuleReport } from './rule-report.ts'
import { EXACT, REMOVED, RESOLVER_FIELDS, type RuleTable } from './rule-tables.ts'
import type { VersionRange } from './version-range.ts'

/** Read from a text of their own, which null does not have. */
const NEVER_NULL: ReadonlySet<RuleFieldKind> = new Set<RuleFieldKind>(['duration', 'mark'])

/** What every check of one text shares. */
export interface CheckSetup {
  report: RuleReport
  names: KnownNames
  versions: VersionRange
}

/** Checks one field: its spelling, whether these versions know it, and its value. */
export class FieldChecker {
  readonly #report: RuleReport
  readonly #names: KnownNames
  readonly #versions: VersionRange
  readonly #table: RuleTable
  readonly #values: FieldValues

  constructor({ report, names, versions }: CheckSetup, table: RuleTable) {
    this.#report = report
    this.#names = names
    this.#versions = versions
    this.#table = table
    this.#values = new FieldValues(report)
  }

  /** Whether the field is known and sound. */
  check(
    name: string,
    { key, value }: Property,
    rule: FieldRule | undefined,
    isHeadless: boolean,
    isLax: boolean,
  ): boolean {
    const isSpelledExactly = key.value === name
    if (!isSpelledExactly && (isHeadless ? name === 'type' : EXACT.has(name) || this.#table.items.has(name))) {
      return this.#report.wrong(key, 'field-unknown', { field: String(key.value), nearest: name })
    }
    if (REMOVED.has(name)) return this.#report.wrong(key, 'field-removed', { field: name })
    if (rule === undefined || (rule.only !== undefined && (rule.only === 'headless') !== isHeadless)) {
      if (isLax) return this.#besideLax(name, value)
      const nearest = nearestNames(name, [...this.#table.items.keys()]).join(', ')
      return this.#report.wrong(key, 'field-unknown', nearest === '' ? { field: name } : { field: name, nearest })
    }
    if (rule.gone !== undefined && this.#versions.high >= rule.gone)
      return this.#report.wrong(key, 'field-removed', { field: name })
    if (rule.since !== undefined && rule.since > this.#versions.low) {
      return this.#report.wrong(key, 'field-version', { field: name, version: `1.${rule.since}` })
    }
    if (value.type !== 'null') return this.#value(name, value, rule)
    return !NEVER_NULL.has(rule.kind) || this.#report.wrong(value, 'field-empty', { field: name })
  }

  /** A field that its action does not have and that sing-box passes over, if it can read it as one of a route. */
  #besideLax(name: string, value: Node): boolean {
    const rule = ownField(this.#table.actions['route']!.fields, name)
    return rule === undefined || value.type === 'null' || this.#value(name, value, rule)
  }

  #value(field: string, node: Node, { kind, values }: FieldRule): boolean {
    return kind === 'resolver' ? this.#resolver(field, node) : this.#values.check(field, node, kind, values)
  }

  /** The tag of a DNS server, or an object that holds it; other keys of the object are not looked at. */
  #resolver(field: string, node: Node): boolean {
    if (node.type === 'string') return node.value === '' || this.#names.checkDnsServer(node)
    if (node.type !== 'object') return this.#report.wrong(node, 'field-type', { field, expected: 'text' })
    const fields = propertiesOf(node)
    const server = fields.get('server')?.value
    if (server === undefined || isAbsent(server)) return this.#report.wrong(node, 'field-missing', { field: 'server' })
    let isSound = true
    for (const [name, { key, value }] of fields) {
      const rule = ownField(RESOLVER_FIELDS, name)
      if (rule !== undefined && !this.check(name, { key, value }, rule, false, false)) isSound = false
    }
    return isSound && this.#names.checkDnsServer(server)
  }
}
