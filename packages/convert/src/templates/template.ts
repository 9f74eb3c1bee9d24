import type { ConfigFormat, GroupType } from '../model/client-facts.ts'
import type { ListFormat } from '../rules/list-format.ts'
import type { JsonObject } from '../text/record.ts'

/** A template: the config before nodes and rules go in, the same for every client. */

export type { Lang } from '../languages.ts'

/** A place in a group's member list. */
export type TemplateMember =
  /** A group or a built-in (DIRECT, REJECT …) by name. */
  | { kind: 'ref'; name: string }
  /** Every node, in the order of the input; `withOwn`: those that stand in `base` before them. */
  | { kind: 'all'; withOwn?: boolean }
  /** Nodes of a region: ISO code, or `other` for those that no region group of this template takes. */
  | { kind: 'region'; region: string }
  /** Nodes whose name matches a regex of the user or of an ini file, less those that `exclude` or `types` take out. */
  | {
      kind: 'pattern'
      pattern: string
      exclude?: string
      excludeTypes?: readonly string[]
      withOwn?: boolean
      where?: NodeCondition
      /** Only nodes of the sources of these names; absent: of all. */
      sources?: readonly string[]
      /** Each looks at the nodes of some sources alone, and all that look at a node have to agree. */
      ofSources?: readonly SourceFilter[]
    }
  /** Nodes by exact name. */
  | { kind: 'nodes'; names: readonly string[] }

/** Chooses by name among the nodes of some sources. */
export interface SourceFilter {
  sources: readonly string[]
  pattern: string
  /** Nodes with a match go, not those without. */
  excludes?: boolean
}

/** What besides its name a node of an ini file's group is chosen by. */
export interface NodeCondition {
  /** Regex over the whole of the type's name. */
  type?: string
  /** As `portTest` reads it. */
  port?: string
  /** Regex over the server's address. */
  server?: string
}

/** What an ini file does to nodes. Patterns come from the user. Those that cannot be read are reported and left out before. */
export interface TemplateNaming {
  /** Nodes whose name has a match for one of them; none: all. */
  include: readonly string[]
  exclude: readonly string[]
  renames: readonly { pattern: string; to: string }[]
  /** Emoji in front of a name go. */
  removesEmoji: boolean
  addsEmoji: boolean
  emoji: readonly { pattern: string; emoji: string }[]
}

export interface TemplateGroup {
  name: string
  type: GroupType
  members: readonly TemplateMember[]
  /** What happens when no member is left: the group goes with its references, or leads to a built-in. */
  whenEmpty: 'drop' | 'direct' | 'reject'
  url?: string
  /** Seconds. */
  interval?: number
  /** Milliseconds. */
  tolerance?: number
  timeout?: number
  strategy?: string
  /** Members of any kind that the user's own config takes out again: mihomo's `exclude-filter` and `exclude-type`. */
  excluded?: { filter?: string; types?: readonly string[] }
  /** Its type in the file where no client of ours has that type. */
  foreignType?: string
  /** Provider names that the user's own config lists under `use`. */
  use?: readonly string[]
  /** The user's own config gives it every provider (`include-all`, `include-all-providers`). */
  usesAll?: boolean
  /** What it takes of its providers. Where a client has no providers, the given nodes stand in for theirs. */
  ofProviders?: TemplateMember
  /** Further keys as the user's own config spells them (icon, hidden, lazy …), mihomo spelling. */
  extra?: JsonObject
}

export type ListBehavior = 'classical' | 'domain' | 'ipcidr'

/** A rule list on the web that rules of the template send to a group. */
export interface RuleList {
  /** Short name: rule provider name, rule set tag. */
  name: string
  /** Address of the text; `planLists` names it. */
  url: string
  behavior: ListBehavior
  format: ListFormat
  /** Seconds. */
  interval: number
  /** Address of a compiled `.srs` about the same, which sing-box downloads by itself where that is asked for. */
  srsUrl?: string
  /** Entries given in place instead of an address. */
  payload?: readonly string[]
  /** The text is spelled for Quantumult X (`HOST-SUFFIX,x,policy`), which no Clash reads. */
  dialect?: 'quanx'
}

interface WithComments {
  /** What stands above it and behind it: `# words`. */
  comments?: readonly string[]
}

export type TemplateRule =
  /** A rule line `TYPE,VALUE,ACTION[,param…]`. */
  | (WithComments & { kind: 'line'; text: string })
  /** Everything on a list goes to a group. */
  | (WithComments & { kind: 'list'; list: RuleList; group: string; noResolve?: boolean })

/** A node that the user's own config has already. */
export interface OwnNode {
  name: string
  type: string
  server: string
  isOwn?: boolean
}

export interface PlainNode {
  name: string
  builtIn: 'DIRECT' | 'REJECT'
  /** Keys of it that the built-in does not have. */
  lost: readonly string[]
}

export interface Template {
  /** minimal, standard, full, the ini's or the file's name. */
  name: string
  groups: readonly TemplateGroup[]
  rules: readonly TemplateRule[]
  /** Absent: nodes stay as they are. */
  naming?: TemplateNaming
  /** The group that proxied traffic goes through when nothing else is said; absent: the first group. */
  main?: string
  /** The user's own whole config, whose other keys are kept as they are. */
  base?: JsonObject
  /** What `base` is written as. */
  baseKind?: ConfigFormat
  /** Names of what stands in `base` already and is no group of ours: nodes, groups of kinds that we do not know. */
  baseNodes?: readonly string[]
  /** The nodes among them, for groups that look up all names of the file. */
  ownNodes?: readonly OwnNode[]
  /** The built-in that stands for each node of the file that is no server (`type: direct`), where a client has no such nodes. */
  plainNodes?: readonly PlainNode[]
}
