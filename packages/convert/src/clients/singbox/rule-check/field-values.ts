import type { Node } from 'jsonc-parser'
import { nearestNames } from '../../../rules/nearest-names.ts'
import { cut } from '../../../rules/rule-issue.ts'
import { isCidr, isIp } from '../../../text/ip.ts'
import { re2Issue, regexArgs } from '../../../text/user-regex.ts'
import { isDnsRecord, QUERY_TYPES, RCODES } from './dns-names.ts'
import type { FieldRule, ListItemKind, RuleFieldKind } from './field-rule.ts'
import { shown, textOf } from './json-nodes.ts'
import type { RuleReport } from './rule-report.ts'
import { NETWORK_TYPES } from './rule-tables.ts'

/** Where null in a list is 0 or an empty text that sing-box takes. */
const NULL_IN_LIST: ReadonlySet<RuleFieldKind> = new Set<RuleFieldKind>(['texts', 'regexes', 'ports', 'numbers'])

/** The ways to write a mark: `0x10`, `0o20`, `0b10000`, `16`. */
const MARK = /^(?:0x[0-9a-f]{1,8}|0o[0-7]{1,11}|0b[01]{1,32}|\d{1,10})$/i
const UINT32_MAX = 4294967295
const DURATION = /^[-+]?(?:0|(?:(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|μs|ms|s|m|h|d))+)$/
const PORT = /^\d{1,5}$/

/** Says whether a value fits the kind of its field, and reports why not. */
export class FieldValues {
  readonly #report: RuleReport

  constructor(report: RuleReport) {
    this.#report = report
  }

  check(
    field: string,
    node: Node,
    kind: Exclude<RuleFieldKind, 'resolver'>,
    values: FieldRule['values'] = [],
  ): boolean {
    const wrongType = (expected: string) => this.#report.wrong(node, 'field-type', { field, expected })
    const wrongValue = () => this.#report.wrong(node, 'field-value', { field, value: shown(node) })
    const text = textOf(node)
    switch (kind) {
      case 'any':
        return true
      case 'bool':
        return node.type === 'boolean' || wrongType('true or false')
      case 'text':
        return text !== undefined || wrongType('text')
      case 'list':
        return node.type === 'array' || wrongType('list')
      case 'uint16':
      case 'uint32':
        if (node.type !== 'number') return wrongType('number')
        return this.#inRange(field, node, 0, kind === 'uint16' ? 65535 : UINT32_MAX)
      case 'duration':
        if (text === undefined) return wrongType('text')
        return DURATION.test(text) || wrongValue()
      case 'choice':
        return this.#choice(field, node, values)
      case 'cidr':
        if (text === undefined) return wrongType('text')
        return isIp(text) || isCidr(text) || wrongValue()
      case 'address':
        if (text === undefined) return wrongType('text')
        return isIp(text) || wrongValue()
      case 'mark':
        if (node.type === 'number') return this.#inRange(field, node, 0, UINT32_MAX)
        if (text === undefined) return wrongType('number')
        return (MARK.test(text) && Number(text) <= UINT32_MAX) || wrongValue()
      case 'rcode':
        if (node.type === 'number') return this.#inRange(field, node, 0, 65535)
        return (text !== undefined && RCODES.has(text)) || wrongValue()
      case 'cidrs-by-name':
      case 'cidrs-by-network':
        return this.#cidrsByKey(field, node, kind === 'cidrs-by-network')
      default:
        return this.#items(field, node, kind)
    }
  }

  #items(field: string, node: Node, kind: ListItemKind): boolean {
    const items = node.type === 'array' ? (node.children ?? []) : [node]
    let isSound = true
    for (const item of items) if (!this.#item(field, item, kind)) isSound = false
    return isSound
  }

