import type { ClientFacts, ClientOption } from '../clients/client-facts.ts'
import type { Issue, IssueArgs } from '../issue.ts'
import type { SingboxVersion } from '../protocols/protocol.ts'
import type { ProxyProvider } from './config-request.ts'
import { reporter } from './issue-report.ts'
import type { OutputId } from '../outputs/facts.ts'

/** What a user may ask for that not every output has a place for. */
export interface AskedFor {
  platform: OutputId
  singboxVersion?: SingboxVersion
  useProvider?: boolean
  proxyProviders?: readonly ProxyProvider[]
  route?: Record<string, unknown>
}

/** Tells of what was asked for and has no place in the output; `isConfig`: nodes are written with a config around them. */
export function leftOutOptions(asked: AskedFor, client: ClientFacts | undefined, isConfig: boolean): Issue[] {
  const { platform, singboxVersion = 'compatible', useProvider, proxyProviders = [], route } = asked
  const issues: Issue[] = []
  const takes = (option: ClientOption): boolean => client?.options.includes(option) ?? false
  const report = reporter(issues)
  if (useProvider && (!takes('providers') || !isConfig)) {
    const why: IssueArgs = isConfig ? {} : { reason: 'only-nodes' }
    for (const { name } of proxyProviders)
      report('provider-unsupported', { provider: name, platform, ...why }, 'proxyProvider', false)
  }
  // Configs of other clients tell of it where they are built.
  if (route && !isConfig) report('field-ignored', { platform }, 'route')
  if (singboxVersion !== 'compatible' && !takes('version'))
    report('field-ignored', { platform, value: singboxVersion }, 'sing-box-version')
  return issues
}
