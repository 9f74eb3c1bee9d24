import type { DataOf, OutputAddress, SubscriptionItem } from '@switchyard/contract'
import { listApiTokens } from '../../accounts/api-tokens.ts'
import { listInvites } from '../../accounts/invites.ts'
import { listEvents } from '../../accounts/security-events.ts'
import { listSessions } from '../../accounts/sessions.ts'
import { listMethods } from '../../accounts/sign-in-methods.ts'
import { findUserById, userOf } from '../../accounts/users.ts'
import type { Store } from '../../db/open-store.ts'
import { ItemStore } from '../../items/item-store.ts'
import { OutputStore } from '../../outputs/output-store.ts'
import { listPublications } from '../../outputs/publication-store.ts'
import { Recorder } from '../../outputs/recorder.ts'
import { ApiRefusal } from '../../api-refusal.ts'

/** All that is kept for a person, in clear. `site` is where its addresses answer. Throws the refusal `not-signed-in`. */
export async function collectExport(
  store: Store,
  userId: string,
  site: string,
  now: number,
): Promise<DataOf<'GET /api/profile/export'>> {
  const { query } = store.database
  const user = await findUserById(query, userId)
  if (!user) throw new ApiRefusal('not-signed-in')
  return {
    switchyard: 'account',
    version: 1,
    at: now,
    user: userOf(user),
    createdAt: user.created_at,
    methods: await listMethods(query, userId),
    sessions: await listSessions(query, userId, now),
    tokens: await listApiTokens(query, userId),
    invites: await listInvites(query, now, userId),
    events: await listEvents(query, userId, now),
    subscriptions: await subscriptionsOf(store, userId),
    outputs: await outputsOf(store, userId, site),
    publications: await listPublications(query, userId),
  }
}

async function subscriptionsOf(store: Store, userId: string) {
  const items = new ItemStore(store)
  const inClear = async (item: SubscriptionItem) => {
    const { body = '', goodText: text } = (await items.find(userId, item.id)) ?? {}
    const heldText = await items.heldText(userId, item.id)
    const texts = { ...(text === undefined ? {} : { text }), ...(heldText === undefined ? {} : { heldText }) }
    return { ...item, body, ...texts }
  }
  return Promise.all((await items.list(userId)).map(inClear))
}

async function outputsOf(store: Store, userId: string, site: string) {
  const outputs = new OutputStore(store)
  const recorder = new Recorder(store)
  const inClear = async ({ id }: { id: string }) => {
    const output = await outputs.require(userId, id)
    const withUrl = async (address: OutputAddress) => {
      const url = `${site}/sub/${await outputs.token(userId, id, address.id)}`
      return { ...address, url }
    }
    const addresses = await Promise.all(output.addresses.map(withUrl))
    const versions = await outputs.versions(userId, id)
    return { ...output, addresses, versions, record: await recorder.read(userId, id) }
  }
  return Promise.all((await outputs.list(userId)).map(inClear))
}
