import { writeFileSync } from 'node:fs'
import type { FullResult, Reporter, Suite } from '@playwright/test/reporter'

/** Leaves the counts for scripts/test.mjs. A run that broke outside a test counts as a failure. */
export default class CountReporter implements Reporter {
  #suite: Suite | undefined
  #errors = 0

  onBegin(_config: unknown, suite: Suite): void {
    this.#suite = suite
  }

  onError(): void {
    this.#errors++
  }

  onEnd(_result: FullResult): void {
    const file = process.env.E2E_COUNTS_FILE
    if (!file) return
    const counts = { passed: 0, failed: this.#errors, skipped: 0 }
    for (const test of this.#suite?.allTests() ?? []) {
      const outcome = test.outcome()
      if (outcome === 'skipped') counts.skipped++
      else if (outcome === 'unexpected') counts.failed++
      else counts.passed++
    }
    writeFileSync(file, JSON.stringify(counts))
  }

  printsToStdio(): boolean {
    return false
  }
}
