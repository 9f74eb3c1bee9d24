// Starts the server: reads the environment, listens, and goes down without cutting anyone off.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { createApp } from './app.ts'
import { prepareDataFolder } from './data-folder.ts'
import { checkI18nBase } from './i18n-base.ts'
import { createLog } from './log.ts'
import { createSafeFetch } from './safe-fetch/safe-fetch.ts'
import { settingsHelp } from './settings-help.ts'
import { readSettings, SettingsError, type Settings } from './settings.ts'
import { readWebBuild, type WebBuild } from './web-build.ts'

const HEADERS_TIMEOUT_MS = 15_000
const REQUEST_TIMEOUT_MS = 30_000
const MAX_HEADER_BYTES = 16 * 1024
const DRAIN_MS = 10_000

if (process.argv.includes('--help')) console.log(settingsHelp())
else await start(process.argv.includes('--dev'))

async function start(dev: boolean): Promise<void> {
  const settings = settingsOrExit()
  const log = createLog(settings.LOG_LEVEL)
  prepareDataFolder(settings)
  if (!dev) checkI18nBase(settings, log)
  if (settings.PRIVATE_UPSTREAMS.length > 0)
    log.warn({ ranges: settings.PRIVATE_UPSTREAMS }, 'Private addresses may be fetched')

  const server = createServer({
    headersTimeout: HEADERS_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    maxHeaderSize: MAX_HEADER_BYTES,
  })
  const web: WebBuild = dev ? await (await import('./web-dev.ts')).startWebDev(server) : await webBuildOrExit()
  let stopping = false
  const app = createApp({
    settings,
    web,
    log,
    safeFetch: createSafeFetch({
      privateUpstreams: settings.PRIVATE_UPSTREAMS,
      ownHosts: settings.SITE_URL ? [new URL(settings.SITE_URL).hostname] : [],
      log,
    }),
    port: () => (server.address() as AddressInfo | null)?.port,
    isReady: () => !stopping,
  })
  const answer = getRequestListener(app.fetch)
  server.on('request', (incoming, outgoing) => void answer(incoming, outgoing))
  await listen(server, settings)
  console.log(`Switchyard: ${settings.SITE_URL ?? addressOf(server)}`)

  const stop = (code: number) => {
    if (stopping) return
    stopping = true
    const timer = setTimeout(() => process.exit(code), DRAIN_MS)
    timer.unref()
    server.closeIdleConnections()
    server.close(() => {
      void Promise.resolve(web.close?.()).then(() => process.exit(code))
    })
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
    console.error(error.message)
    return process.exit(1)
  }
}

async function webBuildOrExit(): Promise<WebBuild> {
  try {
    return await readWebBuild()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return process.exit(1)
  }
}

function listen(server: Server, { HOST, PORT }: Settings): Promise<void> {
  return new Promise((resolve) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      console.error(
        error.code === 'EADDRINUSE'
          ? `PORT ${PORT} is in use on ${HOST}: stop the other program or set another PORT`
          : `Cannot listen on ${HOST}:${PORT}: ${error.message}`,
      )
      process.exit(1)
    })
    server.listen(PORT, HOST, () => resolve())
  })
}

function addressOf(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo
  const host = address === '0.0.0.0' || address === '::' ? 'localhost' : family === 'IPv6' ? `[${address}]` : address
  return `http://${host}:${port}`
}
