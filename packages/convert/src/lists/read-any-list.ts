import {
  asHeadlessRules,
  isCompiledList,
  isCompiledRuleSet,
  readCompiledList,
  readCompiledRuleSet,
  readSingboxRuleSet,
} from '../clients/list-writers.ts'
import { valueOf } from '../document/document-node.ts'
import { openDocument } from '../document/open-document.ts'
import type { Issue } from '../model/issue.ts'
import type { RuleCondition } from '../rules/rule-line.ts'
import { readRuleList, type RuleListForm } from '../rules/rule-list.ts'
import { ipVersion, isCidr } from '../text/ip.ts'
import { isRecord, recordsOf } from '../text/record.ts'

/** The rules of a list in whatever form it came. */
export interface AnyList {
  rules: RuleCondition[]
  /** Entries that no client of ours can say. */
  skipped: number
  issues: Issue[]
}

/** Reads a list: rule lines, names or address blocks in text, YAML or compiled by mihomo, rules of Xray, or a rule set of sing-box, compiled or not. */
export async function readAnyList(content: string | Uint8Array, source: string): Promise<AnyList> {
  if (typeof content !== 'string' && isCompiledList(content)) {
    const list = readCompiledList(content)
    return list === undefined ? unreadable(source) : readRuleList(list.text, { ...list, format: 'text' }, source)
  }
  const isCompiled = typeof content !== 'string' && isCompiledRuleSet(content)
  const text = typeof content === 'string' ? content : new TextDecoder().decode(content)
  const set = isCompiled ? await readCompiledRuleSet(content) : ruleSetOf(text)
  if (set === undefined)
    return isCompiled ? unreadable(source) : readRuleList(text, { behavior: guessBehavior(text) }, source)
  const { rules, skippedTypes } = readSingboxRuleSet(set)
  const skipped = Object.values(skippedTypes).reduce((sum, count) => sum + count, 0)
  const issues = Object.entries(skippedTypes).map(([type, count]): Issue => ({
    source, code: 'rule-unsupported', severity: 'warning', kept: false, field: 'rules', args: { reason: 'type-unsupported', type, count, raw: type },
  })) // oxfmt-ignore
  return { rules, skipped, issues }
}

function unreadable(source: string): AnyList {
  const args = { reason: 'list-broken' }
  return { rules: [], skipped: 1, issues: [{ source, code: 'rule-unsupported', severity: 'warning', kept: false, field: 'rules', args }] } // oxfmt-ignore
}

/** The rules of a source file of sing-box, or of a list of rules of Xray; undefined where the text is neither. */
function ruleSetOf(text: string): ReturnType<typeof recordsOf> | undefined {
  if (!/^\s*(?:[{[]|\/[/*])/.test(text.slice(0, 4096))) return undefined
  const { root } = openDocument(text, { format: 'json' })
  const value = root === undefined ? undefined : valueOf(root)
  if (Array.isArray(value)) return value.every(isRecord) ? asHeadlessRules(value) : undefined
  return isRecord(value) && Array.isArray(value['rules']) ? recordsOf(value['rules']) : undefined
}

/** Entries that are looked at to tell what a list holds. */
const SAMPLE = 200

/** What most entries are: lines with a comma, address blocks, or names. */
function guessBehavior(text: string): RuleListForm['behavior'] {
  let commas = 0
  let blocks = 0
  let count = 0
  for (const line of text.split(/\r\n|\n|\r/, SAMPLE * 20)) {
    const entry = line
      .trim()
      .replace(/^-\s+/, '')
      .replace(/^['"]|['"]$/g, '')
    if (entry === '' || /^(?:#|;|\/\/|payload:|rules:)/.test(entry)) continue
    if (entry.includes(',')) commas++
    else if (isCidr(entry) || ipVersion(entry) !== undefined) blocks++
    if (++count === SAMPLE) break
  }
  if (commas * 2 > count) return 'classical'
  return blocks * 2 > count ? 'ipcidr' : 'domain'
}
