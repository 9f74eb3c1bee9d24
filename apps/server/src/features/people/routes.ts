import { InviteRequest, PersonChange } from '@switchyard/contract'
import { Hono } from 'hono'
import { endLinks, makeLink } from '../../accounts/account-links.ts'
import { placeOf } from '../../accounts/enter.ts'
import { listInvites, makeInvite, withdrawInvite } from '../../accounts/invites.ts'
import { linkTo } from '../../accounts/letters.ts'
import { noteEvent } from '../../accounts/security-events.ts'
import { endSessions } from '../../accounts/sessions.ts'
import { findUserById, listPeople, requireOtherOwner } from '../../accounts/users.ts'
import type { Deps } from '../../deps.ts'
import { answerData, requireRequest } from '../../http/api-answers.ts'
import { ApiRefusal } from '../../api-refusal.ts'
import { siteUrlOf } from '../../http/host-check.ts'
import { requireOwner } from '../../http/visitor.ts'

/** What the owner does with the accounts of others. */
export function people(deps: Pick<Deps, 'settings' | 'store' | 'now'>): Hono {
  const { settings, store, now } = deps
  const { query } = store.database
  const routes = new Hono()

  routes.get('/api/people', async (c) => {
    requireOwner(c)
    return answerData(c, 'GET /api/people', await listPeople(query))
  })

  routes.patch('/api/people/:id', async (c) => {
    requireOwner(c)
    const id = c.req.param('id')
    const { disabled, role, quotaBytes } = await requireRequest(c, PersonChange)
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
    return answerData(c, 'PATCH /api/people/:id', {})
  })

  routes.delete('/api/people/:id', async (c) => {
    requireOwner(c)
    const id = c.req.param('id')
    await query.transaction().execute(async (rows) => {
      await requireOtherOwner(rows, id)
      const { numDeletedRows } = await rows.deleteFrom('user_account').where('id', '=', id).executeTakeFirst()
      if (numDeletedRows === 0n) throw new ApiRefusal('not-found')
    })
    return answerData(c, 'DELETE /api/people/:id', {})
  })

  routes.post('/api/people/:id/reset-link', async (c) => {
    requireOwner(c)
    const person = await findUserById(query, c.req.param('id'))
    if (!person) throw new ApiRefusal('not-found')
    const { id: userId, email } = person
    const { token, expiresAt } = await makeLink(query, { userId, purpose: 'reset', email }, now())
    await noteEvent(query, userId, { what: 'reset-link-made', network: placeOf(c, deps).network }, now())
    const url = linkTo(siteUrlOf(c, settings.SITE_URL), 'reset', token)
    return answerData(c, 'POST /api/people/:id/reset-link', { url, expiresAt })
  })

  routes.get('/api/people/invites', async (c) => {
    requireOwner(c)
    return answerData(c, 'GET /api/people/invites', await listInvites(query, now()))
  })

  routes.post('/api/people/invites', async (c) => {
    const owner = requireOwner(c)
    const { label } = await requireRequest(c, InviteRequest)
    const { token, expiresAt } = await makeInvite(query, { ownerId: owner.id, label }, now())
    const url = linkTo(siteUrlOf(c, settings.SITE_URL), 'invite', token)
    return answerData(c, 'POST /api/people/invites', { url, expiresAt })
  })

  routes.delete('/api/people/invites/:id', async (c) => {
    requireOwner(c)
    if (!(await withdrawInvite(query, c.req.param('id')))) throw new ApiRefusal('not-found')
    return answerData(c, 'DELETE /api/people/invites/:id', {})
  })

  return routes
}
