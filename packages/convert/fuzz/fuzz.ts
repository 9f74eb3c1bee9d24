import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { proveNodes } from '../proof/acceptance.ts'
import { judgesAtHand, proveOptions } from '../proof/options.ts'
import { measureMutations } from '../proof/mutated-configs.ts'
import { runFuzz } from './run-fuzz.ts'

const CHECKED = 1_000
/** Verdicts that are the program's own, of all. */
const LEAST_EQUAL = 0.95

/**
 * `npm run fuzz`: 2 million links and 200 thousand documents, then 3,000 nodes and 2,000 combinations of options in front
 * of the real clients. `-- --links N --documents N --nodes N --options N --seed N` for another run. `-- --check [N]`: only the
 * checker of configs, on 1,000 sound ones with one change each, against sing-box and Xray.
 */

if (!globalThis.gc) {
  // Memory is told only after a collection, which needs its flag.
  const { status } = spawnSync(
    process.execPath,
    ['--expose-gc', fileURLToPath(import.meta.url), ...process.argv.slice(2)],
    { stdio: 'inherit' },
  )
  process.exit(status ?? 1)
}

const option = (name: string, otherwise: number) => {
  const at = process.argv.indexOf(`--${name}`)
  return at < 0 ? otherwise : Number(process.argv[at + 1])
}

if (process.argv.includes('--check')) {
  const count = option('check', CHECKED)
  const figures = await measureMutations(Number.isNaN(count) ? CHECKED : count, option('seed', 1))
  for (const { different } of figures) for (const one of different) console.log(`DIFFERENT ${one}`)
  for (const { client, count: all, equal, started, different } of figures)
    console.log(`${client}: verdicts ${equal} of ${all} (${((100 * equal) / all).toFixed(1)} %), ${different.length} different, ${started} started`) // oxfmt-ignore
  if (figures.length === 0) console.log('Neither sing-box nor Xray is at hand: npm run engines')
  process.exit(figures.some(({ equal, count: all }) => equal / all < LEAST_EQUAL) ? 1 : 0)
}

const start = performance.now()
const result = runFuzz({
  links: option('links', 2_000_000),
  documents: option('documents', 200_000),
  seed: option('seed', 1),
})
const seconds = Math.round((performance.now() - start) / 1000)
for (const { what, text } of result.failures) console.log(`FAILURE ${what}\n${JSON.stringify(text.slice(0, 2000))}\n`)
console.log(`${result.links} links, ${result.documents} documents in ${seconds} s`)
console.log(
  `slowest text ${result.slowestMs} ms CPU, heap at the end ${result.heapGrowth} times that at a quarter of the way, ${result.failures.length} failures`,
)

const proofStart = performance.now()
const proof = await proveNodes(option('nodes', 3_000), option('seed', 1))
for (const complaint of proof.complaints) console.log(`COMPLAINT ${complaint}\n`)
const [forSingbox, forMihomo] = proof.written
console.log(
  `${proof.nodes} nodes, ${forSingbox} written for sing-box, ${forMihomo} for mihomo, ${proof.complaints.length} complaints ` +
    `in ${Math.round((performance.now() - proofStart) / 1000)} s`,
)

const optionsStart = performance.now()
const options = await proveOptions(option('options', 2_000), option('seed', 1), judgesAtHand())
for (const complaint of options.complaints) console.log(`COMPLAINT ${complaint}\n`)
console.log(
  `combinations of options: written ${reported(options.written)}; refused ${reported(options.refused)}; ` +
    `${options.unasked} files need a database of mihomo's; ${options.complaints.length} complaints ` +
    `in ${Math.round((performance.now() - optionsStart) / 1000)} s`,
)
process.exitCode = result.failures.length + proof.complaints.length + options.complaints.length > 0 ? 1 : 0

function reported(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([what, count]) => `${what} ${count}`)
    .join(', ')
}
