// `npm test` in a fresh clone: installs and builds when needed, runs every suite, ends with what took longest and one line
// of counts.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureBuilt } from './ensure-built.mjs'
import { filesUnder } from './files-under.mjs'
import { runCarried } from './run-carried.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const file = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url))
const NOT_OURS = new Set(['node_modules', 'dist', '.types'])
/** @typedef {{ exitCode: number, passed: number, failed: number, skipped: number, reasons: string[], secondTries?: string[], times?: [what: string, ms: number][] }} Run */
/** @typedef {Run & { kind: string, tookMs: number }} TimedRun */
const SLOWEST = 10

// `npm run test:long`: the tests that take short rounds in `npm test`, with long ones.
const WITH_LONG_ROUNDS = [
  'packages/convert/fuzz/fuzz.test.ts',
  'packages/convert/fuzz/check-fuzz.test.ts',
  'packages/convert/fuzz/compare-fuzz.test.ts',
  'packages/convert/fuzz/edit-fuzz.test.ts',
  'packages/convert/fuzz/explain-fuzz.test.ts',
  'packages/convert/fuzz/growth.test.ts',
  'packages/convert/proof/inject.test.ts',
  'packages/convert/proof/real-templates.test.ts',
  'packages/git-hosts/test/races.test.ts',
  'scripts/house/regexes.test.ts',
  'apps/web/app/features/java/code/compiles.test.ts',
  'apps/server/src/kill.test.ts',
  'apps/server/src/killed-copies.test.ts',
  'apps/server/src/maintenance/killed-restore.test.ts',
  'apps/server/src/maintenance/move.test.ts',
  'apps/server/src/older-data.test.ts',
  'apps/server/src/outputs/many-at-once.test.ts',
  'apps/server/src/fetch/fault-rounds.test.ts',
]
const isLong = process.argv[2] === '--long'
if (isLong) process.env.LONG_TESTS = '1'

// `npm test -- WORD …` runs the files, units and journeys, that have one of the words in their path.
const given = process.argv.slice(isLong ? 3 : 2)
const words = isLong && given.length === 0 ? WITH_LONG_ROUNDS : given
const units = filesOf(['packages', 'apps', 'scripts'], /\.test\.ts$/)
const journeys = filesOf(['e2e'], /\.e2e\.ts$/)
const lostWords = words.filter((word) => ![...units, ...journeys].some((path) => path.includes(word)))
for (const word of lostWords) console.error(`No test file has "${word}" in its path.`)

const folder = mkdtempSync(join(tmpdir(), 'switchyard-test-'))
/** @type {TimedRun[]} */
const runs = []
if (lostWords.length === 0) {
  const chosenUnits = chosen(units)
  const chosenJourneys = chosen(journeys)
  if (chosenUnits.length > 0) runs.push(await timed('units', () => runUnits(words)))
  if (chosenJourneys.length > 0)
    runs.push(await timed('journeys', () => runJourneys(words.length === 0 ? [] : chosenJourneys)))
}
rmSync(folder, { recursive: true })

const sum = (/** @type {'passed' | 'failed' | 'skipped'} */ name) => runs.reduce((all, run) => all + run[name], 0)
const ran = sum('passed') + sum('failed') + sum('skipped')
if (ran === 0 && lostWords.length === 0) console.log('Nothing ran.')
const ok = runs.every(({ exitCode }) => exitCode === 0) && sum('failed') === 0 && ran > 0
process.exitCode = ok ? 0 : 1
for (const name of runs.flatMap(({ secondTries = [] }) => secondTries)) console.log(`passed at the second try: ${name}`)
const slowest = runs
  .flatMap(({ times = [] }) => times)
  .sort(([, a], [, b]) => b - a)
  .slice(0, SLOWEST)
for (const { kind, tookMs } of runs) console.log(`${(tookMs / 60_000).toFixed(1)} min ${kind}`)
for (const [what, ms] of slowest) console.log(`${(ms / 1000).toFixed(1)} s ${what}`)
for (const [reason, count] of skipReasons()) console.log(`${count} skipped: ${reason}`)
// After everything that the runners print, so that scripts can read the last line.
console.log(`${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`)

/**
 * @param {string} kind
 * @param {() => Promise<Run>} run
 * @returns {Promise<TimedRun>}
 */
async function timed(kind, run) {
  const began = performance.now()
  return { ...(await run()), kind, tookMs: performance.now() - began }
}

/**
 * @param {string[]} folders
 * @param {RegExp} pattern
 * @returns {string[]} paths from the root, with `/`
 */
function filesOf(folders, pattern) {
  return folders
    .flatMap((name) => filesUnder(join(root, name), NOT_OURS))
    .filter((path) => pattern.test(path))
    .map((path) => relative(root, path).replaceAll('\\', '/'))
}

/** @param {string[]} paths */
function chosen(paths) {
  return words.length === 0 ? paths : paths.filter((path) => words.some((word) => path.includes(word)))
}

/** @param {string[]} filters as Vitest takes them: parts of paths */
async function runUnits(filters) {
  const countsFile = join(folder, 'units.json')
  const args = ['run', '--reporter=default', `--reporter=${file('count-reporter.mjs')}`]
  const exitCode = await runCarried([file('../node_modules/vitest/vitest.mjs'), ...args, ...filters], {
    ...process.env,
    TEST_COUNTS_FILE: countsFile,
  })
  return outcome(exitCode, countsFile)
}

/** @param {string[]} paths none for all */
async function runJourneys(paths) {
  const countsFile = join(folder, 'journeys.json')
  // Journeys that are only listed start neither server nor browser, and all of them count as skipped.
  const isListed = Boolean(process.env.SKIP_BROWSER)
  const failedBuild = isListed ? 0 : await ensureBuilt()
  if (failedBuild) return { exitCode: failedBuild, passed: 0, failed: 1, skipped: 0, reasons: [] }
  const reporter = isListed ? ['--list', `--reporter=${file('../e2e/count-reporter.ts')}`] : []
  const args = ['test', '--config', file('../e2e/playwright.config.ts'), ...reporter]
  // Playwright takes regular expressions over whole paths.
  const patterns = paths.map((path) => `/${path.replaceAll('.', '\\.')}$`)
  const exitCode = await runCarried([file('../node_modules/@playwright/test/cli.js'), ...args, ...patterns], {
    ...process.env,
    E2E_COUNTS_FILE: countsFile,
  })
  return outcome(exitCode, countsFile)
}

/** @returns {[reason: string, count: number][]} the most frequent first */
function skipReasons() {
  const counts = new Map()
  for (const reason of runs.flatMap(({ reasons }) => reasons)) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  return [...counts].sort(([, a], [, b]) => b - a)
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
    return { passed: 0, failed: 0, skipped: 0, reasons: [] }
  }
}
