import { z } from 'zod'
import { ConvertReport } from './convert.ts'
import type { Slice } from './endpoint.ts'
import { Count, Done, FileLine, OwnName, Revision, Time } from './fields.ts'
import { Subscription } from './subscription-info.ts'
import { SubscriptionItem } from './subscriptions.ts'

const MAX_CLIENT = 32
const MAX_TAG = 64
const MAX_FILE_NAME = 64
const HOUR_S = 3600
const MAX_INTERVAL_S = 30 * 24 * HOUR_S

const id = z.string().max(64)
/** Any name that `--to` of the command line takes. */
export const OutputClient = z.string().max(MAX_CLIENT)
/** How often a client should ask: whole hours. */
const interval = z.int().min(HOUR_S).max(MAX_INTERVAL_S).multipleOf(HOUR_S)
const fileName = FileLine.trim().min(1).max(MAX_FILE_NAME)
/** An output whose file has no name of its own gives it its own. */
const OutputName = OwnName.and(FileLine)

/** By the id of a source of the recipe: the item whose text it has. */
const Items = z.record(z.string().max(1000), id)

/** An address that clients fetch. Its URL is shown on request only. */
export const OutputAddress = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    /** What it answers whom the table of agents does not know; without it the output's own. */
    client: OutputClient.optional(),
    paused: z.boolean(),
    expiresAt: Time.optional(),
    createdAt: Time,
    /** The address before the last rotation answers until then. */
    oldUntil: Time.optional(),
    /** Another one after each rotation. */
    tag: z.string(),
  })
  .meta({ id: 'OutputAddress' })

/** Why the last change could not be written, and an earlier result is served. */
export const RENDER_FAILURES = [
  'not-convertible',
  'too-many-nodes',
  'too-much-work',
  'unavailable',
  /** The rules of a list would be gone: it cannot be had, and the earlier result has them. */
  'lists-missing',
] as const

/** How an output comes about: by a recipe, or it is a config of a person's own that is served as it is. */
const OUTPUT_KINDS = ['recipe', 'text'] as const

const isConfigText = (text: string) => text.isWellFormed() && /\S/.test(text)
/** A config as its one client gets it, to the letter. */
const ConfigText = z.string().refine(isConfigText, 'not empty, and of whole characters')

/** An output in a list. */
const summary = {
  id: z.string(),
  revision: Revision,
  kind: z.enum(OUTPUT_KINDS),
  name: z.string(),
  client: OutputClient,
  intervalS: interval,
  fileName: z.string(),
  keepsRecord: z.boolean(),
  createdAt: Time,
  updatedAt: Time,
  /** Number of the newest version. */
  version: Count.optional(),
  /** How many nodes that version has. */
  nodes: Count.optional(),
  /** It shows what this version held until the next edit. */
  pinned: Count.optional(),
  failing: z.strictObject({ at: Time, error: z.enum(RENDER_FAILURES) }).optional(),
  /** Summed over its sources. */
  subscription: Subscription.optional(),
  addresses: z.array(OutputAddress),
}

export const OutputSummary = z.strictObject(summary).meta({ id: 'OutputSummary' })

const byRecipe = {
  ...summary,
  kind: z.literal('recipe'),
  /** The file of the recipe. */
  recipe: z.string(),
  items: Items,
}
const asText = { ...summary, kind: z.literal('text'), text: z.string() }

/** An output with the recipe that it is made by, or with its text. */
export const HostedOutput = z
  .discriminatedUnion('kind', [z.strictObject(byRecipe), z.strictObject(asText)])
  .meta({ id: 'HostedOutput' })

const wanted = {
  name: OutputName,
  client: OutputClient,
  intervalS: interval.default(12 * HOUR_S),
  /** Without its ending; the name where there is none. */
  fileName: fileName.optional(),
  keepsRecord: z.boolean().default(true),
}

/** Who says no kind sends a recipe. */
export const NewOutput = z.discriminatedUnion('kind', [
  z.strictObject({ ...wanted, kind: z.literal('recipe').optional(), recipe: z.string(), items: Items.default({}) }),
  z.strictObject({ ...wanted, kind: z.literal('text'), text: ConfigText }),
])

/** The kind stays: `recipe` and `items` are for the one, `text` for the other. */
export const OutputChange = z.strictObject({
  revision: Revision,
  name: OutputName.optional(),
  recipe: z.string().optional(),
  items: Items.optional(),
  text: ConfigText.optional(),
  client: OutputClient.optional(),
  intervalS: interval.optional(),
  fileName: fileName.optional(),
  keepsRecord: z.boolean().optional(),
})

const OutputList = z.strictObject({ outputs: z.array(OutputSummary) })

export const NewAddress = z.strictObject({
  name: OwnName,
  client: OutputClient.optional(),
  expiresAt: Time.optional(),
})

/** What is absent stays, null takes it away. */
export const AddressChange = z.strictObject({
  name: OwnName.optional(),
  client: OutputClient.nullable().optional(),
  paused: z.boolean().optional(),
  expiresAt: Time.nullable().optional(),
})

/**
 * `grace`: the old address answers for another 24 hours. Without it, as for one that leaked, it ends at once. `tag`: of the
 * address as the person saw it. So a request that is sent twice is one rotation.
 */
