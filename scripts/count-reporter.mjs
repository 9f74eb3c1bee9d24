import { writeFileSync } from 'node:fs'

/** Leaves the counts for scripts/test.mjs, and how long each file took. A file that cannot be read and an error outside a test count as a failure each. */
export default class CountReporter {
  /**
   * @param {ReadonlyArray<import('vitest/node').TestModule>} modules
   * @param {ReadonlyArray<import('vitest/node').SerializedError>} unhandledErrors
   */
  onTestRunEnd(modules, unhandledErrors) {
    const file = process.env.TEST_COUNTS_FILE
    if (!file) return
    const counts = { passed: 0, failed: unhandledErrors.length, skipped: 0, pending: 0 }
    /** @type {string[]} one for each skipped test */
    const reasons = []
    /** @type {[file: string, ms: number][]} */
    const times = []
    for (const module of modules) {
      counts.failed += module.errors().length
      const { prepareDuration, setupDuration, collectDuration, duration } = module.diagnostic()
      times.push([module.relativeModuleId, prepareDuration + setupDuration + collectDuration + duration])
      for (const test of module.children.allTests()) {
        const result = test.result()
        counts[result.state]++
        if (result.state === 'skipped') reasons.push(result.note ?? `no reason given (${module.relativeModuleId})`)
      }
      for (const suite of module.children.allSuites()) counts.failed += suite.errors().length
    }
    writeFileSync(file, JSON.stringify({ ...counts, reasons, times }))
  }
}
