import { providerUrlProblem } from '../rules/provider-url.ts'
import { printCondition } from '../rules/rule-line.ts'
import type { RuleCondition } from '../rules/rule-line.ts'
import { readRuleList } from '../rules/rule-list.ts'
import type { RuleListResult } from '../rules/rule-list.ts'
import { listText, wrongRuleLines } from '../rules/rule-set-lines.ts'
import { providerPath } from '../rules/rule-provider.ts'
import { mirrored } from '../templates/list-addresses.ts'
import type { RuleList } from '../templates/template.ts'
import type { ConfigRequest } from './config-request.ts'
import type { Report } from './issue-report.ts'

type Dict = Record<string, unknown>

/** Whether mihomo and Clash Premium can read the list from its address by themselves. */
export function isFetchable(list: RuleList): boolean {
  return list.payload === undefined && list.dialect === undefined && providerUrlProblem(list.url) === undefined
}

/** The rules on a list, or undefined where its text is not at hand. What is no rule is told, once a list. */
export function rulesOnList(
  list: RuleList,
  texts: ReadonlyMap<string, string>,
  report: Report,
): RuleListResult | undefined {
  const { name, payload } = list
  const text = payload ? listText(payload) : texts.get(list.url)
  if (text === undefined) return undefined
  const found = readRuleList(text, list, name)
  if (found.rules.length === 0) report('list-empty', { list: name }, 'rules', false)
  if (payload) {
    // The user wrote these lines, and can mend them.
    for (const { code, args } of wrongRuleLines({ ...list, lines: payload }))
      report(code, args!, 'ruleProviders', false)
  } else if (found.skipped > 0) {
    const types = Object.keys(found.skippedTypes).filter((type) => type !== '')
    const args = { reason: 'list-type', list: list.name, count: found.skipped }
    report('rule-unsupported', types.length > 0 ? { ...args, type: types.join(', ') } : args, 'rules', false)
  }
  return found
}

/** Writes lists as rule providers: those that the client can fetch by their address, the others with their rules. */
export class ListWriter {
  readonly written = new Map<string, Dict>()
  readonly #failed = new Set<string>()
  readonly #request: ConfigRequest
  readonly #own: Dict
  readonly #report: Report

  constructor(request: ConfigRequest, report: Report) {
    this.#request = request
    this.#report = report
    const own = request.template.baseKind === 'mihomo' ? request.template.base?.['rule-providers'] : undefined
    this.#own = typeof own === 'object' && own !== null ? (own as Dict) : {}
  }

  /** Whether rules may name the list. */
  write(list: RuleList): boolean {
    if (this.written.has(list.name) || Object.hasOwn(this.#own, list.name)) return true
    if (this.#failed.has(list.name)) return false
    const provider = this.#provider(list)
    if (provider) this.written.set(list.name, provider)
    else this.#failed.add(list.name)
    return provider !== undefined
  }

  #provider(list: RuleList): Dict | undefined {
    const { name, behavior, format, interval, url } = list
    if (isFetchable(list)) {
      return {
        type: 'http',
        behavior,
        format,
        url: mirrored(url, this.#request.listMirrors[0]),
        path: providerPath(name, format),
        interval,
      }
    }
    const found = rulesOnList(list, this.#request.lists, this.#report)
    if (found?.rules.length === 0) return undefined
    if (found)
      return {
        type: 'inline',
        behavior,
        payload: found.rules.map(behavior === 'classical' ? printCondition : printEntry),
      }
    this.#report('list-missing', { list: name, url }, 'rule-providers', false)
    return undefined
  }
}

/** An entry of behavior domain or ipcidr: `+.example.com`, `10.0.0.0/8`. */
function printEntry({ type, value }: RuleCondition): string {
  return type === 'DOMAIN-SUFFIX' ? `+.${value}` : value
}
