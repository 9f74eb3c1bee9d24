import { LANGS } from '@switchyard/convert/languages'
import { z } from 'zod'

/** What an API token may do: read what its user keeps, change it, have texts converted. */
export const API_SCOPES = ['read', 'write', 'convert'] as const

export type ApiScope = (typeof API_SCOPES)[number]

/** Who may be asked to say who somebody is. */
export const OAUTH_PROVIDERS = ['github', 'gitlab', 'gitee'] as const

export type OAuthProvider = (typeof OAUTH_PROVIDERS)[number]

/** How a browser reaches an authenticator. */
export const PASSKEY_TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const

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

const LEAST_PASSWORD = 10
const MOST_PASSWORD = 128
const MOST_NAME = 40
const MOST_EMAIL = 254
const MOST_TOKEN = 200

/** Letters as a person counts them, not as JavaScript does. */
const lettersOf = (text: string): number => Array.from(text).length

const Email = z.string().trim().max(MOST_EMAIL).pipe(z.email())
const NewPassword = z.string().refine((text) => {
  const letters = lettersOf(text)
  return letters >= LEAST_PASSWORD && letters <= MOST_PASSWORD
})
/** One that was set once. What is far too long is not hashed at all. */
const Password = z
  .string()
  .min(1)
  .max(MOST_PASSWORD * 4)
const Name = z
  .string()
  .trim()
  .refine((text) => text !== '' && lettersOf(text) <= MOST_NAME)
const Token = z.string().min(1).max(MOST_TOKEN)
const Language = z.enum(LANGS)
const Role = z.enum(['owner', 'member'])
/** Milliseconds since 1970. */
const Time = z.int().nonnegative()
const Count = z.int().nonnegative()

/** A user, as that user sees it. */
export const SessionUser = z.strictObject({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role: Role,
  language: Language,
})

/** Who is signed in; nobody when there is no user. */
export const SessionAnswer = z.strictObject({ user: SessionUser.optional() })

/** How one may get in here. */
export const SignInOptions = z.strictObject({
  /** Who may make an account: `invite` only with a link of the owner. */
  registration: z.enum(['open', 'invite', 'closed']),
  /** There is no account yet: the first one needs the setup code, and is the owner's. */
  needsSetup: z.boolean(),
  providers: z.array(z.enum(OAUTH_PROVIDERS)),
  /** Whether this server sends mail: a forgotten password can be reset by it. */
  mail: z.boolean(),
  /** Whether a passkey works at this address: that needs https or localhost. */
  passkeys: z.boolean(),
})

/** What lets somebody make an account where not everybody may. */
const Admission = z.strictObject({ setupCode: Token.optional(), invite: Token.optional() })

export const RegisterRequest = z.strictObject({
  ...Admission.shape,
  email: Email,
  password: NewPassword,
  name: Name,
  language: Language.optional(),
})

/** Without a user the account waits for its address to be confirmed: a mail is on its way. */
export const Registered = z.strictObject({ user: SessionUser.optional() })

/** A way to a provider and back: in a popup, or with the whole page where the browser opens none. */
export const OAuthRequest = z.strictObject({
  ...Admission.shape,
  purpose: z.enum(['sign-in', 'link']),
  mode: z.enum(['popup', 'page']),
  /** The path of this site that a whole page comes back to. */
  back: z.string().max(2048).default('/'),
})
export const OAuthStarted = z.strictObject({ url: z.string() })

const MOST_BASE64 = 16_384
const Base64 = z.string().max(MOST_BASE64)
/** What both answers of an authenticator have, as WebAuthn says it in JSON. */
const credential = {
  id: Base64,
  rawId: Base64,
  type: z.literal('public-key'),
  clientExtensionResults: z.object({}),
  authenticatorAttachment: z.enum(['cross-platform', 'platform']).optional(),
}

