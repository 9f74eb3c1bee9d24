// Starts the server: reads the environment, listens, and goes down without cutting anyone off.
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import type { Logger } from 'pino'
import { prepareSetupCode } from './accounts/setup-code.ts'
import { createApp } from './app.ts'
import { type DataFolder, prepareDataFolder } from './data-folder.ts'
import { openStore, type ServerStore } from './db/open-store.ts'
import { KeysDoNotFit } from './db/check-keys.ts'
import { SchemaTooNew } from './db/migrate.ts'
import { createAskGitHost } from './fetch/ask-git-host.ts'
import { createAskProvider } from './fetch/ask-provider.ts'
import { createMail } from './fetch/mail.ts'
import { surroundingsOf } from './fetch/network.ts'
import { createSafeFetch } from './fetch/safe-fetch.ts'
import { HttpServer } from './http/http-server.ts'
import { answerMalformed } from './http/malformed.ts'
import { jobs } from './jobs/jobs.ts'
import { Scheduler } from './jobs/scheduler.ts'
import { createLog } from './log.ts'
import { startEngine } from './engine/engine.ts'
import type { Deps } from './deps.ts'
import { createHosting } from './hosting.ts'
import { isUpload } from './features/storage/is-upload.ts'
import { checkI18nBase } from './pages/i18n-base.ts'
import { Prober } from './probing/prober.ts'
import { readWebBuild, type WebBuild } from './pages/web-build.ts'
import { ByteBudget } from './shared/byte-budget.ts'
import { memoryShared } from './shared/memory/memory.ts'
import { openRedis } from './shared/redis/redis.ts'
import type { Shared } from './shared/shared.ts'
import { letOthersLeaveProcessor } from './engine/leave-processor.ts'
import { settingsHelp } from './settings-help.ts'
import { readSettings, SettingsError, type Settings } from './settings.ts'
import { openStorage } from './storage/open-storage.ts'

const DRAIN_MS = 10_000
/** For the record of the last requests. */
const LAST_WRITE_MS = 2000

if (process.argv.includes('--help')) console.log(settingsHelp())
else await start(process.argv.includes('--dev'))

async function start(dev: boolean): Promise<void> {
  const settings = settingsOrExit()
  // Who starts it by hand wants the address; the requests are for who collects logs.
  const isWatched = process.stdout.isTTY
  const log = createLog(settings.LOG_LEVEL ?? (isWatched ? 'warn' : 'info'))
  const data = dataFolderOrExit(settings)
  const store = await storeOrExit(settings, data, log)
  if (!dev) checkI18nBase(settings, log)
  if (settings.PRIVATE_UPSTREAMS.length > 0)
    log.warn({ ranges: settings.PRIVATE_UPSTREAMS }, 'Private addresses may be fetched')
  if (settings.FETCH_PROXY !== undefined)
    log.warn({ proxy: new URL(settings.FETCH_PROXY).host }, 'Other servers are asked through a proxy')

  const http = new HttpServer({ isUpload })
  const server = http.node
  const web: WebBuild = dev ? await (await import('./pages/web-dev.ts')).startWebDev(server) : await webBuildOrExit()
  const { engine, stop: stopEngine } = startEngine()
  const shared = await sharedOrExit(settings, store, log)
  store.database.closings.share(shared.notices)
  const scheduler = new Scheduler({ log, shared, now: Date.now })
  for (const job of jobs({ shared, store, data, now: Date.now })) scheduler.add(job)
  let stopping = false
  const outside = {
    shared,
    now: Date.now,
    log,
    ...surroundingsOf(settings),
  }
  const deps: Deps = {
    settings,
    log,
    store,
    storage: openStorage(settings, data.folder),
    shared,
    bytes: new ByteBudget(),
    web,
    safeFetch: createSafeFetch(outside),
    askGitHost: createAskGitHost(outside),
    prober: new Prober(outside),
    askProvider: createAskProvider(outside),
    mail: createMail(settings),
    engine,
    now: Date.now,
    port: () => networkAddress(server)?.port,
    isReady: () => !stopping,
  }
  const hosting = createHosting(deps)
  for (const job of hosting.jobs) scheduler.add(job)
  const app = createApp(deps, hosting)
  const answer = getRequestListener(app.fetch, { errorHandler: (error) => answerMalformed(error, log) })
  http.serve(answer)
  const setupCode = await prepareSetupCode(store.database.query, data.folder)
  await listen(server, settings)
  await letOthersLeaveProcessor()
  const site = settings.SITE_URL ?? addressOf(server)
  console.log(`Switchyard: ${site}${isWatched ? '  (Ctrl+C stops it)' : ''}`)
  // The code opens the owner's account: it stands on a terminal, and in no log.
  if (setupCode !== undefined && isWatched) console.log(`Make the first account: ${site}/login#setup=${setupCode}`)

  const stop = (code: number) => {
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(code), DRAIN_MS + LAST_WRITE_MS).unref()
    const over = new Promise((resolve) => void setTimeout(resolve, DRAIN_MS).unref())
    void Promise.race([Promise.all([http.stop(), scheduler.stop()]), over])
      .then(() => hosting.recorder.write())
      .catch((error: unknown) => log.error({ err: error }, 'The last requests were not noted'))
      .then(() => Promise.all([stopEngine(), web.close?.(), store.database.close()]))
      .then(() => shared.close())
      .then(() => process.exit(code))
  }
  process.on('SIGTERM', () => stop(0))
  process.on('SIGINT', () => stop(0))
  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(event, (error: unknown) => {
      log.fatal({ err: error }, 'Going down after an error that nobody caught')
      stop(1)
    })
}

