import { BARE_LIST } from './bare-list.ts'
import { NodeIssues, issueOf, isClientId, linkOf, outputWriter, parseEntries } from '@switchyard/convert'
import { wordIssue, type Lang } from '@switchyard/locale'
import type { LinkPreview, ProxyNode, TargetId } from './model/conversion-types.ts'

/** The link of a node that is being edited. What the chosen client would refuse is an error. */
export function previewNode(node: ProxyNode, target: TargetId, lang: Lang): LinkPreview {
  const nodeIssues = new NodeIssues()
  const issues: LinkPreview['issues'] = []
  const tell = (client: string) => {
    for (const nodeIssue of nodeIssues.take()) {
      const issue = issueOf(nodeIssue, { node: node.name })
      issues.push({
        code: nodeIssue.code,
        text: wordIssue(issue, lang, { client }),
        severity: nodeIssue.kept ? 'note' : /unsupported|too-old/.test(nodeIssue.code) ? 'warning' : 'error',
        ...(nodeIssue.field === undefined ? {} : { field: nodeIssue.field }),
      })
    }
  }
  let link: string | undefined
  try {
    link = linkOf(node, undefined, node.name, nodeIssues)
    tell('links')
    // A link is also what every other tool reads: it has to lead back to the same node.
    if (link !== undefined) parseEntries(link, {}, (entry) => entry.node ?? issues.push(...entry.issues.map((issue) => ({
      code: issue.code, text: wordIssue(issue, lang), severity: 'error' as const, ...(issue.field === undefined ? {} : { field: issue.field }),
    })))) // oxfmt-ignore
    if (isClientId(target)) outputWriter(target, BARE_LIST).writeNode(node, { node }, nodeIssues)
    tell(target)
  } catch {
    // A field of the wrong kind: the node cannot be spelled at all.
    issues.push({
      code: 'bad-value',
      text: wordIssue({ code: 'bad-value', severity: 'error' }, lang),
      severity: 'error',
    })
  }
  return { ...(link === undefined ? {} : { link }), issues }
}
