import { CLIENT_FACTS } from '../clients/facts.ts'
import type { ClientFacts, ClientOption } from '../model/client-facts.ts'
import type { Issue, IssueArgs } from '../model/issue.ts'
import type { ConvertOptions } from '../convert-options.ts'
import { reporter } from './issue-report.ts'
import { wantedVersions } from './wanted-versions.ts'

/** Tells of what was asked for and has no place in the output; `isConfig`: nodes are written with a config around them. */
export function leftOutOptions(
  { to, groups = {}, singbox = {}, xray }: ConvertOptions,
  client: ClientFacts | undefined,
  isConfig: boolean,
): Issue[] {
  const { route } = singbox
  const issues: Issue[] = []
  const takes = (option: ClientOption): boolean => client?.options.includes(option) ?? false
  const report = reporter(issues)
  if (!takes('providers') || !isConfig) {
    const why: IssueArgs = isConfig ? {} : { reason: 'only-nodes' }
    for (const { name } of groups.providers ?? [])
      report('provider-unsupported', { provider: name, client: to, ...why }, 'proxyProvider', false)
  }
  // Configs of other clients tell of it where they are built.
  if (route && !isConfig) report('field-ignored', { client: to }, 'route')
  const versions = wantedVersions({ singbox, xray })
  for (const { id, spellings, versions: own } of CLIENT_FACTS) {
    const version = versions[id]
    if (id !== to && version !== undefined && version !== own[0])
      report('field-ignored', { client: to, value: version }, `${spellings[0]}-version`)
  }
  return issues
}
