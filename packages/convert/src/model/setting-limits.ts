import { readDuration } from '../text/duration.ts'

/** What the settings of a client may say: one list and one limit for engine, terminal and page. */

/** Log levels as mihomo calls them; each client's writer says them in its own words. */
export const LOG_LEVELS = ['silent', 'error', 'warning', 'info', 'debug'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** Defaults: the port that takes both HTTP and SOCKS, and the port of the controller. */
export const MIXED_PORT = 7890
export const CONTROLLER_PORT = 9090
export const PORT_MAX = 65_535

/** Answers 204 and is reachable where the nodes are. */
export const PROBE_URL = 'https://www.gstatic.com/generate_204'

/** The clients hold a tolerance in 16 bits. */
export const TOLERANCE_MAX_MS = 65_535

/** A month. A longer interval is taken for a mistake. */
const INTERVAL_MAX_S = 30 * 86_400

/** The seconds of a time between two tests, such as `10m` or `1h30m`; undefined for anything else. */
export function intervalSeconds(text: unknown): number | undefined {
  const seconds = typeof text === 'string' ? readDuration(text) : undefined
  return seconds !== undefined && seconds > 0 && seconds <= INTERVAL_MAX_S ? seconds : undefined
}

/** Whether a text is such a time. */
export const isInterval = (text: unknown): boolean => intervalSeconds(text) !== undefined
