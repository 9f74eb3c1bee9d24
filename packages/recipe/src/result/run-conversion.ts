import {
  convertEntries,
  ConvertError,
  type ConvertOptions,
  isExclusion,
  type Issue,
  ISSUE_SEVERITY,
  jsonLines,
  readMirrors,
  type Report,
  type SubscriptionInfo,
  type Template,
} from '@switchyard/convert'
import { given } from '../model/values/given.ts'
import type { BuildRequest } from '../model/build-result.ts'
import { engineOptions, templateOf } from '../settings/engine-options.ts'
import type { Entry, List } from '../list/list-entries.ts'
import type { SourceText } from '../read/read-source.ts'

/** What became of every entry: `nodes = duplicates + excluded + disabled + deleted + refused + output`. */
export interface RecipeReport extends Report {
  /** Entries that the user removed. */
  deleted: number
}

/** What a caller has besides the recipe, for sing-box. */
export type Besides = Pick<NonNullable<ConvertOptions['singbox']>, 'route' | 'remoteLists'>

/** One conversion, and what each of its issues and names is about. */
export interface Run {
  report: RecipeReport
  /** Before the changes of the user; absent where it cannot be read. */
  template?: Template
  text?: string
  error?: ConvertError
  /** The entry that an issue is about. */
  rowOf: (issue: Issue) => Entry | undefined
  /** Id of the text that an issue of no entry was found in. */
  sourceOf: (issue: Issue) => string | undefined
  /** Issues of addresses that a page offers to fetch. */
  toFetch: ReadonlySet<Issue>
  /** The names that nodes have in the result. */
  names: ReadonlySet<string>
  /** The same by the key of the entry. */
  nameOf: ReadonlyMap<string, string>
  nameExamples: readonly { from: string; to: string }[]
}

type RunRequest = Pick<BuildRequest, 'settings' | 'lang' | 'listMirror'> & {
  /** Aliases of a template's YAML. */
  templateAliases?: number | undefined
  expandLists?: boolean
  namesByTemplate?: boolean
}

const NAME_EXAMPLES = 3

/** Converts the list, and counts what reading, steps and edits left out besides. */
export function runConversion(
  sources: readonly SourceText[],
  { entries, deleted }: List,
  { settings, lang, listMirror, templateAliases, expandLists = false, namesByTemplate = false }: RunRequest,
  lists: ReadonlyMap<string, string>,
  besides: Besides = {},
): Run {
  const reported = new Map<Issue, Entry>()
  const named = new Map<string, Entry>()
  const nameOf = new Map<string, string>()
  // By the issue itself: sources may share a name with each other, and with a template.
  const sourceIds = new Map(sources.flatMap(({ id, issues }) => issues.map((issue) => [issue, id])))
  const issues = [...sourceIds.keys()]
  const nameExamples: { from: string; to: string }[] = []
  const run: Omit<Run, 'report'> & { names: Set<string> } = {
    nameExamples,
    nameOf,
    names: new Set<string>(),
    toFetch: new Set(
      sources.flatMap(({ skipped }) => skipped.flatMap((one) => (one.host === undefined ? [] : one.issues))),
    ),
    rowOf: (issue) => reported.get(issue) ?? (issue.node === undefined ? undefined : named.get(issue.node)),
    sourceOf: (issue) => sourceIds.get(issue),
  }
  const left = entries.filter(({ takenOut }) => takenOut === undefined)
  const notify = (entry: Entry, issue: Issue) => reported.set(issue, entry)
  const takenOut = takenOutBySteps(entries, notify)
  const incomplete = incompleteIssues(left, notify)
  const convertible = left.filter(isConvertible).map(countable)
  try {
    const { template, issues: found } = templateOf(settings, lang, templateAliases)
    run.template = template
    issues.push(...found)
    const { names, rules, singbox, ...options } = engineOptions(settings, template, lang)
    const { text, report } = convertEntries(convertible, {
      ...options,
      names: { ...names, byTemplate: namesByTemplate },
      singbox: { ...singbox, ...given(besides) },
      rules: { ...rules, lists, expand: expandLists, mirrors: readMirrors(listMirror) },
      onIssue: (entry, issue) => void reported.set(issue, entry),
      onNamed: (entry, name) => {
        const { key, name: listed, renamedFrom: from = listed } = entry
        run.names.add(name)
        nameOf.set(key, name)
        if (nameExamples.length < NAME_EXAMPLES) nameExamples.push({ from, to: name })
        named.set(name, entry)
      },
    })
    if (settings.route && !besides.route) report.issues = placedInRoute(report.issues, settings.route)
    return { ...run, text, report: completed(report, { sources, issues, takenOut, incomplete, deleted }) }
  } catch (error) {
    if (!(error instanceof ConvertError)) throw error
    const report = completed(error.report ?? unconverted(convertible), {
      sources,
      issues,
      takenOut,
      incomplete,
      deleted,
    })
    return { ...run, error, report }
  }
}

