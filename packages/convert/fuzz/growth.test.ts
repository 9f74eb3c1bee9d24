import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { ToolGrowth } from './config-growth.ts'
import type { Growth } from './growth.ts'

/** Linear is 2, quadratic 4; looking up by halves and the limits on lengths make a little more or less than 2. */
const LIMIT = 2.8
const isLong = Boolean(process.env['LONG_TESTS'])
/** What is repeated so often, and twice and four times as often. A quadratic part shows sooner in longer texts. */
const SIZE = isLong ? 250 : 150
/** Beside 50 searches for the nearest name, which are the most that are made. */
const CONFIG_SIZE = isLong ? 300 : 100

function growths<Row extends Growth>(name: string, size: number): Row[] {
  const program = fileURLToPath(new URL(name, import.meta.url))
  const args = [program, String(size), ...(isLong ? [] : ['quick'])]
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })) as Row[]
}

test(
  'whatever repeats in a text, an option or a template takes no more work than it is longer',
  { timeout: 300_000 },
  () => {
    const rows = growths('growth.ts', SIZE)
    expect(rows.length).toBeGreaterThan(100)
    expect(rows.filter(({ factor }) => factor > LIMIT)).toEqual([])
  },
)

/** What is done to a config that somebody brings. */
const TOOLS = ['check', 'inject', 'explain', 'compare', 'upgrade']

test(
  `whatever repeats in a config, ${TOOLS.join(', ')} take no more work than it is longer`,
  { timeout: 300_000 },
  () => {
    const rows = growths<ToolGrowth>('config-growth.ts', CONFIG_SIZE)
    for (const name of TOOLS) expect(rows.filter(({ tool }) => tool === name).length).toBeGreaterThan(50)
    expect(rows.filter(({ factor }) => factor > LIMIT)).toEqual([])
  },
)
