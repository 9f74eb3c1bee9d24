import { OAUTH_PROVIDERS } from '@switchyard/contract'
import type { Context } from 'hono'
import { findLink, makeLink, useLink } from '../../accounts/account-links.ts'
import { enter, placeOf, signIn as beginSignedIn } from '../../accounts/enter.ts'
import { endApiTokens } from '../../accounts/api-tokens.ts'
import { findKnownDevice } from '../../accounts/known-device.ts'
import { linkTo, post } from '../../accounts/letters.ts'
import { hashPassword, isCommon, isOutdated, isPassword } from '../../accounts/passwords.ts'
import { noteEvent } from '../../accounts/security-events.ts'
import { endSessions } from '../../accounts/sessions.ts'
import { needsSetup } from '../../accounts/setup-code.ts'
import {
  findPasswordHash,
  hasBeenIn,
  listMethods,
  notePasswordUsed,
  savePassword,
} from '../../accounts/sign-in-methods.ts'
import { confirmEmail, emailKey, findUserByEmail, type UserRow, userOf } from '../../accounts/users.ts'
import type { Deps } from '../../deps.ts'
import { type Endpoint, endpoint } from '../../http/endpoint.ts'
import { ApiRefusal } from '../../api-refusal.ts'
import { siteUrlOf } from '../../http/host-check.ts'
import { langOf } from '../../http/lang-of.ts'
import { knownDeviceTries, letterTo, type RequestLimits, signInTries, type Tries } from '../../http/request-limits.ts'
import { provenUntil } from '../../http/visitor.ts'
import { register } from './register.ts'

type Needs = Pick<Deps, 'settings' | 'store' | 'mail' | 'log' | 'now'> & { limits: RequestLimits }

const AFTERWARDS_MS = 20

