import { gzipSync } from 'node:zlib'
import { beginSession } from '../src/accounts/sessions.ts'
import { insertUser } from '../src/accounts/users.ts'
import type { ServerStore } from '../src/db/open-store.ts'
import { ItemStore } from '../src/items/item-store.ts'
import { OutputStore } from '../src/outputs/output-store.ts'

const HOUR_MS = 3_600_000
const DAY_S = 86_400

/** Somebody who has an account and is signed in. */
export interface Person {
  userId: string
  cookie: string
}

/** What somebody publishes, and where clients fetch it. */
export interface Published {
  id: string
  token: string
}

/** Makes an account with a session. */
export async function makePerson({ database }: ServerStore, name: string): Promise<Person> {
  const now = Date.now()
  const person = { name, email: `${name}@example.com`, role: 'member', language: 'en-US' } as const
  const { id } = (await insertUser(database.query, person, now))!
  const token = await beginSession(database.query, id, { device: 'bench', network: '' }, now)
  return { userId: id, cookie: `sid=${token}` }
}

/** Makes an output of a recipe. `items`: by the id of a source. */
export async function makeOutput(
  store: ServerStore,
  { userId }: Person,
  { name = 'output', recipe, items = {} }: { name?: string; recipe: object; items?: Record<string, string> },
): Promise<Published> {
  const outputs = new OutputStore(store)
  const file = JSON.stringify({ switchyard: 'recipe', version: 1, ...recipe })
  const output = { name, recipe: file, items, client: 'mihomo', intervalS: DAY_S, keepsRecord: true } as const
  const id = await outputs.create(userId, output, 'en-US', Date.now())
  const { addresses } = await outputs.require(userId, id)
  return { id, token: await outputs.token(userId, id, addresses[0]!.id) }
}

/** Makes an item whose page sent this text. */
export async function makeItem(
  store: ServerStore,
  { userId }: Person,
  name: string,
  goodText: string,
): Promise<string> {
  const items = new ItemStore(store)
  const now = Date.now()
  const item = { name, body: `https://example.com/${name}`, intervalS: DAY_S, fromServer: false }
  const { id } = await items.create(userId, item, now)
  const state = { good: { at: now, nodes: 1, skipped: 0, digest: '' } }
  await items.keep((await items.find(userId, id))!, { state, nextAt: now + HOUR_MS, goodText }, now)
  return id
}

/** So many nodes as share links. */
export function linksOf(count: number): string {
  return Array.from(
    { length: count },
    (_, at) =>
      `trojan://password-${at}@n${at}.example.com:443?sni=cdn.example.com&type=ws&path=%2Fws${at}#Node%20${at}`,
  ).join('\n')
}

/** A text of so many bytes that packs to next to nothing. */
export function packedText(bytes: number): string {
  const line = `trojan://password@a.example.com:443#A\n${'# nothing\n'.repeat(100)}`
  const text = line.repeat(Math.floor(bytes / line.length))
  if (gzipSync(text).length > text.length / 50) throw new Error('It does not pack')
  return text
}
