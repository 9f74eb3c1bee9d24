import {
  type Issue,
  isClientId,
  issueOf,
  nodeFrom,
  type NodeIssue,
  parseEntries,
  type ProxyNode,
  readJson,
  writeNode,
} from '@switchyard/convert'
import { isRecord, type JsonObject } from '@switchyard/convert/record'
import { wordIssue } from '@switchyard/locale'
import { ofText, refused, type StepIssue, type StepResult, type StepSurroundings } from './step.ts'

type Lang = StepSurroundings['lang']

/** Nodes of one text: a whole subscription belongs to the converter. */
const NODES_MAX = 1000

interface Read {
  nodes: { node: ProxyNode; link?: string | undefined }[]
  /** What is wrong with the first entry that is no node. */
  issue?: { line: number; message: string } | undefined
}

function readNodes(text: string, lang: Lang): Read {
  const read: Read = { nodes: [] }
  parseEntries(text, { maxNodes: NODES_MAX }, (entry) => {
    if (entry.node !== undefined) read.nodes.push({ node: entry.node, link: entry.link })
    else read.issue ??= { line: entry.line, message: words(entry.issues, lang) }
  })
  return read
}

function words(issues: readonly Issue[], lang: Lang): string {
  return issues.map((issue) => wordIssue(issue, lang)).join(' · ')
}

const asIssues = (issues: readonly NodeIssue[]): Issue[] => issues.map((issue) => issueOf(issue, {}))

/** Links, or any text with nodes, as the fields of the nodes, or as a client writes them. */
export const linkToFields = ofText((text, { as = 'fields' }, { lang }) => {
  const { nodes, issue } = readNodes(text, lang)
  if (issue !== undefined) return refused('link', issue)
  if (nodes.length === 0) return refused('no-link')
  if (as === 'fields') {
    const shown = nodes.map(({ node, link }) => withLink(node, link))
    return { data: JSON.stringify(shown.length === 1 ? shown[0] : shown, null, 2) }
  }
  if (!isClientId(as)) return refused('no-link')
  const entries: Readonly<JsonObject>[] = []
  for (const { node } of nodes) {
    const { entry, helpers, issues } = writeNode(node, as)
    if (entry === undefined)
      return refused('link', { line: entries.length + 1, message: words(asIssues(issues), lang) })
    entries.push(entry, ...helpers)
  }
  return { data: JSON.stringify(entries.length === 1 ? entries[0] : entries, null, 2) }
})

/** A link that we would spell in another way stands beside the fields, so that unchanged fields give it again. */
function withLink(node: ProxyNode, link: string | undefined): object {
  if (link === undefined || writeNode(node, 'links').link === link) return node
  return { ...node, link }
}

/** Fields as `linkToFields` shows them, or entries of any client, as links. */
export const fieldsToLink = ofText((text, _options, { lang }): StepResult => {
  if (text.trim() === '') return refused('empty')
  const own = readOwn(text)
  if (own?.nodes) return linksOf(own.nodes, lang)
  const read = readNodes(text, lang)
  if (read.issue === undefined && read.nodes.length > 0) return linksOf(read.nodes, lang)
  if (own?.issues) return refused('link', { line: own.line, message: words(own.issues, lang) })
  return read.issue ? refused('link', read.issue) : refused('no-link')
})

type OwnNodes = { nodes: Read['nodes']; issues?: undefined } | { nodes?: undefined; issues: Issue[]; line: number }

/** The objects of a text as nodes of ours: a field that is none of ours tells the entry of a client. */
function readOwn(text: string): OwnNodes | undefined {
  const records = [readJson(text)].flat()
  const nodes: Read['nodes'] = []
  if (records.length > NODES_MAX) return undefined
  for (const [index, record] of records.entries()) {
    if (!isRecord(record)) return undefined
    const { link, ...fields } = record
    const { node, issues } = nodeFrom(fields)
    if (issues.some(({ code }) => code === 'field-ignored')) return undefined
    if (node === undefined) return { issues, line: index + 1 }
    nodes.push({ node, link: typeof link === 'string' ? link : undefined })
  }
  return { nodes }
}

function linksOf(nodes: Read['nodes'], lang: Lang): StepResult {
  const links: string[] = []
  const notes: StepIssue[] = []
  for (const [index, { node, link: before }] of nodes.entries()) {
    const kept = before === undefined ? undefined : again(node, before, lang)
    const written = kept === undefined ? writeNode(node, 'links') : { link: kept, issues: [] }
    const { link, issues } = written
    if (link === undefined) return refused('link', { line: index + 1, message: words(asIssues(issues), lang) })
    links.push(link)
    if (before !== undefined && before !== link) notes.push({ code: 'link-new', args: { line: index + 1 } })
  }
  return { data: links.join('\n'), notes }
}

/** The link as it was written when the fields, but for the name, are still its own. */
function again(node: ProxyNode, link: string, lang: Lang): string | undefined {
  const [first] = readNodes(link, lang).nodes
  if (first === undefined || !isSame({ ...first.node, name: '' }, { ...node, name: '' })) return undefined
  return first.node.name === node.name ? link : writeNode(node, 'links', { origin: { node: first.node, link } }).link
}

function isSame(one: object, other: object): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other))
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.keys(value).sort().map((key) => [key, sorted(value[key])])) // oxfmt-ignore
}
