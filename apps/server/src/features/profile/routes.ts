import type { Context } from 'hono'
import { endLinks, makeLink } from '../../accounts/account-links.ts'
import { listApiTokens, makeApiToken, revokeApiToken } from '../../accounts/api-tokens.ts'
import { countOwned } from '../../accounts/deletion.ts'
import { enter, placeOf } from '../../accounts/enter.ts'
import { linkTo, post } from '../../accounts/letters.ts'
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
import { type Endpoint, endpoint } from '../../http/endpoint.ts'
import { ApiRefusal } from '../../api-refusal.ts'
import { knownDeviceTries, letterTo } from '../../http/request-limits.ts'
import { siteUrlOf } from '../../http/host-check.ts'
import { clearSessionCookie } from '../../http/session-cookie.ts'
import { countKept } from '../../db/quota.ts'
import { provenUntil, requireProof } from '../../http/visitor.ts'
import { removeWaste, wasteKeysOfUser } from '../../storage/keys.ts'
import { collectExport, type ExportParts } from './collect-export.ts'

/** What people see and change of their own account. `exported`: what other features keep for them. */
export function profile(
  deps: Pick<Deps, 'settings' | 'store' | 'storage' | 'mail' | 'log' | 'now'>,
  exported: ExportParts,
): Endpoint[] {
  const { settings, store, mail, now } = deps
  const { query } = store.database
  const note = (c: Context, userId: string, what: SecurityEvent) =>
    noteEvent(query, userId, { what, network: placeOf(c, deps).network }, now())
  const rowOf = async (userId: string) => {
    const row = await findUserById(query, userId)
    if (!row) throw new ApiRefusal('not-signed-in')
    return row
  }

  return [
    endpoint('GET /api/profile', { who: 'member' }, async ({ user, session }) => {
      const row = await rowOf(user.id)
      return {
        user: userOf(row),
        emailConfirmed: row.email_confirmed_at !== null,
        hasPassword: (await findPasswordHash(query, user.id)) !== undefined,
        createdAt: row.created_at,
        ...(await countKept(query, user.id)),
        provenUntil: provenUntil(session.provedAt, now()),
      }
    }),
    endpoint('PATCH /api/profile', { who: 'member' }, async ({ user, body }) => {
      const { before, ...change } = body
      const { name = user.name, language = user.language } = change
      const { numUpdatedRows } = await query
        .updateTable('user_account')
        .set({ name, language })
        .where('id', '=', user.id)
        .$if(before !== undefined, (one) =>
          one.where('name', '=', before!.name).where('language', '=', before!.language),
        )
        .executeTakeFirst()
      if (numUpdatedRows === 0n) throw new ApiRefusal('conflict', { current: userOf(await rowOf(user.id)) })
      return { user: { ...user, name, language } }
    }),
    endpoint(
      'POST /api/profile/email',
      {
        who: 'proven',
        limit: ({ user, body: { email } }) => [
          ['links', user.id],
          ...(mail === undefined ? [] : [letterTo(emailKey(email))]),
        ],
      },
      async ({ c, user, body: { email } }) => {
        if (mail !== undefined) {
          const link = { userId: user.id, purpose: 'confirm' as const, email: emailKey(email) }
          const { token } = await makeLink(query, link, now())
          const site = siteUrlOf(c, settings.SITE_URL)
          post(deps, 'confirm', { to: email, language: user.language, site }, linkTo(site, 'confirm', token))
          return { changed: false }
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
        return { changed: true }
      },
    ),
    endpoint(
      'POST /api/profile/password',
      {
        who: 'member',
        // Who has no password yet cannot guess one.
        limit: async ({ user, session }) =>
          (await findPasswordHash(query, user.id)) === undefined ? [] : knownDeviceTries(session.id),
      },
      async ({ c, user, body: { current, password } }) => {
        const kept = await findPasswordHash(query, user.id)
        if (kept === undefined) requireProof(c, now())
        else if (!(await isPassword(kept, current ?? '')))
          throw new ApiRefusal('wrong-credentials', { field: 'current' })
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
        return {}
      },
    ),
    endpoint('GET /api/profile/sessions', { who: 'member' }, async ({ user, session }) => {
      const found = await listSessions(query, user.id, now())
      return found.map(({ id, createdAt, seenAt, device, network }) => ({
        id,
        createdAt,
        seenAt,
        device,
        network,
        current: id === session.id,
      }))
    }),
    endpoint('DELETE /api/profile/sessions', { who: 'member' }, async ({ c, user, session }) => {
      await endSessions(query, user.id, session.id)
      await note(c, user.id, 'sessions-ended')
      return {}
    }),
    endpoint('DELETE /api/profile/sessions/:id', { who: 'member' }, async ({ c, user }) => {
      if (!(await endSession(query, user.id, c.req.param('id')))) throw new ApiRefusal('not-found')
      await note(c, user.id, 'session-ended')
      return {}
    }),
    endpoint('GET /api/profile/methods', { who: 'member' }, ({ user }) => listMethods(query, user.id)),
    endpoint('PATCH /api/profile/methods/:id', { who: 'member' }, async ({ c, user, body: { label } }) => {
      if (!(await renamePasskey(query, user.id, c.req.param('id'), label))) throw new ApiRefusal('not-found')
      return {}
    }),
    endpoint('DELETE /api/profile/methods/:id', { who: 'proven' }, async ({ c, user }) => {
      await removeMethod(query, user.id, c.req.param('id'))
      await note(c, user.id, 'method-removed')
      return {}
    }),
    endpoint('GET /api/profile/tokens', { who: 'member' }, ({ user }) => listApiTokens(query, user.id)),
    endpoint('POST /api/profile/tokens', { who: 'proven' }, async ({ c, user, body: wanted }) => {
      if (wanted.expiresAt !== undefined && wanted.expiresAt <= now())
        throw new ApiRefusal('bad-request', { field: 'expiresAt' })
      const made = await makeApiToken(store.database, user.id, wanted, now())
      await note(c, user.id, 'token-made')
      return made
    }),
    endpoint('DELETE /api/profile/tokens/:id', { who: 'member' }, async ({ c, user }) => {
      if (!(await revokeApiToken(query, user.id, c.req.param('id')))) throw new ApiRefusal('not-found')
      await note(c, user.id, 'token-revoked')
      return {}
    }),
    endpoint('GET /api/profile/events', { who: 'member' }, ({ user }) => listEvents(query, user.id, now())),
    endpoint('GET /api/profile/deletion', { who: 'member' }, async ({ user }) => ({
      counts: await countOwned(query, user.id),
    })),
    endpoint('GET /api/profile/export', { who: 'member', limit: ({ user }) => [['exports', user.id]] }, ({ c, user }) =>
      collectExport(store.database, exported, user.id, siteUrlOf(c, settings.SITE_URL), now()),
    ),
    endpoint('DELETE /api/profile', { who: 'proven' }, async ({ c, user, body: { email } }) => {
      if (emailKey(email) !== user.email) throw new ApiRefusal('bad-request', { field: 'email' })
      const waste = await query.transaction().execute(async (rows) => {
        await requireOtherOwner(rows, user.id)
        const keys = await wasteKeysOfUser(rows, user.id)
        await rows.deleteFrom('user_account').where('id', '=', user.id).execute()
        return keys
      })
      await removeWaste({ ...deps, database: store.database }, waste)
      clearSessionCookie(c, settings.SITE_URL)
      return {}
    }),
  ]
}
