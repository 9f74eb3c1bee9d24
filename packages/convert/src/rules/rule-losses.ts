import type { Issue, IssueArgs, IssueCode } from '../model/issue.ts'
import { issueOfRule, ruleIssue, type RuleReason } from './rule-issue.ts'

/** Why a rule cannot be carried, or acts otherwise than it did. */
export interface RuleLoss {
  code: IssueCode
  reason: RuleReason
  args: IssueArgs
}

/** One issue for each reason and type: how many rules of a list it is about. */
export class LossCounter {
  readonly #source?: string
  readonly #counted = new Map<string, Issue & { args: IssueArgs }>()

  constructor(source?: string) {
    this.#source = source
  }

  count({ code, reason, args }: RuleLoss, type: string): void {
    const key = `${code} ${reason} ${type}`
    const counted = this.#counted.get(key)
    if (counted !== undefined) {
      counted.args['count'] = Number(counted.args['count']) + 1
      return
    }
    const issue = ruleIssue({ line: 0, column: 0, raw: type }, code, reason, { ...args, type, count: 1 })
    const { line: _none, ...first } = issueOfRule(issue, this.#source)
    this.#counted.set(key, { ...first, args: issue.args })
  }

  list(): Issue[] {
    return [...this.#counted.values()]
  }
}
