import type { ClientSettings } from './client-settings.ts'
import type { ReportConfigIssue } from './issue-report.ts'

/** A config of ours opens no controller without a secret. Reports that if the user set a port for one. */
export function reportOfClosedController({ controllerPort, secret }: ClientSettings, report: ReportConfigIssue): void {
  if (controllerPort !== undefined && !secret) report('controller-closed', {}, 'controller-port')
}

/** Whether an address with a port listens on this machine alone. */
export function isLoopback(controller: string): boolean {
  return /^(?:127\.|localhost:|\[::1\]:)/.test(controller)
}
