import type { ClientId, Issue } from '@switchyard/convert'
import {
  type ChangeReport,
  checkConfig,
  type CheckIssue,
  type CheckOptions,
  type CheckResult,
  compareConfigs,
  type ConfigComparison,
  type Explanation,
  injectChanges,
  type InjectResult,
  type Need,
  openExplanation,
  type OutlinedConfig,
  type OutlineOptions,
  outlineConfig,
  type Passed,
  type RouteAnswer,
  type RouteQuestion,
  type Upgrade,
  type UpgradeChange,
  upgradeConfig,
  type UpgradeOptions,
  upgradeVersions,
  type WantedChange,
} from '@switchyard/convert/configs'
import {
  comparisonWords,
  type Lang,
  needWords,
  passedWords,
  ruleLineMessage,
  ruleMessage,
  whyWords,
  wordIssue,
} from '@switchyard/locale'
import { diffLines } from '../../components/diff/line-diff.ts'

export type Worded<T> = T & { message: string }

/** What is wrong with a config, in words. */
export type WordedIssue = Worded<CheckIssue>

export interface WordedCheck extends Omit<CheckResult, 'issues'> {
  issues: WordedIssue[]
}

/** Absent client: it is recognised. Absent version: the newest one. */
export type ConfigOptions = Pick<CheckOptions, 'client' | 'version'>

/** Where a connection goes, in words beside the parts. */
export interface ExplainedSite {
  client: ClientId
  /** Undefined: the text is no config. */
  answer:
    | (Omit<RouteAnswer, 'needs' | 'passed'> & {
        whyWords: string
        needs: Worded<Need>[]
        passed: Worded<Passed>[]
      })
    | undefined
  /** Lists that stand elsewhere, and whether their texts are at hand. */
  lists: { name: string; url: string | undefined; isRead: boolean }[]
}

/** What one change came to: its issues as lines of text. */
export interface InjectedChange extends Omit<ChangeReport, 'issues'> {
  issues: { severity: Issue['severity']; line: number | undefined; message: string }[]
}

/** Lines that go, and those that come in their place. */
export interface LineDifference {
  /** In the text before and after, from 1. */
  line: number
  newLine: number
  gone: string[]
  fresh: string[]
}

/** The config after changes that were asked for. */
export interface InjectedConfig extends Omit<InjectResult, 'changes' | 'issue'> {
  changes: InjectedChange[]
  /** Why the config could not be read; nothing was changed then. */
  unread: string | undefined
  /** The lines that differ. */
  diff: LineDifference[]
  /** The client takes the config and would refuse the result: it is no change to make. */
  isHeld: boolean
  /** What the client would say of the result and did not say of the config. */
  fresh: WordedIssue[]
}

export type UpgradedConfig = Omit<Upgrade, 'changes' | 'check'> & {
  /** Versions that the config can be brought to; empty: its client has none. */
  versions: readonly string[]
  changes: Worded<UpgradeChange>[]
  check: WordedCheck
}

/** Texts of rule lists, by their address. */
const lists = new Map<string, string>()
let opened: { text: string; client: ClientId | undefined; explanation: Explanation } | undefined
let checked:
  | { text: string; client: ClientId | undefined; version: string | undefined; result: CheckResult }
  | undefined

/** A config that is asked about again and again is opened once. */
function explanationOf(text: string, client: ClientId | undefined): Explanation {
  if (opened?.text !== text || opened.client !== client)
    opened = { text, client, explanation: openExplanation(text, { client, lists }) }
  return opened.explanation
}

/** The text before a change was checked when it was shown. */
function checkOf(text: string, { client, version }: ConfigOptions): CheckResult {
  if (checked?.text !== text || checked.client !== client || checked.version !== version)
    checked = { text, client, version, result: checkConfig(text, { client, version, lists }) }
  return checked.result
}

function worded({ issues, ...result }: CheckResult, lang: Lang): WordedCheck {
  const context = { client: result.client }
  return {
    ...result,
    issues: issues.map((issue) => Object.assign({}, issue, { message: ruleMessage(issue, lang, context) })),
  }
}

/**
 * What is done to a config that somebody brings: one function for each question of the page. A question carries its text,
 * so that a worker that starts anew knows all it needs.
 */
