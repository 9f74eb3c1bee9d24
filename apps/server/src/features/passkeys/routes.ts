import { PASSKEY_TRANSPORTS } from '@switchyard/contract'
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import type { Context } from 'hono'
import { z } from 'zod'
import { beginAttempt, endAttempt } from '../../accounts/attempts.ts'
import { placeOf, signIn } from '../../accounts/enter.ts'
import { noteEvent } from '../../accounts/security-events.ts'
import { findUserById, userOf } from '../../accounts/users.ts'
import type { Deps } from '../../deps.ts'
import { type Endpoint, endpoint } from '../../http/endpoint.ts'
import { ApiRefusal } from '../../api-refusal.ts'
import { siteUrlOf } from '../../http/host-check.ts'
import { findPasskey, type KnownPasskey, listPasskeys, notePasskeyUsed, savePasskey } from './store.ts'

const Registering = z.object({ userId: z.string() })
const SigningIn = z.object({})

/** Signing in with a passkey, and adding one to an account. */
export function passkeys(deps: Pick<Deps, 'settings' | 'store' | 'log' | 'now'>): Endpoint[] {
  const { settings, store, log, now } = deps
  const { query } = store.database

  return [
    endpoint(
      'POST /api/auth/passkeys/options',
      { who: 'visitor', needs: requireParty, limit: ({ address }) => [['address', address()]] },
      async ({ c }) => {
        const { id } = requireParty(c)
        const options = await generateAuthenticationOptions({ rpID: id, userVerification: 'required' })
        await beginAttempt(store, 'passkey', {}, now(), options.challenge)
        return { options: { ...options } }
      },
    ),
    endpoint(
      'POST /api/auth/passkeys/login',
      { who: 'visitor', needs: requireParty, limit: ({ address }) => [['address', address()]] },
      async ({ c, body: { response } }) => {
        const party = requireParty(c)
        const challenge = challengeOf(response.response.clientDataJSON)
        const asked = await endAttempt(store, 'passkey', SigningIn, challenge, now())
        const known = await findPasskey(query, response.id)
        if (asked === undefined || known === undefined) throw new ApiRefusal('wrong-credentials')
        const { verified, authenticationInfo } = await verifyAuthenticationResponse({
          response,
          expectedChallenge: challenge,
          expectedOrigin: party.origin,
          expectedRPID: party.id,
          requireUserVerification: true,
          credential: credentialOf(known),
        }).catch(refuse('wrong-credentials'))
        const user = verified ? await findUserById(query, known.userId) : undefined
        if (!user || user.disabled_at !== null) throw new ApiRefusal('wrong-credentials')
        await notePasskeyUsed(query, known.credential, authenticationInfo.newCounter, now())
        await signIn(c, deps, user)
        return { user: userOf(user) }
      },
    ),
    endpoint(
      'POST /api/profile/passkeys/options',
      { who: 'proven', needs: requireParty, limit: ({ user }) => [['new passkeys', user.id]] },
      async ({ c, user }) => {
        const { id } = requireParty(c)
        const known = await listPasskeys(query, user.id)
        const options = await generateRegistrationOptions({
          rpName: 'Switchyard',
          rpID: id,
          userName: user.email,
          userDisplayName: user.name,
          userID: new TextEncoder().encode(user.id),
          attestationType: 'none',
          excludeCredentials: known.map(({ credential, transports }) => ({
            id: credential,
            transports: transportsOf(transports),
          })),
          authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        })
        await beginAttempt(store, 'passkey-new', { userId: user.id }, now(), options.challenge)
        return { options: { ...options } }
      },
    ),
    endpoint(
      'POST /api/profile/passkeys',
      { who: 'proven', needs: requireParty },
      async ({ c, user, body: { response, label } }) => {
        const party = requireParty(c)
        const challenge = challengeOf(response.response.clientDataJSON)
        const asked = await endAttempt(store, 'passkey-new', Registering, challenge, now())
        if (asked?.userId !== user.id) throw new ApiRefusal('sign-in-failed')
        const { verified, registrationInfo } = await verifyRegistrationResponse({
          response,
          expectedChallenge: challenge,
          expectedOrigin: party.origin,
          expectedRPID: party.id,
          requireUserVerification: true,
        }).catch(refuse('sign-in-failed'))
        if (!verified) throw new ApiRefusal('sign-in-failed')
        const { id, publicKey, counter } = registrationInfo.credential
        const transports = response.response.transports ?? []
        if (
          !(await savePasskey(
            store.database,
            user.id,
            { credential: id, publicKey, counter, transports, label },
            now(),
          ))
        )
          throw new ApiRefusal('method-taken')
        await noteEvent(query, user.id, { what: 'method-added', network: placeOf(c, deps).network }, now())
        return {}
      },
    ),
  ]

  /** Who a passkey is for: this site. Browsers have passkeys on https and on localhost only. Throws `no-passkeys`. */
  function requireParty(c: Context): { id: string; origin: string } {
    const { protocol, hostname, origin } = new URL(siteUrlOf(c, settings.SITE_URL))
    if (protocol !== 'https:' && hostname !== 'localhost') throw new ApiRefusal('no-passkeys')
    return { id: hostname, origin }
  }

  function refuse(code: 'wrong-credentials' | 'sign-in-failed') {
    return (error: unknown): never => {
      log.info({ reason: error instanceof Error ? error.name : 'unknown' }, 'A passkey was refused')
      throw new ApiRefusal(code)
    }
  }
}

function credentialOf({ credential, publicKey, counter, transports }: KnownPasskey) {
  return { id: credential, publicKey, counter, transports: transportsOf(transports) }
}

function transportsOf(names: readonly string[]) {
  return PASSKEY_TRANSPORTS.filter((transport) => names.includes(transport))
}

/** What the browser says it was asked; the check of the signature shows whether it was. */
function challengeOf(clientData: string): string {
  try {
    const read = z
      .object({ challenge: z.string() })
      .safeParse(JSON.parse(Buffer.from(clientData, 'base64url').toString()))
    return read.success ? read.data.challenge : ''
  } catch {
    return ''
  }
}
