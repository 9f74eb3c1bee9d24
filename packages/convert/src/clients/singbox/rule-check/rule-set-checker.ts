import type { Node } from 'jsonc-parser'
import { FieldChecker, type CheckSetup } from './field-checker.ts'
import { ownField } from './field-rule.ts'
import { isAbsent, listOf, propertiesOf, shown, textOf, type Property } from './json-nodes.ts'
import type { RuleReport } from './rule-report.ts'
import { RuleChecker } from './rule-checker.ts'
import { ROUTE_TABLE, SET_FIELDS } from './rule-tables.ts'
import type { VersionRange } from './version-range.ts'

/** Checks rule sets: inline ones with their rules, and those from a file or an address. */
export class RuleSetChecker {
  readonly #report: RuleReport
  readonly #versions: VersionRange
  readonly #fields: FieldChecker
  readonly #rules: RuleChecker

  constructor(setup: CheckSetup) {
    this.#report = setup.report
    this.#versions = setup.versions
    this.#fields = new FieldChecker(setup, ROUTE_TABLE)
    this.#rules = new RuleChecker(setup, ROUTE_TABLE)
  }

  check(node: Node): void {
    if (node.type !== 'object') return this.#report.add(node, 'rule-value', 'not-an-object')
    const fields = propertiesOf(node)
    const typeNode = fields.get('type')?.value
    const type = typeNode === undefined || isAbsent(typeNode) ? 'inline' : textOf(typeNode)
    const known = type === undefined || !Object.hasOwn(SET_FIELDS, type) ? undefined : SET_FIELDS[type]
    if (known === undefined) {
      return this.#report.add(typeNode ?? node, 'rule-value', 'field-value', {
        field: 'type',
        value: shown(typeNode ?? node),
      })
    }
    for (const [name, property] of fields) this.#fields.check(name, property, ownField(known, name), false, false)
    this.#tag(node, fields.get('tag')?.value)
    if (type === 'inline') this.#inlineRules(node, fields.get('rules')?.value)
    else this.#source(node, fields, type === 'remote' ? 'url' : 'path')
  }

  #tag(node: Node, tag: Node | undefined): void {
    if (tag === undefined || isAbsent(tag))
      return this.#report.add(tag ?? node, 'rule-value', 'field-missing', { field: 'tag' })
    if (tag.type === 'array') {
      if (this.#versions.low < 14)
        this.#report.add(tag, 'rule-value', 'field-version', { field: 'tag', version: '1.14' })
    } else if (tag.type !== 'string')
      this.#report.add(tag, 'rule-value', 'field-type', { field: 'tag', expected: 'text' })
  }

  #inlineRules(node: Node, rules: Node | undefined): void {
    const inner = listOf(rules)
    if (inner.length === 0) return this.#report.add(rules ?? node, 'rule-value', 'field-missing', { field: 'rules' })
    for (const rule of inner) this.#rules.check(rule, true)
  }

  #source(node: Node, fields: ReadonlyMap<string, Property>, field: 'url' | 'path'): void {
    const place = fields.get(field)?.value
    const address = place && textOf(place)
    if (place === undefined || isAbsent(place))
      return this.#report.add(place ?? node, 'rule-value', 'field-missing', { field })
    const format = fields.get('format')?.value
    const path = (address ?? '').split(/[?#]/, 1)[0]!
    if ((format === undefined || isAbsent(format)) && !path.endsWith('.json') && !path.endsWith('.srs')) {
      this.#report.add(node, 'rule-value', 'field-missing', { field: 'format' })
    }
    const client = fields.get('http_client')
    if (client !== undefined && fields.has('download_detour') && this.#versions.low >= 14) {
      this.#report.add(client.key, 'rule-value', 'field-together', { field: 'http_client', other: 'download_detour' })
    }
  }
}
