import type { ConfigRequest } from '../../config/config-request.ts'
import { keptRecordOf } from '../../text/kept-scalar.ts'
import type { ReportConfigIssue } from '../../config/issue-report.ts'
import { isFetchable, rulesOnList } from '../../config/list-rules.ts'
import { printCondition } from '../../rules/rule-line.ts'
import type { RuleCondition } from '../../rules/rule-line.ts'
import { providerPath } from '../../rules/rule-provider.ts'
import { mirrored } from '../../templates/list-mirrors.ts'
import type { RuleList } from '../../templates/template.ts'
import type { JsonObject } from '../../text/record.ts'

/** Writes lists as rule providers: those that the client can fetch by their address, the others with their rules. */
export class ListWriter {
  readonly written = new Map<string, JsonObject>()
  readonly #failed = new Set<string>()
  readonly #request: ConfigRequest
  readonly #own: JsonObject
  readonly #report: ReportConfigIssue

  constructor(request: ConfigRequest, report: ReportConfigIssue) {
    this.#request = request
    this.#report = report
    const own = request.template.baseKind === 'clash-yaml' ? request.template.base?.['rule-providers'] : undefined
    this.#own = keptRecordOf(own)
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

  #provider(list: RuleList): JsonObject | undefined {
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
