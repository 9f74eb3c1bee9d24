import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { Growth } from './growth.ts'

/** Linear is 2, quadratic 4; looking up by halves and the limits on lengths make a little more or less than 2. */
const LIMIT = 2.8
/** What is repeated so often, and twice and four times as often. A quadratic part shows sooner in longer texts. */
const SIZE = process.env['LONG_TESTS'] ? 250 : 150
/** Beside 50 searches for the nearest name, which are the most that are made. */
const CONFIG_SIZE = process.env['LONG_TESTS'] ? 300 : 100

test(
  'whatever repeats in a text, an option or a template takes no more work than it is longer',
  { timeout: 300_000 },
  () => {
    const program = fileURLToPath(new URL('growth.ts', import.meta.url))
    const rows = JSON.parse(execFileSync(process.execPath, [program, String(SIZE)], { encoding: 'utf8' })) as Growth[]
    expect(rows.length).toBeGreaterThan(100)
    expect(rows.filter(({ factor }) => factor > LIMIT)).toEqual([])
  },
)

/** What is done to a config that somebody brings. */
test.each(['check', 'inject', 'explain', 'compare', 'upgrade'])(
  'whatever repeats in a config, %s takes no more work than it is longer',
  { timeout: 300_000 },
  (tool) => {
    const program = fileURLToPath(new URL('config-growth.ts', import.meta.url))
    const args = [program, String(CONFIG_SIZE), tool]
    const rows = JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })) as Growth[]
    expect(rows.length).toBeGreaterThan(50)
    expect(rows.filter(({ factor }) => factor > LIMIT)).toEqual([])
  },
)
