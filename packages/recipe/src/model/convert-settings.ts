import type {
  BuiltinName,
  ClientSettings,
  GroupEdits,
  MappingRow,
  OutputId,
  ProxyProvider,
  RuleSetEntry,
  SingboxVersion,
  XrayVersion,
} from '@switchyard/convert'
import type { ServiceName } from '@switchyard/convert/services'
import type { Lang } from '@switchyard/locale'

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
  /** Absent: the usual one. */
  xrayVersion?: XrayVersion
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
  /** A partial `route` object of sing-box: JSON with comments. */
  route?: string
  keepDuplicates: boolean
  /** What is taken away begins with a comment: the day, the counts, the settings. */
  headComment?: boolean
}
