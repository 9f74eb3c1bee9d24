import { providerPath } from '../../rules/rule-provider.ts'
import { isWebAddress, providerUrlIssue } from '../../rules/provider-url.ts'
import { HEALTH_CHECK_INTERVAL_S, PROBE_URL } from '../../templates/builtin.ts'
import type { ConfigRequest, ProxyProvider } from '../../config/config-request.ts'
import { FreeNames } from '../../text/free-names.ts'
import { takenNames } from '../../config/groups.ts'
import type { ReportConfigIssue } from '../../config/issue-report.ts'
import type { JsonObject } from '../../text/record.ts'

/** How often a client fetches a provider's nodes again. */
export const PROVIDER_INTERVAL_S = 3600

/** The providers of a request that can be written, under names that no group has. */
export function planProviders(request: ConfigRequest, report: ReportConfigIssue): ProxyProvider[] {
  const { template, client, mapping } = request
  // `default` is mihomo's own; a group with members may not share a provider's name.
  const taken = new Set(['default', ...takenNames(template, client, mapping), ...baseProviders(template.base)])
  const free = new FreeNames('_', 1)
  return request.proxyProviders.flatMap((provider) => {
    const reason = providerUrlIssue(provider.url)
    if (reason !== undefined) {
      report('provider-invalid', { name: provider.name, reason }, 'proxyProvider', false)
      return []
    }
    const number = [provider.interval, provider.healthInterval].find((seconds) => !isPositive(seconds))
    if (number !== undefined) {
      report('provider-invalid', { name: provider.name, reason: 'interval', value: number }, 'proxyProvider', false)
      return []
    }
    const wanted = provider.name.replaceAll(',', '，').trim() || 'provider'
    const name = free.of(wanted, (one) => taken.has(one))
    if (name !== provider.name)
      report('name-changed', { from: provider.name, name, reason: 'provider-renamed' }, 'proxyProvider')
    taken.add(name)
    const { healthUrl = '' } = provider
    if (healthUrl === '') return [{ ...provider, name, healthUrl: request.settings.probeUrl }]
    if (isWebAddress(healthUrl)) return [{ ...provider, name }]
    report('bad-value', { name, value: healthUrl }, 'healthUrl')
    return [{ ...provider, name, healthUrl: undefined }]
  })
}

function isPositive(seconds: number | undefined): boolean {
  return seconds === undefined || (Number.isSafeInteger(seconds) && seconds > 0)
}

function baseProviders(base: JsonObject | undefined): string[] {
  const providers = base?.['proxy-providers']
  return typeof providers === 'object' && providers !== null ? Object.keys(providers) : []
}

/** `proxy-providers:` for mihomo and Clash, whose open-source core sends no headers of ours. Headers are lists there: a plain text makes mihomo refuse the file. */
export function printProviders(providers: readonly ProxyProvider[], sendsHeaders = true): JsonObject {
  return Object.fromEntries(
    providers.map(({ name, url, password, interval, healthCheck = true, healthInterval, healthUrl }) => [
      name,
      {
        type: 'http',
        url,
        path: providerPath(`nodes-${name}`, 'yaml'),
        interval: interval ?? PROVIDER_INTERVAL_S,
        ...(password && sendsHeaders ? { header: { 'x-pass': [password] } } : {}),
        'health-check': {
          enable: healthCheck,
          url: healthUrl || PROBE_URL,
          interval: healthInterval ?? HEALTH_CHECK_INTERVAL_S,
        },
      },
    ]),
  )
}
