import { z } from 'zod'
import type { Slice } from './endpoint.ts'
import { Done } from './fields.ts'
import { PersonName, SignedIn } from './user.ts'

/** How a browser reaches an authenticator. */
export const PASSKEY_TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const

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
const PasskeyOptions = z.strictObject({ options: z.looseObject({ challenge: z.string() }) })
/** The same for its `startRegistration`. */
const NewPasskeyOptions = z.strictObject({
  options: z.looseObject({
    challenge: z.string(),
    rp: z.strictObject({ id: z.string().optional(), name: z.string() }),
    user: z.strictObject({ id: z.string(), name: z.string(), displayName: z.string() }),
    pubKeyCredParams: z.array(z.strictObject({ alg: z.int(), type: z.literal('public-key') })),
  }),
})
const PasskeyLogin = z.strictObject({
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
const PasskeyRegistration = z.strictObject({
  label: PersonName,
  response: z.object({
    ...credential,
    response: z.object({
      clientDataJSON: Base64,
      attestationObject: Base64,
      transports: z.array(z.enum(PASSKEY_TRANSPORTS)).optional(),
    }),
  }),
})

export const PASSKEYS = {
  'POST /api/auth/passkeys/options': { data: PasskeyOptions },
  'POST /api/auth/passkeys/login': { body: PasskeyLogin, data: SignedIn },
  'POST /api/profile/passkeys/options': { data: NewPasskeyOptions },
  'POST /api/profile/passkeys': { body: PasskeyRegistration, data: Done },
} as const satisfies Slice
