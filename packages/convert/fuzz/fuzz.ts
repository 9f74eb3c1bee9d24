import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { proveNodes } from '../proof/acceptance.ts'
import { judgesAtHand, proveOptions } from '../proof/options.ts'
import { runFuzz } from './run-fuzz.ts'

/**
 * `npm run fuzz`: 2 million links and 200 thousand documents, then 3,000 nodes and 2,000 combinations of options in front
 * of the real clients. `-- --links N --documents N --nodes N --options N --seed N` for another run.
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
