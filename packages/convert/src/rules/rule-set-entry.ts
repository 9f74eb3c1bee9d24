import type { ListFormat } from './list-format.ts'

/** A rule set that the user gave, or a mihomo rule provider (docs/formats/rules.md, "Rule providers and rule sets"). */
export interface RuleSetEntry {
  name: string
  /** Group its rules go to; absent: only the provider is written. */
  group?: string
  type: 'http' | 'file' | 'inline'
  behavior: 'classical' | 'domain' | 'ipcidr'
  /** Absent: what the ending of `url` says. */
  format?: ListFormat
  url?: string
  /** Seconds. */
  interval?: number
  /** Rules given in place, without a target. */
  rules?: readonly string[]
}
