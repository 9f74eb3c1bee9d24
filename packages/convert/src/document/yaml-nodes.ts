import { CHOMPING_MODE, COLLECTION_STYLE, EVENT_ID, type Event, getScalarValue, SCALAR_STYLE } from 'js-yaml'
import { isYamlBlank } from '../text/flow-lines.ts'
import { trimBlanks } from '../text/lines.ts'
import type {
  AliasNode,
  ContentNode,
  DocumentNode,
  ListNode,
  MapNode,
  ScalarNode,
  ScalarStyle,
} from './document-node.ts'

/** What cannot be made nodes of: an alias of nothing or inside its own anchor, or more nodes than are taken. */
export interface YamlNodesIssue {
  reason: 'unidentified-alias' | 'alias-circle' | 'too-many-aliases' | 'too-many-nodes'
  at: number
}

/** Nodes that all aliases of a text may stand for. */
const MAX_EXPANDED = 1_000_000

export interface YamlDocumentNodes {
  root: DocumentNode | undefined
  /** Behind everything of the document, but for comments. */
  end: number
}

export interface YamlNodes {
  documents: YamlDocumentNodes[]
  aliases: AliasNode[]
  issue?: YamlNodesIssue
}

const ABSENT = -1
const STYLES: Record<number, ScalarStyle> = {
  [SCALAR_STYLE.PLAIN]: 'plain',
  [SCALAR_STYLE.SINGLE_QUOTED]: 'single',
  [SCALAR_STYLE.DOUBLE_QUOTED]: 'double',
  [SCALAR_STYLE.LITERAL_BLOCK]: 'literal',
  [SCALAR_STYLE.FOLDED_BLOCK]: 'folded',
}

/** Builds the nodes of a YAML text from its events, which say where values begin; where they end is found here. */
export function yamlNodes(text: string, events: readonly Event[], maxNodes: number): YamlNodes {
  return new NodeReader(text, events, maxNodes).read()
}

class IssueFound extends Error {
  readonly issue: YamlNodesIssue

  constructor(issue: YamlNodesIssue) {
    super(issue.reason)
    this.issue = issue
  }
}

class NodeReader {
  readonly #text: string
  readonly #events: readonly Event[]
  readonly #maxNodes: number
  readonly #aliases: AliasNode[] = []
  #anchors = new Map<string, ContentNode | undefined>()
  #index = 0
  /** Behind the last token: what follows are blanks, comments and signs. */
  #at = 0
  #nodes = 0
  /** Nodes that the aliases so far stand for. */
  #expanded = 0
  /** How many nodes each anchored list or map stands for. */
  readonly #sizes = new Map<ContentNode, number>()

  constructor(text: string, events: readonly Event[], maxNodes: number) {
    this.#text = text
    this.#events = events
    this.#maxNodes = maxNodes
  }

  read(): YamlNodes {
    const documents: YamlDocumentNodes[] = []
    try {
      while (this.#index < this.#events.length) documents.push(this.#document())
    } catch (error) {
      if (!(error instanceof IssueFound)) throw error
      return { documents, aliases: this.#aliases, issue: error.issue }
    }
    return { documents, aliases: this.#aliases }
  }

  #document(): YamlDocumentNodes {
    this.#anchors = new Map()
    const opening = this.#next()
    if (opening?.type === EVENT_ID.DOCUMENT && opening.explicitStart) this.#skipMark()
    const root = this.#peek()?.type === EVENT_ID.POP ? undefined : this.#node()
    this.#next()
    return { root, end: this.#at }
  }

  /** Over directives and comments to behind the `---`. */
  #skipMark(): void {
    let at = this.#trivia(this.#at)
    while (at < this.#text.length && !this.#text.startsWith('---', at)) {
      const lineEnd = this.#text.indexOf('\n', at)
      at = lineEnd < 0 ? this.#text.length : this.#trivia(lineEnd)
    }
    this.#at = at + 3
  }

  #peek(): Event | undefined {
    return this.#events[this.#index]
  }

  #next(): Event | undefined {
    return this.#events[this.#index++]
  }

  #node(): DocumentNode {
    const event = this.#next()!
    if (++this.#nodes > this.#maxNodes) throw new IssueFound({ reason: 'too-many-nodes', at: this.#at })
    switch (event.type) {
      case EVENT_ID.SCALAR:
        return this.#scalar(event)
      case EVENT_ID.ALIAS:
        return this.#alias(event)
      case EVENT_ID.SEQUENCE:
        return this.#list(event)
      case EVENT_ID.MAPPING:
        return this.#map(event)
      default:
        throw new TypeError('an event that begins no node')
    }
  }

