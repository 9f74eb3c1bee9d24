import { nearestNames } from '../../../rules/nearest-names.ts'
import { FieldChecker, type CheckSetup } from './field-checker.ts'
import { ownField } from './field-rule.ts'
import type { Property } from './json-nodes.ts'
import type { KnownNames } from './known-names.ts'
import type { RuleReport } from './rule-report.ts'
import { ROUTE_FIELDS, ROUTE_TABLE } from './rule-tables.ts'

/** Checks the fields of `route` beside its lists. */
export class RouteFieldChecker {
  readonly #report: RuleReport
  readonly #names: KnownNames
  readonly #fields: FieldChecker

  constructor(setup: CheckSetup) {
    this.#report = setup.report
    this.#names = setup.names
    this.#fields = new FieldChecker(setup, ROUTE_TABLE)
  }

  check(fields: ReadonlyMap<string, Property>): void {
    for (const [name, property] of fields) {
      if (name === 'rules' || name === 'rule_set') {
        const { value } = property
        if (value.type !== 'array' && value.type !== 'null') {
          this.#report.add(value, 'rule-value', 'field-type', { field: name, expected: 'list' })
        }
        continue
      }
      const rule = ownField(ROUTE_FIELDS, name)
      if (rule === undefined) {
        const nearest = nearestNames(name, Object.keys(ROUTE_FIELDS)).join(', ')
        this.#report.add(property.key, 'rule-value', 'field-unknown', { field: String(property.key.value), nearest })
        continue
      }
      const isSound = this.#fields.check(name, property, rule, false, false)
      if (isSound && name === 'final') this.#names.checkOutbound(property.value)
      if (isSound && name === 'override_android_vpn' && property.value.value === true) {
        this.#report.add(property.value, 'rule-value', 'field-value', { field: name, value: 'true' })
      }
    }
  }
}
