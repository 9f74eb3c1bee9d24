import type { JsonObject, OutputId, Template } from '@switchyard/convert'
import type { CliKey } from '@switchyard/locale'
import type { ConvertSettings } from '@switchyard/recipe/model'

/** The options as the command line spells them. */
export interface ConvertFlags {
  /** Needed where there is no recipe. */
  to?: string
  recipe?: string
  singBoxVersion: string
  xrayVersion: string
  list?: boolean
  template: string
  rules?: string
  ruleProvider?: string
  route?: string
  mapping?: string
  prefix?: string
  exclude?: string[]
  include?: string[]
  provider?: string[]
  lists?: string
  remoteLists?: boolean
  tun?: boolean
  secret?: string
  clashPremium?: boolean
  keepDuplicates?: boolean
  userAgent?: string
  output?: string
  report?: string
}

/** What flags say. */
export interface SaidByFlags {
  client: OutputId
  template: Template
  settings: Partial<ConvertSettings>
  versions: Required<Pick<ConvertSettings, 'singboxVersion' | 'xrayVersion'>>
  /** Types that are left out besides those that the client never has, and types that are not. */
  excludes: readonly string[]
  includes: readonly string[]
  route: JsonObject | undefined
}

/** Whether an option was typed, and is not the usual one. */
export type IsGiven = (option: string) => boolean

export interface FlagLine {
  /** As it is typed. */
  flags: string
  help: CliKey
  /** What holds when it is not given. */
  usual?: string
  /** It may be given several times. */
  isMany?: true
  /** The setting of a recipe that says the same, where what is typed is its value. */
  setting?: keyof ConvertFlags & keyof ConvertSettings
}

export const LANG_FLAG: FlagLine = { flags: '--lang <lang>', help: 'help-lang', usual: 'en' }

/** The options of `convert`, in the order in which help shows them. */
export const CONVERT_FLAGS: readonly FlagLine[] = [
  { flags: '--recipe <file>', help: 'help-recipe' },
  { flags: '--to <client>', help: 'help-to' },
  { flags: '--sing-box-version <version>', help: 'help-sing-box-version', usual: 'compatible' },
  { flags: '--xray-version <version>', help: 'help-xray-version', usual: '26.6' },
  { flags: '--list', help: 'help-list', setting: 'list' },
  { flags: '--template <name|file>', help: 'help-template', usual: 'standard' },
  LANG_FLAG,
  { flags: '--rules <file>', help: 'help-rules' },
  { flags: '--rule-provider <file>', help: 'help-rule-provider' },
  { flags: '--route <file>', help: 'help-route' },
  { flags: '--mapping <file>', help: 'help-mapping' },
  { flags: '--prefix <text>', help: 'help-prefix', setting: 'prefix' },
  { flags: '--exclude <type,…>', help: 'help-exclude', isMany: true },
  { flags: '--include <type,…>', help: 'help-include', isMany: true },
  { flags: '--use-provider', help: 'help-use-provider' },
  { flags: '--provider <[name=]url[#password]>', help: 'help-provider', isMany: true },
  { flags: '--lists <dir>', help: 'help-lists' },
  { flags: '--remote-lists', help: 'help-remote-lists' },
  { flags: '--tun', help: 'help-tun', setting: 'tun' },
  { flags: '--secret <text>', help: 'help-secret', setting: 'secret' },
  { flags: '--clash-premium', help: 'help-clash-premium', setting: 'clashPremium' },
  { flags: '--keep-duplicates', help: 'help-keep-duplicates', setting: 'keepDuplicates' },
  { flags: '--user-agent <ua>', help: 'help-user-agent' },
  { flags: '-o, --output <file>', help: 'help-output' },
  { flags: '--report <file>', help: 'help-report' },
]

/** The settings that were typed as they stand in a recipe. */
export function settingsOfFlags(flags: ConvertFlags): Partial<ConvertSettings> {
  const typed = CONVERT_FLAGS.flatMap(({ setting }) => setting ?? []).filter((key) => flags[key] !== undefined)
  return Object.fromEntries(typed.map((key) => [key, flags[key]]))
}
