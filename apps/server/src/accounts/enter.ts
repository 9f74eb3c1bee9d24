import type { Context } from 'hono'
import type { Deps } from '../deps.ts'
import { visitorNetwork } from '../http/client-address.ts'
import { deviceWords } from '../http/device-words.ts'
import { readSessionCookie, setSessionCookie } from '../http/session-cookie.ts'
import type { User } from '../http/visitor.ts'
import { hashToken } from '../db/secret-token.ts'
import type { Rows } from '../db/rows.ts'
import { rememberDevice } from './known-device.ts'
import { noteEvent } from './security-events.ts'
import { beginSession, type SessionPlace } from './sessions.ts'

type Needs = Pick<Deps, 'settings' | 'store' | 'now'>

/** Where a request comes from, in words for the person whose account it is. */
export function placeOf(c: Context, { settings }: Pick<Deps, 'settings'>): SessionPlace {
  return {
    device: deviceWords(c.req.header('user-agent') ?? ''),
    network: visitorNetwork(c, settings.TRUSTED_PROXIES),
  }
}

/**
 * Begins a session for a user who has just shown who they are. A session that the request came with ends: what was
 * there before is never taken over.
 */
export async function enter(
  c: Context,
  deps: Needs,
  user: Pick<User, 'id' | 'email'>,
  rows: Rows = deps.store.database.query,
): Promise<void> {
  const { settings, now } = deps
  const before = readSessionCookie(c, settings.SITE_URL)
  if (before !== undefined) await rows.deleteFrom('session').where('hash', '=', hashToken(before)).execute()
  setSessionCookie(c, settings.SITE_URL, await beginSession(rows, user.id, placeOf(c, deps), now()))
  rememberDevice(c, deps, user.email)
}

/** The same as `enter`, noted as a sign-in. */
export async function signIn(c: Context, deps: Needs, user: Pick<User, 'id' | 'email'>): Promise<void> {
  await enter(c, deps, user)
  const { network } = placeOf(c, deps)
  await noteEvent(deps.store.database.query, user.id, { what: 'signed-in', network }, deps.now())
}
