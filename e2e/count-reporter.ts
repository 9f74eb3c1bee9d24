import { writeFileSync } from 'node:fs'
import type { FullResult, Reporter, Suite, TestCase } from '@playwright/test/reporter'

/** Leaves the counts for scripts/test.mjs, and how long each journey took. A run that broke outside a test counts as a failure. */
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
    // One for each skipped journey.
    const reasons: string[] = []
    const secondTries: string[] = []
    const times: [journey: string, ms: number][] = []
    for (const test of this.#suite?.allTests() ?? []) {
      const outcome = test.outcome()
      const name = test.titlePath().filter(Boolean).join(' › ')
      if (outcome === 'skipped') {
        counts.skipped++
        reasons.push(reasonOf(test))
      } else if (outcome === 'unexpected') counts.failed++
      else counts.passed++
      if (outcome === 'flaky') secondTries.push(name)
      if (outcome !== 'skipped') times.push([name, test.results.reduce((sum, { duration }) => sum + duration, 0)])
    }
    writeFileSync(file, JSON.stringify({ ...counts, reasons, secondTries, times }))
  }

  /** Where journeys are only listed, nobody wants to read the list. */
  printsToStdio(): boolean {
    return Boolean(process.env.SKIP_BROWSER)
  }
}

function reasonOf({ annotations, location }: TestCase): string {
  const skip = annotations.find(({ type }) => type === 'skip')
  return (
    skip?.description ??
    (process.env.SKIP_BROWSER ? 'SKIP_BROWSER=1: no browser' : `no reason given (${location.file})`)
  )
}
