import type { SingboxMigrationName } from '../../../model/singbox-migration.ts'
import type { SingboxVersion } from '../../../model/singbox-version.ts'
import { keysOf, type JsonObject } from '../../../text/record.ts'
import { versionRange } from '../rule-check/version-range.ts'
import { ConfigDraft, type MigrationOutcome, type ReportChange } from './config-draft.ts'
import { SINGBOX_MIGRATIONS } from './migrations.ts'
import { withoutNewerFields } from './newer-fields.ts'
import { withoutPlaceholders } from './outbound-steps.ts'

/** What was changed, and where it stood in the file. */
export interface ConfigChange {
  /** Absent: the setting is not old. */
  name?: SingboxMigrationName
  place: string
  outcome: MigrationOutcome
}

/**
 * A sing-box config in the form that the chosen version takes; `compatible`: one that all take. Where no version was
 * chosen, settings of the newest one stay: the file was written for the sing-box at hand.
 */
export function migrateConfig(
  config: JsonObject,
  version: SingboxVersion,
): { config: JsonObject; changes: readonly ConfigChange[] } {
  const range = versionRange(version)
  const draft = new ConfigDraft(config, range)
  const changes: ConfigChange[] = []
  for (const name of keysOf(SINGBOX_MIGRATIONS)) {
    const { since, deprecated, removed, step } = SINGBOX_MIGRATIONS[name]
    if (removed === undefined || since > range.low || deprecated > range.high) continue
    step(draft, (place, outcome) => changes.push({ name, place, outcome }))
  }
  const report: ReportChange = (place, outcome) => changes.push({ place, outcome })
  if (version !== 'compatible') withoutNewerFields(draft, report)
  withoutPlaceholders(draft, report)
  return { config: draft.config, changes }
}
