import { DEFAULT_LANG, languageNames } from '@switchyard/convert/languages'
import { z } from 'zod'
import type { Slice } from './endpoint.ts'
import { Count } from './fields.ts'
import { Subscription } from './subscription-info.ts'

const MAX_SOURCES = 64
const MAX_NAME = 256
const MAX_TYPES = 64

const LANG_NAMES = languageNames()

/** Languages that a person may be answered in; a short name (`en`) is taken for the first language that has it. */
export const LocaleName = z.enum([...LANG_NAMES.keys()]).transform((name) => LANG_NAMES.get(name) ?? DEFAULT_LANG)

const types = z.array(z.string().max(MAX_NAME)).max(MAX_TYPES)

/** What a conversion may be told, as the flags of the command line are called. */
const ConvertSettings = z.strictObject({
  /** Only the nodes, no config around them. */
  list: z.boolean().optional(),
  template: z.string().max(MAX_NAME).optional(),
  singBoxVersion: z.string().max(MAX_NAME).optional(),
  xrayVersion: z.string().max(MAX_NAME).optional(),
  /** Node types left out besides those that the client never has. */
  exclude: types.optional(),
  /** Types that are left out unless asked for, and are asked for. */
  include: types.optional(),
  prefix: z.string().max(MAX_NAME).optional(),
  /** Rule lines, one a line. */
  rules: z.string().optional(),
  keepDuplicates: z.boolean().optional(),
  clashPremium: z.boolean().optional(),
  /** The config names its public rule lists at this server, for clients that cannot reach their host. */
  listsThroughServer: z.boolean().optional(),
  tun: z.boolean().optional(),
  /** The secret of the client's controller; one is drawn where there is none. */
  secret: z.string().min(1).max(MAX_NAME).optional(),
})

/** Texts to convert, and into what. */
export const ConvertRequest = z.strictObject({
  sources: z
    .array(z.strictObject({ name: z.string().max(MAX_NAME).default('text'), text: z.string() }))
    .min(1)
    .max(MAX_SOURCES),
  /** What is written: any name that `--to` of the command line takes. */
  client: z.string().max(MAX_NAME),
  options: ConvertSettings.default({}),
  /** The language of messages and of the groups of a built-in template. */
  locale: LocaleName.default(DEFAULT_LANG),
})

/** What a source says now, and what its answer told about the subscription. */
const SourceText = z.union([z.string(), z.strictObject({ text: z.string(), subscription: Subscription.optional() })])

/** A recipe, and the texts that it is applied to. */
export const RecipeRequest = z.strictObject({
  /** The file of the recipe, as text: a thread reads it, however deep it is. */
  recipe: z.string(),
  /** By the id of the source: an address needs one, others have the text of the recipe. */
  texts: z.record(z.string(), SourceText).default({}),
  /** Texts of rule lists by address. */
  lists: z.record(z.string(), z.string()).default({}),
  /** What is written, where that is not what the recipe says: any name that `--to` of the command line takes. */
  client: z.string().max(MAX_NAME).optional(),
  /** The language of messages, and of groups where the recipe says none. */
  locale: LocaleName.default(DEFAULT_LANG),
})

const place = z.int().positive().optional()

const ReportIssue = z.strictObject({
  source: z.string().optional(),
  line: place,
  inner: place,
  node: z.string().optional(),
  field: z.string().optional(),
  code: z.string(),
  severity: z.enum(['error', 'warning', 'note']),
  kept: z.boolean().optional(),
  doubtful: z.boolean().optional(),
  of: place,
  message: z.string(),
})

/** What became of every entry, in numbers that add up, and each issue in words. */
export const ConvertReport = z
  .strictObject({
    entries: Count,
    comments: Count,
    nodes: Count,
    skipped: Count,
    duplicates: Count,
    excluded: Count,
    disabled: Count,
    /** Entries that a person removed: only the report of a recipe has them. */
    deleted: Count.optional(),
    refused: Count,
    output: Count,
    doubtful: Count,
    issues: z.array(ReportIssue),
    subscription: z.union([Subscription, z.array(Subscription), z.null()]),
  })
  .meta({ id: 'ConvertReport' })

/** The text for the client, and the report. */
const Converted = z.strictObject({ text: z.string(), report: ConvertReport }).meta({ id: 'Converted' })

export const CONVERT = {
  'POST /api/convert': { body: ConvertRequest, data: Converted },
  'POST /api/recipes/apply': { body: RecipeRequest, data: Converted },
} as const satisfies Slice

export type RecipeRequest = z.infer<typeof RecipeRequest>
export type ConvertRequest = z.infer<typeof ConvertRequest>
export type ConvertReport = z.infer<typeof ConvertReport>
