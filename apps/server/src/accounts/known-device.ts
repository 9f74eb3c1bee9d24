import { randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import type { Deps } from '../deps.ts'
import { hostCookie } from '../http/host-cookie.ts'
import type { SealedPlace } from '../db/key-ring.ts'

const YEAR_S = 365 * 24 * 60 * 60

/** Signing out leaves it in the browser: it opens nothing. */
const cookie = hostCookie('device', YEAR_S)

type Needs = Pick<Deps, 'settings' | 'store'>

// A browser that an account was opened in before keeps a cookie that says so, bound to the address of the account. Its tries
// count for themselves: others who try the account do not keep its person out. docs/security.md, "Rates"

/** The id of a browser that the account of an address was opened in before; undefined for any other one. */
export function findKnownDevice(c: Context, { settings, store }: Needs, email: string): string | undefined {
  const sealed = cookie.read(c, settings.SITE_URL)
  try {
    return sealed && store.keys.open(placeOf(email), sealed).toString()
  } catch {
    // It is of another account, or somebody made it up.
    return undefined
  }
}

/** The browser of a request is known to an account from now on. */
export function rememberDevice(c: Context, needs: Needs, email: string): void {
  const id = findKnownDevice(c, needs, email) ?? randomUUID()
  cookie.set(c, needs.settings.SITE_URL, needs.store.keys.seal(placeOf(email), id))
}

/** It is kept in no table, and never opens as the text of one. */
function placeOf(email: string): SealedPlace {
  return { table: 'cookie', row: 'device', user: email }
}
