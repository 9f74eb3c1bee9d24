import type { Node } from 'jsonc-parser'
import { nearestNames } from '../../../rules/nearest-names.ts'
import { FieldChecker, type CheckSetup } from './field-checker.ts'
import { ownField } from './field-rule.ts'
import { isAbsent, isZero, listOf, propertiesOf, shown, textOf, typeOf, type Property } from './json-nodes.ts'
import type { KnownNames } from './known-names.ts'
import type { RuleReport } from './rule-report.ts'
import {
  DNS_TABLE,
  FINAL_ACTIONS,
  LOGICAL,
  RESPONSE_ITEMS,
  ROUTE_TABLE,
  type ActionRule,
  type RuleTable,
} from './rule-tables.ts'
import type { VersionRange } from './version-range.ts'

/** Checks rules of one kind, those of `route` or those of `dns`. */
export class RuleChecker {
  readonly #report: RuleReport
  readonly #names: KnownNames
  readonly #versions: VersionRange
  readonly #table: RuleTable
  readonly #fields: FieldChecker

  constructor(setup: CheckSetup, table: RuleTable) {
    this.#report = setup.report
    this.#names = setup.names
    this.#versions = setup.versions
    this.#table = table
    this.#fields = new FieldChecker(setup, table)
  }

  check(node: Node, isHeadless: boolean): void {
    if (node.type !== 'object') return this.#report.add(node, 'rule-value', 'not-an-object')
    const fields = propertiesOf(node)
    if (typeOf(fields) === 'logical') this.#logical(node, fields, isHeadless, false)
    else this.#default(node, fields, isHeadless, false)
  }

  #default(node: Node, fields: ReadonlyMap<string, Property>, isHeadless: boolean, isInner: boolean): void {
    const type = fields.get('type')
    const typeValue = type && textOf(type.value)
    if (type && typeValue !== '' && typeValue !== 'default' && type.value.type !== 'null') {
      this.#report.add(type.value, 'rule-value', 'field-value', { field: 'type', value: shown(type.value) })
    }
    const from = this.#report.count
    const action = this.#action(fields, isHeadless, isInner)
    let conditions = 0
    for (const [name, property] of fields) {
      const { items, modifiers, outerOnly } = this.#table
      const item = items.get(name)
      const known = item ?? modifiers.get(name) ?? ownField(action?.fields, name)
      if (name === 'action' && !isHeadless) continue
      if (isInner && outerOnly.includes(name)) continue
      if (!this.#fields.check(name, property, known, isHeadless, action?.isLax === true)) continue
      if (item !== undefined && !isAbsent(property.value)) conditions++
    }
    if (conditions === 0) {
      if (isHeadless || isInner) this.#report.add(node, 'rule-value', 'no-condition')
      else if (this.#report.count === from && this.#takesAll(fields))
        this.#report.add(node, 'rule-matches-all', 'matches-all')
    }
    const looks = RESPONSE_ITEMS.find((name) => fields.has(name))
    if (looks !== undefined && fields.get('match_response')?.value.value !== true) {
      this.#report.add(node, 'rule-value', 'field-missing', { field: 'match_response' })
    }
    this.#references(fields, isHeadless || isInner)
  }

  /** Of a rule without conditions: no rule below is asked. In `dns` such a rule names the server of last resort. */
  #takesAll(fields: ReadonlyMap<string, Property>): boolean {
    const action = fields.get('action')?.value
    const name = action === undefined || isAbsent(action) ? 'route' : textOf(action)
    return this.#table === ROUTE_TABLE && name !== undefined && FINAL_ACTIONS.has(name)
  }

