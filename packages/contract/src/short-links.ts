import { z } from 'zod'
import type { Slice } from './endpoint.ts'
import { Count, Done, Revision, Time } from './fields.ts'
import { SHORT_CODE, SHORT_TARGET_BYTES } from './short-codes.ts'

const MOST_PASSWORD = 128

const link = {
  id: z.string(),
  revision: Revision,
  code: z.string(),
  /** Where it answers. */
  url: z.string(),
  /** Of its target: the whole target is shown on request. */
  host: z.string(),
  createdAt: Time,
  expiresAt: Time.optional(),
  disabled: z.boolean(),
  /** The owner of the server switched it off: its person cannot switch it on again. */
  blocked: z.boolean(),
  hasPassword: z.boolean(),
  /** Visits, one an hour from each network. */
  hits: Count,
  lastHitAt: Time.optional(),
  /** How often somebody reported it to the owner of the server. */
  reports: Count,
}

export const ShortLink = z.strictObject(link).meta({ id: 'ShortLink' })
const WholeShortLink = z.strictObject({ ...link, target: z.string() })

const Target = z.string().trim().min(1).max(SHORT_TARGET_BYTES)
const LinkPassword = z.string().min(1).max(MOST_PASSWORD)

/** Without a code one is drawn. */
const NewShortLink = z.strictObject({
  target: Target,
  code: z.string().regex(SHORT_CODE).optional(),
  expiresAt: Time.optional(),
  password: LinkPassword.optional(),
})

/** What is absent stays, null takes it away. The code stays whatever is changed. */
const ShortLinkChange = z.strictObject({
  revision: Revision,
  target: Target.optional(),
  expiresAt: Time.nullable().optional(),
  password: LinkPassword.nullable().optional(),
  disabled: z.boolean().optional(),
})

/** One page, the newest first. `total`: of all pages. */
const ShortLinkPage = z.strictObject({ links: z.array(ShortLink), total: Count })

/** What somebody reported, for the owner of the server: not where it leads. */
const ReportedLinks = z.strictObject({
  links: z.array(
    z.strictObject({ id: z.string(), code: z.string(), url: z.string(), person: z.string(), reports: Count, blocked: z.boolean() }), // oxfmt-ignore
  ),
})

/** `blocked`: false lets it answer again, and forgets the reports. */
const Blocking = z.strictObject({ blocked: z.boolean() })

export const SHORT_LINKS_EXPORT = {
  shortLinks: z.array(z.strictObject({ ...WholeShortLink.shape, deletedAt: Time.optional() })),
}

export const SHORT_LINKS = {
  'GET /api/short-links': { data: ShortLinkPage },
  'POST /api/short-links': { body: NewShortLink, data: ShortLink },
  'GET /api/short-links/:link': { data: WholeShortLink },
  'PATCH /api/short-links/:link': { body: ShortLinkChange, data: ShortLink },
  'DELETE /api/short-links/:link': { data: Done },
  'POST /api/short-links/:link/restore': { data: ShortLink },
  'GET /api/reported-links': { data: ReportedLinks },
  'PATCH /api/reported-links/:reported': { body: Blocking, data: Done },
} as const satisfies Slice

export type ShortLink = z.infer<typeof ShortLink>
export type ShortLinkPage = z.infer<typeof ShortLinkPage>
export type WholeShortLink = z.infer<typeof WholeShortLink>
export type NewShortLink = z.output<typeof NewShortLink>
export type ShortLinkChange = z.output<typeof ShortLinkChange>
