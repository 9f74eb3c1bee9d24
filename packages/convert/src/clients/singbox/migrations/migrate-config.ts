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
  const draft = new ConfigDraft(config, versionRange(version))
  const changes: ConfigChange[] = []
  applyMigrations(draft, false, (name, place, outcome) => changes.push({ name, place, outcome }))
  const report: ReportChange = (place, outcome) => changes.push({ place, outcome })
  if (version !== 'compatible') withoutNewerFields(draft, report)
  withoutPlaceholders(draft, report)
  return { config: draft.config, changes }
}

/**
 * Makes every step that the versions of a draft ask for, but for those that are left out, and for items of lists that a step
 * is not to see; with `all` those too that no version asks for so far.
 */
export function applyMigrations(
  draft: ConfigDraft,
  all: boolean,
  report: (name: SingboxMigrationName, place: string, outcome: MigrationOutcome) => void,
  without: ReadonlySet<string> = NONE,
  hidden: ReadonlyMap<string, ReadonlySet<string>> = new Map(),
): void {
  const { low, high } = draft.range
  for (const name of keysOf(SINGBOX_MIGRATIONS)) {
    const { since, deprecated, removed, step } = SINGBOX_MIGRATIONS[name]
    if (without.has(name) || (removed === undefined && !all) || since > low || deprecated > high) continue
    draft.hide(hidden.get(name) ?? NONE)
    step(draft, (place, outcome) => report(name, place, outcome))
  }
  draft.hide(NONE)
}

const NONE: ReadonlySet<string> = new Set()