  /** Anchor and tag of a node, and where the first of them begins. */
  #marks(event: Event & { anchorStart: number; anchorEnd: number; tagStart: number; tagEnd: number }, start: number) {
    const hasAnchor = event.anchorStart !== ABSENT
    const hasTag = event.tagStart !== ABSENT
    return {
      from: Math.min(start, hasAnchor ? event.anchorStart - 1 : start, hasTag ? event.tagStart : start),
      anchor: hasAnchor ? this.#text.slice(event.anchorStart, event.anchorEnd) : undefined,
      tag: hasTag ? this.#text.slice(event.tagStart, event.tagEnd) : undefined,
    }
  }

  #scalar(event: Event & { type: typeof EVENT_ID.SCALAR }): ScalarNode {
    const style = STYLES[event.style]!
    const { start, end } = this.#scalarPlace(event, style)
    const marks = this.#marks(event, start)
    const node: ScalarNode = { kind: 'scalar', start, end, ...marks, text: getScalarValue(this.#text, event), style }
    if (marks.anchor !== undefined) this.#anchors.set(marks.anchor, node)
    this.#at = end
    return node
  }

  #scalarPlace(event: Event & { type: typeof EVENT_ID.SCALAR }, style: ScalarStyle) {
    if (event.valueStart === ABSENT) {
      const at = Math.max(this.#at, event.anchorEnd, event.tagEnd)
      return { start: at, end: at }
    }
    if (style === 'plain') return { start: event.valueStart, end: event.valueEnd }
    if (style === 'single' || style === 'double') return { start: event.valueStart - 1, end: event.valueEnd + 1 }
    const from = Math.max(this.#at, event.anchorEnd, event.tagEnd)
    const start = this.#trivia(from)
    // All line ends at the end belong to the text where the sign says so (`|+`).
    const isKept = event.chomping === CHOMPING_MODE.KEEP
    const end = isKept ? event.valueEnd : trimBlanks(this.#text, event.valueStart, event.valueEnd)
    return { start, end: Math.max(end, start + 1) }
  }

  #alias(event: Event & { type: typeof EVENT_ID.ALIAS }): AliasNode {
    const name = this.#text.slice(event.anchorStart, event.anchorEnd)
    const start = event.anchorStart - 1
    const target = this.#anchors.get(name)
    if (target === undefined) {
      const reason = this.#anchors.has(name) ? 'alias-circle' : 'unidentified-alias'
      throw new IssueFound({ reason, at: start })
    }
    this.#expanded += this.#sizes.get(target) ?? 1
    if (this.#expanded > MAX_EXPANDED) throw new IssueFound({ reason: 'too-many-aliases', at: start })
    this.#at = event.anchorEnd
    const node: AliasNode = {
      kind: 'alias',
      start,
      end: this.#at,
      from: start,
      anchor: undefined,
      tag: undefined,
      target,
    }
    this.#aliases.push(node)
    return node
  }

  #list(event: Event & { type: typeof EVENT_ID.SEQUENCE }): ListNode {
    const isFlow = event.style === COLLECTION_STYLE.FLOW
    const marks = this.#marks(event, event.start)
    const node: ListNode = { kind: 'list', start: event.start, end: event.start, ...marks, isFlow, items: [] }
    const before = this.#open(marks.anchor)
    this.#at = isFlow ? event.start + 1 : event.start
    while (this.#peek()?.type !== EVENT_ID.POP) {
      const from = isFlow ? this.#skipComma() : this.#trivia(this.#at)
      if (!isFlow) this.#at = from + 1
      const value = this.#node()
      node.items.push({ from: isFlow ? value.from : from, value })
    }
    return this.#close(node, before)
  }

  #map(event: Event & { type: typeof EVENT_ID.MAPPING }): MapNode {
    const isFlow = event.style === COLLECTION_STYLE.FLOW
    const marks = this.#marks(event, event.start)
    const node: MapNode = {
      kind: 'map',
      start: event.start,
      end: event.start,
      ...marks,
      isFlow,
      pairs: [],
      fields: undefined,
    }
    const before = this.#open(marks.anchor)
    // `[a: b]` holds a map without brackets of its own, and so does `[{a: b}: c]`, whose key begins where it does.
    const key = this.#peek()
    const isInKey = key?.type === EVENT_ID.MAPPING && key.start === event.start
    const isBare = isFlow && (isInKey || this.#text[event.start] !== '{')
    this.#at = isFlow && !isBare ? event.start + 1 : event.start
    while (this.#peek()?.type !== EVENT_ID.POP) {
      const start = isFlow && !isBare ? this.#skipComma() : this.#trivia(this.#at)
      const isMarked = this.#text[start] === '?' && isYamlBlank(this.#text.charCodeAt(start + 1))
      if (isMarked) this.#at = start + 1
      const key = this.#node()
      const colon = this.#trivia(this.#at)
      if (this.#text[colon] === ':') this.#at = colon + 1
      const colonEnd = this.#at
      node.pairs.push({ from: isMarked ? start : key.from, key, colonEnd, value: this.#node() })
    }
    return this.#close(node, before, isBare)
  }

  /** Until a list or map is closed, an alias to it would be a circle. Gives what was counted before it. */
  #open(anchor: string | undefined): number {
    if (anchor !== undefined) this.#anchors.set(anchor, undefined)
    return this.#nodes + this.#expanded
  }

  #close<N extends ListNode | MapNode>(node: N, before: number, isBare = false): N {
    this.#next()
    if (node.isFlow && !isBare) {
      const end = this.#skipComma()
      this.#at = end + 1
    }
    node.end = this.#at
    if (node.anchor !== undefined) {
      this.#anchors.set(node.anchor, node)
      this.#sizes.set(node, this.#nodes + this.#expanded - before + 1)
    }
    return node
  }

  /** Over blanks, comments and one comma. */
  #skipComma(): number {
    let at = this.#trivia(this.#at)
    if (this.#text[at] === ',') at = this.#trivia(at + 1)
    this.#at = at
    return at
  }

  /** Over blanks, line ends and comments. */
  #trivia(start: number): number {
    let at = start
    while (at < this.#text.length) {
      const code = this.#text.charCodeAt(at)
      if (isYamlBlank(code)) at++
      else if (code === HASH) {
        const end = this.#text.indexOf('\n', at)
        at = end < 0 ? this.#text.length : end
      } else if (code === BOM) at++
      else break
    }
    return at
  }
}

const HASH = 0x23
const BOM = 0xfeff