/** Making an account, signing in to it, and getting back in without the password. */
export function signIn(deps: Needs): Endpoint[] {
  const { settings, store, mail, now, log, limits } = deps
  const { query } = store.database

  return [
    endpoint('GET /api/auth/options', { who: 'visitor' }, async ({ c }) => {
      const set = { github: settings.OAUTH_GITHUB, gitlab: settings.OAUTH_GITLAB, gitee: settings.OAUTH_GITEE }
      const { protocol, hostname } = new URL(siteUrlOf(c, settings.SITE_URL))
      return {
        registration: settings.REGISTRATION,
        needsSetup: await needsSetup(query),
        providers: OAUTH_PROVIDERS.filter((provider) => set[provider] !== undefined),
        mail: mail !== undefined,
        passkeys: protocol === 'https:' || hostname === 'localhost',
      }
    }),
    endpoint(
      'POST /api/auth/register',
      {
        who: 'visitor',
        limit: async ({ address }) =>
          (await needsSetup(query))
            ? [
                ['setup code', address()],
                // One count for all addresses: the code is one secret.
                ['setup code', 'all'],
              ]
            : [['new accounts', address()]],
      },
      async ({ c, body: wanted }) => {
        if (isCommon(wanted.password)) throw new ApiRefusal('password-too-common', { field: 'password' })
        const site = siteUrlOf(c, settings.SITE_URL)
        const user = await register(deps, { ...wanted, language: wanted.language ?? langOf(c) }, site)
        if (user === undefined) return {}
        await noteEvent(query, user.id, { what: 'registered', network: placeOf(c, deps).network }, now())
        await enter(c, deps, user)
        return { user }
      },
    ),
    endpoint('POST /api/auth/login', { who: 'visitor', limit: triesOf }, async (asked) => {
      const { c, body } = asked
      const { email, password } = body
      const found = await findUserByEmail(query, email)
      const kept = found && (await findPasswordHash(query, found.id))
      const fits = await isPassword(kept, password)
      // Who waits for a mail and who is disabled is told the same as who has a wrong password.
      if (!found || kept === undefined || !fits || !(await mayEnter(found))) {
        const { network } = placeOf(c, deps)
        if (found) afterwards(() => noteEvent(query, found.id, { what: 'sign-in-failed', network }, now()))
        throw new ApiRefusal('wrong-credentials')
      }
      await limits.forgetSignIns(triesOf(asked))
      if (isOutdated(kept)) await savePassword(query, found.id, await hashPassword(password), now())
      await notePasswordUsed(query, found.id, now())
      await beginSignedIn(c, deps, found)
      return { user: userOf(found) }
    }),
    endpoint(
      'POST /api/auth/proof',
      { who: 'member', limit: ({ session }) => knownDeviceTries(session.id) },
      async ({ c, user, session, body: { password } }) => {
        if (!(await isPassword(await findPasswordHash(query, user.id), password)))
          throw new ApiRefusal('wrong-credentials')
        await limits.forgetSignIns(knownDeviceTries(session.id))
        await enter(c, deps, user)
        return { until: provenUntil(now(), now()) }
      },
    ),
    endpoint(
      'POST /api/auth/reset-mail',
      {
        who: 'visitor',
        limit: ({ body: { email }, address }) =>
          mail === undefined ? [] : [['links', address()], letterTo(emailKey(email))],
      },
      ({ c, body: { email } }) => {
        if (mail === undefined) throw new ApiRefusal('no-mail')
        const site = siteUrlOf(c, settings.SITE_URL)
        afterwards(() => sendResetLink(email, site))
        return {}
      },
    ),
    endpoint(
      'POST /api/auth/reset',
      { who: 'visitor', limit: ({ address }) => [['links', address()]] },
      async ({ c, body: { token, password } }) => {
        // Looked at before the link is used up: it works once.
        if (isCommon(password)) throw new ApiRefusal('password-too-common', { field: 'password' })
        const hash = await hashPassword(password)
        return query.transaction().execute(async (rows) => {
          const link = await useLink(rows, 'reset', token, now())
          if (link === undefined) throw new ApiRefusal('link-invalid')
          const { userId } = link
          await savePassword(rows, userId, hash, now())
          await notePasswordUsed(rows, userId, now())
          await endSessions(rows, userId)
          const endedTokens = await endApiTokens(rows, userId)
          await noteEvent(rows, userId, { what: 'password-reset', network: placeOf(c, deps).network }, now())
          // Whoever had the password may have added a way in: its person sees all of them, and removes what is not theirs.
          const others = (await listMethods(rows, userId)).filter(({ kind }) => kind !== 'password')
          return { endedTokens, methods: others.map(({ kind, label }) => ({ kind, label })) }
        })
      },
    ),
    endpoint(
      'POST /api/auth/confirm-email',
      { who: 'visitor', limit: ({ address }) => [['links', address()]] },
      async ({ c, body: { token, password } }) => {
        if (!(await mayConfirm(token, password))) throw new ApiRefusal('wrong-credentials')
        await query.transaction().execute(async (rows) => {
          const link = await useLink(rows, 'confirm', token, now())
          if (link === undefined || !(await confirmEmail(rows, link, now()))) throw new ApiRefusal('link-invalid')
          await noteEvent(rows, link.userId, { what: 'email-confirmed', network: placeOf(c, deps).network }, now())
        })
        return {}
      },
    ),
  ]

  /** One try to sign in. A browser that the account was opened in before is not kept out by others who try it. */
  function triesOf({ c, body, address }: { c: Context; body: { email: string }; address: () => string }): Tries {
    const email = emailKey(body.email)
    const device = findKnownDevice(c, deps, email)
    return device === undefined ? signInTries(email, address()) : knownDeviceTries(device)
  }

  /** Done once the answer is on its way: what is done for a known account alone would show in the time that it takes. */
  function afterwards(work: () => Promise<void>): void {
    setTimeout(() => {
      work().catch((error: unknown) => log.error({ err: error }, 'What follows a sign-in failed'))
    }, AFTERWARDS_MS)
  }

  async function sendResetLink(email: string, site: string): Promise<void> {
    const found = await findUserByEmail(query, email)
    if (!found || found.disabled_at !== null) return
    const { token } = await makeLink(query, { userId: found.id, purpose: 'reset', email: found.email }, now())
    post(deps, 'reset', { to: found.email, language: found.language, site }, linkTo(site, 'reset', token))
  }

  /**
   * Whether who holds a link to confirm an address may do so. A new account that nobody was ever in may be a stranger's: it
   * opens for who has both its mail and its password.
   */
  async function mayConfirm(token: string, password: string | undefined): Promise<boolean> {
    const link = await findLink(query, 'confirm', token, now())
    const user = link && (await findUserByEmail(query, link.email))
    if (!user || user.id !== link.userId || (await hasBeenIn(query, user.id))) return true
    return password !== undefined && (await isPassword(await findPasswordHash(query, user.id), password))
  }

  async function mayEnter({ id, disabled_at, email_confirmed_at }: UserRow): Promise<boolean> {
    if (disabled_at !== null) return false
    return mail === undefined || email_confirmed_at !== null || (await hasBeenIn(query, id))
  }
}
