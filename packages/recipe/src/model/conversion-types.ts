import type {
  BuiltinName,
  ClientSettings,
  ConfigFormat,
  GroupEdit,
  GroupEdits,
  IssueCode,
  ClientId,
  MappingRow,
  // A node that a person edits: only what every node has is sure, until the engine has read it.
  NodeBase,
  OutputId,
  ProxyProvider,
  RuleSetEntry,
  Severity,
  SingboxVersion,
  SubscriptionInfo,
  TemplateMember,
} from '@switchyard/convert'
import type { ServiceName } from '@switchyard/convert/services'
import type { Lang } from '@switchyard/locale'
import type { JsonObject } from '@switchyard/convert/record'
import type { CommonField, Step, StepCount } from './step.ts'

/** What page and conversion worker say to each other. Only plain data: it is cloned on the way. */

export type {
  BuiltinName,
  GroupEdit,
  ClientId,
  MappingRow,
  OutputId,
  NodeBase,
  ProxyProvider,
  RuleSetEntry,
  SingboxVersion,
  SubscriptionInfo,
  TemplateMember,
}

export type TextKind = 'links' | 'base64' | 'yaml' | 'json' | 'conf' | 'mixed' | 'empty'

/** How a line of a text ended: what the editor's gutter shows. */
export type LineStatus = 'ok' | 'warn' | 'skipped' | 'duplicate' | 'comment'

/** What there is to say about a line, the gravest first. */
export interface LineMark {
  line: number
  status: LineStatus
  issues: readonly LineIssue[]
}

export interface LineIssue {
  code: IssueCode
  message: string
  field?: string
  /** Row of the node that the line became. */
  key?: string
  kept?: boolean
  isTakenElsewhere?: true
}

/** An address that a line says, or holds as its parameter. */
export interface SubscriptionAddress {
  line: number
  /** The line itself, without the space around. */
  text: string
  url: string
}

/** What a text turned out to be. */
export interface SourceInfo {
  kind: TextKind
  lines: number
  entries: number
  nodes: number
  skipped: number
  comments: number
  /** Addresses of subscriptions among its lines. */
  addresses: SubscriptionAddress[]
  subscription?: SubscriptionInfo
  isCut: boolean
}

/** One node as the table shows it; nothing secret is in it. */
export interface NodeRow {
  key: string
  sourceId: string
  line: number
  inner?: number
  name: string
  /** The name it came with, where it has another one now. */
  renamedFrom?: string
  type: string
  server: string
  port: number
  /** ws, grpc …; '' for plain. */
  transport: string
  /** tls, reality or ''. */
  security: string
  /** ISO code. */
  region?: string
  disabled: boolean
  /** Equal or nearly equal to this one, which stands before it. */
  duplicateOf?: string
  duplicateDiffers?: boolean
  /** Where that one stands. */
  duplicatePlace?: string
  isInfo: boolean
  isClone: boolean
}

/** An entry that no node is written for, with what the list says of it; nothing secret is in it. */
export interface OtherRow {
  key: string
  sourceId: string
  line: number
  inner?: number
  /** The row that it follows in the order given; absent: it stands at the top. */
  after?: string
  /** Why it was skipped, in words. */
  skipped?: readonly { code: IssueCode; text: string; field?: string }[]
  /** The node that was deleted. */
  deleted?: Pick<NodeRow, 'name' | 'type' | 'server' | 'port' | 'transport' | 'security' | 'region'>
}

/** One line of a first look at a text; nothing secret is in it. */
export type GlanceEntry =
  | { state: 'node'; line: number; name: string; type: string; region?: string }
  /** `of`: the line of the first one. */
  | { state: 'duplicate'; line: number; name: string; type: string; region?: string; of: number }
  | { state: 'skipped'; line: number; message: string }

/** A first look at texts: a few entries, and how many there are of what. */
export interface Glance {
  entries: readonly GlanceEntry[]
  /** Nodes by protocol, the most first. */
  types: readonly { type: string; count: number }[]
  /** `entries = nodes + duplicates + skipped` */
  counts: { entries: number; nodes: number; duplicates: number; skipped: number }
  /** Addresses of subscriptions that are not fetched. */
  addresses: number
  /** There was more than is read. */
  isCut: boolean
}

/** What became of a row for the chosen client, where that is worth telling. */
export interface RowOutcome {
  key: string
  status: 'excluded' | 'refused' | 'warn'
  /** It is in the output and may not connect. */
  isDoubtful?: boolean
  issues: { code: IssueCode; text: string; field?: string; isTakenElsewhere?: true }[]
}

/** What takes the place of a node as it is read, its name apart. */
export type NodeEdit =
  /** Fields when they were edited, and what they were made: the rest of the node stays as it is read. */
  | { from: Readonly<JsonObject>; to: Readonly<JsonObject> }
  /** Another node. */
  | { node: NodeBase }
  /** The node of another share link. */
  | { link: string }