/** `options` is what `startAuthentication` of @simplewebauthn/browser is given. */
export const PasskeyOptions = z.strictObject({ options: z.looseObject({ challenge: z.string() }) })
/** The same for its `startRegistration`. */
export const NewPasskeyOptions = z.strictObject({
  options: z.looseObject({
    challenge: z.string(),
    rp: z.strictObject({ id: z.string().optional(), name: z.string() }),
    user: z.strictObject({ id: z.string(), name: z.string(), displayName: z.string() }),
    pubKeyCredParams: z.array(z.strictObject({ alg: z.int(), type: z.literal('public-key') })),
  }),
})
export const PasskeyLogin = z.strictObject({
  response: z.object({
    ...credential,
    response: z.object({
      clientDataJSON: Base64,
      authenticatorData: Base64,
      signature: Base64,
      userHandle: Base64.optional(),
    }),
  }),
})
export const PasskeyRegistration = z.strictObject({
  label: Name,
  response: z.object({
    ...credential,
    response: z.object({
      clientDataJSON: Base64,
      attestationObject: Base64,
      transports: z.array(z.enum(PASSKEY_TRANSPORTS)).optional(),
    }),
  }),
})

export const LoginRequest = z.strictObject({ email: z.string().max(MOST_EMAIL), password: Password })
export const SignedIn = z.strictObject({ user: SessionUser })
export const ProofRequest = z.strictObject({ password: Password })
/** Until when a change of the account is taken without asking again. */
export const Proven = z.strictObject({ until: Time })
export const ResetMailRequest = z.strictObject({ email: Email })
export const ResetRequest = z.strictObject({ token: Token, password: NewPassword })
export const ConfirmRequest = z.strictObject({ token: Token })

export const Profile = z.strictObject({
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
export const ProfileChange = z.strictObject({
  name: Name.optional(),
  language: Language.optional(),
  before: z.strictObject({ name: z.string(), language: Language }).optional(),
})
export const EmailChange = z.strictObject({ email: Email })
/** `changed` is false where the new address has to be confirmed first, by the mail that was sent to it. */
export const EmailChanged = z.strictObject({ changed: z.boolean() })
/** `current` may be missing where there is no password yet. */
export const PasswordChange = z.strictObject({ current: Password.optional(), password: NewPassword })

export const SessionList = z.array(
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

export const MethodList = z.array(
  z.strictObject({
    id: z.string(),
    kind: z.enum(['password', 'passkey', ...OAUTH_PROVIDERS]),
    /** What it is called: the name at the provider, the name of the passkey. */
    label: z.string(),
    createdAt: Time,
    usedAt: Time.nullable(),
  }),
)

/** Of a passkey: the others are called as their provider calls them. */
export const MethodChange = z.strictObject({ label: Name })

const Scopes = z.array(z.enum(API_SCOPES))

export const TokenList = z.array(
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
export const TokenRequest = z.strictObject({ name: Name, scopes: Scopes.min(1), expiresAt: Time.optional() })
/** The token is in no other answer. */
export const MadeToken = z.strictObject({ id: z.string(), token: z.string() })

export const EventList = z.array(
  z.strictObject({ id: z.string(), at: Time, what: z.enum(SECURITY_EVENTS), network: z.string() }),
)

/** What goes with an account: how many rows of each table. */
export const Deletion = z.strictObject({ counts: z.record(z.string(), Count) })
/** The address is typed, so that nobody deletes an account by a slip. */
export const DeletionRequest = z.strictObject({ email: z.string().max(MOST_EMAIL) })

export const People = z.array(
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
export const PersonChange = z.strictObject({
  disabled: z.boolean().optional(),
  role: Role.optional(),
  /** Null: what everybody may keep. */
  quotaBytes: Count.nullable().optional(),
})
export const InviteRequest = z.strictObject({ label: z.string().trim().max(MOST_NAME).default('') })
/** A link with a token: it is in no other answer. */
export const MadeLink = z.strictObject({ url: z.string(), expiresAt: Time })
export const InviteList = z.array(
  z.strictObject({ id: z.string(), label: z.string(), createdAt: Time, expiresAt: Time }),
)
