import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { BUNDLED_COMMIT, BUNDLED_PRESETS } from './bundled-presets.ts'

// Copies of some files, which are not part of this project: CC BY-SA.
const COPIES = new URL('../../../../../../shared/data/acl4ssr/', import.meta.url)
const FOLDER = new URL('Clash/config/', COPIES)

test('33 files have a name, a size and the id of a content, in the order of a list', () => {
  expect(BUNDLED_PRESETS).toHaveLength(33)
  for (const { blob, bytes } of BUNDLED_PRESETS) {
    expect(blob).toMatch(/^[0-9a-f]{40}$/)
    expect(bytes).toBeGreaterThan(1000)
  }
  expect(new Set(BUNDLED_PRESETS.map(({ blob }) => blob)).size).toBe(33)
})

test.skipIf(!existsSync(FOLDER))('they say what Git says of the files of that commit', () => {
  expect(readFileSync(new URL('SOURCE.md', COPIES), 'utf8')).toContain(BUNDLED_COMMIT)
  for (const name of readdirSync(FOLDER)) {
    const content = readFileSync(new URL(name, FOLDER))
    const blob = createHash('sha1').update(`blob ${content.length}\0`).update(content).digest('hex')
    expect(BUNDLED_PRESETS.find((file) => file.name === name)).toMatchObject({ bytes: content.length, blob })
  }
})
