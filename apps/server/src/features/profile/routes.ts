import {
  DeletionRequest,
  EmailChange,
  MethodChange,
  PasswordChange,
  ProfileChange,
  TokenRequest,
} from '@switchyard/contract'
import { type Context, Hono } from 'hono'
import { endLinks, makeLink } from '../../accounts/account-links.ts'
import { listApiTokens, makeApiToken, revokeApiToken } from '../../accounts/api-tokens.ts'
import { countOwned } from '../../accounts/deletion.ts'
import { enter, placeOf, provenUntil, requireProof } from '../../accounts/enter.ts'
import { linkTo, post } from '../../accounts/letters.ts'
import type { AccountLimits } from '../../accounts/limits.ts'
import { hashPassword, isCommon, isPassword } from '../../accounts/passwords.ts'
import { listEvents, noteEvent } from '../../accounts/security-events.ts'
import { endSession, endSessions, listSessions } from '../../accounts/sessions.ts'
import {
  findPasswordHash,
  listMethods,
  removeMethod,
  renamePasskey,
  savePassword,
} from '../../accounts/sign-in-methods.ts'
import { emailKey, findUserByEmail, findUserById, requireOtherOwner, userOf } from '../../accounts/users.ts'
import type { SecurityEvent } from '@switchyard/contract'
import type { Deps } from '../../deps.ts'
import { answerData, requireRequest } from '../../http/api-answers.ts'
import { ApiRefusal } from '../../api-refusal.ts'
import { visitorKey } from '../../http/client-address.ts'
import { siteUrlOf } from '../../http/host-check.ts'
import { clearSessionCookie } from '../../http/session-cookie.ts'
import { countKept } from '../../db/quota.ts'
import { requireSession, requireUser } from '../../http/visitor.ts'
import { collectExport } from './collect-export.ts'

