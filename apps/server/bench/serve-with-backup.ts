// The server of the product, whose first nightly backup begins after three seconds in place of an hour.
import { setTimeout as plain } from 'node:timers'

const HOUR_MS = 3_600_000
const SOON_MS = 3000

const soon = (callback: () => void, ms = 0, ...args: unknown[]) =>
  plain(callback, ms >= HOUR_MS ? SOON_MS : ms, ...args)
globalThis.setTimeout = Object.assign(soon, plain)
await import('../src/main.ts')
