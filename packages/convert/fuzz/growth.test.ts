import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import type { Growths } from './growth.ts'

/** Linear is 2, quadratic 4; looking up by halves and the limits on lengths make a little more or less than 2. */
const LIMIT = 2.8
const isLong = Boolean(process.env['LONG_TESTS'])
/** What is repeated so often, and twice and four times as often. A quadratic part shows sooner in longer texts. */
const SIZE = isLong ? 250 : 150
/** Beside 50 searches for the nearest name, which are the most that are made. */
const CONFIG_SIZE = isLong ? 300 : 100

const growths: Growths = { texts: [], configs: [] }

beforeAll(() => {
  const program = fileURLToPath(new URL('growth.ts', import.meta.url))
  const args = [program, String(SIZE), String(CONFIG_SIZE), ...(isLong ? [] : ['quick'])]
  Object.assign(growths, JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })))
}, 600_000)

test('whatever repeats in a text, an option or a template takes no more work than it is longer', () => {
  expect(growths.texts.length).toBeGreaterThan(100)
  expect(growths.texts.filter(({ factor }) => factor > LIMIT)).toEqual([])
})

/** What is done to a config that somebody brings. */
const TOOLS = ['check', 'inject', 'explain', 'compare', 'upgrade']

test(`whatever repeats in a config, ${TOOLS.join(', ')} take no more work than it is longer`, () => {
  const { configs } = growths
  for (const name of TOOLS) expect(configs.filter(({ tool }) => tool === name).length).toBeGreaterThan(50)
  expect(configs.filter(({ factor }) => factor > LIMIT)).toEqual([])
})
