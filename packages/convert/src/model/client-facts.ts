import type { ConvertErrorCode } from './convert-error.ts'
import type { LogLevel } from './setting-limits.ts'

/** Kinds of proxy groups. */
export type GroupType = 'select' | 'url-test' | 'fallback' | 'load-balance'

/** What a whole config of the user's own is written as. */
export type ConfigFormat = 'clash-yaml' | 'singbox-json'

/** A file as it is saved and served. */
export interface OutputFile {
  /** Stands in file names: `sing-box`. */
  readonly name: string
  /** Without the dot. */
  readonly extension: string
  readonly mimeType: string
  /** What an editor colours it as. */
  readonly language: 'yaml' | 'json' | 'text'
}

/** An option of the user that some clients cannot fulfil. */
export type ClientOption =
  /** Written for a chosen version. */
  | 'version'
  /** The Premium core in place of the open-source one. */
  | 'premium'
  /** A partial `route` object of sing-box. */
  | 'route'
  /** Lists that the client downloads in its own compiled form. */
  | 'remote-lists'
  /** All traffic of the machine, by a TUN device. */
  | 'tun'
  /** Proxy providers: subscriptions that the client itself fetches. */
  | 'providers'
  /** A controller that other programs steer the client by. */
  | 'controller'

/**
 * What is true of a client, once for engine, terminal and page. Nothing is optional: a new client answers every question,
 * and none falls through to another one's answer. Light: a page may load it without the engine.
 */
export interface ClientFacts<Id extends string = string> {
  readonly id: Id
  /** As people write it: `sing-box`. */
  readonly title: string
  /** What it may be called on the command line and in addresses; the first one is what we write. */
  readonly spellings: readonly [string, ...string[]]
  readonly file: OutputFile
  /** Versions that one can write for, the usual one first; empty: one shape for all. */
  readonly versions: readonly string[]
  /** Options that it fulfils. Others are reported as left out. */
  readonly options: readonly ClientOption[]
  /** Types left out by default. Types that the client does not have are left out anyway and need not stand here. */
  readonly defaultExcludes: readonly string[]
  readonly nodes: {
    /** Names that no node may have: what the client itself calls so. */
    readonly builtInNames: readonly string[]
    /** Nodes of `type: direct` and `type: reject`. Elsewhere the built-in stands in their place. */
    readonly hasPlainTypes: boolean
    /** What is said when there were nodes and none is left for it. */
    readonly noneLeftCode: ConvertErrorCode
  }
  readonly groups: {
    /** Kinds that it has. Others are written as the nearest one, and reported. */
    readonly types: readonly GroupType[]
    /** Its own names that a group may hold and a rule may lead to. */
    readonly members: readonly string[]
    /** Names that no group and no node may have besides. */
    readonly reservedNames: readonly string[]
    /** It looks up a group's nodes by a regex itself, those of proxy providers too. */
    readonly readsFilters: boolean
    /** Proxy providers stand in groups of their own, one each: it cannot filter their nodes. */
    readonly groupsEachProvider: boolean
    /** Largest tolerance of url-test in milliseconds; undefined: it has none. */
    readonly toleranceMaxMs: number | undefined
  }
  readonly rules: {
    /** The grammar that rule lines for it are read in. */
    readonly grammar: RuleGrammar
    /** Its own names that a line may lead to. */
    readonly targets: readonly string[]
    /** Targets that are neither groups nor members. */
    readonly extraTargets: readonly string[]
    /** It has named sets of rules (`sub-rules`) in its own file. */
    readonly hasSubRules: boolean
    /** A list can be matched against the address that a connection comes from. */
    readonly hasSourceLists: boolean
    /** It has no database of its own: GEOIP and GEOSITE rules need the text of a list. */
    readonly expandsGeo: boolean
  }
  /** Whole configs of the user's own that can become one for it, its own format first. Others' keys besides nodes, groups and rules are lost. */
  readonly configFormats: readonly ConfigFormat[]
  /** How its config is laid out: what shows its groups goes by this. */
  readonly layout: ConfigLayout
  /** Whether the client downloads rule lists itself. We need not fetch them then. */
  fetchesLists(clash: { premium?: boolean | undefined } | undefined): boolean
  readonly settings: {
    readonly logLevels: readonly LogLevel[]
    /** Its apps on phones go by the TUN device of the config; other apps make one themselves, whatever it says. */
    readonly needsTunOnPhones: boolean
  }
}

/** Layouts of configs. */
export type ConfigLayout = ConfigFormat | 'xray-json'

/** `classic`: what Clash 1.18 reads. `full`: what mihomo reads; lines for other clients are written so and translated. */
export type RuleGrammar = 'full' | 'classic'
