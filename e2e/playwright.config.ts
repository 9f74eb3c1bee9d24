import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from '@playwright/test'
import { findChromium } from '../scripts/find-chromium.ts'
import { stepBack } from '../scripts/step-back.ts'
import { AS_WRITTEN, PLAIN_HOST, PUBLIC_CODE_HOST } from './browser.ts'

const TEST_TIMEOUT_MS = 60_000
/** How fast the product is, journeys do not say: a machine may be busy. */
const WAIT_MS = 15_000
const file = (name: string) => fileURLToPath(new URL(name, import.meta.url))

stepBack()

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.e2e.ts',
  timeout: TEST_TIMEOUT_MS,
  expect: { timeout: WAIT_MS },
  fullyParallel: true,
  // A journey waits for a third of its time.
  workers: Math.ceil(availableParallelism() * 1.5),
  forbidOnly: Boolean(process.env.CI),
  // A machine that stands still for a moment refuses no change; a journey that needed its second try is named at the end.
  retries: process.env.CI ? 1 : 0,
  reporter: [['list'], [file('count-reporter.ts')]],
  outputDir: file('../node_modules/.cache/e2e'),
  globalSetup: file('start-server.ts'),
  use: {
    locale: 'zh-CN',
    // Each journey is a first visit: the offline copy would be made for it and never used. Where it matters it is allowed.
    serviceWorkers: 'block',
    timezoneId: 'Asia/Shanghai',
    // What moves is drawn many times, for nobody: the journeys that are about it allow it.
    reducedMotion: 'reduce',
    // Wide enough for text, entries and result beside each other.
    viewport: { width: 1680, height: 900 },
    launchOptions: {
      ...(process.env.SKIP_BROWSER ? {} : { executablePath: await findChromium() }),
      // In a plain C locale Chromium saves no file under a Chinese name.
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
      args: [
        '--no-sandbox',
        AS_WRITTEN,
        // Over plain http, only a name of this machine itself is a secure context. `PLAIN_HOST` is not one. No journey asks GitHub.
        `--host-resolver-rules=MAP ${PLAIN_HOST} 127.0.0.1, MAP ${new URL(PUBLIC_CODE_HOST).host} ~NOTFOUND`,
      ],
    },
  },
})
