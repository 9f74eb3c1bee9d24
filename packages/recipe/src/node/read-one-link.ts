import { issueOf, parseEntries, type NodeBase, type OutputId } from '@switchyard/convert'
import { wordIssue, type Lang } from '@switchyard/locale'
import type { LinkPreview, LinkRead } from '../model/nodes/node-previews.ts'
import { previewNode } from './preview-node.ts'

/** What a share link says that is to stand in place of an entry, and what the chosen client would say about it. */
export function readOneLink(text: string, output: OutputId, lang: Lang): LinkRead {
  const nodes: NodeBase[] = []
  const issues: LinkPreview['issues'] = []
  const { entries, comments } = parseEntries(text, {}, (entry) => {
    if (entry.node) nodes.push(entry.node)
    const found = entry.node ? entry.issues.map((issue) => issueOf(issue, { node: entry.node.name })) : entry.issues
    for (const issue of found) {
      const { code, severity, field } = issue
      issues.push({ code, text: wordIssue(issue, lang), severity, ...(field === undefined ? {} : { field }) })
    }
  })
  const given = entries - comments
  const [node] = nodes
  if (given !== 1 || node === undefined) return { entries: given, issues: given === 1 ? issues : [] }
  const known = new Set(issues.map((issue) => issue.text))
  const ofClient = previewNode(node, output, lang).issues.filter((issue) => !known.has(issue.text))
  return { node, entries: given, issues: [...issues, ...ofClient] }
}
