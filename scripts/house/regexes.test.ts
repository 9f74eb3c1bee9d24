import { writeFileSync } from 'node:fs'
import recheck from 'recheck/package.json' with { type: 'json' }
import { expect, test } from 'vitest'
import { findAll } from './lint.ts'
import { hashOf, isShipped, KNOWN_FILE, regexes, regexesOf, verdictOf } from './regexes.ts'
import { ourSources, sourceOf } from './source.ts'

/** Minutes of two cores. */
const ALL_TIMEOUT_MS = 3_600_000

test('a regex that is not linear is found, and one that is not made of constants', async () => {
  const lint = regexes(1000)
  const text = "const a = /^(a|a)*$/\nconst b = new RegExp(['^a$', 'b'].join('|'))\nconst c = RegExp(typed, 'u')"
  const found = await findAll([lint], [sourceOf('packages/convert/src/x.ts', text)])
  expect(found.get(lint)!.map(({ what }) => what)).toEqual(['a pattern that is not constant', 'vulnerable: /^(a|a)*$/'])
})

// `npm run check` believes what was proved before; here every regex is proved anew.
test.skipIf(!process.env['LONG_TESTS'])(
  'every regex of the sources is linear',
  async () => {
    const all = [...ourSources()].filter(({ path }) => isShipped(path)).flatMap(regexesOf)
    const byHash = new Map(all.map((regex) => [hashOf(regex), regex]))
    for (const { path, source, flags } of byHash.values())
      expect(`${await verdictOf({ source, flags })} /${source}/${flags} in ${path}`).toBe(
        `safe /${source}/${flags} in ${path}`,
      )
    const hashes = [...byHash.keys()].toSorted()
    if (process.env['UPDATE_GOLDEN'] === '1')
      writeFileSync(KNOWN_FILE, `${JSON.stringify({ recheck: recheck.version, linear: hashes }, null, 2)}\n`)
  },
  ALL_TIMEOUT_MS,
)
