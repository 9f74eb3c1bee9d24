import {
  isInfoEntry,
  type Issue,
  parseEntries,
  type NodeBase,
  type ParsedNode,
  subscriptionAddress,
  type SubscriptionInfo,
} from '@switchyard/convert'
import type { SourceInfo } from '../model/source-info.ts'
import { NODES_MAX } from '@switchyard/convert/limits'
import { brokenLink, lineStart, type BrokenLink } from '../model/nodes/broken-link.ts'
import { ADDED_SOURCE, readAddedNodes } from '../model/nodes/added-nodes.ts'
import { base64Text } from '../model/values/base64-text.ts'
import { readOldLink } from '../imports/old-link.ts'
import { countLines } from './count-lines.ts'
import { issuesOf } from '../node/repairs.ts'
import { commentLinesOf, kindOf } from './text-kind.ts'

const PROGRESS_STEP = 2000
const FIRST_NODES = 100
const ADDRESSES_MAX = 50
/** How keys of a second HK and of copies end. A name that does so too is numbered from the first one on. */
const KEY_END = /\|(?:copy)?\d+$/

/** A text that was read, with what was found in it. */
export interface SourceText {
  id: string
  name: string
  /** Stands before the names of its nodes. */
  prefix?: string
  nodes: readonly KeyedNode[]
  /** Entries that are no node, in order. */
  skipped: readonly SkippedEntry[]
  issues: readonly Issue[]
  commentLines: readonly number[]
  info: SourceInfo
}

/** A node of a text; the key stays with it when other lines change. */
export interface KeyedNode extends Omit<ParsedNode, 'node'> {
  node: NodeBase
  key: string
}

/** An entry that could not be read. */
export interface SkippedEntry {
  key: string
  line: number
  inner?: number
  issues: readonly Issue[]
  /** What its link says all the same; absent: it is none. */
  link?: BrokenLink
  /** How its text begins, when its link gives no name. Absent when it may hold a secret. */
  start?: string
  /** The entry is a subscription address, and this is its host. A page offers to fetch it. */
  host?: string
  /** How many nodes of the source stand before it. */
  nodesBefore: number
}

interface ReadRequest {
  /** Aliases of one YAML document. */
  maxAliases?: number | undefined
  /** How many entries were read so far. */
  onProgress?: ((entries: number) => void) | undefined
  /** Once, of a long text: what it begins with. */
  onFirst?: ((nodes: readonly KeyedNode[]) => void) | undefined
}

/** Reads a text, and tells whoever waits how that goes. */
export function readSource(
  id: string,
  name: string,
  text: string,
  reported?: SubscriptionInfo,
  { maxAliases, onProgress, onFirst }: ReadRequest = {},
): SourceText {
  if (id === ADDED_SOURCE) return addedSource(name, text)
  const nodes: KeyedNode[] = []
  const skipped: SkippedEntry[] = []
  const issues: Issue[] = []
  const keyOf = keysIn(id)
  let read = 0
  let notices = 0
  let usesBase64 = false
  const lineOf = linesIn(text)
  const counts = parseEntries(text, { maxNodes: NODES_MAX, maxAliases }, (entry) => {
    if (++read % PROGRESS_STEP === 0) onProgress?.(read)
    if (entry.inner !== undefined) usesBase64 = true
    if (entry.node === undefined) {
      issues.push(...entry.issues)
      if (skipped.length < NODES_MAX) skipped.push(skippedEntry(id, entry, lineOf(entry), skipped.length, nodes.length))
    } else {
      if (isInfoEntry(entry.node.name)) notices++
      nodes.push({ ...entry, key: keyOf(entry.node) })
      if (nodes.length === FIRST_NODES) onFirst?.(nodes)
    }
  })
  const subscription = reported ?? counts.subscription
  const addresses = addressesOf(text, issues)
  const info: SourceInfo = {
    kind: kindOf(text, usesBase64, nodes.length),
    lines: countLines(text),
    entries: counts.entries,
    nodes: nodes.length,
    notices,
    skipped: counts.skipped,
    comments: counts.comments,
    addresses,
    isCut: issues.some(({ code }) => code === 'too-many-nodes' || code === 'too-large'),
    ...(subscription ? { subscription } : {}),
  }
  const commentLines = commentLinesOf(text, counts.comments)
  return {
    id,
    name,
    nodes,
    skipped: withAddresses(skipped, addresses),
    issues: withHeld(issues, addresses),
    commentLines,
    info,
  }
}

