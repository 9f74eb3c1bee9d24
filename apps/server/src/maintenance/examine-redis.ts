import { KeyRing } from '../db/key-ring.ts'
import type { DataFolder } from '../data-folder.ts'
import type { Settings } from '../settings.ts'
import { openRedis } from '../shared/redis/redis.ts'
import { type Examined, fault, reasonOf, warning, well } from './examined.ts'

/** Whether copies of the server can share what they have to: a Redis that answers, one database, one storage. */
export async function* redis(
  { REDIS_URL: url, DATABASE_URL, STORAGE_URL }: Pick<Settings, 'REDIS_URL' | 'DATABASE_URL' | 'STORAGE_URL'>,
  { secrets }: DataFolder,
): AsyncGenerator<Examined> {
  if (url === undefined) return
  const own = [
    ...(DATABASE_URL === undefined ? ['DATABASE_URL'] : []),
    ...(STORAGE_URL === undefined ? ['STORAGE_URL'] : []),
  ]
  if (own.length > 0)
    yield warning(
      `REDIS_URL is for several copies, and ${own.join(' and ')} ${own.length > 1 ? 'are' : 'is'} not set: each copy would keep its own. \`switchyard move\` takes a server there.`,
    )
  let away: string | undefined
  const log = { info: () => undefined, warn: ({ reason }: { reason: string }) => void (away = reason) }
  try {
    const shared = await openRedis({ url, keys: new KeyRing(secrets), log })
    shared.close()
  } catch (error) {
    return yield fault(`The Redis of REDIS_URL lets nobody in: ${reasonOf(error)}.`)
  }
  yield away === undefined
    ? well('The Redis of REDIS_URL answers.')
    : fault(`The Redis of REDIS_URL cannot be reached: ${away}. Each copy of the server counts by itself.`)
}
