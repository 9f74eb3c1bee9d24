import { seededRandom } from '../bench/corpus.ts'
import {
  BUILTIN_NAMES,
  ConvertError,
  type ConvertOptions,
  convertText,
  isIniTemplate,
  readIniTemplate,
  readOwnConfig,
} from '../src/index.ts'
import { mutate } from './mutate.ts'
import { DOCUMENT_SEEDS, LINK_SEEDS } from './seeds.ts'
import { PLANS, type Shape, TEMPLATES, TEXTS } from './shapes.ts'

/** 64 KiB of anything may take this long, measured alone. */
const CPU_LIMIT_MS = 250
const LIMIT_BYTES = 64 * 1024
const LINKS_PER_TEXT = 200
const CLIENT_IDS = ['mihomo', 'singbox', 'clash', 'links'] as const

export interface FuzzLimits {
  links: number
  documents: number
  /** Stops early; seconds. */
  seconds?: number
  seed?: number
  /** CPU time that 64 KiB of anything may take; the usual limit is for a machine that does nothing else. */
  cpuLimitMs?: number
}

export interface FuzzResult {
  links: number
  documents: number
  /** CPU milliseconds of the slowest text. */
  slowestMs: number
  /** Heap after a collection at the end over the one a quarter of the way in; 1 = flat. Absent without --expose-gc. */
  heapGrowth: number | undefined
  failures: { what: string; text: string }[]
}

/** Throws mutated links and documents at the engine and tells what went wrong. Seeded: the same numbers find the same texts. */
export function runFuzz({
  links,
  documents,
  seconds = Infinity,
  seed = 1,
  cpuLimitMs = CPU_LIMIT_MS,
}: FuzzLimits): FuzzResult {
  const random = seededRandom(seed)
  const before = prototypes()
  const result: FuzzResult = { links: 0, documents: 0, slowestMs: 0, heapGrowth: undefined, failures: [] }
  const stop = performance.now() + seconds * 1000
  const total = links / LINKS_PER_TEXT + documents
  let heapEarly: number | undefined
  for (let round = 0; round < total && performance.now() < stop && result.failures.length < 20; round++) {
    const isLinks = round % 2 === 0 ? result.links < links : result.documents >= documents
    const given = isLinks ? { text: linkText(random) } : document(random)
    if (isLinks) result.links += LINKS_PER_TEXT
    else result.documents++
    tryText(given, { client: pick(CLIENT_IDS, random), list: random() < 0.5, cpuLimitMs }, result)
    if (prototypes() !== before) result.failures.push({ what: 'a prototype changed', text: given.text })
    if (round === Math.floor(total / 4)) heapEarly = settledHeap()
  }
  const heapLate = settledHeap()
  if (heapEarly !== undefined && heapLate !== undefined)
    result.heapGrowth = Math.round((heapLate / heapEarly) * 100) / 100
  return result
}

/** A text, and what else is asked for with it. */
interface Given {
  text: string
  /** Text of a template of the user's own. */
  template?: string
  options?: Partial<ConvertOptions>
}

type Client = (typeof CLIENT_IDS)[number]

interface Trial {
  client: Client
  list: boolean
  cpuLimitMs: number
}

/** A document of the seeds, or one that repeats something up to the limit; either of them mutated. */
function document(random: () => number): Given {
  const cut = (text: string) => mutate(text, random, DOCUMENT_SEEDS).slice(0, LIMIT_BYTES)
  const roll = random()
  if (roll < 0.8) return { text: cut(pick(DOCUMENT_SEEDS, random)) }
  if (roll < 0.9) return { text: cut(filled(pick(TEXTS, random)).text) }
  if (roll < 0.96) {
    const { text, options } = filled(pick(PLANS, random))
    return { text: cut(text), options }
  }
  return { text: LINK_SEEDS.join('\n'), template: cut(filled(pick(TEMPLATES, random)).text) }
}

/** A shape of about 64 KiB, its options included. */
function filled({ text, options }: Shape): Given {
  const size = (count: number) => text(count).length + JSON.stringify(options?.(count) ?? '').length
  let count = 1
  while (count < LIMIT_BYTES && size(count * 2) <= LIMIT_BYTES) count *= 2
  return { text: text(count), options: options?.(count) }
}

function tryText(given: Given, { client, list, cpuLimitMs }: Trial, result: FuzzResult): void {
  const { text } = given
  const work = () => convertOne(given, client, list)
  try {
    const ms = cpuTime(work)
    // A pause of the machine is no hang: only a text that is slow again, and alone, counts.
    if (ms > cpuLimitMs && cpuTime(work) > cpuLimitMs) {
      const what = `took ${ms} ms for ${client}${list ? ', a list' : ''}`
      result.failures.push({ what, text: given.template ?? text })
    } else result.slowestMs = Math.max(result.slowestMs, Math.min(ms, cpuLimitMs))
  } catch (error) {
    result.failures.push({ what: error instanceof Error ? (error.stack ?? error.message) : String(error), text })
  }
}

/** A conversion whose numbers must add up; having nothing to give back is no failure. */
function convertOne(given: Given, client: Client, list: boolean): void {
  const report = reportOf(given, client, list)
  if (!report) return
  const sums = report.nodes + report.skipped + report.comments === report.entries
  const nodes = report.duplicates + report.excluded + report.disabled + report.refused + report.output === report.nodes
  if (!sums || !nodes) throw new Error(`the numbers do not add up: ${JSON.stringify({ ...report, issues: undefined })}`)
}

function reportOf({ text, template, options }: Given, client: Client, list: boolean) {
  try {
    const own = template === undefined ? BUILTIN_NAMES[text.length % BUILTIN_NAMES.length] : readTemplate(template)
    const asked = { to: client, output: { list }, template: own, ...options }
    return convertText([{ name: 'fuzz', text }], asked).report
  } catch (error) {
    if (error instanceof ConvertError) return error.report
    throw error
  }
}

function readTemplate(text: string) {
  return isIniTemplate(text) ? readIniTemplate(text, 'fuzz').template : readOwnConfig(text, 'fuzz')
}

function linkText(random: () => number): string {
  const lines: string[] = []
  for (let count = 0; count < LINKS_PER_TEXT; count++) lines.push(mutate(pick(LINK_SEEDS, random), random, LINK_SEEDS))
  return lines.join('\n').slice(0, LIMIT_BYTES)
}

function pick<T>(items: readonly T[], random: () => number): T {
  return items[Math.floor(random() * items.length)]!
}

function cpuTime(work: () => void): number {
  const start = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(start)
  return Math.round((user + system) / 1000)
}

const WATCHED = [Object, Array, Function, String, Number, Boolean, Map, Set, RegExp, Error, Promise] as const

/** Names on the prototypes that hostile keys aim at. */
function prototypes(): string {
  return WATCHED.map(
    (watched) =>
      Object.getOwnPropertyNames(watched.prototype).length + Object.getOwnPropertySymbols(watched.prototype).length,
  ).join()
}

function settledHeap(): number | undefined {
  if (!globalThis.gc) return undefined
  globalThis.gc()
  return process.memoryUsage().heapUsed
}
