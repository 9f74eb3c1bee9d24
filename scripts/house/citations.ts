import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Finding, Lint } from './lint.ts'
import { ROOT } from './source.ts'

/** Our own pages, and the heading that a comment names: `docs/security.md, "Sizes"`. Pages of other projects have other paths. */
const CITATION = /docs\/(?:(?:decisions|formats)\/[a-z0-9-]+|security|configuration)\.md(?:, "[^"\n]+")?/g

/** A section by its number. Numbers move, and nobody finds a page whose folder is not told. */
const BARE_CITATION = /(?:[a-z0-9-]+\.md|\bspec|\bdecisions)(?:,? ?§| part \d)[^\n]{0,20}/gi

/** A link of a page, and the heading that may stand behind it: `[rules.md](rules.md), "A line"`. */
const LINK = /\]\((?!https?:|mailto:)([^)#\s:]+)(?:#[^)]*)?\)(?:, "([^"\n]+)")?/g

/** Pages of ours that code and pages point to. */
export const citations = (): Lint => ({
  name: 'citations',
  remedy: 'Name a page by its folder and a heading that it has: docs/security.md, "Sizes".',
  covers: (path) => !path.startsWith('scripts/house/'),
  look: ({ path, text }) => (path.endsWith('.md') ? brokenLinks(path, text) : brokenCitations(path, text)),
})

function brokenCitations(path: string, text: string): Finding[] {
  const lost = (text.match(CITATION) ?? []).filter((citation) => {
    const [page = '', heading] = citation.split(', ')
    return !isThere(page, heading?.slice(1, -1))
  })
  const found = [...new Set(lost), ...(text.match(BARE_CITATION) ?? [])]
  return found.map((what) => ({ path, what }))
}

function brokenLinks(path: string, text: string): Finding[] {
  // The pages of docs/ alone: the READMEs of packages are checked by their own tests.
  if (!path.startsWith('docs/')) return []
  return [...text.matchAll(LINK)]
    .filter(([, target = '', heading]) => !isThere(join(dirname(path), target), heading))
    .map(([what]) => ({ path, what }))
}

function isThere(page: string, heading: string | undefined): boolean {
  const file = join(ROOT, page)
  if (!existsSync(file)) return false
  return heading === undefined || readFileSync(file, 'utf8').split('\n').includes(`## ${heading}`)
}