  #logical(node: Node, fields: ReadonlyMap<string, Property>, isHeadless: boolean, isInner: boolean): void {
    const action = this.#action(fields, isHeadless, isInner)
    for (const [name, property] of fields) {
      if (name === 'action' && !isHeadless) continue
      if (isInner && name !== 'action' && this.#table.outerOnly.includes(name)) continue
      this.#fields.check(
        name,
        property,
        LOGICAL.get(name) ?? ownField(action?.fields, name),
        isHeadless,
        action?.isLax === true,
      )
    }
    if (!fields.has('mode')) this.#report.add(node, 'rule-value', 'field-missing', { field: 'mode' })
    const rules = fields.get('rules')
    const inner = listOf(rules?.value)
    if (inner.length === 0) this.#report.add(rules?.value ?? node, 'rule-value', 'field-missing', { field: 'rules' })
    for (const rule of inner) {
      if (rule.type !== 'object') {
        this.#report.add(rule, 'rule-value', 'not-an-object')
        continue
      }
      const innerFields = propertiesOf(rule)
      if (typeOf(innerFields) === 'logical') this.#logical(rule, innerFields, isHeadless, true)
      else this.#default(rule, innerFields, isHeadless, true)
    }
    this.#references(fields, isHeadless || isInner)
  }

  #action(fields: ReadonlyMap<string, Property>, isHeadless: boolean, isInner: boolean): ActionRule | undefined {
    if (isHeadless) return undefined
    const property = fields.get('action')
    if (isInner) {
      // 1.12 and 1.13 read them there and never ask them (NewLogicalRule in their route/rule/rule_default.go).
      for (const name of this.#table.outerOnly) {
        const inner = fields.get(name)
        const isRead =
          name !== 'action' || inner === undefined || isAbsent(inner.value) || textOf(inner.value) === 'route'
        if (inner && (this.#versions.high >= 14 || !isRead))
          this.#report.add(inner.key, 'rule-value', 'inner-action', { field: name })
      }
      return undefined
    }
    const name = property === undefined || isAbsent(property.value) ? 'route' : textOf(property.value)
    const { actions } = this.#table
    const action = name === undefined || !Object.hasOwn(actions, name) ? undefined : actions[name]
    if (property !== undefined && action === undefined) {
      const nearest = nearestNames(name ?? '', Object.keys(actions)).join(', ')
      this.#report.add(property.value, 'rule-action', 'action-name', { action: shown(property.value), nearest })
      return { fields: {}, isLax: true }
    }
    if (property !== undefined && action?.since !== undefined && action.since > this.#versions.low) {
      this.#report.add(property.value, 'rule-action', 'field-version', {
        field: `action ${name}`,
        version: `1.${action.since}`,
      })
    }
    this.#actionFields(name, fields)
    return action
  }

  #actionFields(name: string | undefined, fields: ReadonlyMap<string, Property>): void {
    if (name === 'route-options') {
      const isGiven = Object.keys(this.#table.options).some((field) => {
        const value = fields.get(field)?.value
        return value !== undefined && !isAbsent(value) && !isZero(value)
      })
      const place = fields.get('action')!.value
      if (!isGiven) this.#report.add(place, 'rule-value', 'field-missing', { field: 'route-options' })
    }
    const record = name === 'route-options' ? fields.get('tls_record_fragment') : undefined
    if (record?.value.value === true && fields.get('tls_fragment')?.value.value === true) {
      this.#report.add(record.key, 'rule-value', 'field-together', {
        field: 'tls_record_fragment',
        other: 'tls_fragment',
      })
    }
    const spoofMethod = fields.get('tls_spoof_method')
    const spoof = fields.get('tls_spoof')
    if (spoofMethod && !isAbsent(spoofMethod.value) && (spoof === undefined || isAbsent(spoof.value))) {
      this.#report.add(spoofMethod.key, 'rule-value', 'field-missing', { field: 'tls_spoof' })
    }
    const server = fields.get('server')?.value
    const isAsking = this.#table === DNS_TABLE && (name === 'route' || name === 'evaluate')
    if (isAsking && (server === undefined || isAbsent(server))) {
      const { offset, length } = server ?? fields.get('action')?.value ?? { offset: 0, length: 1 }
      this.#report.addAt(offset, length, 'rule-value', 'field-missing', { field: 'server' })
    }
    if (name !== 'reject') return
    const method = fields.get('method')
    const value = method && textOf(method.value)
    if (method && value !== 'default' && value !== 'drop' && value !== '') {
      if (value !== 'reply' || this.#table === DNS_TABLE)
        this.#report.add(method.value, 'rule-value', 'field-value', { field: 'method', value: shown(method.value) })
      else if (this.#versions.low < 13)
        this.#report.add(method.value, 'rule-value', 'field-version', { field: 'method reply', version: '1.13' })
    }
    const noDrop = fields.get('no_drop')
    if (noDrop?.value.value === true && value === 'drop') {
      this.#report.add(noDrop.key, 'rule-value', 'field-together', { field: 'no_drop', other: 'method drop' })
    }
  }

  /** Names that lead nowhere: sing-box does not start with the one and fails connections with the other. */
  #references(fields: ReadonlyMap<string, Property>, isInner: boolean): void {
    const sets = fields.get('rule_set')?.value
    const names = sets === undefined ? [] : sets.type === 'array' ? (sets.children ?? []) : [sets]
    for (const name of names) this.#names.checkRuleSet(name)
    // Fatal at the start of 1.14, also inside other rules.
    for (const preferred of listOf(fields.get('preferred_by')?.value)) {
      if (isAbsent(preferred)) this.#report.add(preferred, 'rule-value', 'field-empty', { field: 'preferred_by' })
      else if (this.#table === DNS_TABLE) this.#names.checkDnsServer(preferred)
      else this.#names.checkOutbound(preferred)
    }
    if (isInner) return
    const outbound = this.#table === DNS_TABLE ? undefined : fields.get('outbound')?.value
    if (outbound !== undefined) this.#names.checkOutbound(outbound)
    const server = fields.get('server')?.value
    if (server !== undefined && !isAbsent(server)) this.#names.checkDnsServer(server)
  }
}
