import { z } from 'zod'
import type { Slice } from './endpoint.ts'
import { Count, Done, OwnName, Time } from './fields.ts'
import { KEPT_BODY_MAX, KEPT_KINDS } from './kept-kinds.ts'

/** As many as one person may have. The table says the same. */
const MAX_ITEMS = 500

const KeptKind = z.enum(KEPT_KINDS)
/** Whoever keeps something names it: a page, an address, a number drawn at random. */
const KeptId = z.string().regex(/^[\w.:/@%+-]{1,200}$/)

export const KeptItem = z.strictObject({
  kind: KeptKind,
  id: KeptId,
  name: OwnName,
  /** What it is, as its kind writes it. The server reads none of it. */
  body: z.string().max(KEPT_BODY_MAX),
  /** When its person changed it last. Of two with the same kind and id the newer one stays. */
  changed: Time,
})

const KeptList = z.strictObject({ items: z.array(KeptItem) })
const KeptMerge = z.strictObject({ items: z.array(KeptItem).max(MAX_ITEMS) })
/** All that is kept now, and what became of what was sent. */
const Merged = z.strictObject({
  items: z.array(KeptItem),
  added: Count,
  replaced: Count,
  /** What was there is as new, or newer. */
  unchanged: Count,
})

export const KEPT_EXPORT = { kept: z.array(KeptItem) }

export const KEPT = {
  'GET /api/kept': { data: KeptList },
  'POST /api/kept': { body: KeptMerge, data: Merged },
  'DELETE /api/kept/:kind/:kept': { data: Done },
} as const satisfies Slice

export type KeptItem = z.infer<typeof KeptItem>
export type KeptKind = z.infer<typeof KeptKind>
