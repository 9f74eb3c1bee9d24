import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { svgNodes } from '@switchyard/svg-nodes'
import type { SafeFetch } from '../fetch/safe-fetch.ts'
import { SafeFetchError } from '../fetch/safe-fetch-error.ts'

export interface IconDrawing {
  body: string
  width?: number
  height?: number
}

/** As Iconify writes it, less what we do not draw. */
export interface IconSet {
  prefix: string
  icons: Record<string, IconDrawing>
  width?: number
  height?: number
}

interface Collection extends IconSet {
  aliases?: Record<string, { parent: string; [change: string]: unknown }>
}

// A brand needs a reason to be here; the other two collections are carried whole.
const BRANDS = new Set(['bitbucket', 'discord', 'gitea', 'gitee', 'github', 'gitlab', 'google', 'telegram', 'x'])
const CARRIED: Record<string, (name: string) => boolean> = {
  'circle-flags': () => true,
  lucide: () => true,
  'simple-icons': (name) => BRANDS.has(name),
}

const collections = new Map<string, Promise<Collection>>()

/** The icons of these names that come with the server; undefined for a collection that does not. */
export async function carriedIcons(prefix: string, names: readonly string[]): Promise<IconSet | undefined> {
  const isCarried = Object.hasOwn(CARRIED, prefix) ? CARRIED[prefix] : undefined
  if (!isCarried) return undefined
  let loading = collections.get(prefix)
  if (!loading) collections.set(prefix, (loading = readCollection(prefix, isCarried)))
  const { icons, aliases = {}, width, height } = await loading
  const found: Record<string, IconDrawing> = {}
  for (const name of names) {
    const own = Object.hasOwn(icons, name) ? icons[name] : undefined
    const alias = Object.hasOwn(aliases, name) ? aliases[name] : undefined
    // An alias that turns or mirrors its icon would need a drawing of its own.
    const icon = own ?? (alias && Object.keys(alias).length === 1 ? icons[alias.parent] : undefined)
    if (icon) found[name] = icon
  }
  return { prefix, icons: found, ...(width ? { width } : {}), ...(height ? { height } : {}) }
}

async function readCollection(prefix: string, isCarried: (name: string) => boolean): Promise<Collection> {
  const file = fileURLToPath(import.meta.resolve(`@iconify-json/${prefix}/icons.json`))
  const all: Collection = JSON.parse(await readFile(file, 'utf8'))
  return { ...all, icons: Object.fromEntries(Object.entries(all.icons).filter(([name]) => isCarried(name))) }
}

const MAX_ADDRESS_LENGTH = 500
const ROTATION_MS = 750
const TIMEOUT_MS = 5000
const MAX_ANSWER_BYTES = 1024 * 1024
const MAX_BODY_LENGTH = 20_000

export interface FallbackServices {
  bases: readonly string[]
  safeFetch: SafeFetch
  /** Whose question it is, for the limits. */
  user: string
}

/** What the services say. A name that is in neither was not answered for. */
export interface FallbackAnswer {
  icons: Record<string, IconDrawing>
  /** Names that a service does not know, or draws in a way that we do not. */
  absent: string[]
}

/**
 * Asks the fallback services, a further one every 750 ms until one answers. A 404 ends the search: the icon
 * does not exist. Without a service only the icons that we ship exist.
 */
export async function fallbackIcons(
  prefix: string,
  names: readonly string[],
  { bases, safeFetch, user }: FallbackServices,
): Promise<FallbackAnswer> {
  if (bases.length === 0) return { icons: {}, absent: [...names] }
  const room = MAX_ADDRESS_LENGTH - Math.max(...bases.map((base) => `${base}/${prefix}.json?icons=`.length))
  const answer: FallbackAnswer = { icons: {}, absent: names.filter((name) => name.length > room) }
  for (const asked of batches(names, room)) {
    const found = await askAll(`${prefix}.json?icons=${asked.join(',')}`)
    if (!found) continue
    Object.assign(answer.icons, found)
    answer.absent.push(...asked.filter((name) => !Object.hasOwn(found, name)))
  }
  return answer

  async function askAll(query: string): Promise<Record<string, IconDrawing> | undefined> {
    const stop = new AbortController()
    const timer = AbortSignal.timeout(TIMEOUT_MS)
    const signal = AbortSignal.any([stop.signal, timer])
    const asked = bases.map(async (base, index) => {
      if (index > 0) await pause(index * ROTATION_MS, signal)
      try {
        const { body } = await safeFetch(`${base}/${query}`, { user, maxBytes: MAX_ANSWER_BYTES, signal })
        return readAnswer(prefix, names, body.toString('utf8'))
      } catch (error) {
        if (error instanceof SafeFetchError && error.status === 404) return {}
        throw error
      }
    })
    try {
      return await Promise.any(asked)
    } catch {
      return undefined
    } finally {
      stop.abort()
    }
  }
}

/** Names that are asked for together: `a,b` in at most so many characters. */
function batches(names: readonly string[], room: number): string[][] {
  const made: string[][] = []
  for (const name of names) {
    const last = made.at(-1)
    if (last && [...last, name].join(',').length <= room) last.push(name)
    else if (name.length <= room) made.push([name])
  }
  return made
}

function readAnswer(prefix: string, names: readonly string[], text: string): Record<string, IconDrawing> {
  const answer: Partial<IconSet> | null = JSON.parse(text)
  if (answer?.prefix !== prefix || typeof answer.icons !== 'object' || answer.icons === null)
    throw new Error('No icons in the answer')
  const icons: Record<string, IconDrawing> = {}
  for (const name of names) {
    const icon = Object.hasOwn(answer.icons, name) ? answer.icons[name] : undefined
    if (typeof icon?.body !== 'string' || icon.body.length > MAX_BODY_LENGTH || !svgNodes(icon.body)) continue
    const width = icon.width ?? answer.width
    const height = icon.height ?? answer.height
    icons[name] = {
      body: icon.body,
      ...(Number.isFinite(width) ? { width: Number(width) } : {}),
      ...(Number.isFinite(height) ? { height: Number(height) } : {}),
    }
  }
  return icons
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(new Error('aborted'))
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(new Error('aborted'))
    })
  })
}