function settingsOrExit(): Settings {
  try {
    return readSettings(process.env)
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    return exitWith(error.message)
  }
}

async function webBuildOrExit(): Promise<WebBuild> {
  try {
    return await readWebBuild()
  } catch (error) {
    return exitWith(messageOf(error))
  }
}

function dataFolderOrExit(settings: Settings): DataFolder {
  try {
    return prepareDataFolder(settings)
  } catch (error) {
    return exitWith(`DATA_DIR ${settings.DATA_DIR} cannot be used: ${messageOf(error)}`)
  }
}

async function storeOrExit(settings: Settings, data: DataFolder, log: Logger): Promise<ServerStore> {
  try {
    return await openStore({ settings, data, now: Date.now, warn: (message) => log.warn(message) })
  } catch (error) {
    if (error instanceof SchemaTooNew || error instanceof KeysDoNotFit) return exitWith(error.message)
    const where = settings.DATABASE_URL === undefined ? 'The database in DATA_DIR' : 'The database of DATABASE_URL'
    return exitWith(`${where} cannot be used: ${messageOf(error)}`)
  }
}

async function sharedOrExit({ REDIS_URL }: Settings, { keys }: ServerStore, log: Logger): Promise<Shared> {
  if (REDIS_URL === undefined) return memoryShared()
  try {
    return await openRedis({ url: REDIS_URL, keys, log })
  } catch (error) {
    return exitWith(`The Redis of REDIS_URL cannot be used: ${messageOf(error)}`)
  }
}

function exitWith(message: string): never {
  console.error(message)
  process.exit(1)
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function listen(server: Server, { HOST, PORT }: Settings): Promise<void> {
  const reasons: Record<string, string> = {
    EADDRINUSE: `Port ${PORT} on ${HOST} is taken by another program. Stop that one, or set another PORT; PORT=0 takes any that is free.`,
    EACCES: `Port ${PORT} may not be opened without more rights. Set PORT to one above 1023.`,
    EADDRNOTAVAIL: `${HOST} is no address of this machine. Set HOST to 127.0.0.1, or to 0.0.0.0 for all of them.`,
  }
  return new Promise((resolve) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      exitWith(reasons[error.code ?? ''] ?? `Cannot listen on ${HOST}:${PORT}: ${error.message}`),
    )
    server.listen(PORT, HOST, () => resolve())
  })
}

/** Where it listens; undefined before that. It never listens at a path. */
function networkAddress(server: Server): AddressInfo | undefined {
  const address = server.address()
  return typeof address === 'object' && address !== null ? address : undefined
}

function addressOf(server: Server): string {
  const { address, family, port } = networkAddress(server)!
  const host = address === '0.0.0.0' || address === '::' ? 'localhost' : family === 'IPv6' ? `[${address}]` : address
  return `http://${host}:${port}`
}
