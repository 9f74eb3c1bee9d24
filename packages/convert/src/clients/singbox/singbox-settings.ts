import type { LogLevel } from '../../model/setting-limits.ts'
import { controllerAddress } from '../../config/client-settings.ts'
import type { ConfigRequest } from '../../config/config-request.ts'
import type { ReportConfigIssue } from '../../config/issue-report.ts'
import { HIJACK_DNS, SINGBOX_TUN } from './tun.ts'
import { recordOf, type JsonObject } from '../../text/record.ts'

/** Where an inbound listens: on this machine only, or for all of the network. */
export function listenAddress(allowLan: boolean | undefined): string {
  return allowLan ? '0.0.0.0' : '127.0.0.1'
}

/** The user's own sing-box config with what was set in place of what it says; undefined where the template has none. */
export function withSingboxSettings(
  { template, settings }: ConfigRequest,
  report: ReportConfigIssue,
): JsonObject | undefined {
  const { base } = template
  if (base === undefined) return undefined
  const { mixedPort, controllerPort, allowLan, secret, tun, logLevel } = settings
  const config = { ...base }
  if (logLevel !== undefined) {
    const { level: _, disabled: __, ...log } = recordOf(base['log'])
    config['log'] = { ...singboxLog(logLevel), ...log }
  }
  if (mixedPort !== undefined) config['inbounds'] = withMixedPort(list(base['inbounds']), mixedPort)
  if (allowLan !== undefined) config['inbounds'] = withListen(list(config['inbounds']), listenAddress(allowLan), report)
  if (tun) Object.assign(config, withTun(config))
  if (controllerPort !== undefined || secret) {
    const experimental = recordOf(base['experimental'])
    const clashApi = recordOf(experimental['clash_api'])
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

/** The file's own TUN stays as it is; where there is none, ours is put in front, with DNS taken from it. */
function withTun(config: JsonObject): JsonObject {
  const inbounds = list(config['inbounds'])
  if (inbounds.some((inbound) => recordOf(inbound)['type'] === 'tun')) return {}
  const tags = new Set(inbounds.map((inbound) => recordOf(inbound)['tag']))
  const tun = { ...SINGBOX_TUN, tag: freeTag('tun-in', tags) }
  const route = recordOf(config['route'])
  const rules = list(route['rules'])
  const hijacks = rules.some((rule) => recordOf(rule)['action'] === 'hijack-dns')
  const added = hijacks ? rules : [{ action: 'sniff' }, HIJACK_DNS, ...rules]
  // What leaves the machine must not come back to the TUN.
  return { inbounds: [tun, ...inbounds], route: { auto_detect_interface: true, ...route, rules: added } }
}

function freeTag(wanted: string, taken: ReadonlySet<unknown>): string {
  let tag = wanted
  for (let n = 1; taken.has(tag); n++) tag = `${wanted}_${n}`
  return tag
}

/** The first inbound that takes both HTTP and SOCKS gets the port; where there is none, one is put in front. */
function withMixedPort(inbounds: readonly unknown[], port: number): unknown[] {
  const at = inbounds.findIndex((inbound) => recordOf(inbound)['type'] === 'mixed')
  if (at >= 0) return inbounds.with(at, { ...recordOf(inbounds[at]), listen_port: port })
  const tags = new Set(inbounds.map((inbound) => recordOf(inbound)['tag']))
  const tag = freeTag('mixed-in', tags)
  return [{ type: 'mixed', tag, listen: listenAddress(false), listen_port: port }, ...inbounds]
}

/** What programs are pointed at; other inbounds (tun, redirect …) have nothing to do with the network around. */
const PROXY_INBOUNDS: ReadonlySet<unknown> = new Set(['mixed', 'http', 'socks'])

function withListen(inbounds: readonly unknown[], listen: string, report: ReportConfigIssue): unknown[] {
  if (!inbounds.some((inbound) => PROXY_INBOUNDS.has(recordOf(inbound)['type'])))
    report('field-ignored', {}, 'allow-lan')
  return inbounds.map((inbound) => {
    const own = recordOf(inbound)
    return PROXY_INBOUNDS.has(own['type']) ? { ...own, listen } : inbound
  })
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** sing-box has no level for silence, and calls one otherwise. */
export function singboxLog(level: LogLevel): JsonObject {
  if (level === 'silent') return { disabled: true }
  return { level: level === 'warning' ? 'warn' : level }
}
