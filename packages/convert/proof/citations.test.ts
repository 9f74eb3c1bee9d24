import { existsSync, readFileSync, readdirSync } from 'node:fs'

import { expect, test } from 'vitest'

const ROOT = new URL('../../../', import.meta.url)

/** Our own pages, and the heading that a comment names: `docs/security.md, "Sizes"`. Pages of other projects have other paths. */
const CITATION = /docs\/(?:(?:decisions|formats)\/[a-z0-9-]+|security|configuration)\.md(?:, "[^"\n]+")?/g

function citations(): string[] {
  return ['packages', 'apps', 'e2e', 'scripts'].flatMap((folder) =>
    readdirSync(new URL(`${folder}/`, ROOT), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.(?:ts|tsx|mjs|yaml)$/.test(path) && !/node_modules|dist/.test(path))
      .filter((path) => !path.endsWith('citations.test.ts'))
      .flatMap((path) => readFileSync(new URL(`${folder}/${path}`, ROOT), 'utf8').match(CITATION) ?? []),
  )
}

function leadsNowhere(citation: string): boolean {
  const [path = '', heading] = citation.split(', ')
  const page = new URL(path, ROOT)
  if (!existsSync(page)) return true
  if (heading === undefined) return false
  return !readFileSync(page, 'utf8')
    .split('\n')
    .includes(`## ${heading.slice(1, -1)}`)
}

test('every page of ours that a comment cites exists, with the heading it names', () => {
  const all = citations()
  expect(all).toContain('docs/security.md, "Sizes"')
  expect([...new Set(all)].filter(leadsNowhere)).toEqual([])
})