export const config = {
  /** The text of a rule list, for all questions from now on. */
  addList(address: string, text: string): void {
    lists.set(address, text)
    opened = undefined
    checked = undefined
  },

  check: (text: string, options: ConfigOptions, lang: Lang): WordedCheck => worded(checkOf(text, options), lang),

  /** Sections, named parts and rules, with their places. */
  outline: (text: string, options: OutlineOptions): OutlinedConfig => outlineConfig(text, options),

  /** Where a connection goes. */
  explain(text: string, { client }: ConfigOptions, question: RouteQuestion, lang: Lang): ExplainedSite {
    const explanation = explanationOf(text, client)
    const found = explanation.ask(question)
    return {
      client: explanation.client,
      answer: found && {
        ...found,
        whyWords: whyWords(found.why, lang),
        needs: found.needs.map((need) => Object.assign({}, need, { message: needWords(need, lang)[0]! })),
        passed: found.passed.map((passed) => Object.assign({}, passed, { message: passedWords(passed, lang) })),
      },
      lists: explanation.lists.map(({ name, url }) => ({
        name,
        url,
        isRead: url !== undefined && lists.has(url),
      })),
    }
  },

  /** The config after the changes, and what became of each. */
  async inject(
    text: string,
    options: ConfigOptions,
    changes: readonly WantedChange[],
    lang: Lang,
  ): Promise<InjectedConfig> {
    const { issue, ...result } = await injectChanges(text, changes, { client: options.client })
    const { client, edits } = result
    const before = checkOf(text, options)
    const after = edits.length === 0 ? before : checkConfig(result.text, { ...options, client, lists })
    return {
      ...result,
      changes: result.changes.map((change) =>
        Object.assign({}, change, { issues: wordedLines(change.issues, lang, { client }) }),
      ),
      unread: issue && wordIssue(issue, lang, { client }),
      isHeld: before.errors === 0 && after.errors > 0,
      diff: edits.length === 0 ? [] : lineDifferences(text, result.text),
      fresh: worded({ ...after, issues: newIssues(before.issues, after.issues) }, lang).issues,
    }
  },

  upgrade(text: string, options: UpgradeOptions, lang: Lang): UpgradedConfig {
    const upgrade = upgradeConfig(text, options)
    const context = { client: upgrade.client }
    return {
      ...upgrade,
      versions: upgradeVersions(upgrade.client),
      changes: upgrade.changes.map((change) =>
        Object.assign({}, change, { message: ruleMessage(change, lang, context) }),
      ),
      check: worded(upgrade.check, lang),
    }
  },

  /** What differs between two configs in meaning, with a line of text for each part, rule and setting. */
  compare(
    before: string,
    after: string,
    { client }: ConfigOptions,
    lang: Lang,
  ): ConfigComparison & { lines: string[] } {
    const comparison = compareConfigs(before, after, { client })
    return { ...comparison, lines: comparisonWords(comparison, lang) }
  },
}

function lineDifferences(before: string, after: string): LineDifference[] {
  const [old, now] = [before.split('\n'), after.split('\n')]
  return diffLines(old, now).map(({ fromA, toA, fromB, toB }) => ({
    line: fromA + 1,
    newLine: fromB + 1,
    gone: old.slice(fromA, toA),
    fresh: now.slice(fromB, toB),
  }))
}

/** Those that are not among the old ones. Places move with the text, so they do not count. */
function newIssues(before: readonly CheckIssue[], after: readonly CheckIssue[]): CheckIssue[] {
  const known = new Map<string, number>()
  for (const issue of before) known.set(sameness(issue), (known.get(sameness(issue)) ?? 0) + 1)
  return after.filter((issue) => {
    const count = known.get(sameness(issue)) ?? 0
    known.set(sameness(issue), count - 1)
    return count <= 0
  })
}

function sameness({ code, severity, args }: CheckIssue): string {
  return JSON.stringify([code, severity, { ...args, of: undefined }])
}

/** All issues of one rule line are one text: `Line 3: DOMAIN,x → …; …`. */
function wordedLines(issues: readonly Issue[], lang: Lang, context: { client: string }): InjectedChange['issues'] {
  const groups = Map.groupBy(
    issues,
    (issue) => `${issue.line} ${issue.severity} ${rawOf(issue) ?? issues.indexOf(issue)}`,
  )
  return [...groups.values()].map((group) => {
    // No group is empty.
    const [first] = group as [Issue]
    const { line, severity } = first
    const raw = rawOf(first)
    const isRule = line !== undefined && raw !== undefined
    const messages = group.map((issue) =>
      isRule ? ruleMessage(issue, lang, context) : wordIssue(issue, lang, context),
    )
    return { severity, line, message: isRule ? ruleLineMessage(line, raw, messages, lang) : messages[0]! }
  })
}

/** The rule that an issue is about. */
function rawOf({ args }: Issue): string | undefined {
  const raw = args?.['raw']
  return raw === undefined || raw === '' ? undefined : String(raw)
}
