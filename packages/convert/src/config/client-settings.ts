import { ConvertError } from '../model/convert-error.ts'
import type { ClientFacts } from '../model/client-facts.ts'
import { findClientFacts } from '../clients/facts.ts'
import type { OutputId } from '../outputs/facts.ts'
import { providerUrlIssue } from '../rules/provider-url.ts'
import type { RuleReason } from '../rules/rule-issue.ts'
import type { GroupEdit } from '../templates/group-edit.ts'
import type { Template } from '../templates/template.ts'
import { readDuration } from '../text/duration.ts'
import {
  CONTROLLER_PORT,
  isInterval,
  type LogLevel,
  MIXED_PORT,
  PORT_MAX,
  TOLERANCE_MAX_MS,
} from '../model/setting-limits.ts'

/**
 * What the user sets about the client itself. What is not given stays as the template has it: ours, or that of the
 * user's own config.
 */
export interface ClientSettings {
  /** Port that takes both HTTP and SOCKS. */
  mixedPort?: number
  /** Port of the controller, which listens on this machine only. */
  controllerPort?: number
  /** Whether other machines in the network may use the proxy. */
  allowLan?: boolean
  /**
   * What the controller asks for before it obeys. A config of ours opens a controller only with it, since any web page
   * could reach an open one.
   */
  secret?: string
  /** `true`: all traffic of the machine goes through the client, by a TUN device. Else as the template has it. */
  tun?: boolean
  /** How much the client logs. */
  logLevel?: LogLevel
  /** How often groups that test their nodes do so: `10m`. */
  urlTestInterval?: string
  /** Milliseconds by which another node must be faster before url-test changes over. */
  tolerance?: number
  /** What groups and providers ask for to test their nodes. */
  probeUrl?: string
}

const SECRET_MAX = 256
// oxlint-disable-next-line no-control-regex -- a header carries none of them
const CONTROLS = /[\0-\x1f\x7f]/

/** The settings, once nothing in them would be refused by the client. Throws ConvertError `bad-option`. */
export function checkSettings(settings: ClientSettings, template: Template, client: ClientFacts): ClientSettings {
  const { mixedPort, controllerPort, allowLan, secret, tun, logLevel, urlTestInterval, tolerance, probeUrl } = settings
  requireInteger('mixedPort', mixedPort, 1, PORT_MAX)
  requireInteger('controllerPort', controllerPort, 1, PORT_MAX)
  requireInteger('tolerance', tolerance, 0, client.groups.toleranceMaxMs ?? TOLERANCE_MAX_MS)
  if (allowLan !== undefined && typeof allowLan !== 'boolean') throw broken('allowLan', 'setting-value')
  if (tun !== undefined && typeof tun !== 'boolean') throw broken('tun', 'setting-value')
  if (secret !== undefined && (typeof secret !== 'string' || secret.length > SECRET_MAX || CONTROLS.test(secret)))
    throw broken('secret', 'setting-value')
  if (logLevel !== undefined && !client.settings.logLevels.includes(logLevel)) throw broken('logLevel', 'setting-value')
  if (urlTestInterval !== undefined && !isInterval(urlTestInterval)) throw broken('urlTestInterval', 'duration')
  const urlIssue = probeUrl === undefined ? undefined : providerUrlIssue(probeUrl)
  if (urlIssue !== undefined) throw broken('probeUrl', 'setting-value')
  const [mixed, controller] = template.base
    ? [mixedPort, controllerPort]
    : [mixedPort ?? MIXED_PORT, secret ? (controllerPort ?? CONTROLLER_PORT) : undefined]
  if (mixed !== undefined && mixed === controller)
    throw broken(mixedPort === undefined ? 'controllerPort' : 'mixedPort', 'port-twice', { value: mixed })
  return settings
}

function requireInteger(key: keyof ClientSettings, value: unknown, min: number, max: number): void {
  if (value === undefined) return
  if (typeof value !== 'number' || !Number.isInteger(value) || value < min || value > max)
    throw broken(key, 'number', { min, max })
}

/** The error does not name the value: it may be a secret. */
function broken(key: keyof ClientSettings, reason: RuleReason, args: Record<string, number> = {}): ConvertError {
  return new ConvertError('bad-option', { option: `settings.${key}`, reason, ...args })
}

/** Whether an output gets ports and controller of ours: the user's own config has its own, a list of links has none. */
export function writesOwnSettings({ base, baseKind }: Template, to: OutputId): boolean {
  const client = findClientFacts(to)
  if (client === undefined || !client.options.includes('controller')) return false
  return base === undefined || (baseKind !== undefined && baseKind !== client.configFormats[0])
}

/** Where the client listens for its controller, on this machine alone: `127.0.0.1:9090`. */
export function controllerAddress({ controllerPort = CONTROLLER_PORT }: ClientSettings): string {
  return `127.0.0.1:${controllerPort}`
}

/** How the groups of a template that test their nodes change. */
export function testEdits(
  { groups }: Template,
  { urlTestInterval, tolerance, probeUrl: url }: ClientSettings,
): Readonly<Record<string, GroupEdit>> {
  if (urlTestInterval === undefined && tolerance === undefined && url === undefined) return {}
  const interval = urlTestInterval === undefined ? undefined : readDuration(urlTestInterval)
  const tested = groups.filter((group) => group.type !== 'select')
  return Object.fromEntries(tested.map(({ name }) => [name, { interval, tolerance, url }]))
}
