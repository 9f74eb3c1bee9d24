import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const main = fileURLToPath(new URL('main.ts', import.meta.url))

test('broken settings stop the start with one line each, and no stack', () => {
  const env = { ...process.env, PORT: 'x', SITE_URL: 'nonsense', LOG_LEVEL: 'loud' }
  const { status, stdout, stderr } = spawnSync(process.execPath, [main], { env, encoding: 'utf8' })
  expect([status, stdout]).toEqual([1, ''])
  expect(
    stderr
      .trim()
      .split('\n')
      .map((line) => line.split(' ')[0]),
  ).toEqual(['PORT', 'SITE_URL', 'LOG_LEVEL'])
})
