// `npm test` in a fresh clone: installs when needed, runs every suite, ends with one line of counts.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runCarried } from './run-carried.mjs'

const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url))
const reporter = fileURLToPath(new URL('count-reporter.mjs', import.meta.url))

const folder = mkdtempSync(join(tmpdir(), 'switchyard-test-'))
const countsFile = join(folder, 'counts.json')
const args = ['run', '--reporter=default', `--reporter=${reporter}`, ...process.argv.slice(2)]
const exitCode = await runCarried([vitest, ...args], { ...process.env, TEST_COUNTS_FILE: countsFile })
const { passed, failed, skipped } = readCounts()
rmSync(folder, { recursive: true })

const ran = passed + failed
if (ran === 0) console.log('Nothing ran.')
process.exitCode = exitCode === 0 && failed === 0 && ran > 0 ? 0 : 1
// After everything that Vitest prints, so that scripts can read the last line.
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`)

function readCounts() {
  try {
    return JSON.parse(readFileSync(countsFile, 'utf8'))
  } catch {
    return { passed: 0, failed: 0, skipped: 0 }
  }
}
