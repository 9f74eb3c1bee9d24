import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { convertText } from '../src/index.ts'
import { type ConfigFigures, configFigures } from './config-figures.ts'
import { makeCorpus } from './corpus.ts'
import type { FirstCall } from './first-call.ts'
import { floor } from './floor.ts'
import { makeRichCorpus } from './rich-corpus.ts'

/**
 * `npm run bench`: µs of CPU time per link for reading and writing the node list of two seeded corpora, as a ratio to the
 * floor measured in the same process; how it grows; peak memory and time of a process that does one conversion.
 * `-- --json` prints one object (the rich mix in `rich`), `-- --file F` takes the corpus from a file. Figures are to be
 * read as ratios: machines differ, and are noisy.
 */

const TARGETS = [['mihomo', 'mihomo'], ['sing-box', 'singbox']] as const // oxfmt-ignore
const SIZES = [1_000, 10_000, 100_000]
const MEASURED_LINKS_PER_SIZE = 200_000
const LEAST_ROUNDS = 5
/** Rules of a config, and a tenth as many nodes. */
const CONFIG_RULES = 20_000
const EQUAL_NAMES = 16_000
/** Both sides of this ratio are short, and five pairs differ by a fifth from run to run. */
const EQUAL_NAMES_ROUNDS = 25

interface Run {
  links: number
  to: string
  usPerLink: number
  floorUsPerLink: number
  ratio: number
  /** Peak of a process that does nothing but this conversion. */
  rssMb: number
  /** CPU time that loading the engine and the conversion take in that process. */
  firstCallMs: number
  /** The same as the command line does it: the result written to a file as bytes. */
  toFile: FirstCall
}

/** What is measured of a corpus in its sizes. */
interface Figures {
  runs: Run[]
  exponent: Record<string, number | null>
}

interface Result extends Figures {
  equalNamesRatio: number
  /** The rich mix; absent where the corpus is a file. */
  rich?: Figures
  /** What is done to a config, each against reading it with places; absent where the corpus is a file. */
  configs?: ConfigFigures[]
}

const { values: args } = parseArgs({
  options: {
    json: { type: 'boolean' },
    file: { type: 'string' },
  },
})

const result = await bench()
console.log(args.json ? JSON.stringify(result) : reported(result))

async function bench(): Promise<Result> {
  if (args.file !== undefined)
    return { ...figures([readFileSync(args.file, 'utf8')]), equalNamesRatio: equalNamesRatio() }
  return {
    ...figures(SIZES.map((size) => makeCorpus(size))),
    equalNamesRatio: equalNamesRatio(),
    rich: figures(SIZES.map((size) => makeRichCorpus(size))),
    configs: await configFigures(CONFIG_RULES, timeOf),
  }
}

function figures(corpora: readonly string[]): Figures {
  const runs = corpora.flatMap((text) => TARGETS.map(([to, client]) => measure(text, to, client)))
  return { runs, exponent: { mihomo: exponent(runs, 'mihomo'), 'sing-box': exponent(runs, 'sing-box') } }
}

/** Engine and floor in turn, so that both see the same machine; medians, also of the ratios of the pairs. */
function measure(text: string, to: string, client: 'mihomo' | 'singbox'): Run {
  const bytes = Buffer.from(text)
  const links = text.split('\n').filter((line) => line.trim() !== '').length
  const rounds = Math.max(LEAST_ROUNDS, Math.round(MEASURED_LINKS_PER_SIZE / links))
  const engineTimes: number[] = []
  const floorTimes: number[] = []
  for (let round = 0; round < rounds + 2; round++) {
    const engineTime = time(() => convertList(bytes, client))
    const floorTime = time(() => floor(bytes))
    if (round < 2) continue
    engineTimes.push(engineTime)
    floorTimes.push(floorTime)
  }
  return {
    links,
    to,
    usPerLink: round2((median(engineTimes) * 1000) / links),
    floorUsPerLink: round2((median(floorTimes) * 1000) / links),
    ratio: round2(median(engineTimes.map((time, round) => time / floorTimes[round]!))),
    ...firstCall(text, client),
  }
}

function convertList(bytes: Buffer, client: 'mihomo' | 'singbox'): string {
  return convertText([{ name: 'corpus', text: bytes.toString('utf8') }], { to: client, output: { list: true } }).text
}

/**
 * What a process takes that does nothing but one conversion. Compiled files come from the cache, as in everything that
 * is released: taking types out of sources belongs to development, and takes up to 20 MB.
 */
