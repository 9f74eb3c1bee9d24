// Serves another web build with the very server of the product: `node apps/server/bench/serve-bare.ts FOLDER`.
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { createApp } from '../src/app.ts'
import { openDatabase } from '../src/db/database.ts'
import { KeyRing } from '../src/db/key-ring.ts'
import { startEngine } from '../src/engine/engine.ts'
import { createLog } from '../src/log.ts'
import { surroundingsOf } from '../src/fetch/network.ts'
import { createSafeFetch } from '../src/fetch/safe-fetch.ts'
import { Prober } from '../src/probing/prober.ts'
import { readSettings } from '../src/settings.ts'
import { ByteBudget } from '../src/shared/byte-budget.ts'
import { memoryShared } from '../src/shared/memory/memory.ts'
import { readWebBuild } from '../src/pages/web-build.ts'
import { FolderStorage } from '../src/storage/folder.ts'

const settings = readSettings(process.env)
const log = createLog(settings.LOG_LEVEL ?? 'warn')
const server = createServer()
const port = () => (server.address() as AddressInfo | null)?.port
const shared = memoryShared()
const app = createApp({
  settings,
  log,
  store: { database: openDatabase({ file: ':memory:' }), keys: new KeyRing(['x'.repeat(32)]) },
  storage: new FolderStorage(join(tmpdir(), 'switchyard-bare-files')),
  shared,
  bytes: new ByteBudget(),
  web: await readWebBuild(process.argv[2]),
  safeFetch: createSafeFetch({ ...surroundingsOf(settings), log }),
  askGitHost: () => Promise.resolve({ failure: 'dns' }),
  prober: new Prober({ ...surroundingsOf(settings), log, shared, now: Date.now }),
  askProvider: () => Promise.reject(new Error('no network')),
  mail: undefined,
  engine: startEngine().engine,
  now: Date.now,
  port,
  isReady: () => true,
})
const answer = getRequestListener(app.fetch)
server.on('request', (incoming, outgoing) => void answer(incoming, outgoing))
server.listen(settings.PORT, settings.HOST, () => console.log(`Switchyard: http://${settings.HOST}:${port()}`))
process.on('SIGTERM', () => process.exit(0))
