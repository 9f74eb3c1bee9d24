import type { DocumentNode, DocumentPath, MapNode, ScalarNode } from '../../document/document-node.ts'
import type { OpenDocument } from '../../document/open-document.ts'
import type { Issue, IssueArgs, IssueCode, NodeIssues } from '../../model/issue.ts'
import type { NodeBase } from '../../model/node.ts'
import type { RuleEntry } from '../../rules/rule-line.ts'
import type { JsonObject } from '../../text/record.ts'
import type { TextPlaces } from '../../text/text-places.ts'

/** What of a config has a name. */
export type PartKind = 'node' | 'group' | 'proxy-provider' | 'rule-set' | 'inbound' | 'dns-server'

/** Nodes and groups share their names, because a rule may lead to both. */
export type NameSpace = 'target' | Exclude<PartKind, 'node' | 'group'>

/** Something in a config that has a name. */
export interface NamedPart {
  kind: PartKind
  name: string
  /** The value of its name, or its key. */
  nameNode: DocumentNode
  map: MapNode
  /** Its item or its entry. */
  path: DocumentPath
  /** A way out that is no server: `direct`. */
  isPlain?: boolean
}

/** A text that names a part of the config. */
export interface NameReference {
  space: NameSpace
  name: string
  scalar: ScalarNode
  path: DocumentPath
  /** Where the name begins in the text. */
  at: number
  /** An item that goes when the part goes: a member of a group. */
  isItem?: true
  /** A text that stands for all names which begin so. */
  isPrefix?: true
}

/** A rule of a config. */
export interface ListedRule {
  /** The line, or the rule on one line of JSON. */
  text: string
  /** Place in the list. */
  index: number
  /** It takes whatever is left. */
  isFinal: boolean
  /** It prepares what the rules behind it look at, or serves the client itself: at the top, new rules go behind it. */
  isFirst?: boolean
}

/** What rule lines become. */
export interface WrittenRules {
  /** Items of the list of rules. */
  rules: unknown[]
  /** Where the rest goes, if the client says that elsewhere. */
  final?: { path: DocumentPath; value: string }
  /** Lists that the rules name and the config does not have. */
  ruleSets: JsonObject[]
  /** Those that are not `kept` are why a line was left out. */
  issues: readonly Issue[]
}

/** A config, and the map that it is. */
export interface ReadConfig {
  document: OpenDocument
  root: MapNode
}

/** Says whether rules of a config do what a new one would do. */
export interface KnownRules {
  has(rule: unknown): boolean
  add(rule: unknown): void
}

/** What the form of a rule or of a part is about. */
export interface FormIssue {
  code: IssueCode
  args: IssueArgs
}

/** A node as it goes into a config: each item with its list. */
export type PlacedItems = readonly { path: DocumentPath; value: JsonObject }[]

/** How a client's config is changed: where its parts stand, what names them, and how nodes and rules are spelled. */
export interface ConfigEditor {
  /** The key that says what an item is called. */
  readonly nameKey: string
  /** The list or map of each; undefined: the client has no such thing. */
  readonly places: Readonly<Record<'group' | 'proxy-provider' | 'rule-set' | 'rule', DocumentPath | undefined>>
  /** The client's own names, which nothing else may have. */
  readonly builtInNames: readonly string[]
  /** Those among them that a group may hold. */
  readonly builtInMembers: readonly string[]
  /** The key of a group's list that takes such parts; undefined: they go into no group. */
  memberKey(kind: PartKind): string | undefined
  partsOf(root: MapNode): NamedPart[]
  /** Those that may hold a text; all where it is absent. */
  referencesIn(document: OpenDocument, root: MapNode, text?: string): NameReference[]
  /** A group in the client's own spelling, which may be given in Clash's. */
  ownGroup(group: JsonObject, root: MapNode): { group: JsonObject; issues: readonly FormIssue[] }
  /** In their order, read as they are asked for; those that hold one of some places, where they are given. */
  rulesOf(root: MapNode, places?: TextPlaces): Iterable<ListedRule>
  /** Where a text may stand in a document, however it is spelled; undefined for anywhere. */
  placesOf(document: OpenDocument, text: string): TextPlaces | undefined
  /** `read`: the config as it was opened last. */
  knownRules(read: () => ReadConfig): KnownRules
  /** A rule object in the form that is written, with what is wrong with it or was added. */
  formRule(rule: JsonObject): { rule: JsonObject; issues: readonly FormIssue[] }
  /** What a group, provider or rule set lacks that the client itself would not ask for. */
  formIssues(kind: PartKind, value: JsonObject): readonly FormIssue[]
  /** What writes rule lines in the words of the client, for a config. */
  ruleWriter(root: MapNode, names: RuleNames): (lines: readonly RuleEntry[]) => WrittenRules
  /** Whether a proxy provider may say how its nodes are called (`override`). */
  readonly renamesProviderNodes: boolean
  /** Whether rules are lines in Clash's spelling here too. */
  readonly hasRuleLines: boolean
  writeNode(node: NodeBase, name: string, issues: NodeIssues): PlacedItems | undefined
  /** Server and port of an item that is a node: the same ones are the same node. */
  addressOf(item: JsonObject): string
}

/** The names that rules may lead to. */
export interface RuleNames {
  kindOf(name: string): PartKind | undefined
  hasRuleSet(name: string): boolean
}
