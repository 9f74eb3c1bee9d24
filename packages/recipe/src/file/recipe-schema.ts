import { GROUP_TYPES, LOG_LEVELS, PORT_MAX, SINGBOX_VERSIONS, XRAY_VERSIONS } from '@switchyard/convert/facts'
import { SERVICES } from '@switchyard/convert/services'
import * as z from 'zod/mini'
import { LANGS } from '@switchyard/convert/languages'
import { OUTPUTS } from '../model/recipe.ts'
import { FILE_LIMITS } from '../model/limits.ts'
import { BUILTIN } from '../model/builtin-templates.ts'
import { COMMON_FIELDS } from '../model/nodes/common-field.ts'
import { SORT_FIELDS, UNIQUE_FIELDS } from '../model/step.ts'

// A page forbids code made of text; without this zod tries whether it may.
z.config({ jitless: true })

/**
 * What a recipe is in a file of the present version. A file may have been written by hand: what has a usual value may be
 * absent, and what is not known is left out.
 */

const text = z.string().check(z.maxLength(FILE_LIMITS.text))
const long = z.string().check(z.maxLength(FILE_LIMITS.line))
const name = z.string().check(z.maxLength(FILE_LIMITS.name))
const number = z.number().check(z.minimum(0))
const port = z.int().check(z.minimum(1), z.maximum(PORT_MAX))
const flag = z.boolean()
const listOf = <T extends z.ZodMiniType>(one: T) => z.array(one).check(z.maxLength(FILE_LIMITS.rows))
const recordOf = <T extends z.ZodMiniType>(one: T) => z.record(long, one)
const optional = z.optional

const fields = z.record(z.string(), z.unknown())
const node = z.looseObject({ type: name, name: long, server: long, port: z.number() })

const source = z.object({
  id: optional(name),
  kind: optional(z.enum(['text', 'url', 'file', 'qr', 'added'])),
  name: optional(name),
  text: optional(text),
  url: optional(long),
  userAgent: optional(name),
  prefix: optional(name),
  enabled: optional(flag),
  asProvider: optional(flag),
})

const match = optional(
  z.object({ name: optional(long), type: optional(name), region: optional(name), source: optional(name), info: optional(flag) }),
) // oxfmt-ignore
const common = { id: optional(name), disabled: optional(flag), match }

const step = z.discriminatedUnion('kind', [
  z.object({ ...common, kind: z.literal('filter'), keeps: flag }),
  z.object({ ...common, kind: z.literal('replace'), pattern: long, to: long }),
  z.object({ ...common, kind: z.literal('name'), template: long }),
  z.object({ ...common, kind: z.literal('sort'), by: z.enum(SORT_FIELDS), isDescending: flag }),
  z.object({ ...common, kind: z.literal('flag'), adds: flag }),
  z.object({ ...common, kind: z.literal('affix'), before: name, behind: name }),
  z.object({ ...common, kind: z.literal('region'), region: name }),
  z.object({
    ...common,
    kind: z.literal('set'),
    field: z.enum(COMMON_FIELDS),
    value: z.union([flag, name, z.null()]),
  }),
  z.object({ ...common, kind: z.literal('unique'), by: z.enum(UNIQUE_FIELDS) }),
])

const edits = z.object({
  deleted: optional(listOf(long)),
  disabled: optional(listOf(long)),
  names: optional(recordOf(long)),
  nodes: optional(
    recordOf(z.union([z.object({ from: fields, to: fields }), z.object({ node }), z.object({ link: text })])),
  ),
  clones: optional(listOf(z.object({ key: long, of: long }))),
  order: optional(listOf(long)),
  kept: optional(listOf(long)),
})

const outputSettings = z.object({
  excludes: optional(listOf(name)),
  singboxVersion: optional(z.enum(SINGBOX_VERSIONS)),
  xrayVersion: optional(z.enum(XRAY_VERSIONS)),
  clashPremium: optional(flag),
  list: optional(flag),
  tun: optional(flag),
  route: optional(text),
})

const own = { withOwn: optional(flag) }
const member = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ref'), name: long }),
  z.object({ kind: z.literal('all'), ...own }),
  z.object({ kind: z.literal('region'), region: name }),
  z.object({ kind: z.literal('nodes'), names: listOf(long) }),
  z.object({
    kind: z.literal('pattern'),
    pattern: long,
    exclude: optional(long),
    excludeTypes: optional(listOf(name)),
    where: optional(z.object({ type: optional(name), port: optional(name), server: optional(name) })),
    sources: optional(listOf(name)),
    ofSources: optional(listOf(z.object({ sources: listOf(name), pattern: long, excludes: optional(flag) }))),
    ...own,
  }),
])

const groupEdit = z.object({
  type: optional(z.enum(GROUP_TYPES)),
  filter: optional(long),
  url: optional(long),
  interval: optional(number),
  tolerance: optional(number),
  withDirect: optional(flag),
  members: optional(listOf(member)),
  added: optional(flag),
  removed: optional(flag),
})

const ruleSet = z.object({
  name: long,
  group: optional(long),
  type: z.enum(['http', 'file', 'inline']),
  behavior: z.enum(['classical', 'domain', 'ipcidr']),
  format: optional(z.enum(['yaml', 'text', 'mrs'])),
  url: optional(long),
  path: optional(long),
  interval: optional(number),
  rules: optional(listOf(long)),
})

const mappingRow = z.object({
  name: optional(long),
  type: optional(name),
  region: optional(name),
  source: optional(long),
  group: optional(long),
  rename: optional(long),
  stop: optional(flag),
})

const provider = z.object({
  name: long,
  url: long,
  password: optional(long),
  interval: optional(z.number()),
  healthCheck: optional(flag),
  healthUrl: optional(long),
  healthInterval: optional(z.number()),
})

const settings = z.object({
  template: optional(z.union([z.enum(BUILTIN), z.object({ name, text, id: optional(name) })])),
  secret: optional(name),
  drawnSecret: optional(name),
  listMirror: optional(long),
  groupLang: optional(z.enum(LANGS)),
  rules: optional(text),
  final: optional(long),
  services: optional(listOf(z.enum(SERVICES))),
  ruleSets: optional(listOf(ruleSet)),
  mapping: optional(listOf(mappingRow)),
  rest: optional(long),
  groupNames: optional(recordOf(long)),
  groupEdits: optional(recordOf(groupEdit)),
  groupOrder: optional(listOf(long)),
  nameInclude: optional(long),
  nameExclude: optional(long),
  prefix: optional(name),
  flag: optional(flag),
  useProvider: optional(flag),
  providers: optional(listOf(provider)),
  keepDuplicates: optional(flag),
  headComment: optional(flag),
  mixedPort: optional(port),
  controllerPort: optional(port),
  allowLan: optional(flag),
  logLevel: optional(z.enum(LOG_LEVELS)),
  urlTestInterval: optional(name),
  tolerance: optional(number),
})

export const recipeSchema = z.object({
  sources: optional(listOf(source)),
  steps: optional(listOf(step)),
  edits: optional(edits),
  output: optional(z.enum(OUTPUTS)),
  app: optional(name),
  perOutput: optional(z.partialRecord(z.enum(OUTPUTS), outputSettings)),
  common: optional(settings),
})

export type RecipeInFile = z.infer<typeof recipeSchema>