/** An address among the skipped entries has the host that is asked. */
function withAddresses(skipped: SkippedEntry[], addresses: SourceInfo['addresses']): SkippedEntry[] {
  if (addresses.length === 0) return skipped
  const hosts = new Map(addresses.map(({ line, url }) => [line, new URL(url).host]))
  return skipped.map((entry) => {
    const host = needsFetch(entry) ? hosts.get(entry.line) : undefined
    return host === undefined ? entry : { ...entry, host, issues: withHeld(entry.issues, addresses) }
  })
}

/** The issue of an address of a converter says how much stands in it. */
function withHeld(issues: readonly Issue[], addresses: SourceInfo['addresses']): readonly Issue[] {
  if (addresses.length === 0) return issues
  const heldOn = new Map(addresses.map(({ line, holds }) => [line, holds]))
  return issues.map((issue) => {
    const held = issue.code === 'needs-fetch' && issue.inner === undefined ? heldOn.get(issue.line ?? 0) : undefined
    return held === undefined ? issue : { ...issue, args: { ...issue.args, held } }
  })
}

/** In a body of Base64 an address has no line of its own that could leave the text. */
const needsFetch = ({ issues, inner }: Pick<SkippedEntry, 'issues' | 'inner'>): boolean =>
  inner === undefined && issues.some(({ code }) => code === 'needs-fetch')

function skippedEntry(
  source: string,
  { line, inner, issues }: Pick<SkippedEntry, 'line' | 'inner' | 'issues'>,
  text: string,
  nth: number,
  nodesBefore: number,
): SkippedEntry {
  const key = `${source}|skipped|${nth}`
  const link = brokenLink(text)
  const start = link?.name ? undefined : lineStart(text)
  return {
    key,
    line,
    ...(inner === undefined ? {} : { inner }),
    issues,
    ...(link && { link }),
    ...(start === undefined ? {} : { start }),
    nodesBefore,
  }
}

/** Gives the line of an entry, that within a body of Base64 too. Most texts are never asked: they are taken apart on demand. */
function linesIn(text: string): (place: Pick<SkippedEntry, 'line' | 'inner'>) => string {
  let lines: readonly string[] | undefined
  const bodies = new Map<number, readonly string[]>()
  const bodyOf = (line: number) => {
    const known = bodies.get(line) ?? linesOf(decoded(lines![line - 1] ?? '') ?? decoded(text) ?? '')
    bodies.set(line, known)
    return known
  }
  return ({ line, inner }) => {
    lines ??= linesOf(text)
    return (inner === undefined ? lines[line - 1] : bodyOf(line)[inner - 1]) ?? ''
  }
}

function linesOf(text: string): string[] {
  return text.split(/\r\n|\n|\r/)
}

function decoded(text: string): string | undefined {
  try {
    return base64Text(text)
  } catch {
    return undefined
  }
}

/** Gives each node of a source the key that its row has from then on. */
function keysIn(source: string): (node: NodeBase) => string {
  const seen = new Map<string, number>()
  return ({ type, server, port, name }) => {
    const base = `${source}|${type}|${server}|${port}|${name}`
    const nth = (seen.get(base) ?? 0) + 1
    seen.set(base, nth)
    return nth === 1 && !KEY_END.test(name) ? base : `${base}|${nth}`
  }
}

/** Nodes that were added by hand are records already. */
function addedSource(name: string, text: string): SourceText {
  const keyOf = keysIn(ADDED_SOURCE)
  const nodes = readAddedNodes(text).map(({ node, line }): KeyedNode => {
    return { node, line, key: keyOf(node), issues: issuesOf(node, []) }
  })
  const { length } = nodes
  const notices = nodes.filter(({ node }) => isInfoEntry(node.name)).length
  const info: SourceInfo = {
    kind: 'json', lines: length, entries: length, nodes: length, notices, skipped: 0, comments: 0, addresses: [], isCut: false,
  } // oxfmt-ignore
  return { id: ADDED_SOURCE, name, nodes, skipped: [], issues: [], commentLines: [], info }
}

function addressesOf(text: string, issues: readonly Issue[]): SourceInfo['addresses'] {
  const wanted = issues
    .filter(({ code, inner }) => code === 'needs-fetch' && inner === undefined)
    .slice(0, ADDRESSES_MAX)
  if (wanted.length === 0) return []
  const lines = linesOf(text)
  return wanted.flatMap(({ line }) => {
    const text = lines[(line ?? 0) - 1]?.trim() ?? ''
    // A link may ask a client to import the address that stands in it.
    const url = subscriptionAddress(text)
    if (line === undefined || url === undefined || !URL.canParse(url)) return []
    const holds = heldBy(url)
    return [{ line, text, url, ...(holds > 0 ? { holds } : {}) }]
  })
}

/** How many addresses and links stand in the address of a converter; 0: it is none. */
function heldBy(url: string): number {
  const link = readOldLink(url)
  return typeof link === 'object' ? link.urls.length + link.links.length : 0
}
