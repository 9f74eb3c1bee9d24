// `npm test` in a fresh clone: installs and builds when needed, runs every suite, ends with one line of counts.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureBuilt } from './ensure-built.mjs'
import { runCarried } from './run-carried.mjs'

const file = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'switchyard-test-'))

// `npm test -- FILTER` runs what Vitest finds by it, or journeys when it starts with e2e.
const filters = process.argv.slice(2)
const journeyFilters = filters.filter((filter) => filter.startsWith('e2e'))
/** @type {{ exitCode: number, passed: number, failed: number, skipped: number }[]} */
const runs = []
if (filters.length === 0 || journeyFilters.length < filters.length) runs.push(await runUnits())
if (filters.length === 0 || journeyFilters.length > 0) runs.push(await runJourneys())
rmSync(folder, { recursive: true })

const sum = (/** @type {'passed' | 'failed' | 'skipped'} */ name) => runs.reduce((all, run) => all + run[name], 0)
const ran = sum('passed') + sum('failed')
if (ran === 0) console.log('Nothing ran.')
const ok = runs.every(({ exitCode }) => exitCode === 0) && sum('failed') === 0 && ran > 0
process.exitCode = ok ? 0 : 1
// After everything that the runners print, so that scripts can read the last line.
console.log(`${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`)

async function runUnits() {
  const countsFile = join(folder, 'units.json')
  const args = ['run', '--reporter=default', `--reporter=${file('count-reporter.mjs')}`]
  const others = filters.filter((filter) => !filter.startsWith('e2e'))
  const exitCode = await runCarried([file('../node_modules/vitest/vitest.mjs'), ...args, ...others], {
    ...process.env,
    TEST_COUNTS_FILE: countsFile,
  })
  return outcome(exitCode, countsFile)
}

async function runJourneys() {
  const countsFile = join(folder, 'journeys.json')
  const failedBuild = process.env.SKIP_BROWSER ? 0 : await ensureBuilt()
  if (failedBuild) return { exitCode: failedBuild, passed: 0, failed: 1, skipped: 0 }
  const args = ['test', '--config', file('../e2e/playwright.config.ts')]
  const exitCode = await runCarried([file('../node_modules/@playwright/test/cli.js'), ...args, ...journeyFilters], {
    ...process.env,
    E2E_COUNTS_FILE: countsFile,
  })
  return outcome(exitCode, countsFile)
}

/**
 * A run that did not come to its tests, for want of a browser say, is a failure of its own.
 * @param {number} exitCode
 * @param {string} countsFile
 */
function outcome(exitCode, countsFile) {
  const counts = readCounts(countsFile)
  return { exitCode, ...counts, failed: exitCode === 0 || counts.failed > 0 ? counts.failed : 1 }
}

/** @param {string} countsFile */
function readCounts(countsFile) {
  try {
    return JSON.parse(readFileSync(countsFile, 'utf8'))
  } catch {
    return { passed: 0, failed: 0, skipped: 0 }
  }
}
