import { z } from 'zod'
import type { Slice } from './endpoint.ts'
import { Count, Done, Time } from './fields.ts'
import { METHODS } from './sign-in.ts'
import { Email, Language, MOST_EMAIL, NewPassword, Password, PersonName, SessionUser, SignedIn } from './user.ts'

/** What an API token may do: read what its user keeps, change it, have texts converted, make and change short links. */
export const API_SCOPES = ['read', 'write', 'convert', 'short'] as const

export type ApiScope = (typeof API_SCOPES)[number]

/** What happened to an account; shown under its security. */
export const SECURITY_EVENTS = [
  'registered',
  'signed-in',
  'sign-in-failed',
  'password-changed',
  'password-reset',
  'reset-link-made',
  'email-changed',
  'email-confirmed',
  'method-added',
  'method-removed',
  'session-ended',
  'sessions-ended',
  'token-made',
  'token-revoked',
  'role-changed',
] as const

export type SecurityEvent = (typeof SECURITY_EVENTS)[number]

const Profile = z.strictObject({
  user: SessionUser,
  emailConfirmed: z.boolean(),
  hasPassword: z.boolean(),
  createdAt: Time,
  /** What this person keeps, and may keep. */
  keptBytes: Count,
  quotaBytes: Count,
  /** Until when a change of the account is taken without asking again; 0 where it is asked. */
  provenUntil: Time,
})
/** `before`: what it was when the change was begun. With it, a change that was made meanwhile is a `conflict`. */
const ProfileChange = z.strictObject({
  name: PersonName.optional(),
  language: Language.optional(),
  before: z.strictObject({ name: z.string(), language: Language }).optional(),
})
const EmailChange = z.strictObject({ email: Email })
/** `changed` is false where the new address has to be confirmed first, by the mail that was sent to it. */
const EmailChanged = z.strictObject({ changed: z.boolean() })
/** `current` may be missing where there is no password yet. */
const PasswordChange = z.strictObject({ current: Password.optional(), password: NewPassword })

const SessionList = z.array(
  z.strictObject({
    id: z.string(),
    createdAt: Time,
    seenAt: Time,
    /** In words: `Firefox · Windows`. */
    device: z.string(),
    /** The beginning of the address: `192.0.2.0/24`. */
    network: z.string(),
    /** Whether it is the one that asks. */
    current: z.boolean(),
  }),
)

const MethodList = z.array(
  z.strictObject({
    id: z.string(),
    kind: z.enum(METHODS),
    /** What it is called: the name at the provider, the name of the passkey. */
    label: z.string(),
    createdAt: Time,
    usedAt: Time.nullable(),
  }),
)

/** Of a passkey: the others are called as their provider calls them. */
const MethodChange = z.strictObject({ label: PersonName })

const Scopes = z.array(z.enum(API_SCOPES))

const TokenList = z.array(
  z.strictObject({
    id: z.string(),
    name: z.string(),
    /** Its last four letters. */
    tail: z.string(),
    scopes: Scopes,
    createdAt: Time,
    expiresAt: Time.nullable(),
    usedAt: Time.nullable(),
  }),
)
const TokenRequest = z.strictObject({ name: PersonName, scopes: Scopes.min(1), expiresAt: Time.optional() })
/** The token is in no other answer. */
const MadeToken = z.strictObject({ id: z.string(), token: z.string() })

const EventList = z.array(
  z.strictObject({ id: z.string(), at: Time, what: z.enum(SECURITY_EVENTS), network: z.string() }),
)

/** What goes with an account: how many rows of each table. */
const Deletion = z.strictObject({ counts: z.record(z.string(), Count) })
/** The address is typed, so that nobody deletes an account by a slip. */
const DeletionRequest = z.strictObject({ email: z.string().max(MOST_EMAIL) })

/** What the export of an account holds of it. */
export const PROFILE_EXPORT = {
  user: SessionUser,
  createdAt: Time,
  methods: MethodList,
  sessions: z.array(SessionList.element.omit({ current: true })),
  /** Without what opens a door: that is kept nowhere. */
  tokens: TokenList,
  events: EventList,
}

export const PROFILE = {
  'GET /api/profile': { data: Profile },
  'PATCH /api/profile': { body: ProfileChange, data: SignedIn },
  'DELETE /api/profile': { body: DeletionRequest, data: Done },
  'GET /api/profile/deletion': { data: Deletion },
  'POST /api/profile/email': { body: EmailChange, data: EmailChanged },
  'POST /api/profile/password': { body: PasswordChange, data: Done },
  'GET /api/profile/sessions': { data: SessionList },
  'DELETE /api/profile/sessions': { data: Done },
  'DELETE /api/profile/sessions/:id': { data: Done },
  'GET /api/profile/methods': { data: MethodList },
  'PATCH /api/profile/methods/:id': { body: MethodChange, data: Done },
  'DELETE /api/profile/methods/:id': { data: Done },
  'GET /api/profile/tokens': { data: TokenList },
  'POST /api/profile/tokens': { body: TokenRequest, data: MadeToken },
  'DELETE /api/profile/tokens/:id': { data: Done },
  'GET /api/profile/events': { data: EventList },
} as const satisfies Slice
