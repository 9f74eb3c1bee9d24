import type { NodeIssue, Issue } from './model/issue.ts'
import type { Mapping } from './nodes/mapping.ts'
import type { NodeBase } from './model/node.ts'
import type { ClientSettings } from './config/client-settings.ts'
import type { ProxyProvider } from './config/config-request.ts'
import type { RuleSetEntry } from './rules/rule-set-entry.ts'
import type { OutputId } from './outputs/facts.ts'
import type { SingboxVersion } from './model/singbox-version.ts'
import type { XrayVersion } from './model/xray-version.ts'
import type { BuiltinName } from './templates/group-keys.ts'
import type { GroupEdits } from './templates/group-edit.ts'
import type { Lang, Template } from './templates/template.ts'
import type { JsonObject } from './text/record.ts'

/** A node on its way through a conversion, and where it came from. */
export interface NodeEntry {
  /** A reader's, or what a person made of it. */
  node: NodeBase
  /** The share link it came from. */
  link?: string
  /** Its name in the result, if it has a new one. Duplicates are recognised by the name that the node came with. */
  name?: string
  source?: string
  line?: number
  inner?: number
  /** What reading it found out. */
  issues?: readonly NodeIssue[]
  /** Switched off by the user: counted, not written. */
  disabled?: boolean
  /** Stays, also where it is a duplicate. */
  kept?: boolean
}

/** What is wanted of a conversion. `to` is enough; the rest is grouped by the stage that asks for it. */
export interface ConvertOptions<Entry extends NodeEntry = NodeEntry> {
  /** What is written: a client's config, links, or links as base64. */
  to: OutputId
  /** The config before nodes and rules go in. Absent: `standard`. */
  template?: BuiltinName | Template
  /** The language in which built-in templates name their groups. Absent: en-US. */
  lang?: Lang
  /** Which of the nodes go on. */
  read?: ReadOptions
  /** What nodes are called. */
  names?: NameOptions
  /** The groups of the config and who is in them. */
  groups?: GroupOptions
  /** What the config sends where. */
  rules?: RuleOptions
  /** How much is written, and how the client is set. */
  output?: OutputOptions
  /** What only sing-box has. */
  singbox?: SingboxOptions
  /** What only Clash has. */
  clash?: ClashOptions
  /** What only Xray has. */
  xray?: XrayOptions
  // As methods: a caller may name the type of its own entries, and only gets back what it gave.
  /** Gets every issue that is about an entry. */
  onIssue?(entry: Entry, issue: Issue): void
  /** Gets every entry that was given a final name. */
  onNamed?(entry: Entry, name: string): void
}

/** Which of the nodes go on. */
export interface ReadOptions {
  /** Aliases of one YAML document. Absent: as many as there are, if what they stand for is not too much. */
  maxAliases?: number
  /** Node types left out; `info` = information entries. Absent: the default of the output. */
  excludes?: readonly string[]
  /** Types that the default does not leave out after all. */
  includes?: readonly string[]
  /** Keeps only nodes whose name matches this regex (RE2, any case). A text that is no regex is searched for as it is. */
  nameInclude?: string
  /** Leaves out nodes whose name matches. */
  nameExclude?: string
  keepDuplicates?: boolean
}

/** What nodes are called. A mapping renames too: it stands with the groups. */
export interface NameOptions {
  prefix?: string
  /** Puts the region's flag before names that have none. */
  flag?: boolean
  /** Bare nodes and links, too, are named and left out as the template says, as subconverter does it. */
  byTemplate?: boolean
}

/** The groups of the config and who is in them. */
export interface GroupOptions {
  mapping?: Mapping
  /** Changes to the groups of the template, by their names in it. */
  edits?: GroupEdits
  /** Names of the template's groups in the order wanted. */
  order?: readonly string[]
  /** Groups use these providers beside the nodes; of all clients only Clash and mihomo have them. */
  providers?: readonly ProxyProvider[]
}

/** What the config sends where. */
export interface RuleOptions {
  /** The user's rules, one a line, before those of the template. */
  lines?: string
  /** The user's rule sets, after the lines. */
  providers?: readonly RuleSetEntry[]
  /** The group that takes what no rule takes. Absent: the template's. */
  final?: string
  /** Texts of rule lists by address, as `planLists` names them. */
  lists?: ReadonlyMap<string, string>
  /**
   * Writes out the rules of lists whose texts are given in the place of their addresses, where a client could fetch the
   * lists itself.
   */
  expand?: boolean
  /** Mirrors of the raw host of rule lists, in order. A config that names addresses names them at the first one. */
  mirrors?: readonly string[]
}

/** How much is written, and how the client is set. */
export interface OutputOptions {
  /** Only the nodes, no config around them. */
  list?: boolean
  /** Ports, controller and log of the client. */
  settings?: ClientSettings
}

/** What only sing-box has. */
export interface SingboxOptions {
  /** Absent: the shape that all known versions take. */
  version?: SingboxVersion
  /** A partial `route` object, laid over that of the config. */
  route?: JsonObject
  /**
   * Writes a list whose text is not in `rules.lists` as a remote set, if a compiled one exists. Without this option such
   * a list is left out, because sing-box does not start when it cannot download a set.
   */
  remoteLists?: boolean
}

/** What only Clash has. */
export interface ClashOptions {
  /** It is Clash Premium: it has rule providers and TUN. */
  premium?: boolean
}

/** What only Xray has. */
export interface XrayOptions {
  /** Absent: 26.6 and later. */
  version?: XrayVersion
}