const Rotation = z.strictObject({ grace: z.boolean().default(false), tag: z.string().max(MAX_TAG) })

/** `reachable`: false where the server has no public address, so that other devices cannot ask it. */
const AddressUrl = z.strictObject({ url: z.string(), reachable: z.boolean() })

/** What became of its sources. `notAsked`: ids of those that had been asked less than a minute ago, and were not again. */
const OutputRefresh = z.strictObject({
  output: HostedOutput,
  sources: z.array(SubscriptionItem),
  notAsked: z.array(z.string()),
})

export const VERSION_CAUSES = ['refresh', 'edit', 'restore'] as const

/** What a version changed besides its nodes: rules that came and went; rule sets, groups and settings that differ. */
const VersionChanges = z.strictObject({
  rulesAdded: Count,
  rulesRemoved: Count,
  ruleSets: Count,
  groups: Count,
  settings: Count,
})

/** Nodes against the version before it: by name. */
const OutputVersion = z.strictObject({
  number: Count,
  at: Time,
  cause: z.enum(VERSION_CAUSES),
  nodes: Count,
  added: Count,
  removed: Count,
  /** Absent: there was no version before it, or nobody compared them. */
  changes: VersionChanges.optional(),
  /** The version that it brought back. */
  of: Count.optional(),
})

const VersionList = z.strictObject({ versions: z.array(OutputVersion) })

/** What a version is for a client: the two sides of a comparison are two of these. */
const VersionText = z.strictObject({ number: Count, client: OutputClient, text: z.string() })

/** `revision`: the output as the person sees it. */
const RestoreRequest = z.strictObject({ revision: Revision })

const PreviewRequest = z.strictObject({ client: OutputClient.optional() })

/** A text that is served as it is has no report: nothing was converted. */
const OutputPreview = z.strictObject({ text: z.string(), report: ConvertReport.optional() })

/** Who asked for an output: counts per day and family of clients, and the last requests. */
export const OutputRecord = z.strictObject({
  days: z.array(z.strictObject({ day: z.iso.date(), client: z.string(), requests: Count })),
  /** `address`: its name when it was asked for. */
  last: z.array(z.strictObject({ at: Time, client: z.string(), network: z.string(), address: z.string().optional() })),
})

/** An address with the URL that it answers at. */
const OwnAddress = z.strictObject({ ...OutputAddress.shape, url: z.string() })

const exported = {
  addresses: z.array(OwnAddress),
  versions: VersionList.shape.versions,
  record: OutputRecord,
}

/** What the export of an account holds of outputs. */
export const OUTPUTS_EXPORT = {
  outputs: z.array(
    z.discriminatedUnion('kind', [
      z.strictObject({ ...byRecipe, ...exported }),
      z.strictObject({ ...asText, ...exported }),
    ]),
  ),
}

export const OUTPUT_ENDPOINTS = {
  'GET /api/outputs': { data: OutputList },
  'POST /api/outputs': { body: NewOutput, data: HostedOutput },
  'GET /api/outputs/:output': { data: HostedOutput },
  'PATCH /api/outputs/:output': { body: OutputChange, data: HostedOutput },
  'DELETE /api/outputs/:output': { data: Done },
  'POST /api/outputs/:output/refresh': { data: OutputRefresh },
  'POST /api/outputs/:output/preview': { body: PreviewRequest, data: OutputPreview },
  'GET /api/outputs/:output/record': { data: OutputRecord },
  'GET /api/outputs/:output/versions': { data: VersionList },
  'GET /api/outputs/:output/versions/:number': { data: VersionText },
  'POST /api/outputs/:output/versions/:number/restore': { body: RestoreRequest, data: HostedOutput },
  /** Ends what a restore did: it is made of its sources again. */
  'POST /api/outputs/:output/follow': { data: HostedOutput },
  'POST /api/outputs/:output/addresses': { body: NewAddress, data: HostedOutput },
  'GET /api/outputs/:output/addresses/:address': { data: AddressUrl },
  'PATCH /api/outputs/:output/addresses/:address': { body: AddressChange, data: HostedOutput },
  'DELETE /api/outputs/:output/addresses/:address': { data: HostedOutput },
  'POST /api/outputs/:output/addresses/:address/rotate': { body: Rotation, data: HostedOutput },
} as const satisfies Slice

export type OutputAddress = z.infer<typeof OutputAddress>
export type OutputSummary = z.infer<typeof OutputSummary>
export type HostedOutput = z.infer<typeof HostedOutput>
export type NewOutput = z.output<typeof NewOutput>
export type OutputChange = z.output<typeof OutputChange>
export type NewAddress = z.output<typeof NewAddress>
export type Rotation = z.output<typeof Rotation>
export type AddressChange = z.output<typeof AddressChange>
export type VersionChanges = z.infer<typeof VersionChanges>
export type OutputVersion = z.infer<typeof OutputVersion>
export type OutputRecord = z.infer<typeof OutputRecord>
export type VersionCause = (typeof VERSION_CAUSES)[number]
export type RenderFailure = (typeof RENDER_FAILURES)[number]
