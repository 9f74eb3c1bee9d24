import { FETCH_FAILURES, HELD_REASONS, ITEM_KINDS, TRY_RESULTS, USER_AGENTS } from '@switchyard/sources'
import { z } from 'zod'
import { Subscription } from './subscription-info.ts'

const MAX_NAME = 64
const MAX_PREFIX = 64
const KIBIBYTE = 1024
/** Share links that a person types; a whole file is a text of its own in an output. */
const MAX_BODY = 128 * KIBIBYTE
const MINUTE_S = 60
const MIN_INTERVAL_S = 10 * MINUTE_S
const DAY_S = 24 * 60 * MINUTE_S
const MAX_INTERVAL_S = 30 * DAY_S
const MAX_ITEMS = 1000

const count = z.int().nonnegative()
/** Milliseconds since 1970. */
const time = z.int().nonnegative()

/** A name that a person gives: 1 to 64 characters, none of them invisible alone. */
export const OwnName = z
  .string()
  .trim()
  .refine((name) => name.length > 0 && Array.from(name).length <= MAX_NAME, `1 to ${MAX_NAME} characters`)

// The keys of a table that is not empty, which `Object.keys` does not say.
const userAgent = z.enum(Object.keys(USER_AGENTS) as [keyof typeof USER_AGENTS, ...(keyof typeof USER_AGENTS)[]])

/** What is known of the last try to fetch an item. */
const LastTry = z.strictObject({
  at: time,
  result: z.enum(TRY_RESULTS),
  /** Of `failed`: the words are under `fetch` of packages/locale. */
  failure: z.enum(FETCH_FAILURES).optional(),
  /** Of a `bad-status`: 401, 403 and so on. */
  status: z.int().optional(),
  nodes: count.optional(),
  skipped: count.optional(),
})

const seconds = z.int().min(MIN_INTERVAL_S).max(MAX_INTERVAL_S)

/** What a person says about an item. */
const settings = {
  name: OwnName,
  userAgent: userAgent.optional(),
  /** Stands before the names of its nodes. */
  prefix: z.string().max(MAX_PREFIX).optional(),
  intervalS: seconds,
  /** False: only the owner's page fetches it, and sends the text. */
  fromServer: z.boolean(),
}

/** An item as its owner sees it. The body is not in it: it is shown on request only. */
export const SubscriptionItem = z.strictObject({
  ...settings,
  id: z.string(),
  /** Grows with each change of what a person says; a change names the one that it was made on. */
  revision: count,
  kind: z.enum(ITEM_KINDS),
  /** Of an address: its host alone. */
  host: z.string().optional(),
  archived: z.boolean(),
  createdAt: time,
  lastTry: LastTry.optional(),
  /** The text that is served: when it was fetched, and what it holds. */
  good: z.strictObject({ at: time, nodes: count, skipped: count }).optional(),
  /** Failures in a row, and since when. */
  failing: z.strictObject({ since: time, times: count }).optional(),
  /** An answer that waits: the last good one is served. `adopt` takes it now. */
  held: z.strictObject({ since: time, reason: z.enum(HELD_REASONS), nodes: count }).optional(),
  /** When it will be asked again. */
  nextAt: time.optional(),
  subscription: Subscription.optional(),
  /** Outputs that it is a source of. */
  usedBy: z.array(z.strictObject({ id: z.string(), name: z.string() })),
})

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

const revision = count

/** A change of an item: what is absent stays, null takes it away. */
export const ItemChange = z.strictObject({
  revision,
  name: settings.name.optional(),
  body: body.optional(),
  userAgent: userAgent.nullable().optional(),
  prefix: z.string().max(MAX_PREFIX).nullable().optional(),
  intervalS: seconds.optional(),
  fromServer: z.boolean().optional(),
  archived: z.boolean().optional(),
})

export const ItemList = z.strictObject({ items: z.array(SubscriptionItem) })
export const ItemOrder = z.strictObject({ ids: z.array(z.string()).max(MAX_ITEMS) })
export const ItemBody = z.strictObject({ body: z.string() })
/** The last good text of an item, as the convert screen takes it. */
export const ItemText = z.strictObject({ text: z.string(), at: time, subscription: Subscription.optional() })
/** What the owner's page fetched itself. */
export const SentText = z.strictObject({ text: z.string(), subscription: Subscription.optional() })
export const Done = z.strictObject({})

const MAX_URL = 8192

/** An address that the server fetches once for the page; nothing of it is kept. */
export const RelayRequest = z.strictObject({
  url: z.string().trim().min(1).max(MAX_URL),
  userAgent: userAgent.optional(),
})
export const Relayed = z.strictObject({ text: z.string(), subscription: Subscription.optional() })

export type SubscriptionItem = z.infer<typeof SubscriptionItem>
export type NewItem = z.output<typeof NewItem>
export type ItemChange = z.output<typeof ItemChange>
