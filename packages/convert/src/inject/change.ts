import type { JsonObject } from '../text/record.ts'
import type { NameSpace } from './shared/config-editor.ts'

/** Where rules go. `bottom`: before the first rule that takes the rest. A text: that of the rule before or after it. */
export type RulesAt = 'top' | 'bottom' | { before: string } | { after: string }

/** A rule line in Clash's spelling, or a rule object of the client; `line`: where it stands in the file it came from. */
export interface GivenRule {
  rule: string | JsonObject
  line?: number | undefined
}

/** What can go by its name. */
export const REMOVABLE = ['node', 'group', 'rule-set', 'proxy-provider'] as const
export type RemovableKind = (typeof REMOVABLE)[number]

/** Changes of a config (docs/formats/inject.md): each names what the config has to hold, so that a second time changes nothing. */
export type WantedChange = (
  | { kind: 'add-rules'; rules: readonly GivenRule[]; at: RulesAt }
  | { kind: 'add-rule-set'; name: string; set: JsonObject; rule?: string | undefined; at: RulesAt }
  | { kind: 'add-proxy-provider'; name: string; provider: JsonObject; into: readonly string[] }
  | { kind: 'add-group'; group: JsonObject; at?: RulesAt | undefined; into: readonly string[] }
  // `text`: anything that the engine reads. `nodes`: links, and entries of a client's config.
  | { kind: 'add-nodes'; text?: string | undefined; from?: string | undefined; nodes?: readonly unknown[] | undefined; into: readonly string[] } // oxfmt-ignore
  // `space`: which of several parts with that name is meant; the first one where it is absent.
  | { kind: 'rename'; from: string; to: string; space?: NameSpace | undefined }
  | { kind: 'rename-nodes'; names: ReadonlyMap<string, string> }
  | { kind: 'prefix-nodes'; prefix: string }
  | { kind: 'prefix-provider'; provider: string; prefix?: string | undefined; suffix?: string | undefined; renames: readonly NameRename[] } // oxfmt-ignore
  // As `prefix-provider`, but what is empty is taken out.
  | { kind: 'name-provider'; provider: string; naming: BatchNaming }
  | { kind: 'replace-group'; name: string; group: JsonObject }
  | { kind: 'remove'; what: RemovableKind | 'rule'; name: string | JsonObject }
  | { kind: 'set'; path: readonly string[]; value: unknown }
) & {
  /** Where it stands in the file of changes, from 1. */
  line?: number | undefined
}

/** What is done to the names of nodes: patterns first, then what stands before and behind. */
export interface BatchNaming {
  prefix: string
  suffix: string
  renames: readonly NameRename[]
}

/** A pattern of names in a proxy provider, and what takes its place. */
export interface NameRename {
  pattern: string
  target: string
}
