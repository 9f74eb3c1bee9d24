import { join } from 'node:path'
import { readSettings } from '../src/settings.ts'
import { prepareDataFolder } from '../src/data-folder.ts'
import { openStore, type ServerStore } from '../src/db/open-store.ts'
import { addressOf, startPostgres } from '../test/postgres-server.ts'
import { startRedis } from '../test/redis-server.ts'
import { startBalancer, type Balancer } from './balancer.ts'
import { inDataFolder } from './data-folder.ts'
import { kill, type ServerProcess, startBuiltServer } from './start-server.ts'
import { freePort } from '../test/free-port.ts'

const SECRET = 'kX9-copies-of-one-server-share-this-word'

/** Copies of the server, each a process, beside a PostgreSQL and a Redis of their own. */
export interface CopyProcesses {
  /** Of each copy itself. */
  servers: readonly ServerProcess[]
  balancer: Balancer
  /** Ends a copy at once, and starts it again. */
  killAndStart: (at: number) => Promise<void>
}

interface Wanted<Filled> {
  count: number
  environment?: Readonly<Record<string, string>>
  /** Requests come by the balancer alone, which has the public address. */
  isBalanced?: boolean
  /** Fills the database before the first copy opens it. */
  fill: (store: ServerStore) => Promise<Filled>
}

/** Runs a work beside copies of the server; all of it is gone afterwards. */
export function inCopies<Filled, T>(
  { count, environment = {}, isBalanced = false, fill }: Wanted<Filled>,
  work: (copies: CopyProcesses, filled: Filled) => Promise<T>,
): Promise<T> {
  return inDataFolder(async (folder) => {
    const [postgres, redis] = await Promise.all([startPostgres(), startRedis()])
    const servers: ServerProcess[] = []
    const balancer = await startBalancer(() => servers.map(({ origin }) => origin))
    try {
      const DATABASE_URL = addressOf(postgres.socketFolder, 'postgres')
      const common = { DATABASE_URL, REDIS_URL: redis.url, SECRET, ...environment }
      const behind: Record<string, string> = isBalanced ? { SITE_URL: balancer.origin, TRUSTED_PROXIES: '1' } : {}
      const ports: number[] = []
      const start = async (at: number): Promise<ServerProcess> => {
        const PORT = String((ports[at] ??= await freePort()))
        const started = await startBuiltServer({ ...common, ...behind, PORT, DATA_DIR: join(folder, `copy-${at}`) })
        return { ...started, origin: `http://127.0.0.1:${PORT}` }
      }
      const filled = await filledStore({ DATABASE_URL, SECRET, DATA_DIR: join(folder, 'filled') }, fill)
      servers.push(...(await Promise.all(Array.from({ length: count }, (_, at) => start(at)))))
      const killAndStart = async (at: number) => {
        await kill(servers[at]!)
        servers[at] = await start(at)
      }
      return await work({ servers, balancer, killAndStart }, filled)
    } finally {
      balancer.close()
      await Promise.all(servers.map(kill))
      await Promise.all([postgres.stop(), redis.stop()])
    }
  })
}

async function filledStore<T>(
  environment: Readonly<Record<string, string>>,
  fill: (store: ServerStore) => Promise<T>,
): Promise<T> {
  const settings = readSettings(environment)
  const store = await openStore({ settings, data: prepareDataFolder(settings), now: Date.now, warn: console.error })
  try {
    return await fill(store)
  } finally {
    await store.database.close()
  }
}
