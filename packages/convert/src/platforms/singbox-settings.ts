import { controllerAddress, singboxLog } from './client-settings.ts'
import type { ConfigRequest } from './config.ts'
import type { Report } from './issue-report.ts'

type Dict = Record<string, unknown>

/** Where an inbound listens: on this machine only, or for all of the network. */
export function listenAddress(allowLan: boolean | undefined): string {
  return allowLan ? '0.0.0.0' : '127.0.0.1'
}

/** The user's own sing-box config with what was set in place of what it says; undefined where the template has none. */
export function withSingboxSettings({ template, settings }: ConfigRequest, report: Report): Dict | undefined {
  const { base } = template
  if (base === undefined) return undefined
  const { mixedPort, controllerPort, allowLan, secret, logLevel } = settings
  const config = { ...base }
  if (logLevel !== undefined) {
    const { level: _, disabled: __, ...log } = dict(base['log'])
    config['log'] = { ...singboxLog(logLevel), ...log }
  }
  if (mixedPort !== undefined) config['inbounds'] = withMixedPort(list(base['inbounds']), mixedPort)
  if (allowLan !== undefined) config['inbounds'] = withListen(list(config['inbounds']), listenAddress(allowLan), report)
  if (controllerPort !== undefined || secret) {
    const experimental = dict(base['experimental'])
    const clashApi = dict(experimental['clash_api'])
    const controller = controllerPort === undefined ? clashApi['external_controller'] : controllerAddress(settings)
    // Where no controller listens there is nothing for it to guard, and none is opened for its sake.
    if (!controller) report('field-ignored', {}, 'secret')
    else {
      const changed = { ...clashApi, external_controller: controller, ...(secret ? { secret } : {}) }
      config['experimental'] = { ...experimental, clash_api: changed }
    }
  }
  return config
}

/** The first inbound that takes both HTTP and SOCKS gets the port; where there is none, one is put in front. */
function withMixedPort(inbounds: readonly unknown[], port: number): unknown[] {
  const at = inbounds.findIndex((inbound) => dict(inbound)['type'] === 'mixed')
  if (at >= 0) return inbounds.with(at, { ...dict(inbounds[at]), listen_port: port })
  const tags = new Set(inbounds.map((inbound) => dict(inbound)['tag']))
  let tag = 'mixed-in'
  for (let n = 1; tags.has(tag); n++) tag = `mixed-in_${n}`
  return [{ type: 'mixed', tag, listen: listenAddress(false), listen_port: port }, ...inbounds]
}

/** What programs are pointed at; other inbounds (tun, redirect …) have nothing to do with the network around. */
const PROXY_INBOUNDS: ReadonlySet<unknown> = new Set(['mixed', 'http', 'socks'])

function withListen(inbounds: readonly unknown[], listen: string, report: Report): unknown[] {
  if (!inbounds.some((inbound) => PROXY_INBOUNDS.has(dict(inbound)['type']))) report('field-ignored', {}, 'allow-lan')
  return inbounds.map((inbound) => {
    const own = dict(inbound)
    return PROXY_INBOUNDS.has(own['type']) ? { ...own, listen } : inbound
  })
}

function dict(value: unknown): Dict {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Dict) : {}
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
