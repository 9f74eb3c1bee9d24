import {
  issueOf,
  isClientId,
  nodeFrom,
  type NodeIssue,
  parseEntries,
  writeNode,
  type NodeBase,
  type OutputId,
} from '@switchyard/convert'
import { wordIssue, type Lang } from '@switchyard/locale'
import type { LinkPreview } from '../model/nodes/node-previews.ts'

/** The link of a node that is being edited. What the chosen client would refuse is an error. */
export function previewNode(node: NodeBase, output: OutputId, lang: Lang): LinkPreview {
  const issues: LinkPreview['issues'] = []
  const report = (client: string, found: readonly NodeIssue[]) => {
    for (const nodeIssue of found) {
      const issue = issueOf(nodeIssue, { node: node.name })
      issues.push({
        code: nodeIssue.code,
        text: wordIssue(issue, lang, { client }),
        severity: nodeIssue.kept ? 'note' : /unsupported|too-old/.test(nodeIssue.code) ? 'warning' : 'error',
        ...(nodeIssue.field === undefined ? {} : { field: nodeIssue.field }),
      })
    }
  }
  // A field of the wrong kind: the node cannot be spelled at all, and every output says so.
  const { node: sound, issues: wrong } = nodeFrom(node)
  if (sound === undefined) {
    report('links', wrong.map(({ code, field, args }) => ({ code, field, args, kept: false }))) // oxfmt-ignore
    return { issues }
  }
  const { link, issues: lost } = writeNode(sound, 'links')
  report('links', lost)
  // A link is also what every other tool reads: it has to lead back to the same node.
  if (link !== undefined) parseEntries(link, {}, (entry) => entry.node ?? issues.push(...entry.issues.map((issue) => ({
    code: issue.code, text: wordIssue(issue, lang), severity: 'error' as const, ...(issue.field === undefined ? {} : { field: issue.field }),
  })))) // oxfmt-ignore
  if (isClientId(output)) report(output, writeNode(sound, output).issues)
  return { ...(link === undefined ? {} : { link }), issues }
}
