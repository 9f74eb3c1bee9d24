import * as z from 'zod/mini'
import { OUTPUTS } from '../model/recipe.ts'
import { FILE_LIMITS } from '../model/limits.ts'
import { COMMON_FIELDS } from '../model/nodes/common-field.ts'
import { COMMON_SETTINGS, OUTPUT_SETTINGS } from '../model/settings.ts'
import { SORT_FIELDS, UNIQUE_FIELDS } from '../model/step.ts'
import { line as long, listOf, recordOf, schemaOfSettings } from './schema-of.ts'

/**
 * What a recipe is in a file of the present version. A file may have been written by hand: what has a usual value may be
 * absent, and what is not known is left out.
 */

const text = z.string().check(z.maxLength(FILE_LIMITS.text))
const name = z.string().check(z.maxLength(FILE_LIMITS.name))
const flag = z.boolean()
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
  origin: optional(z.object({ place: name, root: long, ref: long, path: long })),
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

export const recipeSchema = z.object({
  sources: optional(listOf(source)),
  steps: optional(listOf(step)),
  edits: optional(edits),
  output: optional(z.enum(OUTPUTS)),
  app: optional(name),
  perOutput: optional(z.partialRecord(z.enum(OUTPUTS), schemaOfSettings(OUTPUT_SETTINGS))),
  common: optional(schemaOfSettings(COMMON_SETTINGS)),
})

export type RecipeInFile = z.infer<typeof recipeSchema>
