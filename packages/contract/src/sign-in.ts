import { z } from 'zod'
import type { Slice } from './endpoint.ts'
import { Count, Done, Time } from './fields.ts'
import { Email, Language, MOST_EMAIL, NewPassword, Password, PersonName, SessionUser, SignedIn, Token } from './user.ts'

/** Who may be asked to say who somebody is. */
export const OAUTH_PROVIDERS = ['github', 'gitlab', 'gitee'] as const

export type OAuthProvider = (typeof OAUTH_PROVIDERS)[number]

/** What opens an account. */
export const METHODS = ['password', 'passkey', ...OAUTH_PROVIDERS] as const

/** How one may get in here. */
const SignInOptions = z.strictObject({
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

const RegisterRequest = z.strictObject({
  ...Admission.shape,
  email: Email,
  password: NewPassword,
  name: PersonName,
  language: Language.optional(),
})

/** Without a user the account waits for its address to be confirmed: a mail is on its way. */
const Registered = z.strictObject({ user: SessionUser.optional() })

/** A way to a provider and back: in a popup, or with the whole page where the browser opens none. */
const OAuthRequest = z.strictObject({
  ...Admission.shape,
  purpose: z.enum(['sign-in', 'link']),
  mode: z.enum(['popup', 'page']),
  /** The path of this site that a whole page comes back to. */
  back: z.string().max(2048).default('/'),
})
const OAuthStarted = z.strictObject({ url: z.string() })

const LoginRequest = z.strictObject({ email: z.string().max(MOST_EMAIL), password: Password })
const ProofRequest = z.strictObject({ password: Password })
/** Until when a change of the account is taken without asking again. */
const Proven = z.strictObject({ until: Time })
const ResetMailRequest = z.strictObject({ email: Email })
const ResetRequest = z.strictObject({ token: Token, password: NewPassword })
/** How many tokens of programs ended with the old password, and which other ways still open the account. */
const ResetDone = z.strictObject({
  endedTokens: Count,
  methods: z.array(z.strictObject({ kind: z.enum(METHODS), label: z.string() })),
})
/** Who was never in says the password of the new account too: whoever wrote the address there may not be who reads its mail. */
const ConfirmRequest = z.strictObject({ token: Token, password: Password.optional() })

export const SIGN_IN = {
  'GET /api/auth/options': { data: SignInOptions },
  'POST /api/auth/register': { body: RegisterRequest, data: Registered },
  'POST /api/auth/login': { body: LoginRequest, data: SignedIn },
  'POST /api/auth/oauth/:provider': { body: OAuthRequest, data: OAuthStarted },
  'POST /api/auth/proof': { body: ProofRequest, data: Proven },
  'POST /api/auth/reset-mail': { body: ResetMailRequest, data: Done },
  'POST /api/auth/reset': { body: ResetRequest, data: ResetDone },
  'POST /api/auth/confirm-email': { body: ConfirmRequest, data: Done },
} as const satisfies Slice
