import { convertEntries, ConvertError, type Issue, readMirrors, type Report, type Template } from '@switchyard/convert'
import type { BuildRequest } from './model/conversion-types.ts'
import { engineOptions, templateOf } from './engine-options.ts'
import type { Entry } from './list-entries.ts'
import type { SourceText } from './read-source.ts'

/** One conversion, and what each of its issues and names is about. */
export interface Run {
  report: Report
  /** Before the changes of the user; absent where it cannot be read. */
  template?: Template
  text?: string
  error?: ConvertError
  /** The entry that an issue is about. */
  rowOf: (issue: Issue) => Entry | undefined
  /** Id of the text that an issue of no entry was found in. */
  sourceOf: (issue: Issue) => string | undefined
  /** The names that nodes have in the result. */
  names: ReadonlySet<string>
  nameExamples: readonly { from: string; to: string }[]
}

const NAME_EXAMPLES = 3

/** Converts the list, and counts what reading the texts left out besides. */
export function runConversion(
  sources: readonly SourceText[],
  entries: readonly Entry[],
  { settings, lang, listMirror }: Pick<BuildRequest, 'settings' | 'lang' | 'listMirror'>,
  lists: ReadonlyMap<string, string>,
): Run {
  const told = new Map<Issue, Entry>()
  const named = new Map<string, Entry>()
  // By the issue itself: sources may share a name with each other, and with a template.
  const sourceIds = new Map(sources.flatMap(({ id, issues }) => issues.map((issue) => [issue, id])))
  const issues = [...sourceIds.keys()]
  const nameExamples: { from: string; to: string }[] = []
  const run: Omit<Run, 'report'> & { names: Set<string> } = {
    nameExamples,
    names: new Set<string>(),
    rowOf: (issue) => told.get(issue) ?? (issue.node === undefined ? undefined : named.get(issue.node)),
    sourceOf: (issue) => sourceIds.get(issue),
  }
  try {
    const { template, issues: found } = templateOf(settings, lang)
    run.template = template
    issues.push(...found)
    const { rules, ...options } = engineOptions(settings, template, lang)
    const { text, report } = convertEntries(entries, {
      ...options,
      rules: { ...rules, lists, mirrors: readMirrors(listMirror) },
      // The engine hands back the entries that it was given.
      onIssue: (entry, issue) => told.set(issue, entry as Entry),
      onNamed: (entry, name) => {
        run.names.add(name)
        const { name: listed, renamedFrom: from = listed } = entry as Entry
        if (nameExamples.length < NAME_EXAMPLES) nameExamples.push({ from, to: name })
        named.set(name, entry as Entry)
      },
    })
    return { ...run, text, report: completed(report, sources, issues) }
  } catch (error) {
    if (!(error instanceof ConvertError)) throw error
    return { ...run, error, report: completed(error.report ?? unconverted(entries), sources, issues) }
  }
}

/** Less what the user took out: that counts as neither read nor skipped, it is gone. */
function completed(report: Report, sources: readonly SourceText[], issues: readonly Issue[]): Report {
  const comments = sources.reduce((sum, { info }) => sum + info.comments, 0)
  const skipped = sources.reduce((sum, { info }) => sum + info.skipped, 0)
  return {
    ...report,
    comments,
    skipped,
    entries: report.nodes + skipped + comments,
    issues: [...issues, ...report.issues],
  }
}

/** Nothing became of the nodes where the template or an option is wrong. */
function unconverted({ length }: readonly Entry[]): Report {
  return {
    entries: length, comments: 0, nodes: length, skipped: 0, duplicates: 0, excluded: 0, disabled: 0, refused: 0,
    output: 0, doubtful: 0, issues: [], subscription: null,
  } // oxfmt-ignore
}
