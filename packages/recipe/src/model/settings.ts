import type { GroupEdit, ProxyProvider, SourceFilter, TemplateMember } from '@switchyard/convert'
import {
  GROUP_TYPES,
  LOG_LEVELS,
  PORT_MAX,
  SINGBOX_VERSIONS,
  TOLERANCE_MAX_MS,
  XRAY_VERSIONS,
} from '@switchyard/convert/facts'
import { LANGS } from '@switchyard/convert/languages'
import { SERVICES } from '@switchyard/convert/services'
import { BUILTIN } from './builtin-templates.ts'
import type { ChosenTemplate, ConvertSettings, RuleSetRow } from './convert-settings.ts'
import { LINK_LIMITS, NAME_MAX, PATTERN_MAX, PREFIX_MAX } from './limits.ts'
import { mappingRow } from './mapping-row.ts'
import { OUTPUTS, type CommonSettings, type OutputSettings } from './recipe.ts'
import {
  amount,
  anyNumber,
  either,
  fieldsOf,
  flag,
  kindsOf,
  type KindOf,
  listOf,
  oneOf,
  recordOf,
  text,
  whole,
} from './values/value-kind.ts'

/** Settings that a link never holds: they are secret, or have what is. */
export type SecretSetting = 'secret' | 'drawnSecret' | 'providers'

/** What settings are about, in the order in which it is told. */
export const SETTING_KINDS = [
  'target', 'template', 'mirror', 'rules', 'ruleSets', 'groups', 'mapping', 'filters', 'naming', 'advanced', 'secret',
  'providers',
] as const // oxfmt-ignore
export type SettingKind = (typeof SETTING_KINDS)[number]

/** What there is to say of a setting. */
export interface Setting<Value = unknown> {
  kind: SettingKind
  value: KindOf<Value>
  /** No link holds it. */
  isSecret?: true
}

type Table<T> = {
  readonly [K in keyof T]-?: Setting<NonNullable<T[K]>> & (K extends SecretSetting ? { isSecret: true } : unknown)
}

const MONTH_S = 30 * 86_400

const line = text('line', NAME_MAX)
const name = text('name', NAME_MAX)
const short = text('name', 20)
const address = text('line', LINK_LIMITS.address)
const long = text('text', LINK_LIMITS.text)
const port = whole(1, PORT_MAX)

const withOwn = flag

const member = kindsOf<TemplateMember>({
  ref: fieldsOf({ name: line }, 'name'),
  all: fieldsOf({ withOwn }),
  region: fieldsOf({ region: short }, 'region'),
  nodes: fieldsOf({ names: listOf(line) }, 'names'),
  pattern: fieldsOf(
    {
      pattern: address,
      exclude: address,
      excludeTypes: listOf(name),
      where: fieldsOf({ type: name, port: name, server: name }),
      sources: listOf(name),
      ofSources: listOf(
        fieldsOf<SourceFilter>({ sources: listOf(name), pattern: address, excludes: flag }, 'sources', 'pattern'),
      ),
      withOwn,
    },
    'pattern',
  ),
})

const groupEdit = fieldsOf<GroupEdit>({
  type: oneOf(...GROUP_TYPES),
  filter: address,
  url: address,
  interval: amount(MONTH_S),
  tolerance: amount(TOLERANCE_MAX_MS),
  withDirect: flag,
  members: listOf(member),
  added: flag,
  removed: flag,
})

const ruleSet = fieldsOf<RuleSetRow>(
  {
    name: line,
    group: line,
    type: oneOf('http', 'file', 'inline'),
    behavior: oneOf('classical', 'domain', 'ipcidr'),
    format: oneOf('yaml', 'text', 'mrs'),
    url: address,
    path: address,
    interval: amount(MONTH_S),
    rules: listOf(address, LINK_LIMITS.ruleLines),
  },
  'name',
  'type',
  'behavior',
)

const provider = fieldsOf<ProxyProvider>(
  {
    name: line,
    url: address,
    password: line,
    interval: anyNumber,
    healthCheck: flag,
    healthUrl: address,
    healthInterval: anyNumber,
  },
  'name',
  'url',
)

/** Settings that each output remembers for itself. */
export const OUTPUT_SETTINGS: Table<OutputSettings> = {
  excludes: { kind: 'filters', value: listOf(text('name', 20, /^[a-z0-9-]+$/)) },
  singboxVersion: { kind: 'target', value: oneOf(...SINGBOX_VERSIONS) },
  xrayVersion: { kind: 'target', value: oneOf(...XRAY_VERSIONS) },
  clashPremium: { kind: 'target', value: flag },
  list: { kind: 'target', value: flag },
  tun: { kind: 'target', value: flag },
  route: { kind: 'rules', value: long },
}

/** Settings that all outputs share. */
export const COMMON_SETTINGS: Table<CommonSettings> = {
  template: {
    kind: 'template',
    value: either(oneOf(...BUILTIN), fieldsOf<ChosenTemplate>({ name, text: long, id: name }, 'name', 'text')),
  },
  secret: { kind: 'secret', value: name, isSecret: true },
  drawnSecret: { kind: 'secret', value: name, isSecret: true },
  listMirror: { kind: 'mirror', value: address },
  groupLang: { kind: 'groups', value: oneOf(...LANGS) },
  rules: { kind: 'rules', value: long },
  final: { kind: 'rules', value: line },
  services: { kind: 'rules', value: listOf(oneOf(...SERVICES)) },
  ruleSets: { kind: 'ruleSets', value: listOf(ruleSet) },
  mapping: { kind: 'mapping', value: listOf(mappingRow) },
  rest: { kind: 'mapping', value: line },
  groupNames: { kind: 'groups', value: recordOf(line) },
  groupEdits: { kind: 'groups', value: recordOf(groupEdit) },
  groupOrder: { kind: 'groups', value: listOf(line) },
  nameInclude: { kind: 'filters', value: text('line', PATTERN_MAX) },
  nameExclude: { kind: 'filters', value: text('line', PATTERN_MAX) },
  prefix: { kind: 'naming', value: text('name', PREFIX_MAX) },
  flag: { kind: 'naming', value: flag },
  useProvider: { kind: 'providers', value: flag },
  providers: { kind: 'providers', value: listOf(provider), isSecret: true },
  keepDuplicates: { kind: 'filters', value: flag },
  headComment: { kind: 'advanced', value: flag },
  mixedPort: { kind: 'advanced', value: port },
  controllerPort: { kind: 'advanced', value: port },
  allowLan: { kind: 'advanced', value: flag },
  logLevel: { kind: 'advanced', value: oneOf(...LOG_LEVELS) },
  urlTestInterval: { kind: 'advanced', value: short },
  tolerance: { kind: 'advanced', value: amount(TOLERANCE_MAX_MS) },
  probeUrl: { kind: 'advanced', value: address },
}

/**
 * Every setting: what it is about, what it may be, and whether it may be given away. Links, the schema of files and the
 * sections of the page are read off this table. The order is the one in which a file says them.
 */
export const SETTINGS: Table<ConvertSettings> = {
  output: { kind: 'target', value: oneOf(...OUTPUTS) },
  ...OUTPUT_SETTINGS,
  ...COMMON_SETTINGS,
}
