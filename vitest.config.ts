import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig } from 'vitest/config'
import { stepBack } from './scripts/step-back.ts'

// Some tests start real proxy clients, so a slow machine gets time.
const TEST_TIMEOUT_MS = 180_000
/** How fast the product is, units do not say either: a machine may be busy. */
const POLL_MS = 15_000

const FILES = ['{packages,apps}/*/**/*.test.ts', 'scripts/**/*.test.ts']

/**
 * Signs that a test file changes its process for good. It replaces modules, or it changes storage, folder, settings or globals. A file
 * may replace a global with `vi` if it restores it: `scripts/leaves-nothing.ts` fails a file that does not. No check sees what a
 * module remembers.
 */
const CHANGES_AROUND_IT = [
  /\bvi\.(mock|doMock|hoisted|resetModules)\b/,
  // After this call the module stores nothing on the device any more.
  /\bclearLocalData\b/,
  /fake-indexeddb/,
  /\bprocess\.(chdir|exitCode|umask|on|once|addListener)\b/,
  /\bprocess\.env(\.\w+|\[.*\]) =(?!=)|delete process\.env/,
  /\bglobalThis(\.\w+|\[.*\]) =(?!=)|\bdefineProperty\(globalThis|delete globalThis/,
]

/** Programs that a test started end with its process at the latest, and waiting for them takes longer than loading code. */
const STARTS_PROGRAMS = /child_process|startServer|engineTest|findEngines|\bSERVERS\b|kill-rounds/

/**
 * V8 reads the filters of regions wrong after much else has run (`(?-i:…)` in a lookahead), and only their test has it do so.
 */
const READ_WRONG_LATER = 'packages/convert/src/**/region-filters.test.ts'

/** Files without a change around them share a process, and load the engine and the server once. */
const SHARED = globSync(FILES, { exclude: [...configDefaults.exclude, READ_WRONG_LATER] }).filter((file) => {
  const text = readFileSync(file, 'utf8')
  return ![...CHANGES_AROUND_IT, STARTS_PROGRAMS].some((sign) => sign.test(text))
})

stepBack()

export default defineConfig({
  test: {
    testTimeout: TEST_TIMEOUT_MS,
    hookTimeout: TEST_TIMEOUT_MS,
    expect: { poll: { timeout: POLL_MS } },
    // Tests that start programs wait more than they work.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    projects: [
      {
        extends: true,
        test: { name: 'shared', include: SHARED, isolate: false, setupFiles: 'scripts/leaves-nothing.ts' },
      },
      { extends: true, test: { name: 'alone', include: FILES, exclude: [...configDefaults.exclude, ...SHARED] } },
    ],
  },
})