function firstCall(text: string, client: string): FirstCall & { toFile: FirstCall } {
  const folder = mkdtempSync(join(tmpdir(), 'switchyard-bench-'))
  const file = join(folder, 'corpus.txt')
  writeFileSync(file, text)
  const env = { NODE_COMPILE_CACHE: join(folder, 'cache') }
  const toFile = () => runOnce([file, client, join(folder, 'output')], env)
  // The first call fills the cache.
  toFile()
  const rounds = Array.from({ length: LEAST_ROUNDS }, () => ({ text: runOnce([file, client], env), file: toFile() }))
  rmSync(folder, { recursive: true })
  return { ...medians(rounds.map(({ text }) => text)), toFile: medians(rounds.map(({ file }) => file)) }
}

/** When the collector runs is chance, and moves the peak of one process by a tenth. */
function medians(calls: FirstCall[]): FirstCall {
  return {
    rssMb: median(calls.map(({ rssMb }) => rssMb)),
    firstCallMs: median(calls.map(({ firstCallMs }) => firstCallMs)),
  }
}

function runOnce(args: readonly string[], env: NodeJS.ProcessEnv): FirstCall {
  const script = fileURLToPath(new URL('first-call.ts', import.meta.url))
  const { stdout } = spawnSync(process.execPath, [script, ...args], {
    encoding: 'utf8',
    env: { ...process.env, ...env },
  })
  return JSON.parse(stdout) as FirstCall
}

/** 1 = linear: how total time grows from the smallest to the largest corpus. */
function exponent(runs: readonly Run[], to: string): number | null {
  const own = runs.filter((run) => run.to === to)
  const first = own[0]!
  const last = own.at(-1)!
  if (first.links === last.links) return null
  return round2(
    Math.log((last.usPerLink * last.links) / (first.usPerLink * first.links)) / Math.log(last.links / first.links),
  )
}

/** Time for equal names over time for distinct ones. */
function equalNamesRatio(): number {
  const equal = Buffer.from(makeCorpus(EQUAL_NAMES, 1, () => '香港 01'))
  const distinct = Buffer.from(makeCorpus(EQUAL_NAMES, 1, (index) => `香港 ${index}`))
  const ratios: number[] = []
  for (let round = 0; round < EQUAL_NAMES_ROUNDS + 2; round++) {
    const ratio = time(() => convertList(equal, 'mihomo')) / time(() => convertList(distinct, 'mihomo'))
    if (round >= 2) ratios.push(ratio)
  }
  return round2(median(ratios))
}

/** The same for work that may wait. */
async function timeOf(work: () => unknown): Promise<number> {
  const start = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}

/** CPU time of the process in ms: beside busy neighbours the clock on the wall says little. */
function time(work: () => unknown): number {
  const start = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}

function median(values: number[]): number {
  const sorted = values.toSorted((left, right) => left - right)
  return sorted[sorted.length >> 1]!
}

function round2(value: number): number {
  return Math.round(value * 100) / 100
}

function reported({ rich, equalNamesRatio, configs, ...plain }: Result): string {
  const parts = [
    ...(rich === undefined ? [table(plain)] : ['Plain mix', table(plain), 'Rich mix', table(rich)]),
    `16,000 equal names / distinct: ${equalNamesRatio}`,
    ...(configs === undefined ? [] : ['Configs, as ratios to reading them with places', configTable(configs)]),
  ]
  return parts.join('\n\n')
}

function table({ runs, exponent }: Figures): string {
  const head = [
    '| links | to | µs/link | floor µs/link | ratio | peak MB | first call ms | peak MB, to a file | ms, to a file |',
    '|--:|---|--:|--:|--:|--:|--:|--:|--:|',
  ]
  const rows = runs.map(({ links, to, usPerLink, floorUsPerLink, ratio, rssMb, firstCallMs, toFile }) =>
    ['', links, to, usPerLink, floorUsPerLink, ratio, rssMb, firstCallMs, toFile.rssMb, toFile.firstCallMs, '']
      .join(' | ')
      .trim(),
  )
  return [...head, ...rows, '', `growth exponent: mihomo ${exponent['mihomo']}, sing-box ${exponent['sing-box']}`].join(
    '\n',
  )
}

function configTable(configs: readonly ConfigFigures[]): string {
  const rows = configs.map(({ client, rules, kilobytes, openMs, check, inject, explain, questions }) =>
    ['', client, rules, kilobytes, openMs, check, inject, explain, questions, ''].join(' | ').trim(),
  )
  return [
    '| client | rules | kB | reading ms | check | inject, ten changes | opening for explain | 1,000 questions / opening |',
    '|---|--:|--:|--:|--:|--:|--:|--:|',
    ...rows,
  ].join('\n')
}