/** What is wrong with the `route` of the settings, with its line there. */
function placedInRoute(issues: readonly Issue[], route: string): Issue[] {
  const lineOf = jsonLines(route)
  return issues.map((issue) => {
    if (issue.source !== undefined || !issue.field?.startsWith('route.')) return issue
    const line = lineOf(issue.field.slice('route.'.length))
    return line === undefined ? issue : { ...issue, line }
  })
}

interface TakenOut {
  excluded: number
  duplicates: number
  issues: Issue[]
}

/** What steps took out, each told with the number of its step. */
function takenOutBySteps(entries: readonly Entry[], notify: (entry: Entry, issue: Issue) => void): TakenOut {
  const takenOut: TakenOut = { excluded: 0, duplicates: 0, issues: [] }
  const lines = new Map<string, number>()
  for (const { key, line } of entries) lines.set(key, line)
  for (const entry of entries) {
    if (!entry.takenOut) continue
    const { source, line, inner, name } = entry
    const { step, of: key } = entry.takenOut
    const of = key === undefined ? undefined : lines.get(key)
    const code = key === undefined ? 'excluded' : 'duplicate'
    takenOut[key === undefined ? 'excluded' : 'duplicates']++
    const issue: Issue = {
      source,
      line,
      ...(inner === undefined ? {} : { inner }),
      node: name,
      code,
      severity: ISSUE_SEVERITY[code],
      kept: false,
      ...(of === undefined ? {} : { of }),
      args: { step, ...(of === undefined ? {} : { of }) },
    }
    notify(entry, issue)
    takenOut.issues.push(issue)
  }
  return takenOut
}

/** The engine counts what is switched off and writes none of it. */
function isConvertible({ incomplete, disabled }: Entry): boolean {
  return incomplete === undefined || disabled
}

/** Of what is switched off and no node either, the engine counts what it was read as. */
function countable(entry: Entry): Entry {
  return entry.incomplete === undefined ? entry : { ...entry, node: entry.read }
}

/** What is wrong with entries that a person made incomplete, a list for each entry. */
function incompleteIssues(entries: readonly Entry[], notify: (entry: Entry, issue: Issue) => void): Issue[][] {
  return entries
    .filter((entry) => !isConvertible(entry))
    .map((entry) => {
      const { source, line, inner, name, incomplete = [] } = entry
      const place = { source, line, ...(inner === undefined ? {} : { inner }), node: name }
      const issues = incomplete.map((issue) => Object.assign({}, issue, place))
      for (const issue of issues) notify(entry, issue)
      return issues
    })
}

interface BesideTheEngine {
  sources: readonly SourceText[]
  issues: readonly Issue[]
  takenOut: TakenOut
  incomplete: readonly Issue[][]
  deleted: number
}

/** The report of the engine with what never came to it. */
function completed(report: Report, { sources, issues, takenOut, incomplete, deleted }: BesideTheEngine): RecipeReport {
  const comments = sources.reduce((sum, { info }) => sum + info.comments, 0)
  const skipped = sources.reduce((sum, { info }) => sum + info.skipped, report.skipped)
  const reported = sources.flatMap(({ info }) => info.subscription ?? [])
  const excluded = incomplete.filter((found) => found.some(isExclusion)).length
  const nodes = report.nodes + deleted + takenOut.excluded + takenOut.duplicates + incomplete.length
  return {
    ...report,
    entries: nodes + skipped + comments,
    comments,
    nodes,
    skipped,
    duplicates: report.duplicates + takenOut.duplicates,
    excluded: report.excluded + takenOut.excluded + excluded,
    refused: report.refused + incomplete.length - excluded,
    deleted,
    issues: [...issues, ...takenOut.issues, ...incomplete.flat(), ...report.issues],
    subscription: subscriptionOf(reported),
  }
}

function subscriptionOf(reported: readonly SubscriptionInfo[]): Report['subscription'] {
  return reported.length > 1 ? [...reported] : (reported[0] ?? null)
}

/** Nothing became of the nodes where the template or an option is wrong. */
function unconverted({ length }: readonly Entry[]): Report {
  return {
    entries: length, comments: 0, nodes: length, skipped: 0, duplicates: 0, excluded: 0, disabled: 0, refused: 0,
    output: 0, doubtful: 0, issues: [], subscription: null,
  } // oxfmt-ignore
}
