import { existsSync, readFileSync, readdirSync } from 'node:fs'

import { expect, test } from 'vitest'

const ROOT = new URL('../../../', import.meta.url)

/** Our own pages, and the heading that a comment names: `docs/security.md, "Sizes"`. Pages of other projects have other paths. */
const CITATION = /docs\/(?:(?:decisions|formats)\/[a-z0-9-]+|security|configuration)\.md(?:, "[^"\n]+")?/g

/** A section by its number. Numbers move, and nobody finds a page whose folder is not told. */
const BARE_CITATION = /(?:[a-z0-9-]+\.md|\bspec|\bdecisions)(?:,? ?§| part \d)[^\n]{0,20}/gi

/** A link of a page, and the heading that may stand behind it: `[rules.md](rules.md), "A line"`. */
const LINK = /\]\((?!https?:|mailto:)([^)#\s:]+)(?:#[^)]*)?\)(?:, "([^"\n]+)")?/g

interface TextFile {
  path: string
  text: string
}

function filesOf(folders: readonly string[], kind: RegExp): TextFile[] {
  return folders.flatMap((folder) =>
    readdirSync(new URL(`${folder}/`, ROOT), { recursive: true, encoding: 'utf8' })
      .filter((path) => kind.test(path) && !/node_modules|dist/.test(path))
      .map((path) => `${folder}/${path}`)
      .filter((path) => !path.endsWith('citations.test.ts'))
      .map((path) => ({ path, text: readFileSync(new URL(path, ROOT), 'utf8') })),
  )
}

const code = filesOf(['packages', 'apps', 'e2e', 'scripts'], /\.(?:ts|tsx|mjs|yaml)$/)

function hasHeading(page: URL, heading: string): boolean {
  return readFileSync(page, 'utf8').split('\n').includes(`## ${heading}`)
}

function leadsNowhere(citation: string): boolean {
  const [path = '', heading] = citation.split(', ')
  const page = new URL(path, ROOT)
  if (!existsSync(page)) return true
  return heading !== undefined && !hasHeading(page, heading.slice(1, -1))
}

test('every page of ours that a comment cites exists, with the heading it names', () => {
  const all = code.flatMap(({ text }) => text.match(CITATION) ?? [])
  expect(all).toContain('docs/security.md, "Sizes"')
  expect([...new Set(all)].filter(leadsNowhere)).toEqual([])
})

test('a comment names the folder of a page and the heading, never the number of a section', () => {
  const bare = code.flatMap(({ path, text }) => (text.match(BARE_CITATION) ?? []).map((found) => `${path}: ${found}`))
  expect(bare).toEqual([])
})

test('every link of a page leads to a file, with the heading that stands behind it', () => {
  const broken = filesOf(['docs'], /\.md$/).flatMap(({ path, text }) =>
    [...text.matchAll(LINK)].flatMap(([link, target = '', heading]) => {
      const page = new URL(target, new URL(path, ROOT))
      const isFound = existsSync(page) && (heading === undefined || hasHeading(page, heading))
      return isFound ? [] : `${path}: ${link}`
    }),
  )
  expect(broken).toEqual([])
})
