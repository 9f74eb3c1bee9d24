import type { ClientSettings } from '../../config/client-settings.ts'
import { isLoopback, reportOfClosedController } from '../../config/controller.ts'
import type { ReportConfigIssue } from '../../config/issue-report.ts'
import { recordOf, type JsonObject } from '../../text/record.ts'

/**
 * Reports settings that let others reach the client (docs/security.md, "Settings from elsewhere"). Only the user's own
 * config can have them.
 */
export function warnOfUnsafeSingbox(
  base: JsonObject | undefined,
  settings: ClientSettings,
  report: ReportConfigIssue,
): void {
  if (base === undefined) return reportOfClosedController(settings, report)
  if (text(recordOf(base['log'])['output']) !== '') report('unsafe-setting', {}, 'log.output')
  for (const [index, inbound] of list(base['inbounds']).entries()) {
    if (isOpenProxy(recordOf(inbound))) report('unsafe-setting', {}, `inbounds[${index}]`)
  }
  const clashApi = recordOf(recordOf(base['experimental'])['clash_api'])
  if (text(clashApi['external_ui_download_url']) !== '') {
    report('unsafe-setting', {}, 'experimental.clash_api.external_ui_download_url')
  }
  const controller = text(clashApi['external_controller'])
  if (controller === '') return
  if (!isLoopback(controller)) report('unsafe-setting', {}, 'experimental.clash_api.external_controller')
  if (text(clashApi['secret']) === '') report('unsafe-setting', {}, 'experimental.clash_api.secret')
}

/** Takes connections from the network around, of anybody. */
function isOpenProxy(inbound: JsonObject): boolean {
  const { type, users } = inbound
  const isProxy = type === 'mixed' || type === 'http' || type === 'socks'
  const listen = text(inbound['listen'])
  return isProxy && listen !== '' && !isLoopback(`${listen}:`) && listen !== '::1' && isEmpty(users)
}

/** A scalar as it is spelled; empty where there is nothing. */
function text(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) ? value.length === 0 : Object.keys(recordOf(value)).length === 0
}