  #choice(field: string, node: Node, values: readonly (string | number)[]): boolean {
    const type = typeof values[0] === 'number' ? 'number' : 'string'
    if (node.type !== type) {
      return this.#report.wrong(node, 'field-type', { field, expected: type === 'number' ? 'number' : 'text' })
    }
    if (values.some((value) => value === node.value)) return true
    const nearest = nearestNames(String(node.value), values.map(String)).join(', ')
    return this.#report.wrong(node, 'field-value', { field, value: shown(node), nearest })
  }

  /** Address blocks by the name of an interface, or by the kind of a network. */
  #cidrsByKey(field: string, node: Node, byNetwork: boolean): boolean {
    if (node.type !== 'object') return this.#report.wrong(node, 'field-type', { field, expected: 'object' })
    let isSound = true
    for (const { children } of node.children ?? []) {
      const [key, value] = children ?? []
      if (key === undefined || value === undefined) continue
      if (byNetwork && !NETWORK_TYPES.some((type) => type === key.value)) {
        isSound = this.#report.wrong(key, 'field-value', { field, value: cut(String(key.value), 100) })
      } else if (!this.check(field, value, 'prefixes')) isSound = false
    }
    return isSound
  }

  #item(field: string, node: Node, kind: ListItemKind): boolean {
    if (kind === 'query-types') return this.#queryType(field, node)
    if (kind === 'records')
      return isDnsRecord(textOf(node) ?? '') || this.#report.wrong(node, 'field-value', { field, value: shown(node) })
    if (node.type === 'null') return NULL_IN_LIST.has(kind) || this.#report.wrong(node, 'field-empty', { field })
    const isNumber = kind === 'ports' || kind === 'numbers'
    if (node.type !== (isNumber ? 'number' : 'string')) {
      return this.#report.wrong(node, 'field-type', { field, expected: isNumber ? 'number' : 'text' })
    }
    if (kind === 'ports') return this.#inRange(field, node, 0, 65535)
    if (kind === 'numbers') return this.#inRange(field, node, -2147483648, 2147483647)
    const text = textOf(node) ?? ''
    if (kind === 'domains' && text === '') return this.#report.wrong(node, 'field-empty', { field })
    if (kind === 'cidrs' && !isIp(withoutZone(text)) && !isCidr(text))
      return this.#report.wrong(node, 'field-value', { field, value: cut(text) })
    if (kind === 'prefixes' && !isIp(text) && !isCidr(text))
      return this.#report.wrong(node, 'field-value', { field, value: cut(text) })
    if (kind === 'port-ranges' && !isPortRange(text))
      return this.#report.wrong(node, 'field-value', { field, value: cut(text) })
    if (kind === 'regexes') {
      const issue = re2Issue(text)
      if (issue !== undefined)
        return this.#report.wrong(node, issue.reason, { field, value: cut(text), ...regexArgs(issue) })
    }
    if (typeof kind === 'object' && !kind.includes(text)) {
      return this.#report.wrong(node, 'field-value', {
        field,
        value: cut(text),
        nearest: nearestNames(text, kind).join(', '),
      })
    }
    return true
  }

  /** A record type of DNS by its name or number. */
  #queryType(field: string, node: Node): boolean {
    if (node.type === 'number') return this.#inRange(field, node, 0, 65535)
    const name = textOf(node)
    if (name === undefined) return this.#report.wrong(node, 'field-type', { field, expected: 'text' })
    return QUERY_TYPES.has(name) || this.#report.wrong(node, 'field-value', { field, value: cut(name, 100) })
  }

  #inRange(field: string, node: Node, min: number, max: number): boolean {
    const value = Number(node.value)
    const isSound = Number.isInteger(value) && value >= min && value <= max
    return isSound || this.#report.wrong(node, 'field-value', { field, value, min, max })
  }
}

function withoutZone(address: string): string {
  const percent = address.indexOf('%')
  return percent < 0 ? address : address.slice(0, percent)
}

function isPortRange(text: string): boolean {
  const colon = text.indexOf(':')
  if (colon < 0) return false
  return [text.slice(0, colon), text.slice(colon + 1)].every(
    (part) => part === '' || (PORT.test(part) && Number(part) <= 65535),
  )
}
