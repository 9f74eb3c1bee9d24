import { YAMLException } from 'js-yaml'
import { LineIndex } from '../text/lines.ts'
import { findIssuePlace } from '../text/yaml-issue-place.ts'
import { parseYamlEvents } from '../text/yaml-events.ts'
import type { AliasNode, DocumentNode, JsonExtras, TextRange } from './document-node.ts'
import { jsonNodes, type JsonReason } from './json-nodes.ts'
import { yamlNodes, type YamlNodesIssue } from './yaml-nodes.ts'

export type DocumentFormat = 'yaml' | 'json'

/** Why a text is no document, or why it could not be read to its end. */
export type DocumentIssue = TextRange &
  (
    | { code: 'bad-json'; reason: JsonReason }
    // `detail`: the parser's words in English, without anything that stands in the text.
    | { code: 'bad-yaml'; reason: 'syntax' | YamlNodesIssue['reason']; detail: string }
    | { code: 'too-large'; most: number }
  )

/** Line and column of a place, both from 1; columns count UTF-16 units. */
export interface LineColumn {
  line: number
  column: number
}

/** A config as somebody wrote it, with the place of every key and value. */
export interface OpenDocument {
  text: string
  format: DocumentFormat
  /** The first document of the text; undefined where nothing stands in it. */
  root: DocumentNode | undefined
  /** Behind the last value of the first document. */
  end: number
  /** How many documents the text has: only the first is a config. */
  documents: number
  /** All `*name` of the text. */
  aliases: readonly AliasNode[]
  /** What strict JSON would not have; empty in YAML. */
  extras: JsonExtras
  /** What stopped the reader; the nodes before it may be missing. */
  issue: DocumentIssue | undefined
  positionOf(offset: number): LineColumn
  offsetOf(position: LineColumn): number
}

export interface OpenOptions {
  format: DocumentFormat
  /** Characters. */
  maxLength?: number
  maxNodes?: number
}

/** 8 MB of text in page and terminal. */
export const MAX_LENGTH = 8_000_000
const MAX_NODES = 2_000_000

/**
 * Opens a config for reading and for edits that keep its comments. Never throws: what cannot be read is the `issue`, and
 * the document then has no root, or one that ends early.
 */
export function openDocument(text: string, options: OpenOptions): OpenDocument {
  const { format, maxLength = MAX_LENGTH, maxNodes = MAX_NODES } = options
  const empty = unreadDocument(text, format)
  if (text.length > maxLength) return { ...empty, issue: { code: 'too-large', most: maxLength, start: 0, end: 0 } }
  return format === 'json' ? openJson(empty, maxNodes) : openYaml(empty, maxNodes)
}

/** A document of which nothing is known but its text. */
export function unreadDocument(text: string, format: DocumentFormat): OpenDocument {
  let lines: LineIndex | undefined
  return {
    text,
    format,
    root: undefined,
    end: 0,
    documents: 0,
    aliases: [],
    extras: { comments: [], hashes: [], commas: [] },
    issue: undefined,
    positionOf: (offset) => (lines ??= new LineIndex(text)).positionOf(offset),
    offsetOf: ({ line, column }) => (lines ??= new LineIndex(text)).offsetOf(line, column),
  }
}

function openJson(empty: OpenDocument, maxNodes: number): OpenDocument {
  const { root, extras, issue } = jsonNodes(empty.text, maxNodes)
  const end = root?.end ?? 0
  return { ...empty, root, end, documents: 1, extras, issue: issue && { code: 'bad-json', ...issue } }
}

function openYaml(empty: OpenDocument, maxNodes: number): OpenDocument {
  const { text } = empty
  let events
  try {
    events = parseYamlEvents(text)
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error
    // Behind a colon or a quote the parser's reasons repeat the text.
    const [words = ''] = error.reason.split(/[:"<]/, 1)
    const { at, reason } = findIssuePlace(text, { at: error.mark?.position ?? 0, reason: words.trim() })
    const end = Math.min(at + 1, text.length)
    return { ...empty, issue: { code: 'bad-yaml', reason: 'syntax', detail: reason, start: at, end } }
  }
  const { documents, aliases, issue } = yamlNodes(text, events, maxNodes)
  return {
    ...empty,
    root: documents[0]?.root,
    end: documents[0]?.end ?? 0,
    documents: documents.length,
    aliases,
    issue: issue && { code: 'bad-yaml', reason: issue.reason, detail: '', start: issue.at, end: issue.at + 1 },
  }
}
