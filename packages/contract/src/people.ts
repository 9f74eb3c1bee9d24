import { z } from 'zod'
import type { Slice } from './endpoint.ts'
import { Count, Done, TypedLine, Time } from './fields.ts'
import { MOST_NAME, Role, SessionUser } from './user.ts'

const People = z.array(
  z.strictObject({
    ...SessionUser.shape,
    emailConfirmed: z.boolean(),
    createdAt: Time,
    disabledAt: Time.nullable(),
    quotaBytes: Count.nullable(),
    /** When a session of this person was last seen. */
    seenAt: Time.nullable(),
  }),
)
const PersonChange = z.strictObject({
  disabled: z.boolean().optional(),
  role: Role.optional(),
  /** Null: what everybody may keep. */
  quotaBytes: Count.nullable().optional(),
})
const InviteRequest = z.strictObject({ label: TypedLine.trim().max(MOST_NAME).default('') })
/** A link with a token: it is in no other answer. */
const MadeLink = z.strictObject({ url: z.string(), expiresAt: Time })
const InviteList = z.array(z.strictObject({ id: z.string(), label: z.string(), createdAt: Time, expiresAt: Time }))

/** What the export of an account holds of those whom its person invited. */
export const PEOPLE_EXPORT = { invites: InviteList }

export const PEOPLE = {
  'GET /api/people': { data: People },
  'PATCH /api/people/:id': { body: PersonChange, data: Done },
  'DELETE /api/people/:id': { data: Done },
  'POST /api/people/:id/reset-link': { data: MadeLink },
  'GET /api/people/invites': { data: InviteList },
  'POST /api/people/invites': { body: InviteRequest, data: MadeLink },
  'DELETE /api/people/invites/:id': { data: Done },
} as const satisfies Slice
