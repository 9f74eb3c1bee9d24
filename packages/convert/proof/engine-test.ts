import { test } from 'vitest'
import { type EngineName, findEngines } from './find-engines.ts'

// These can be had anywhere, so REQUIRE_ENGINES=1 turns their absence into a failure; the others need luck.
const OBTAINABLE: readonly EngineName[] = ['sing-box', 'xray', 'meta-json-schema']

/**
 * A test that needs engines, given their paths: `engineTest(['sing-box'], 'a sentence', ({ 'sing-box': path }) => …)`.
 * Where one is missing the test is skipped, and says how to get it.
 */
export function engineTest<Name extends EngineName>(
  names: readonly Name[],
  title: string,
  body: (paths: Record<Name, string>) => Promise<void> | void,
  timeoutMs?: number,
): void {
  const engines = findEngines()
  const missing = names.filter((name) => !engines[name].path)
  const hint = missing.map((name) => `${name}: ${engines[name].howToGet}`).join('; ')
  if (process.env.REQUIRE_ENGINES === '1' && missing.some((name) => OBTAINABLE.includes(name))) {
    test(title, () => {
      throw new Error(`Missing: ${hint}`)
    })
    return
  }
  if (missing.length > 0) {
    test(title, ({ skip }) => skip(hint))
    return
  }
  const paths = Object.fromEntries(names.map((name) => [name, engines[name].path])) as Record<Name, string>
  test(title, () => body(paths), timeoutMs)
}
