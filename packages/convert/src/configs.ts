/**
 * The engine's second front door: what is done to a config that somebody brings. It loads no writer.
 */

export { checkConfig, type CheckOptions, type CheckResult } from './check/check-config.ts'
export type { CheckFix, CheckIssue } from './check/shared/check-issue.ts'
