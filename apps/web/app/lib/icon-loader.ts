import type { OwnShapeOf } from '@switchyard/contract'
import { ask, placeOf } from './api.ts'
import { HttpError } from './request.ts'

/** `{collection}:{name}`, like `circle-flags:jp`. */
export type FullIconName = `${string}:${string}`

export interface LoadedIcon {
  body: string
  width: number
  height: number
}

type IconAnswer = OwnShapeOf<'GET /api/_nuxt_icon/:file'>

const ENDPOINT = 'GET /api/_nuxt_icon/:file'
const NAME = /^[a-z0-9]+(-[a-z0-9]+)*:[a-z0-9]+(-[a-z0-9]+)*$/
const MAX_URL_LENGTH = 500
const RETRY_DELAYS_MS = [750, 1500]
const TIMEOUT_MS = 5000
const DEFAULT_SIZE = 16

const known = new Map<string, Promise<LoadedIcon | null>>()
let waiting = new Map<string, Map<string, (icon: LoadedIcon | null) => void>>()

/** An icon from the server, asked for once; null when there is none. Those wanted at once are asked for together. */
export function loadIcon(fullName: FullIconName): Promise<LoadedIcon | null> {
  if (!NAME.test(fullName)) return Promise.resolve(null)
  const before = known.get(fullName)
  if (before) return before
  // Such a name has one colon.
  const [prefix, name] = fullName.split(':') as [string, string]
  const icon = new Promise<LoadedIcon | null>((resolve) => {
    if (waiting.size === 0) queueMicrotask(askForWaiting)
    const names = waiting.get(prefix) ?? new Map<string, (icon: LoadedIcon | null) => void>()
    waiting.set(prefix, names.set(name, resolve))
  })
  known.set(fullName, icon)
  return icon
}

function askForWaiting(): void {
  const wanted = waiting
  waiting = new Map()
  for (const [prefix, names] of wanted)
    for (const batch of batches(prefix, [...names.keys()])) void answer(prefix, batch, names)
}

function batches(prefix: string, names: readonly string[]): string[][] {
  const made: string[][] = []
  for (const name of names) {
    const last = made.at(-1)
    if (last && iconAddress(prefix, [...last, name]).length <= MAX_URL_LENGTH) last.push(name)
    else made.push([name])
  }
  return made
}

function iconAddress(prefix: string, names: readonly string[]): string {
  return placeOf(ENDPOINT, { file: `${prefix}.json` }).path + searchOf(names)
}

const searchOf = (names: readonly string[]): string => `?icons=${names.join(',')}`

async function answer(
  prefix: string,
  names: readonly string[],
  resolvers: ReadonlyMap<string, (icon: LoadedIcon | null) => void>,
): Promise<void> {
  const found = await askAgain(prefix, names)
  for (const name of names) {
    const icon = found && Object.hasOwn(found.icons, name) ? found.icons[name] : undefined
    const { width = found?.width ?? DEFAULT_SIZE, height = found?.height ?? DEFAULT_SIZE } = icon ?? {}
    if (!icon && !found?.not_found?.includes(name)) known.delete(`${prefix}:${name}`)
    resolvers.get(name)!(icon ? { body: icon.body, width, height } : null)
  }
}

/** Asks again after a failure; a 404 is an answer. Without a network nobody is asked. */
async function askAgain(prefix: string, names: readonly string[]): Promise<IconAnswer | null> {
  if (!navigator.onLine) return null
  for (const delay of [...RETRY_DELAYS_MS, undefined]) {
    try {
      const found = await ask(ENDPOINT, {
        params: { file: `${prefix}.json` },
        search: searchOf(names),
        quiet: true,
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      if (found?.prefix !== prefix || typeof found.icons !== 'object') throw new Error('No icons in the answer')
      return found
    } catch (error) {
      if (error instanceof HttpError && error.status === 404) return { prefix, icons: {}, not_found: [...names] }
      if (delay === undefined) console.warn('Failed to load custom icons', error)
      else await new Promise((resolve) => setTimeout(resolve, delay))
    }
  }
  return null
}