/** A node as it was shown and as it is to be. */
export interface NodeChange {
  shown: NodeBase
  node: NodeBase
}

/** What fields are to be; null = the default of the client. Others stay as they are. */
export type FieldsChange = Readonly<Partial<Record<CommonField, boolean | string | null>>>

/** What a person changed about the nodes, by row key. */
export interface NodeEdits {
  deleted: readonly string[]
  disabled: readonly string[]
  names: Readonly<Record<string, string>>
  /** The name stands in `names`. */
  nodes: Readonly<Record<string, NodeEdit>>
  /** New rows and what each is a copy of. */
  clones: readonly { key: string; of: string }[]
  /** All keys in the order wanted; rows that are not in it follow what stood before them. */
  order?: readonly string[]
  /** Duplicates that stay under another name. */
  kept: readonly string[]
}

/** A rule set as it is typed. */
export interface RuleSetRow extends RuleSetEntry {
  /** `owner/repo/path@branch` in the place of an address. */
  path?: string
}

/** A template of the user's own. */
export interface ChosenTemplate {
  name: string
  text: string
  /** Which one of the library it was. */
  id?: string
}

export interface ConvertSettings extends ClientSettings {
  output: OutputId
  singboxVersion: SingboxVersion
  /** Only the nodes, no config around them. */
  list: boolean
  template: BuiltinName | ChosenTemplate
  /** Secret of the controller of our own templates, drawn once, where none is typed. */
  drawnSecret?: string
  /** Mirrors of rule lists, with commas between them; absent: those of this site. */
  listMirror?: string
  /** What language our own templates name their groups in; absent: that of the messages. */
  groupLang?: Lang
  rules: string
  /** Group of the closing MATCH; absent: the template's. */
  final?: string
  /** Services that are routed; absent: those that the template has by itself. */
  services?: readonly ServiceName[]
  ruleSets: readonly RuleSetRow[]
  mapping: readonly MappingRow[]
  rest?: string
  groupNames: Readonly<Record<string, string>>
  groupEdits: GroupEdits
  /** Names of the template's groups in the wanted order. A group not named here follows the one that it stood behind. */
  groupOrder?: readonly string[]
  /** Absent: the output's default. */
  excludes?: readonly string[]
  nameInclude: string
  nameExclude: string
  prefix: string
  flag: boolean
  useProvider: boolean
  providers: readonly ProxyProvider[]
  clashPremium: boolean
  keepDuplicates: boolean
  /** What is taken away begins with a comment: the day, the counts, the settings. */
  headComment?: boolean
}

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

/** A rule list by its address, and where it is asked for until one answers. */
export interface RuleListPlace {
  address: string
  from: readonly string[]
}

export interface Counts {
  lines: number
  /** `output + duplicates + excluded + disabled + deleted + refused + skipped`, where there is a result. */
  entries: number
  comments: number
  /** Those of the entries that are nodes and were not deleted. */
  nodes: number
  skipped: number
  duplicates: number
  excluded: number
  disabled: number
  /** Nodes that the user deleted. */
  deleted: number
  refused: number
  output: number
  /** Nodes of the output that may not connect: it depends on something that we cannot check. */
  doubtful: number
}

export type IssueGroup = 'input' | 'nodes' | 'rules' | 'output'

export interface ShownIssue {
  group: IssueGroup
  code: IssueCode
  severity: Severity
  message: string
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
  /** Its line is one of the additional rules. */
  isRuleLine?: true
}

export interface OutlineGroup {
  name: string
  type: string
  members: readonly string[]
  line?: number
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
  groups: readonly OutlineGroup[]
  rules: number
  /** The first ones, and the first ones of every group. */
  ruleList: readonly OutlineRule[]
  ruleSets: number
  nodeLine?: number
  ruleLine?: number
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
  /** How grave all of them are, those that are not listed among them. */
  severities: Readonly<Record<Severity, number>>
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
export interface CompareCell {
  output: OutputId
  singboxVersion?: SingboxVersion
  kept: number
  leftOut: number
  changed: number
  reasons: { message: string; count: number; kept: boolean }[]
}

/** A line that is no node yet, as a record with what is wrong left open. */
export interface LineDraft {
  node: NodeBase
  /** Fields that have to be filled in, the first one first. */
  open: readonly string[]
}

/** One node as clients spell it; empty where the client has no such node. */
export interface NodeTexts {
  json: string
  yaml: string
}

/** A node as a link, and what is wrong with it. */
export interface LinkPreview {
  link?: string
  issues: { code: string; text: string; severity: Severity; field?: string }[]
}

/** What a text says that should be one share link. */
export interface LinkRead {
  /** Absent where it is none, or more than one. */
  node?: NodeBase
  entries: number
  issues: LinkPreview['issues']
}

/** What an edited text is worth: where it breaks, else what it is made of. */
export interface TextCheck {
  issue?: TextIssue
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
