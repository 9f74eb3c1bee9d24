import { performance } from 'node:perf_hooks'
import { beginSession } from '../src/accounts/sessions.ts'
import { columnPlace } from '../src/db/sealed-text.ts'
import type { ServerStore } from '../src/db/open-store.ts'
import { drawId } from '../src/db/row-rules.ts'
import { fillStore, inDataFolder } from './data-folder.ts'
import { quantile, round } from './figures.ts'
import { kill, startServer } from './start-server.ts'

const FEW = 100
const MANY = 10_000
const ITEMS_EACH = 10
const ASKED = 50
const ROUNDS = 4
const ROWS_AT_ONCE = 500
const HOUR_MS = 3_600_000
/** What a person's pages ask for. */
const PATHS = ['/api/subscriptions', '/api/outputs', '/api/_auth/session'] as const

/** How long a person waits where few people have an account, and where many have. */
export interface ManyUsers {
  users: readonly [few: number, many: number]
  itemsEach: number
  /** Medians. */
  pages: { path: string; fewMs: number; manyMs: number; ratio: number }[]
}

/** Asks as 50 people what their pages ask for, among 100 and among 10,000 people with ten items each. */
export async function measureManyUsers(): Promise<ManyUsers> {
  const few = await timesAmong(FEW)
  const many = await timesAmong(MANY)
  const pages = PATHS.map((path) => {
    const [fewMs, manyMs] = [few, many].map((times) => quantile(times.get(path)!, 0.5)) as [number, number]
    return { path, fewMs: round(fewMs), manyMs: round(manyMs), ratio: round(manyMs / fewMs) }
  })
  return { users: [FEW, MANY], itemsEach: ITEMS_EACH, pages }
}

function timesAmong(users: number): Promise<Map<string, number[]>> {
  return inDataFolder(async (folder) => {
    const cookies = await fillStore(folder, (store) => makeUsers(store, users))
    const server = await startServer({ DATA_DIR: folder })
    try {
      const times = new Map<string, number[]>(PATHS.map((path) => [path, []]))
      for (let round = 0; round < ROUNDS; round++)
        for (const cookie of cookies)
          for (const path of PATHS) {
            const began = performance.now()
            const answer = await fetch(server.origin + path, { headers: { cookie } })
            await answer.text()
            if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`)
            // The first round compiles and fills caches.
            if (round > 0) times.get(path)!.push(performance.now() - began)
          }
      return times
    } finally {
      await kill(server)
    }
  })
}

/** Makes them with rows of their own; gives back the cookies of those who ask. */
async function makeUsers(store: ServerStore, count: number): Promise<string[]> {
  const { query } = store.database
  const now = Date.now()
  const users = Array.from({ length: count }, (_, at) => ({ id: drawId(), at }))
  await inChunks(users, (chunk) =>
    query
      .insertInto('user_account')
      .values(
        chunk.map(({ id, at }) => ({
          id,
          email: `person${at}@example.com`,
          email_confirmed_at: null,
          name: 'Person',
          language: 'en-US' as const,
          role: 'member' as const,
          quota_bytes: null,
          created_at: now,
          disabled_at: null,
        })),
      )
      .execute(),
  )
  const items = users.flatMap(({ id }) => Array.from({ length: ITEMS_EACH }, (_, at) => itemOf(store, id, at, now)))
  await inChunks(items, (chunk) => query.insertInto('subscription_item').values(chunk).execute())
  const step = Math.floor(count / ASKED)
  const asking = users.filter(({ at }) => at % step === 0).slice(0, ASKED)
  const tokens = await Promise.all(
    asking.map(({ id }) => beginSession(query, id, { device: 'bench', network: '' }, now)),
  )
  return tokens.map((token) => `sid=${token}`)
}

function itemOf({ keys }: ServerStore, userId: string, at: number, now: number) {
  const id = drawId()
  return {
    id,
    user_id: userId,
    revision: 0,
    place: at,
    name: `item ${at}`,
    kind: 'address' as const,
    body: keys.seal(columnPlace('subscription_item', id, 'body', userId), `https://example.com/sub/${at}`),
    user_agent: null,
    prefix: null,
    interval_ms: HOUR_MS,
    from_server: 1,
    archived: 0,
    created_at: now,
    tried_at: null,
    // None is due while it is measured.
    next_at: now + HOUR_MS,
    fetch_state: '{}',
    good_text: null,
    held_text: null,
  }
}

async function inChunks<T>(rows: readonly T[], insert: (chunk: T[]) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) await insert(rows.slice(from, from + ROWS_AT_ONCE))
}