/** What people see and change of their own account. */
export function profile(
  deps: Pick<Deps, 'settings' | 'store' | 'mail' | 'log' | 'now'> & { limits: AccountLimits },
): Hono {
  const { settings, store, mail, now, limits } = deps
  const { query } = store.database
  const routes = new Hono()
  const note = (c: Context, userId: string, what: SecurityEvent) =>
    noteEvent(query, userId, { what, network: placeOf(c, deps).network }, now())
  const rowOf = async (userId: string) => {
    const row = await findUserById(query, userId)
    if (!row) throw new ApiRefusal('not-signed-in')
    return row
  }

  routes.get('/api/profile', async (c) => {
    const { user, session } = requireSession(c)
    const row = await rowOf(user.id)
    const until = provenUntil(session.provedAt)
    return answerData(c, 'GET /api/profile', {
      user: userOf(row),
      emailConfirmed: row.email_confirmed_at !== null,
      hasPassword: (await findPasswordHash(query, user.id)) !== undefined,
      createdAt: row.created_at,
      ...(await countKept(query, user.id)),
      provenUntil: until > now() ? until : 0,
    })
  })

  routes.patch('/api/profile', async (c) => {
    const user = requireUser(c)
    const { before, ...change } = await requireRequest(c, ProfileChange)
    const { name = user.name, language = user.language } = change
    const { numUpdatedRows } = await query
      .updateTable('user_account')
      .set({ name, language })
      .where('id', '=', user.id)
      .$if(before !== undefined, (one) => one.where('name', '=', before!.name).where('language', '=', before!.language))
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new ApiRefusal('conflict', { current: userOf(await rowOf(user.id)) })
    return answerData(c, 'PATCH /api/profile', { user: { ...user, name, language } })
  })

  routes.post('/api/profile/email', async (c) => {
    const { user } = requireProof(c, now())
    const { email } = await requireRequest(c, EmailChange)
    await limits.count('links', user.id)
    if (mail !== undefined) {
      const { token } = await makeLink(query, { userId: user.id, purpose: 'confirm', email: emailKey(email) }, now())
      const site = siteUrlOf(c, settings.SITE_URL)
      post(deps, 'confirm', { to: email, language: user.language, site }, linkTo(site, 'confirm', token))
      return answerData(c, 'POST /api/profile/email', { changed: false })
    }
    await query.transaction().execute(async (rows) => {
      const other = await findUserByEmail(rows, email)
      if (other && other.id !== user.id) throw new ApiRefusal('email-taken', { field: 'email' })
      await rows
        .updateTable('user_account')
        .set({ email: emailKey(email), email_confirmed_at: null })
        .where('id', '=', user.id)
        .execute()
      await endLinks(rows, user.id)
    })
    await note(c, user.id, 'email-changed')
    return answerData(c, 'POST /api/profile/email', { changed: true })
  })

  routes.post('/api/profile/password', async (c) => {
    const { user } = requireSession(c)
    const { current, password } = await requireRequest(c, PasswordChange)
    const kept = await findPasswordHash(query, user.id)
    if (kept === undefined) requireProof(c, now())
    else {
      await limits.countSignIn(user.email, visitorKey(c, settings.TRUSTED_PROXIES))
      if (!(await isPassword(kept, current ?? ''))) throw new ApiRefusal('wrong-credentials', { field: 'current' })
    }
    if (isCommon(password)) throw new ApiRefusal('password-too-common', { field: 'password' })
    const hash = await hashPassword(password)
    await query.transaction().execute(async (rows) => {
      await savePassword(rows, user.id, hash, now())
      await endLinks(rows, user.id)
      // This one too: its token is a new one from now on.
      await endSessions(rows, user.id)
      await enter(c, deps, user, rows)
    })
    await note(c, user.id, 'password-changed')
    return answerData(c, 'POST /api/profile/password', {})
  })

  routes.get('/api/profile/sessions', async (c) => {
    const { user, session } = requireSession(c)
    const found = await listSessions(query, user.id, now())
    const list = found.map(({ id, createdAt, seenAt, device, network }) => ({
      id,
      createdAt,
      seenAt,
      device,
      network,
      current: id === session.id,
    }))
    return answerData(c, 'GET /api/profile/sessions', list)
  })

  routes.delete('/api/profile/sessions', async (c) => {
    const { user, session } = requireSession(c)
    await endSessions(query, user.id, session.id)
    await note(c, user.id, 'sessions-ended')
    return answerData(c, 'DELETE /api/profile/sessions', {})
  })

  routes.delete('/api/profile/sessions/:id', async (c) => {
    const { user } = requireSession(c)
    if (!(await endSession(query, user.id, c.req.param('id')))) throw new ApiRefusal('not-found')
    await note(c, user.id, 'session-ended')
    return answerData(c, 'DELETE /api/profile/sessions/:id', {})
  })

  routes.get('/api/profile/methods', async (c) =>
    answerData(c, 'GET /api/profile/methods', await listMethods(query, requireUser(c).id)),
  )

  routes.patch('/api/profile/methods/:id', async (c) => {
    const { user } = requireSession(c)
    const { label } = await requireRequest(c, MethodChange)
    if (!(await renamePasskey(query, user.id, c.req.param('id'), label))) throw new ApiRefusal('not-found')
    return answerData(c, 'PATCH /api/profile/methods/:id', {})
  })

  routes.delete('/api/profile/methods/:id', async (c) => {
    const { user } = requireProof(c, now())
    await removeMethod(query, user.id, c.req.param('id'))
    await note(c, user.id, 'method-removed')
    return answerData(c, 'DELETE /api/profile/methods/:id', {})
  })

  routes.get('/api/profile/tokens', async (c) =>
    answerData(c, 'GET /api/profile/tokens', await listApiTokens(query, requireUser(c).id)),
  )

  routes.post('/api/profile/tokens', async (c) => {
    const { user } = requireProof(c, now())
    const wanted = await requireRequest(c, TokenRequest)
    if (wanted.expiresAt !== undefined && wanted.expiresAt <= now())
      throw new ApiRefusal('bad-request', { field: 'expiresAt' })
    const made = await makeApiToken(query, user.id, wanted, now())
    await note(c, user.id, 'token-made')
    return answerData(c, 'POST /api/profile/tokens', made)
  })

  routes.delete('/api/profile/tokens/:id', async (c) => {
    const { user } = requireSession(c)
    if (!(await revokeApiToken(query, user.id, c.req.param('id')))) throw new ApiRefusal('not-found')
    await note(c, user.id, 'token-revoked')
    return answerData(c, 'DELETE /api/profile/tokens/:id', {})
  })

  routes.get('/api/profile/events', async (c) =>
    answerData(c, 'GET /api/profile/events', await listEvents(query, requireUser(c).id, now())),
  )

  routes.get('/api/profile/deletion', async (c) =>
    answerData(c, 'GET /api/profile/deletion', { counts: await countOwned(query, requireUser(c).id) }),
  )

  routes.get('/api/profile/export', async (c) => {
    const { user } = requireSession(c)
    const site = siteUrlOf(c, settings.SITE_URL)
    return answerData(c, 'GET /api/profile/export', await collectExport(store, user.id, site, now()))
  })

  routes.delete('/api/profile', async (c) => {
    const { user } = requireProof(c, now())
    const { email } = await requireRequest(c, DeletionRequest)
    if (emailKey(email) !== user.email) throw new ApiRefusal('bad-request', { field: 'email' })
    await query.transaction().execute(async (rows) => {
      await requireOtherOwner(rows, user.id)
      await rows.deleteFrom('user_account').where('id', '=', user.id).execute()
    })
    clearSessionCookie(c, settings.SITE_URL)
    return answerData(c, 'DELETE /api/profile', {})
  })

  return routes
}
