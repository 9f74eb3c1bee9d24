import {
  type Issue,
  issueOf,
  nodeFrom,
  type NodeIssue,
  parseEntries,
  type ProxyNode,
  readJson,
  writeNode,
} from '@switchyard/convert'
import { isRecord, type JsonObject } from '@switchyard/convert/record'
import { printBlock, type PrintStyle } from '@switchyard/convert/texts'
import { wordIssue } from '@switchyard/locale'
import { ofText, refused, type StepIssue, type StepResult, type StepSurroundings } from './step.ts'

type Lang = StepSurroundings['lang']

/** Nodes of one text: a whole subscription belongs to the converter. */
const NODES_MAX = 1000

const STYLE: PrintStyle = {
  format: 'yaml', quote: 'plain', colon: ': ', comma: ', ', pad: '', lineEnd: '\n', step: '  ', dashes: '  ',
} // oxfmt-ignore

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
  const client = as === 'mihomo' ? 'mihomo' : 'singbox'
  const entries: Readonly<JsonObject>[] = []
  for (const { node } of nodes) {
    const { entry, helpers, issues } = writeNode(node, client)
    if (entry === undefined)
      return refused('link', { line: entries.length + 1, message: words(asIssues(issues), lang) })
    entries.push(entry, ...helpers)
  }
  if (as === 'mihomo') return { data: `${printBlock({ proxies: plain(entries) }, STYLE, '')}\n` }
  return { data: JSON.stringify({ outbounds: entries }, null, 2) }
})

/** As JSON would carry it: printers of entries may use values of their own. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value))
}

/** A link that we would spell in another way stands beside the fields, so that unchanged fields give it again. */
function withLink(node: ProxyNode, link: string | undefined): object {
  if (link === undefined || writeNode(node, 'links').link === link) return node
  return { ...node, link }
}

/** Fields as `linkToFields` shows them, or entries of any client, as links. */
export const fieldsToLink = ofText((text, _options, { lang }): StepResult => {
  if (text.trim() === '') return refused('empty')
  const own = ownNodes(readJson(text))
  if (own === undefined) return fromEntries(text, lang)
  const links: string[] = []
  const notes: StepIssue[] = []
  for (const [index, { link: before, ...fields }] of own.entries()) {
    const { node, issues } = nodeFrom(fields)
    if (node === undefined) return refused('link', { line: index + 1, message: words(issues, lang) })
    const written = typeof before === 'string' ? again(node, before, lang) : undefined
    const link = written ?? linkOf(node, lang)
    if (typeof link !== 'string') return refused('link', { line: index + 1, ...link })
    links.push(link)
    if (typeof before === 'string' && before !== link) notes.push({ code: 'link-new', args: { line: index + 1 } })
  }
  return { data: links.join('\n'), notes }
})

function fromEntries(text: string, lang: Lang): StepResult {
  const { nodes, issue } = readNodes(text, lang)
  if (issue !== undefined) return refused('link', issue)
  if (nodes.length === 0) return refused('no-link')
  const links: string[] = []
  for (const { node, link: before } of nodes) {
    const link = before ?? linkOf(node, lang)
    if (typeof link !== 'string') return refused('link', { line: links.length + 1, ...link })
    links.push(link)
  }
  return { data: links.join('\n') }
}

/** The objects of a text when they have no field but ours; an entry of a client has others. */
function ownNodes(value: unknown): JsonObject[] | undefined {
  const list = Array.isArray(value) ? value : [value]
  const records = list.filter(isRecord)
  if (records.length === 0 || records.length < list.length || records.length > NODES_MAX) return undefined
  const areOwn = records.every((fields) => {
    const { node, issues } = nodeFrom({ ...fields, link: undefined })
    // A key that is no field of ours tells the entry of a client. A node of ours may still lack something.
    return node === undefined
      ? 'port' in fields || 'server' in fields
      : !issues.some(({ code }) => code === 'field-ignored')
  })
  return areOwn && !records.some((record) => 'server_port' in record || 'proxies' in record) ? records : undefined
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

function linkOf(node: ProxyNode, lang: Lang): string | { message: string } {
  const { link, issues } = writeNode(node, 'links')
  return link ?? { message: words(asIssues(issues), lang) }
}
