import type { ClientId } from '../clients/facts.ts'
import type { ListedRule } from './shared/config-editor.ts'
import { findNode, resolved, scalarValue } from '../document/document-node.ts'
import { setValue } from '../document/edit-document.ts'
import type { OpenDocument } from '../document/open-document.ts'
import { type Issue, type IssueArgs, type IssueCode, ISSUE_SEVERITY } from '../model/issue.ts'
import { cut, issueOfRule, ruleIssue } from '../rules/rule-issue.ts'
import { printRuleLine, RuleReader, type RuleEntry } from '../rules/rule-line.ts'
import { isRecord, type JsonObject } from '../text/record.ts'
import type { WantedChange, GivenRule, RulesAt } from './change.ts'
import type { ChangeNotes } from './change-report.ts'
import type { ConfigState } from './config-state.ts'
import { addPart, partIssues } from './add-part.ts'

/** Rules as lines or objects: those that are there already are passed over, those that are wrong are told. */
export function addRules(
  { rules, at }: Pick<WantedChange & { kind: 'add-rules' }, 'rules' | 'at'>,
  client: ClientId,
  state: ConfigState,
  notes: ChangeNotes,
): void {
  const path = state.editor.places.rule
  state.refresh()
  if (path === undefined || !hasPlace(at, state, notes)) return
  const { isLast, lines, items } = readGiven(rules, client, state, notes)
  const writer = state.editor.ruleWriter(state.reading().root, state)
  const fresh: RuleEntry[] = []
  for (const line of lines) {
    const { rules: written, final, ruleSets, issues } = writer([line])
    const left = issues.filter(({ kept }) => kept === false)
    for (const issue of issues) notes.report.issues.push(issue)
    if (left.length > 0) notes.report.refused++
    else if (final !== undefined) setFinal(line, final, state, notes)
    else if (written.every((rule) => state.knownRules.has(rule))) notes.skipRule(printRuleLine(line))
    else {
      const taken = line.type === 'MATCH' ? finalRule(state) : undefined
      if (taken !== undefined) {
        refuseSecondFinal(line, taken.text, notes)
        continue
      }
      for (const rule of written) state.knownRules.add(rule)
      for (const set of ruleSets) addPart(state, 'rule-set', set, notes)
      fresh.push(line)
    }
    if (!state.editor.hasRuleLines && left.length === 0)
      notes.report.translated.push({ from: printRuleLine(line), to: JSON.stringify(final === undefined ? written[0] : final.value) }) // oxfmt-ignore
  }
  const values = [...writer(fresh.filter(({ type }) => type !== 'MATCH')).rules, ...items]
  put(values, at, state, notes)
  // The rule that takes the rest stands last, wherever the others go.
  put(writer(fresh.filter(({ type }) => type === 'MATCH')).rules, 'bottom', state, notes)
  notes.add(fresh.length + items.length)
  if (isLast) state.draft.settle()
}

function put(values: readonly unknown[], at: RulesAt, state: ConfigState, notes: ChangeNotes): void {
  const path = state.editor.places.rule!
  const isFirst = at === 'top' || (typeof at === 'object' && 'after' in at)
  const result = state.draft.insertItems(
    (document) => {
      const index = indexOf(at, document, state)
      return index === undefined ? undefined : { path, at: index }
    },
    values,
    isFirst,
  )
  if (result !== undefined) notes.refuse('change-refused', { reason: result.refused, key: path.join('.') })
}

/** Where rules go in a document; undefined where the rule that says so is not there. */
function indexOf(at: RulesAt, document: OpenDocument, state: ConfigState): number | undefined {
  const { rules } = state.reading(document)
  if (at === 'top') return firstRule(rules, (rule) => !rule.isFirst)?.index ?? Infinity
  if (at === 'bottom') return firstRule(rules, ({ isFinal }) => isFinal)?.index ?? Infinity
  if ('before' in at) return findRule(rules, at.before)?.index
  const rule = findRule(rules, at.after)
  return rule && rule.index + 1
}

/** The rule that is a text, or else the first one that holds it. */
function findRule(rules: Iterable<ListedRule>, wanted: string): ListedRule | undefined {
  return firstRule(rules, ({ text }) => text === wanted) ?? firstRule(rules, ({ text }) => text.includes(wanted))
}

