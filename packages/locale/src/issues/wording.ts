import type {
  ClientSettings,
  ConvertErrorCode,
  IssueCode,
  RegexIssueCode,
  RuleReason,
  OldKeyName,
  SingboxMigrationName,
  Severity,
} from '@switchyard/convert'
import type { FetchFailure } from '@switchyard/sources'
import type en from './en-US.json'
import type { Words } from '../format.ts'

/** What is said of texts, nodes and settings, by code: a code without words in every language does not compile. */
export interface Wording {
  issue: Record<IssueCode, Words>
  /** The sentence for places that show the state of the entry beside it. It does not repeat the state. */
  issueBesideState: Partial<Record<IssueCode, Words>>
  error: Record<ConvertErrorCode, Words>
  /** Why a file is no recipe that can be used. */
  recipe: Record<keyof typeof en.recipe, Words>
  rule: Record<RuleReason, Words>
  /** Reasons of `provider-invalid`, `provider-unsupported` and `path-rewritten`. */
  provider: Readonly<Record<string, Words>>
  /** What clients changed in their configs: reasons of `setting-migrated` and `setting-removed`. */
  migration: Record<SingboxMigrationName | OldKeyName, Words>
  /** Reasons of `client-refuses` and `field-ignored`. */
  node: Readonly<Record<string, Words>>
  /** Reasons of `bad-base64`. */
  base64: Readonly<Record<string, Words>>
  /** Reasons of `fetch-failed`. */
  fetch: Record<FetchFailure, Words>
  /** What a YAML or JSON parser says; what is not here is said as it says it. */
  parse: Readonly<Record<string, string>>
  /** Reasons of `name-changed`. */
  name: Readonly<Record<string, Words>>
  /** What is wrong with the syntax of a regex. */
  regex: Record<RegexIssueCode, string>
  /** Kinds of values that a field can need. */
  expected: Readonly<Record<string, string>>
  /** What is done with a group that is empty. */
  empty: Readonly<Record<string, Words>>
  /** Human names of options; one that is not here is called as it is spelled. */
  option: Record<`settings.${keyof ClientSettings}`, string>
  /** Human names of fields; a field that is not here is called by its own name. */
  field: Readonly<Record<string, string>>
  client: Readonly<Record<string, string>>
  /** Reasons of `change-refused`. */
  change: Readonly<Record<string, Words>>
  line: Record<'rule' | 'separator', string>
  severity: Record<Severity, string>
  /** The counts of a conversion in one line. */
  summary: Record<keyof typeof en.summary, Words>
}
