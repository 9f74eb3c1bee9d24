import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig } from 'vitest/config'

// Some tests start real proxy clients, so a slow machine gets time.
const TEST_TIMEOUT_MS = 180_000
/** How fast the product is, units do not say either: a machine may be busy. */
const POLL_MS = 15_000

/** What a test says that gives the whole process another clock, network, storage or module. */
const CHANGES_AROUND_IT = /\bvi\b|globalThis|fake-indexeddb|process\.env/

/**
 * Plain functions without a global of their own: these files share a process, and load the engine once. All but one: V8
 * reads the filters of regions wrong after much else has run (`(?-i:…)` in a lookahead), and only their test has it do so.
 */
const SHARED = [
  'packages/{contract,locale,recipe,redact,sources,svg-nodes}/**/*.test.ts',
  'packages/convert/src/**/!(region-filters).test.ts',
  ...globSync('apps/web/app/**/*.test.ts').filter((file) => !CHANGES_AROUND_IT.test(readFileSync(file, 'utf8'))),
]

export default defineConfig({
  test: {
    testTimeout: TEST_TIMEOUT_MS,
    hookTimeout: TEST_TIMEOUT_MS,
    expect: { poll: { timeout: POLL_MS } },
    // Tests that start programs wait more than they work.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    projects: [
      { extends: true, test: { name: 'shared', include: SHARED, isolate: false } },
      {
        extends: true,
        test: {
          name: 'alone',
          include: ['{packages,apps}/*/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...SHARED],
        },
      },
    ],
  },
})
