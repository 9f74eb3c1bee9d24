import { FETCH_FAILURES, HELD_REASONS, ITEM_KINDS, TRY_RESULTS, USER_AGENTS } from '@switchyard/sources'
import { z } from 'zod'
import type { Slice } from './endpoint.ts'
import { Count, Done, TypedLine, OwnName, Revision, Time } from './fields.ts'
import { Subscription } from './subscription-info.ts'

const MAX_PREFIX = 64
const KIBIBYTE = 1024
/** Share links that a person types; a whole file is a text of its own in an output. */
const MAX_BODY = 128 * KIBIBYTE
const MINUTE_S = 60
const MIN_INTERVAL_S = 10 * MINUTE_S
const DAY_S = 24 * 60 * MINUTE_S
const MAX_INTERVAL_S = 30 * DAY_S
const MAX_ITEMS = 1000
const MAX_TAG = 128

// The keys of a table that is not empty, which `Object.keys` does not say.
export const UserAgent = z.enum(Object.keys(USER_AGENTS) as [keyof typeof USER_AGENTS, ...(keyof typeof USER_AGENTS)[]])

/** What is known of the last try to fetch an item. */
const LastTry = z.strictObject({
  at: Time,
  result: z.enum(TRY_RESULTS),
  /** Of `failed`: the words are under `fetch` of packages/locale. */
  failure: z.enum(FETCH_FAILURES).optional(),
  /** Of a `bad-status`: 401, 403 and so on. */
  status: z.int().optional(),
  nodes: Count.optional(),
  skipped: Count.optional(),
})

const seconds = z.int().min(MIN_INTERVAL_S).max(MAX_INTERVAL_S)

/** What a person says about an item. */
const settings = {
  name: OwnName,
  userAgent: UserAgent.optional(),
  /** Stands before the names of its nodes. */
  prefix: TypedLine.max(MAX_PREFIX).optional(),
  intervalS: seconds,
  /** False: only the owner's page fetches it, and sends the text. */
  fromServer: z.boolean(),
}

/** An item as its owner sees it. The body is not in it: it is shown on request only. */
export const SubscriptionItem = z
  .strictObject({
    ...settings,
    id: z.string(),
    revision: Revision,
    kind: z.enum(ITEM_KINDS),
    /** Of an address: its host alone. */
    host: z.string().optional(),
    archived: z.boolean(),
    createdAt: Time,
    lastTry: LastTry.optional(),
    /** The text that is served: when it was fetched, and what it holds. */
    good: z.strictObject({ at: Time, nodes: Count, skipped: Count }).optional(),
    /** Failures in a row, and since when. */
    failing: z.strictObject({ since: Time, times: Count }).optional(),
    /** An answer that waits: the last good one is served. `adopt` takes the one of this tag now. */
    held: z.strictObject({ since: Time, reason: z.enum(HELD_REASONS), nodes: Count, tag: z.string() }).optional(),
    /** When it will be asked again. */
    nextAt: Time.optional(),
    subscription: Subscription.optional(),
    /** Outputs that it is a source of. */
    usedBy: z.array(z.strictObject({ id: z.string(), name: z.string() })),
  })
  .meta({ id: 'SubscriptionItem' })

const body = z.string().trim().min(1).max(MAX_BODY)

/** A new item. Its kind follows from the body: an http(s) address, or share links. */
export const NewItem = z.strictObject({
  name: settings.name,
  body,
  userAgent: settings.userAgent,
  prefix: settings.prefix,
  intervalS: seconds.default(DAY_S / 2),
  fromServer: z.boolean().default(true),
})

/** A change of an item: what is absent stays, null takes it away. */
export const ItemChange = z.strictObject({
  revision: Revision,
  name: settings.name.optional(),
  body: body.optional(),
  userAgent: UserAgent.nullable().optional(),
  prefix: TypedLine.max(MAX_PREFIX).nullable().optional(),
  intervalS: seconds.optional(),
  fromServer: z.boolean().optional(),
  archived: z.boolean().optional(),
})

/** `tag`: of the answer that waits, as the person saw it. Another one by now is a `conflict`. */
const Adoption = z.strictObject({ tag: z.string().max(MAX_TAG) })

const ItemList = z.strictObject({ items: z.array(SubscriptionItem) })
const ItemOrder = z.strictObject({ ids: z.array(z.string()).max(MAX_ITEMS) })
const ItemBody = z.strictObject({ body: z.string() })
/** The last good text of an item, as the convert screen takes it. */
const ItemText = z.strictObject({ text: z.string(), at: Time, subscription: Subscription.optional() })
/** What the owner's page fetched itself. */
const SentText = z.strictObject({ text: z.string(), subscription: Subscription.optional() })

/** What the export of an account holds of items: all of them, with what they say. */
export const SUBSCRIPTIONS_EXPORT = {
  subscriptions: z.array(
    z.strictObject({
      ...SubscriptionItem.shape,
      body: z.string(),
      /** The last good text, and an answer that waits. */
      text: z.string().optional(),
      heldText: z.string().optional(),
    }),
  ),
}

export const SUBSCRIPTIONS = {
  'GET /api/subscriptions': { data: ItemList },
  'POST /api/subscriptions': { body: NewItem, data: SubscriptionItem },
  'PUT /api/subscriptions/order': { body: ItemOrder, data: ItemList },
  'PATCH /api/subscriptions/:item': { body: ItemChange, data: SubscriptionItem },
  'DELETE /api/subscriptions/:item': { data: Done },
  'GET /api/subscriptions/:item/body': { data: ItemBody },
  'GET /api/subscriptions/:item/text': { data: ItemText },
  'PUT /api/subscriptions/:item/text': { body: SentText, data: SubscriptionItem },
  'POST /api/subscriptions/:item/refresh': { data: SubscriptionItem },
  'POST /api/subscriptions/:item/adopt': { body: Adoption, data: SubscriptionItem },
} as const satisfies Slice

export type SubscriptionItem = z.infer<typeof SubscriptionItem>
export type NewItem = z.output<typeof NewItem>
export type ItemChange = z.output<typeof ItemChange>
