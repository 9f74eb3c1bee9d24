import {
  findDuplicates,
  type Issue,
  ISSUE_SEVERITY,
  issueOf,
  isClientId,
  type JsonObject,
  parseEntries,
  type ParsedEntry,
  type ParsedNode,
  type NodeIssue,
  writeNode,
} from '@switchyard/convert'
import { errorMessage, wordIssue, type Lang } from '@switchyard/locale'
import { type Form, readForm } from '../options.ts'
import { readText } from '../read-sources.ts'
import { issueJson } from '../report-json.ts'
import { paint, print, say } from '../terminal.ts'

export interface ParseFlags {
  as: string
}

const LINES_PER_WRITE = 1000

/** `switchyard parse`: one JSON object an entry; 0 when one of them is a node, else 1. */
export async function parseCommand(file: string | undefined, flags: ParseFlags, lang: Lang): Promise<number> {
  const form = readForm('--as', flags.as)
  const source = file ?? '-'
  const { text, note } = await readText(source)
  if (note !== undefined) say(wordIssue(note, lang))
  const entries: ParsedEntry[] = []
  parseEntries(text, { source }, (entry) => entries.push(entry))

  const nodes = entries.filter((entry) => entry.node !== undefined)
  const earlier = duplicatesOf(nodes)
  let lines: string[] = []
  for (const entry of entries) {
    lines.push(`${JSON.stringify(entryJson(entry, form, earlier, source, lang))}\n`)
    if (lines.length < LINES_PER_WRITE) continue
    await print(lines.join(''))
    lines = []
  }
  await print(lines.join(''))
  if (nodes.length > 0) return 0
  say(paint('red', errorMessage('no-nodes', lang)))
  return 1
}

function entryJson(
  entry: ParsedEntry,
  form: Form,
  earlier: ReadonlyMap<ParsedNode, Earlier>,
  source: string,
  lang: Lang,
): JsonObject {
  const { line, inner } = entry
  const reported = (issues: readonly Issue[]) =>
    issues.map((issue) => issueJson(issue, lang, { client: clientOf(form) }))
  if (entry.node === undefined) return { line, inner, ok: false, issues: reported(entry.issues) }
  const place = { source, line, inner, node: entry.node.name }
  const { shown, lost } = show(entry, form)
  const issues = [...entry.issues, ...lost].map((nodeIssue) => issueOf(nodeIssue, place))
  const same = earlier.get(entry)
  if (same !== undefined) {
    const code = same.differs ? 'duplicate-differs' : 'duplicate'
    issues.push({ ...place, code, severity: ISSUE_SEVERITY[code], kept: true, of: same.line })
  }
  return { line, inner, ok: true, ...shown, issues: reported(issues) }
}

function clientOf(form: Form): string | undefined {
  return form === 'model' ? undefined : form
}

interface Shown {
  node?: object
  /** sing-box outbounds that only this node connects through. */
  helpers?: readonly object[]
  link?: string
}

/** The node in the form asked for, without it where the client would refuse the node; and what that loses. */
function show({ node, link: from }: ParsedNode, form: Form): { shown: Shown; lost: readonly NodeIssue[] } {
  const origin = { node, link: from }
  // What a link cannot say is no loss here: the node is there as it is.
  if (form === 'model') return { shown: { node: withoutNulls(node), link: writeNode(node, 'links', { origin }).link }, lost: [] } // oxfmt-ignore
  const { entry, helpers, link, issues: lost } = writeNode(node, form, { origin })
  const shown = isClientId(form) ? { node: entry, helpers: helpers.length > 0 ? helpers : undefined } : { link }
  return { shown, lost }
}

/** Nodes of one protocol share one shape; what this one has not is not shown. */
function withoutNulls(node: object): object {
  return Object.fromEntries(Object.entries(node).filter(([, value]) => value !== null))
}

/** Line of the first entry with the same server, port and name. */
interface Earlier {
  line: number
  differs: boolean
}

function duplicatesOf(nodes: readonly ParsedNode[]): ReadonlyMap<ParsedNode, Earlier> {
  const earlier = new Map<ParsedNode, Earlier>()
  for (const [index, { of, differs }] of findDuplicates(nodes)) {
    earlier.set(nodes[index]!, { line: nodes[of]!.line, differs })
  }
  return earlier
}
