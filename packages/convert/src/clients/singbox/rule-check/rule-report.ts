import type { Node } from 'jsonc-parser'
import type { IssueArgs, IssueCode } from '../../../model/issue.ts'
import { ruleIssue, type RuleIssue, type RuleReason } from '../../../rules/rule-issue.ts'

const SHOWN_MAX = 300

/** Collects what is wrong in one text, each issue with its line and column. */
export class RuleReport {
  readonly #text: string
  readonly #issues: RuleIssue[] = []
  readonly #lineStarts: number[] = [0]

  constructor(text: string) {
    this.#text = text
    for (let i = text.indexOf('\n'); i >= 0; i = text.indexOf('\n', i + 1)) this.#lineStarts.push(i + 1)
  }

  get count(): number {
    return this.#issues.length
  }

  /** The issues after the first `count` ones, as they were found. */
  since(count: number): RuleIssue[] {
    return this.#issues.slice(count)
  }

  /** All issues, in the order of the text. */
  inOrder(): RuleIssue[] {
    return this.#issues.toSorted((a, b) => a.line - b.line || a.column - b.column)
  }

  add(node: Node, code: IssueCode, reason: RuleReason, args: IssueArgs = {}): void {
    this.addAt(node.offset, node.length, code, reason, args)
  }

  addAt(offset: number, length: number, code: IssueCode, reason: RuleReason, args: IssueArgs = {}): void {
    const raw = this.#text.slice(offset, offset + Math.min(length, SHOWN_MAX))
    this.#issues.push(ruleIssue({ ...this.#placeOf(offset), raw }, code, reason, args))
  }

  /** Adds that a value is wrong, and answers that it is not sound. */
  wrong(node: Node, reason: RuleReason, args: IssueArgs): false {
    this.add(node, 'rule-value', reason, args)
    return false
  }

  lineOf(node: Node): number {
    return this.#placeOf(node.offset).line
  }

  #placeOf(offset: number): { line: number; column: number } {
    let low = 0
    let high = this.#lineStarts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (this.#lineStarts[middle]! <= offset) low = middle
      else high = middle - 1
    }
    return { line: low + 1, column: offset - this.#lineStarts[low]! + 1 }
  }
}