function firstRule(rules: Iterable<ListedRule>, fits: (rule: ListedRule) => boolean): ListedRule | undefined {
  for (const rule of rules) if (fits(rule)) return rule
  return undefined
}

function hasPlace(at: RulesAt, state: ConfigState, notes: ChangeNotes): boolean {
  if (typeof at === 'string') return true
  const text = 'before' in at ? at.before : at.after
  if (state.draft.mentions(text)) state.draft.settle()
  if (findRule(state.reading().rules, text) !== undefined) return true
  return notes.refuse('name-missing', { name: text })
}

function finalRule(state: ConfigState): ListedRule | undefined {
  return firstRule(state.reading().rules, ({ isFinal }) => isFinal)
}

/** Reads what was given: lines that can be used, and objects that the client takes. */
function readGiven(
  rules: readonly GivenRule[],
  client: ClientId,
  state: ConfigState,
  notes: ChangeNotes,
): { lines: RuleEntry[]; items: JsonObject[]; isLast: boolean } {
  const targets = state.names('target')
  const isTarget = (name: string) => state.kindOf(name) !== undefined
  const reader = new RuleReader({ client, targets, providers: state.names('rule-set'), isTarget })
  const lines: RuleEntry[] = []
  const items: JsonObject[] = []
  for (const [index, { rule, line }] of rules.entries()) {
    if (isRecord(rule)) {
      const item = readItem(rule, line, client, state, notes)
      if (item !== undefined) items.push(item)
      continue
    }
    if (rule.trim() === '') continue
    const read = reader.readLine(rule, (line ?? index + 1) - 1)
    for (const issue of reader.issues.splice(0)) notes.report.issues.push(issueOfRule(issue))
    if (read === undefined) notes.report.refused++
    else if (read.ruleType === 'rule') lines.push(read)
  }
  return { lines, items, isLast: lines.some(({ type }) => type === 'MATCH') }
}

/** A rule object in the form that is written; undefined if it is there already or cannot be. */
function readItem(
  given: JsonObject,
  line: number | undefined,
  client: ClientId,
  state: ConfigState,
  notes: ChangeNotes,
): JsonObject | undefined {
  if (state.editor.hasRuleLines) {
    notes.refuse('value-type', { key: 'rules', expected: 'text' }, line)
    return undefined
  }
  const { rule, issues: found } = state.editor.formRule(given)
  const ofForm = found.filter(({ code }) => ISSUE_SEVERITY[code] === 'error')
  const wrong = ofForm.length > 0 ? ofForm : partIssues(client, state.editor.places.rule!, rule)
  if (wrong.length > 0) {
    notes.report.refused++
    for (const { code, args } of wrong) notes.report.issues.push(issueOfItem(given, code, args, line))
    return undefined
  }
  if (state.knownRules.has(rule)) {
    notes.skipRule(JSON.stringify(given))
    return undefined
  }
  for (const { code, args } of found) notes.report.issues.push(issueOfItem(given, code, args, line))
  state.knownRules.add(rule)
  return rule
}

/** An issue about a rule object names it by its text, as one about a line does. */
function issueOfItem(rule: JsonObject, code: IssueCode, args: IssueArgs, line: number | undefined): Issue {
  const severity = ISSUE_SEVERITY[code]
  return { code, severity, kept: severity !== 'error', line, args: { ...args, raw: cut(JSON.stringify(rule)) } }
}

/** What takes the rest stands under a key of its own. */
function setFinal(
  line: RuleEntry,
  { path, value }: { path: readonly (string | number)[]; value: string },
  state: ConfigState,
  notes: ChangeNotes,
): void {
  const node = findNode(state.draft.document.root, path)
  const inner = node && resolved(node)
  const before = inner?.kind === 'scalar' ? scalarValue(inner) : undefined
  if (before === value) return notes.skipRule(printRuleLine(line))
  if (before !== undefined) return refuseSecondFinal(line, String(before), notes)
  notes.written(
    state.draft.edit((document) => setValue(document, path, value)),
    path.join('.'),
  )
}

function refuseSecondFinal(line: RuleEntry, first: string, notes: ChangeNotes): void {
  const place = { line: line.index + 1, column: 1, raw: printRuleLine(line) }
  const issue = ruleIssue(place, 'rule-duplicate', 'final-taken', { action: first })
  notes.report.refused++
  notes.report.issues.push({ ...issueOfRule(issue), severity: 'error', kept: false })
}
