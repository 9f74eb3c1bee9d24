import type { Issue } from '../model/issue.ts'
import type { ClientFacts } from '../model/client-facts.ts'
import type { ClientId } from '../clients/facts.ts'
import type { MihomoProxy, SingboxOutbound, SingboxTarget } from '../protocols/protocol.ts'
import type { GroupMapping } from '../nodes/group-mapping.ts'
import type { RuleSetEntry } from '../rules/rule-set-entry.ts'
import type { Lang, Template } from '../templates/template.ts'
import type { ClientSettings } from './client-settings.ts'
import type { JsonObject } from '../text/record.ts'

/** A node on its way into a config: what groups need to know of it. */
export interface GroupedNode {
  name: string
  type: string
  server: string
  port?: number
  source?: string
  /** ISO code of the region its name tells, when one does. */
  region?: string
  /** Tells about the subscription: no automatic group and no region has it. */
  isInfo?: boolean
  /** Group that the mapping sends it to. */
  group?: string
  /** Stands in the template already: only groups that look up all names of the file hold it. */
  isOwn?: boolean
}

export interface ProxyProvider {
  name: string
  url: string
  password?: string
  /** Seconds between two downloads; absent: 3600. */
  interval?: number
  /** Whether its nodes are probed; absent: they are. */
  healthCheck?: boolean
  /** Seconds between two probes; absent: 600. */
  healthInterval?: number
  /** What is asked for to see whether a node works; absent: an address that answers 204. */
  healthUrl?: string
}

/** Everything a whole config is made of, nodes apart. */
export interface ConfigRequest {
  /** What is asked of whom the config is for. */
  client: ClientFacts<ClientId>
  lang: Lang
  template: Template
  /** Nodes that the client takes, in output order. */
  nodes: readonly GroupedNode[]
  mapping?: GroupMapping
  /** The user's rules, one a line, before those of the template. */
  additionRules?: string
  ruleProviders: readonly RuleSetEntry[]
  proxyProviders: readonly ProxyProvider[]
  /** A partial sing-box `route` object. */
  route?: JsonObject
  /** Texts of rule lists by address, as `planLists` names them. */
  lists: ReadonlyMap<string, string>
  /** Rules of lists whose texts are at hand stand in the config. */
  expandsLists: boolean
  /** Put in the place of the raw host in the addresses that a config names (`LIST_MIRROR`): the first of them. */
  listMirrors: readonly string[]
  /** sing-box downloads lists whose text is not at hand. */
  remoteLists: boolean
  clashPremium: boolean
  /** Already checked. */
  settings: ClientSettings
}

/** Comments above rule lines, by the place of the line among all. */
export type RuleComments = ReadonlyMap<number, readonly string[]>

/** A mihomo or Clash document in key order; `proxies` holds the entries it was given, less those in `refused`. */
export interface MihomoConfigResult {
  config: JsonObject
  issues: Issue[]
  /** Comments above its rules. */
  ruleComments: RuleComments
  /** Names of nodes that had to be left out: the node they connect through is not there, or they wait for themselves. */
  refused: readonly string[]
}

export type BuildMihomoConfig = (request: ConfigRequest, proxies: readonly MihomoProxy[]) => MihomoConfigResult

export interface SingboxConfigResult {
  config: JsonObject
  issues: Issue[]
  /** As in `MihomoConfigResult`. */
  refused: readonly string[]
}

/** What a sing-box config is made of besides. */
export interface SingboxRequest extends ConfigRequest {
  singbox: SingboxTarget
}

/** `outbounds` are the nodes' own (helpers included), `endpoints` likewise. */
export type BuildSingboxConfig = (
  request: SingboxRequest,
  outbounds: readonly SingboxOutbound[],
  endpoints: readonly SingboxOutbound[],
) => SingboxConfigResult
