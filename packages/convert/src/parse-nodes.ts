import { forgetLinks } from './link/query.ts'
import { markChecked } from './model/checked-node.ts'
import type { Issue } from './model/issue.ts'
import { EntryReader } from './formats/reader/entry-reader.ts'
import type { ParseOptions, ParsedCounts, ParsedEntry, ParsedNode } from './formats/reader/parsed-entry.ts'
import { readText } from './formats/reader/read-text.ts'
import type { ProxyNode } from './protocols/index.ts'

/** What a text gave. */
interface ParsedText extends ParsedCounts {
  nodes: ParsedNode[]
  /** Of the skipped entries; what was found out about a node stands with it. */
  issues: Issue[]
}

/** Reads any text that names nodes: links, base64, Clash and mihomo, sing-box, Xray, SIP008, ssd, .conf, Surge; also mixed. */
export function parseNodes(text: string, options: ParseOptions = {}): ParsedText {
  const nodes: ParsedNode[] = []
  const issues: Issue[] = []
  const counts = parseEntries(text, options, (entry) => {
    if (entry.node !== undefined) nodes.push(entry)
    else for (const issue of entry.issues) issues.push(issue)
  })
  return { ...counts, nodes, issues }
}

/** The same, entry by entry in the order of the text, broken ones included; comments are only counted. */
export function parseEntries(text: string, options: ParseOptions, take: (entry: ParsedEntry) => void): ParsedCounts {
  return readEntries(text, options, (entry) => {
    if (entry.node !== undefined) markChecked(entry.node)
    take(entry)
  })
}

/** The same for those who give no node away, and need no mark on it. */
export function readEntries(text: string, options: ParseOptions, take: (entry: ParsedEntry) => void): ParsedCounts {
  const reader = new EntryReader(options, take)
  readText(reader, text)
  reader.finish()
  forgetLinks()
  return reader.counts
}

/** Reads the link of one entry again and gives its node. Callers keep the text of a link in place of its node. */
export function readLink(link: string): ProxyNode | undefined {
  let node: ProxyNode | undefined
  const reader = new EntryReader({}, (entry) => {
    node = entry.node
  })
  reader.link(link, 0, link.length, link.indexOf('://'))
  reader.finish()
  return node
}
