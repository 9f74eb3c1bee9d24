import { defineConfig } from 'vitest/config'

// Some tests start real proxy clients, so a slow machine gets time.
const TEST_TIMEOUT_MS = 180_000

export default defineConfig({
  test: {
    include: ['{packages,apps}/*/**/*.test.ts', 'scripts/**/*.test.ts'],
    testTimeout: TEST_TIMEOUT_MS,
    hookTimeout: TEST_TIMEOUT_MS,
    // Tests that start clients wait more than they work.
    maxWorkers: '100%',
  },
})
