import type {
  ConfigFormat,
  GroupEdit,
  IssueCode,
  OutputId,
  Report,
  Severity,
  TemplateMember,
} from '@switchyard/convert'
import type { Lang } from '@switchyard/locale'
import type { ConvertSettings } from './convert-settings.ts'
import type { IssueKind } from './issue-kind.ts'
import type { NodesKept } from './kept.ts'
import type { NodeEdits } from './nodes/edits.ts'
import type { RowOutcome } from './nodes/rows.ts'
import type { Step, StepCount } from './step.ts'

/** What page and conversion worker say to each other. Only plain data: it is cloned on the way. */

export interface BuildRequest {
  /** Ids of the sources that count, in order. */
  sources: readonly string[]
  /** What stands before the names of the nodes of a source, by its id. */
  prefixes?: Readonly<Record<string, string>>
  steps: readonly Step[]
  edits: NodeEdits
  settings: ConvertSettings
  lang: Lang
  /** Mirrors of rule lists with commas between them, as `LIST_MIRROR` has them; empty where there is none. */
  listMirror: string
}

/** What is asked to compare outputs: besides, the settings of each. */
export interface CompareRequest extends BuildRequest {
  outputs: readonly ConvertSettings[]
}

/** A rule list by its address, and where it is asked for until one answers. */
export interface RuleListPlace {
  address: string
  from: readonly string[]
}

/**
 * What became of every entry: `entries = output + duplicates + excluded + disabled + deleted + refused + skipped` where there
 * is a result. `nodes` are those of the entries that are nodes and were not deleted. `excluded`: the user wanted it so.
 * `refused`: the client does not take it, for its type or for a value.
 */
export interface Counts extends Omit<Report, 'issues' | 'subscription'> {
  lines: number
  /** Nodes that the user deleted. */
  deleted: number
  /** How many of the skipped entries are addresses that can be fetched. */
  toFetch: number
  /** How many of the output tell of traffic or expiry and are no servers. */
  notices: number
}

export type IssueGroup = 'input' | 'nodes' | 'excluded' | 'duplicates' | 'rules' | 'output'

export interface ShownIssue {
  group: IssueGroup
  kind: IssueKind
  code: IssueCode
  severity: Severity
  message: string
  /** The message for places that show the state beside it. Absent: use `message`. */
  short?: string
  sourceId?: string
  line?: number
  inner?: number
  /** Row and final name of the node. */
  key?: string
  node?: string
  field?: string
  kept?: boolean
  /** Mihomo takes the node as it is. */
  isTakenElsewhere?: true
  /** The type of the node, or its variant (`snell 3`), if the client takes no node of it. */
  nodeType?: string
  /** Its line is one of the additional rules. */
  isRuleLine?: true
}

export interface OutlineGroup {
  name: string
  type: string
  members: readonly string[]
  line?: number
  /** Members that tell of traffic or expiry and are no servers. */
  notices: readonly string[]
  /** Members that are neither node, group nor built in. */
  missing: readonly string[]
  /** How many rules lead to it. */
  rules: number
}

/** A rule of a result, and where it leads. */
export interface OutlineRule {
  /** What it matches, in the words of the client. */
  words: string
  group: string
  line?: number
}

export interface Outline {
  nodes: number
  /** How many of the nodes tell of traffic or expiry and are no servers. */
  notices: number
  groups: readonly OutlineGroup[]
  rules: number
  /** The first ones, and the first ones of every group. */
  ruleList: readonly OutlineRule[]
  /** How many rules lead to what is no group: straight out, or nowhere. */
  elsewhere: readonly { target: string; rules: number }[]
  ruleSets: number
  nodeLine?: number
  ruleLine?: number
  ruleSetLine?: number
}

export type ItemPart = 'nodes' | 'rules' | 'ruleSets' | 'settings'

/** What became of a node, a rule, a rule set or a setting between two results. */
export interface ResultChange {
  part: ItemPart
  name: string
  /** Of a node that is the same but for its name. */
  nameBefore?: string
  state: 'added' | 'removed' | 'changed' | 'renamed'
  /** What differs about one that changed; a plain value has no name. */
  fields: readonly string[]
}

/** A group of the template, and what became of it. */
export interface TemplateGroupInfo {
  /** What the template calls it. */
  name: string
  shownName: string
  type: NonNullable<GroupEdit['type']>
  filter?: string
  /** ISO code, or `other`: the nodes it takes. */
  region?: string
  url?: string
  interval?: number
  /** Whom it has, in order. */
  list: readonly TemplateMember[]
  /** Absent: it is not in the result. */
  members?: number
  /** No node is in it: it was left out, or has DIRECT. */
  isEmpty: boolean
}

/** What is wrong with the settings and how much they take out. */
export interface OptionCheck {
  /** By the path of the field: `mapping.0.name`. */
  errors: Readonly<Record<string, string>>
  /** Where the client keeps the list of a rule set, by index. */
  files: Readonly<Record<number, string>>
  /** Groups that rules go to and that do not exist, each with the names that may have been meant. */
  unknownGroups: Readonly<Record<string, readonly string[]>>
  /** Groups that only the mapping names, likewise. */
  newGroups: Readonly<Record<string, readonly string[]>>
  /** Nodes that the name filters take out; absent: there is no such filter. */
  takenOut: { include?: number; exclude?: number }
}

export interface BuildResult {
  counts: Counts
  /** What each step changed, in order. */
  steps: readonly StepCount[]
  issues: ShownIssue[]
  /** Problems beyond the ones listed. */
  moreIssues: number
  /** How many issues of each kind there are. Issues that are not listed count too. */
  kinds: Readonly<Record<IssueKind, number>>
  outcomes: RowOutcome[]
  error?: { code: string; message: string }
  /** Absent above 5 MB: then it can only be downloaded. */
  text?: string
  bytes: number
  lines: number
  outline?: Outline
  /** Every group of the template as this result has them. */
  groups: readonly { name: string; type: string; members: number }[]
  /** Names of the first nodes: in the list, and in the result. */
  nameExamples: readonly { from: string; to: string }[]
  /** In the order of the template; absent: the template cannot be read. */
  templateGroups?: readonly TemplateGroupInfo[]
}

/** One cell of the compare table. */
export interface CompareCell extends NodesKept {
  output: OutputId
  /** Where it can be written for several. */
  version?: string
  changed: number
  reasons: { message: string; count: number; kept: boolean }[]
}

/** What an edited text is worth: where it breaks, else what it is made of. */
export interface TextCheck {
  issue?: TextIssue
  /** The key of the nodes that the client no longer finds, and its line where it stands below another key. */
  lost?: { key: string; line?: number }
  outline?: Outline
}

export interface TextIssue {
  line: number
  message: string
}

/** What a template holds, or why it is none. */
export type TemplateReport =
  | {
      kind: 'builtin' | 'ini' | ConfigFormat
      groups: readonly { name: string; type: string }[]
      rules: number
      ruleSets: readonly string[]
      /** Lines that are left out. */
      notes: readonly TextIssue[]
    }
  | { kind: 'broken'; message: string; line?: number }
