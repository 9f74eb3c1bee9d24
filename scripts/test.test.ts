import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

describe('npm test -- WORD', () => {
  test.each([
    // A journey's name chooses it too. Without a browser it is skipped, in one sentence.
    { words: ['plain-http'], code: 0, last: '1 skipped: SKIP_BROWSER=1: no browser\n0 passed, 0 failed, 1 skipped' },
    {
      words: ['--long', 'v2rayn-gui'],
      code: 0,
      last: 's packages/convert/src/formats/v2rayn-gui.test.ts\n1 passed, 0 failed, 0 skipped',
    },
    { words: ['v2rayn-gui', 'plain-http'], code: 0, last: '1 passed, 0 failed, 1 skipped' },
    { words: ['no-such-file'], code: 1, last: '0 passed, 0 failed, 0 skipped' },
    { words: ['v2rayn-gui', 'no-such-file'], code: 1, last: '0 passed, 0 failed, 0 skipped' },
  ])('$words ends with $code and $last', ({ words, code, last }) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/test.mjs', ...words], {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, SKIP_BROWSER: '1', NODE_ENV: undefined, VITEST: undefined },
    })
    expect(stdout.trim().endsWith(last), stdout + stderr).toBe(true)
    expect(status).toBe(code)
    // The output has one line with the time of each kind of test.
    const kinds = words.flatMap((word) => ({ 'v2rayn-gui': 'units', 'plain-http': 'journeys' })[word] ?? [])
    if (code === 0) expect(stdout.match(/(?<=^\d+\.\d min )\w+$/gm)).toEqual(kinds)
    if (code === 1) expect(stderr).toContain('No test file has "no-such-file" in its path.')
  })
})
