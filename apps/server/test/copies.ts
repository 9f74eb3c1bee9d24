import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { onTestFinished } from 'vitest'
import { startBalancer } from '../bench/balancer.ts'
import { prepareSetupCode } from '../src/accounts/setup-code.ts'
import { createApp } from '../src/app.ts'
import { prepareDataFolder } from '../src/data-folder.ts'
import { openStore } from '../src/db/open-store.ts'
import { createAskGitHost } from '../src/fetch/ask-git-host.ts'
import { surroundingsOf } from '../src/fetch/network.ts'
import { createSafeFetch } from '../src/fetch/safe-fetch.ts'
import { createHosting } from '../src/hosting.ts'
import { HttpServer } from '../src/http/http-server.ts'
import { createLog } from '../src/log.ts'
import { readSettings } from '../src/settings.ts'
import { memoryShared } from '../src/shared/memory/memory.ts'
import { openRedis } from '../src/shared/redis/redis.ts'
import { openStorage } from '../src/storage/open-storage.ts'
import { depsOf } from '../src/test-app.ts'

/** What all copies are set to; without a database and a Redis each has a SQLite and a memory of its own. */
type Environment = Readonly<Record<string, string>>

/** Copies of a server in this process behind a balancer, with all but the pages and the work by the clock. */
export interface Copies {
  /** Of the balancer. */
  origin: string
  /** Of each copy, which a balancer alone asks. */
  direct: readonly string[]
  setupCode: string
}

/** Starts them. They are gone after the test. */
export async function startCopies(count: number, environment: Environment): Promise<Copies> {
  const direct: string[] = []
  const balancer = await startBalancer(() => direct)
  onTestFinished(balancer.close)
  let setupCode = ''
  for (let copy = 0; copy < count; copy++) {
    const started = await startCopy({ SITE_URL: balancer.origin, TRUSTED_PROXIES: '1', ...environment })
    direct.push(started.origin)
    // That of the last one holds.
    setupCode = started.setupCode
  }
  return { origin: balancer.origin, direct, setupCode }
}

async function startCopy(environment: Environment): Promise<{ origin: string; setupCode: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'switchyard-copy-'))
  const settings = readSettings({ DATA_DIR: folder, ...environment })
  const data = prepareDataFolder(settings)
  const log = createLog('silent')
  const store = await openStore({ settings, data, now: Date.now, warn: (message) => log.warn(message) })
  const { REDIS_URL } = settings
  const shared = REDIS_URL === undefined ? memoryShared() : await openRedis({ url: REDIS_URL, keys: store.keys, log })
  store.database.closings.share(shared.notices)
  const outside = { shared, now: Date.now, log, ...surroundingsOf(settings) }
  const http = new HttpServer()
  const deps = {
    ...depsOf({}),
    settings,
    log,
    store,
    shared,
    storage: openStorage(settings, data.folder),
    now: Date.now,
    safeFetch: createSafeFetch(outside),
    askGitHost: createAskGitHost(outside),
    port: () => (http.node.address() as AddressInfo).port,
  }
  http.serve(getRequestListener(createApp(deps, createHosting(deps)).fetch))
  const setupCode = (await prepareSetupCode(store.database.query, folder)) ?? ''
  await new Promise<void>((resolve) => http.node.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    http.node.closeAllConnections()
    await http.stop()
    shared.close()
    await store.database.close()
    rmSync(folder, { recursive: true })
  })
  return { origin: `http://127.0.0.1:${deps.port()}`, setupCode }
}
