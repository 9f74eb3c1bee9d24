import type { Node } from 'jsonc-parser'
import { nearestNames } from '../../../rules/nearest-names.ts'
import { cut } from '../../../rules/rule-issue.ts'
import { textOf } from './json-nodes.ts'
import type { RuleReport } from './rule-report.ts'

/** Names that stand in the config around the checked parts; absent: any name may be meant. */
export interface SingboxNames {
  outbounds?: readonly string[]
  ruleSets?: readonly string[]
  dnsServers?: readonly string[]
}

const SEARCHES_MAX = 20

interface NameList {
  names: readonly string[]
  has: (name: string) => boolean
}

/** Reports names that lead nowhere: sing-box does not start with the one and fails connections with the other. */
export class KnownNames {
  readonly #report: RuleReport
  readonly #ruleSets: NameList | undefined
  readonly #outbounds: NameList | undefined
  readonly #dnsServers: NameList | undefined
  #searches = 0

  constructor(report: RuleReport, { ruleSets, outbounds, dnsServers }: SingboxNames) {
    this.#report = report
    this.#ruleSets = nameList(ruleSets)
    this.#outbounds = nameList(outbounds)
    this.#dnsServers = nameList(dnsServers)
  }

  checkRuleSet(node: Node): void {
    const value = textOf(node)
    if (value === undefined || this.#ruleSets === undefined || this.#ruleSets.has(value)) return
    const nearest = this.#nearest(value, this.#ruleSets.names)
    this.#report.add(node, 'rule-value', 'provider-missing', { field: 'rule_set', type: 'rule_set', value, nearest })
  }

  checkOutbound(node: Node): void {
    const action = textOf(node)
    if (action === undefined || action === '' || this.#outbounds === undefined || this.#outbounds.has(action)) return
    const nearest = this.#nearest(action, this.#outbounds.names)
    this.#report.add(node, 'rule-target-missing', 'target-missing', { action, nearest })
  }

  /** Whether the server is there, or may be. */
  checkDnsServer(node: Node): boolean {
    const value = textOf(node)
    if (value === undefined || this.#dnsServers === undefined || this.#dnsServers.has(value)) return true
    const nearest = this.#nearest(value, this.#dnsServers.names)
    return this.#report.wrong(node, 'server-missing', { value: cut(value, 100), nearest })
  }

  /** What may have been meant. Every search goes through all names, so only the first ones are made. */
  #nearest(name: string, names: readonly string[]): string {
    return this.#searches++ < SEARCHES_MAX ? nearestNames(name, names).join(', ') : ''
  }
}

function nameList(names: readonly string[] | undefined): NameList | undefined {
  const known = names && new Set(names)
  return known && { names, has: (name) => known.has(name) }
}
