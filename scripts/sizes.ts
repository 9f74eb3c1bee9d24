// `npm run sizes`: what each page weighs beside its budget and beside the last release. Only a budget that is passed fails.
// `npm run sizes -- --release` notes today's sizes as those of the release.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { isPassed, weighed } from './budgets.ts'
import { measuredSizes } from './page-sizes.ts'
import { ensureBuilt } from './ensure-built.mjs'

const RELEASE_FILE = fileURLToPath(new URL('sizes-of-release.json', import.meta.url))

process.exitCode = await ensureBuilt()
if (process.exitCode === 0) {
  const rows = weighed(measuredSizes())
  const sizes = Object.fromEntries(rows.map(({ name, kilobytes }) => [name, Number(kilobytes.toFixed(1))]))
  if (process.argv.includes('--release')) writeFileSync(RELEASE_FILE, `${JSON.stringify(sizes, null, 2)}\n`)
  const before = existsSync(RELEASE_FILE)
    ? (JSON.parse(readFileSync(RELEASE_FILE, 'utf8')) as Record<string, number>)
    : {}
  console.log(`${'kB gzip'.padEnd(34)}${'now'.padStart(8)}${'release'.padStart(10)}${'budget'.padStart(9)}`)
  for (const row of rows) {
    const { name, kilobytes, budget } = row
    const now = kilobytes.toFixed(1).padStart(8)
    console.log(
      `${name.padEnd(34)}${now}${String(before[name] ?? 'new').padStart(10)}${String(budget).padStart(9)}${isPassed(row) ? '  passed its budget' : ''}`,
    )
  }
  if (rows.some(isPassed)) process.exitCode = 1
}
