import { BARE_LIST } from './bare-list.ts'
import { Findings, issueOf, isClientId, linkOf, outputWriter, parseEntries } from '@switchyard/convert'
import { wordIssue, type Lang } from '@switchyard/locale'
import type { LinkPreview, ProxyNode, TargetId } from './model/conversion-types.ts'

/** The link of a node that is being edited. What the chosen client would refuse is an error. */
export function previewNode(node: ProxyNode, target: TargetId, lang: Lang): LinkPreview {
  const findings = new Findings()
  const problems: LinkPreview['problems'] = []
  const tell = (client: string) => {
    for (const finding of findings.take()) {
      const issue = issueOf(finding, { node: node.name })
      problems.push({
        code: finding.code,
        text: wordIssue(issue, lang, { client }),
        severity: finding.kept ? 'note' : /unsupported|too-old/.test(finding.code) ? 'warning' : 'error',
        ...(finding.field === undefined ? {} : { field: finding.field }),
      })
    }
  }
  let link: string | undefined
  try {
    link = linkOf(node, undefined, node.name, findings)
    tell('links')
    // A link is also what every other tool reads: it has to lead back to the same node.
    if (link !== undefined) parseEntries(link, {}, (entry) => entry.node ?? problems.push(...entry.issues.map((issue) => ({
      code: issue.code, text: wordIssue(issue, lang), severity: 'error' as const, ...(issue.field === undefined ? {} : { field: issue.field }),
    })))) // oxfmt-ignore
    if (isClientId(target)) outputWriter(target, BARE_LIST).writeNode(node, { node }, findings)
    tell(target)
  } catch {
    // A field of the wrong kind: the node cannot be spelled at all.
    problems.push({
      code: 'bad-value',
      text: wordIssue({ code: 'bad-value', severity: 'error' }, lang),
      severity: 'error',
    })
  }
  return { ...(link === undefined ? {} : { link }), problems }
}
