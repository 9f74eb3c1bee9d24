import type { Logger } from 'pino'
import type { ServerStore } from './db/open-store.ts'
import type { Engine } from './engine/engine-job.ts'
import type { AskGitHost } from './fetch/ask-git-host.ts'
import type { AskProvider } from './fetch/ask-provider.ts'
import type { SendMail } from './fetch/mail.ts'
import type { SafeFetch } from './fetch/safe-fetch.ts'
import type { Prober } from './probing/prober.ts'
import type { WebBuild } from './pages/web-build.ts'
import type { ByteBudget } from './shared/byte-budget.ts'
import type { Shared } from './shared/shared.ts'
import type { Settings } from './settings.ts'
import type { Storage } from './storage/storage.ts'

/** What the app is handed. Nothing in it reads the clock, the network or the disk by another way. */
export interface Deps {
  settings: Settings
  log: Logger
  /** What the server keeps. */
  store: ServerStore
  /** Where the bytes of files are. */
  storage: Storage
  /** How many bytes of requests, texts and answers are in memory. */
  bytes: ByteBudget
  /** What all copies of the server share. */
  shared: Shared
  web: WebBuild
  /** The only way out to other servers. */
  safeFetch: SafeFetch
  /** Forwards one request to a Git host for somebody. */
  askGitHost: AskGitHost
  /** Finds out whether nodes can be reached. */
  prober: Prober
  /** Asks a provider who somebody is. */
  askProvider: AskProvider
  /** Writes to people; undefined where the server has no mail. */
  mail: SendMail | undefined
  /** Converts, and applies recipes, in a thread of its own. */
  engine: Engine
  /** Milliseconds since 1970. */
  now: () => number
  /** The port it listens on; undefined takes any Host port of this machine. */
  port: () => number | undefined
  /** False as soon as the server is going down. */
  isReady: () => boolean
}
