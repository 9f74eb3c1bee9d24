import { endLinks, makeLink } from '../../accounts/account-links.ts'
import { placeOf } from '../../accounts/enter.ts'
import { endInvites, listInvites, makeInvite, withdrawInvite } from '../../accounts/invites.ts'
import { linkTo } from '../../accounts/letters.ts'
import { noteEvent } from '../../accounts/security-events.ts'
import { endSessions } from '../../accounts/sessions.ts'
import { findUserById, listPeople, requireOtherOwner } from '../../accounts/users.ts'
import type { Deps } from '../../deps.ts'
import { type Endpoint, endpoint } from '../../http/endpoint.ts'
import { ApiRefusal } from '../../api-refusal.ts'
import { siteUrlOf } from '../../http/host-check.ts'
import { removeWaste, wasteKeysOfUser } from '../../storage/keys.ts'

/** What the owner does with the accounts of others. */
export function people(deps: Pick<Deps, 'settings' | 'store' | 'storage' | 'log' | 'now'>): Endpoint[] {
  const { settings, store, now } = deps
  const { query } = store.database
  return [
    endpoint('GET /api/people', { who: 'owner' }, () => listPeople(query)),
    endpoint('PATCH /api/people/:id', { who: 'proven owner' }, async ({ c, body: { disabled, role, quotaBytes } }) => {
      const id = c.req.param('id')
      await query.transaction().execute(async (rows) => {
        const person = await findUserById(rows, id)
        if (!person) throw new ApiRefusal('not-found')
        if (disabled === true || role === 'member') await requireOtherOwner(rows, id)
        const change = {
          ...(disabled === undefined ? {} : { disabled_at: disabled ? (person.disabled_at ?? now()) : null }),
          ...(role === undefined ? {} : { role }),
          ...(quotaBytes === undefined ? {} : { quota_bytes: quotaBytes }),
        }
        if (Object.keys(change).length === 0) return
        await rows.updateTable('user_account').set(change).where('id', '=', id).execute()
        if (disabled === true || role === 'member') await endInvites(rows, id)
        if (disabled === true) {
          await endSessions(rows, id)
          await endLinks(rows, id)
        }
        if (role !== undefined && role !== person.role) {
          // A session never changes what it may do: a new one begins.
          await endSessions(rows, id)
          await noteEvent(rows, id, { what: 'role-changed', network: placeOf(c, deps).network }, now())
        }
      })
      return {}
    }),
    endpoint('DELETE /api/people/:id', { who: 'proven owner' }, async ({ c }) => {
      const id = c.req.param('id')
      const waste = await query.transaction().execute(async (rows) => {
        await requireOtherOwner(rows, id)
        const keys = await wasteKeysOfUser(rows, id)
        const { numDeletedRows } = await rows.deleteFrom('user_account').where('id', '=', id).executeTakeFirst()
        if (numDeletedRows === 0n) throw new ApiRefusal('not-found')
        return keys
      })
      await removeWaste({ ...deps, database: store.database }, waste)
      return {}
    }),
    endpoint('POST /api/people/:id/reset-link', { who: 'proven owner' }, async ({ c }) => {
      const person = await findUserById(query, c.req.param('id'))
      if (!person) throw new ApiRefusal('not-found')
      const { id: userId, email } = person
      const { token, expiresAt } = await makeLink(query, { userId, purpose: 'reset', email }, now())
      await noteEvent(query, userId, { what: 'reset-link-made', network: placeOf(c, deps).network }, now())
      return { url: linkTo(siteUrlOf(c, settings.SITE_URL), 'reset', token), expiresAt }
    }),
    endpoint('GET /api/people/invites', { who: 'owner' }, () => listInvites(query, now())),
    endpoint('POST /api/people/invites', { who: 'proven owner' }, async ({ c, user: owner, body: { label } }) => {
      const { token, expiresAt } = await makeInvite(query, { ownerId: owner.id, label }, now())
      return { url: linkTo(siteUrlOf(c, settings.SITE_URL), 'invite', token), expiresAt }
    }),
    endpoint('DELETE /api/people/invites/:id', { who: 'owner' }, async ({ c }) => {
      if (!(await withdrawInvite(query, c.req.param('id')))) throw new ApiRefusal('not-found')
      return {}
    }),
  ]
}
