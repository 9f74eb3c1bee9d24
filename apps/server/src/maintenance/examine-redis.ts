import { KeyRing } from '../db/key-ring.ts'
import type { DataFolder } from '../data-folder.ts'
import { openRedis } from '../shared/redis/redis.ts'
import { type Examined, fault, reasonOf, well } from './examined.ts'

/** Whether the Redis that copies of the server share can be used. */
export async function* redis(url: string, { secrets }: DataFolder): AsyncGenerator<Examined> {
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
