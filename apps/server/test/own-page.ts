import type { Hono } from 'hono'
import type { ServerStore } from '../src/db/open-store.ts'
import { addUser, signIn } from './accounts.ts'

/** Sends a body to an address of the API, as a page of the site does it: of a visitor, or of a person who is signed in. */
export async function postFromOwnPage(app: Pick<Hono, 'request'>, store: ServerStore, path: string, siteUrl?: string) {
  const site = siteUrl ?? 'http://localhost:3000'
  const cookie = `${siteUrl ? '__Host-sid' : 'sid'}=${await signIn(store, await addUser(store, 'ann'))}`
  const headers = { origin: site, host: new URL(site).host, 'content-type': 'application/json' }
  return async (body: object, isSignedIn = false): Promise<Response> =>
    app.request(site + path, {
      method: 'POST',
      headers: { ...headers, ...(isSignedIn ? { cookie } : {}) },
      body: JSON.stringify(body),
    })
}
