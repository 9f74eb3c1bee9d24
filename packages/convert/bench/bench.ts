import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { convertText } from '../src/index.ts'
import { floor } from './floor.ts'
import { makeCorpus } from './corpus.ts'

/**
 * `npm run bench`: µs per link for reading and writing the node list of a seeded mixed corpus, as a ratio to the floor
 * measured in the same process; how it grows; peak memory. `-- --json` prints one object, `-- --file F` takes the corpus
 * from a file. Figures are to be read as ratios: machines differ, and are noisy.
 */

const TARGETS = [['mihomo', 'mihomo'], ['sing-box', 'singbox']] as const // oxfmt-ignore
const SIZES = [1_000, 10_000, 100_000]
const MEASURED_LINKS_PER_SIZE = 400_000
const LEAST_ROUNDS = 5
const EQUAL_NAMES = 16_000
const MB = 1024 * 1024

interface Run {
  links: number
  to: string
  usPerLink: number
  floorUsPerLink: number
  ratio: number
  rssMb: number
}

const { values: args } = parseArgs({
  options: {
    json: { type: 'boolean' },
    file: { type: 'string' },
    'measure-memory': { type: 'string' },
    to: { type: 'string' },
  },
})

if (args['measure-memory'] !== undefined) printPeakMemory(args['measure-memory'], args.to ?? 'mihomo')
else bench()

function bench(): void {
  const corpora = args.file === undefined ? SIZES.map((size) => makeCorpus(size)) : [readFileSync(args.file, 'utf8')]
  const runs = corpora.flatMap((text) => TARGETS.map(([to, platform]) => measure(text, to, platform)))
  const result = {
    runs,
    exponent: { mihomo: exponent(runs, 'mihomo'), 'sing-box': exponent(runs, 'sing-box') },
    equalNamesRatio: equalNamesRatio(),
  }
  console.log(args.json ? JSON.stringify(result) : table(result))
}

/** Engine and floor in turn, so that both see the same machine; medians. */
function measure(text: string, to: string, platform: 'mihomo' | 'singbox'): Run {
  const bytes = Buffer.from(text)
  const links = text.split('\n').filter((line) => line.trim() !== '').length
  const rounds = Math.max(LEAST_ROUNDS, Math.round(MEASURED_LINKS_PER_SIZE / links))
  const engineTimes: number[] = []
  const floorTimes: number[] = []
  for (let round = 0; round < rounds + 2; round++) {
    const engineTime = time(() => convertList(bytes, platform))
    const floorTime = time(() => floor(bytes))
    if (round < 2) continue
    engineTimes.push(engineTime)
    floorTimes.push(floorTime)
  }
  const usPerLink = (median(engineTimes) * 1000) / links
  const floorUsPerLink = (median(floorTimes) * 1000) / links
  return {
    links,
    to,
    usPerLink: round2(usPerLink),
    floorUsPerLink: round2(floorUsPerLink),
    ratio: round2(usPerLink / floorUsPerLink),
    rssMb: peakMemory(text, platform),
  }
}

function convertList(bytes: Buffer, platform: 'mihomo' | 'singbox'): string {
  return convertText([{ name: 'corpus', text: bytes.toString('utf8') }], { platform, list: true }).text
}

/** Peak resident memory of a process that does nothing but one conversion, in MB. */
function peakMemory(text: string, platform: string): number {
  const folder = mkdtempSync(join(tmpdir(), 'switchyard-bench-'))
  const file = join(folder, 'corpus.txt')
  writeFileSync(file, text)
  const { stdout } = spawnSync(
    process.execPath,
    [fileURLToPath(import.meta.url), '--measure-memory', file, '--to', platform],
    { encoding: 'utf8' },
  )
  rmSync(folder, { recursive: true })
  return Number(stdout)
}

function printPeakMemory(file: string, platform: string): void {
  convertList(readFileSync(file), platform === 'singbox' ? 'singbox' : 'mihomo')
  console.log(Math.round((process.resourceUsage().maxRSS * 1024) / MB))
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
  for (let round = 0; round < LEAST_ROUNDS + 2; round++) {
    const ratio = time(() => convertList(equal, 'mihomo')) / time(() => convertList(distinct, 'mihomo'))
    if (round >= 2) ratios.push(ratio)
  }
  return round2(median(ratios))
}

function time(work: () => unknown): number {
  const start = performance.now()
  work()
  return performance.now() - start
}

function median(values: number[]): number {
  const sorted = values.toSorted((left, right) => left - right)
  return sorted[sorted.length >> 1]!
}

function round2(value: number): number {
  return Math.round(value * 100) / 100
}

function table({
  runs,
  exponent,
  equalNamesRatio,
}: {
  runs: Run[]
  exponent: Record<string, number | null>
  equalNamesRatio: number
}): string {
  const head = '| links | to | µs/link | floor µs/link | ratio | peak MB |\n|--:|---|--:|--:|--:|--:|'
  const rows = runs.map(
    (run) => `| ${run.links} | ${run.to} | ${run.usPerLink} | ${run.floorUsPerLink} | ${run.ratio} | ${run.rssMb} |`,
  )
  return [
    head,
    ...rows,
    '',
    `growth exponent: mihomo ${exponent['mihomo']}, sing-box ${exponent['sing-box']}`,
    `16,000 equal names / distinct: ${equalNamesRatio}`,
  ].join('\n')
}
