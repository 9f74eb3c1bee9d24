import type { AskProvider } from '../fetch/ask-provider.ts'
import type { SafeFetch } from '../fetch/safe-fetch.ts'
import { readSettings, type Settings, SettingsError } from '../settings.ts'
import { database } from './examine-database.ts'
import { databasePlace } from '../db/open-store.ts'
import { dataFolder, type FreeBytes } from './examine-folder.ts'
import { atItsAddress, listHost, mail, port } from './examine-network.ts'
import { oneServer } from './examine-processes.ts'
import { redis } from './examine-redis.ts'
import { mistypedNames, site } from './examine-settings.ts'
import { storage } from './examine-storage.ts'
import { type Examined, fault } from './examined.ts'

/** Whom the doctor sees, and what to ask others with. */
export interface Patient {
  environment: Readonly<Record<string, string | undefined>>
  /** How these settings ask others. */
  waysOf: (settings: Settings) => {
    safeFetch: SafeFetch
    /** Asks a server on this machine. */
    askHere: AskProvider
    checkMail: (() => Promise<unknown>) | undefined
  }
  freeBytes: FreeBytes
  /** Milliseconds since 1970. */
  now: () => number
}

/** Looks at all that the server needs: one thing that is wrong hides no other. */
export async function* examine({ environment, waysOf, freeBytes, now }: Patient): AsyncGenerator<Examined> {
  yield* mistypedNames(environment)
  let settings: Settings
  try {
    settings = readSettings(environment)
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    yield* error.lines.map((line) => fault(`${line}.`))
    return
  }
  const { safeFetch, askHere, checkMail } = waysOf(settings)
  yield* site(settings)
  const data = yield* dataFolder(settings, { now: now(), freeBytes })
  if (data !== undefined) {
    yield* oneServer(databasePlace(settings, data.folder))
    yield* database({ settings, data, now })
    yield* redis(settings, data)
  }
  if (settings.STORAGE_URL !== undefined) yield* storage(settings.STORAGE_URL)
  const isRunning = yield* port(settings, askHere)
  if (isRunning) yield* atItsAddress(settings, askHere)
  yield await mail(checkMail)
  yield* listHost(safeFetch, now)
}
