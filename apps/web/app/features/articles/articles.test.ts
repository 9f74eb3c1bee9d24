import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { CORE_PROTOCOLS, PROGRAM_PROTOCOLS } from '@switchyard/recipe/programs'
import { expect, test } from 'vitest'
import { readArticle, testsNamedIn } from './read-article.ts'
import { LOCALES } from '../../lib/locale.ts'
import { PAGES, TOOLS_BY_CATEGORY, TOOLS } from '../../pages.ts'
import type { Block, Inline } from './article-text.ts'
import { breadcrumb } from './breadcrumb.tsx'

const root = fileURLToPath(new URL('../../../../../', import.meta.url))
const sourceOf = (locale: string, slug: string) =>
  readFileSync(new URL(`texts/${locale}/${slug}.md`, import.meta.url), 'utf8')

const SLUGS = PAGES.filter(({ content }) => content === 'article').map(({ path }) => path.slice('/c/'.length))
const ALL = LOCALES.flatMap((locale) => SLUGS.map((slug) => [locale, slug] as const))

const wordsOf = (block: Block): readonly Inline[] => {
  if (block.kind === 'paragraph') return block.words
  if (block.kind === 'list') return block.items.flat()
  return block.kind === 'table' ? [...block.head, ...block.rows.flat()].flat() : []
}

test('every article has its text in every language, and every text its page', () => {
  for (const locale of LOCALES) {
    const files = readdirSync(new URL(`texts/${locale}/`, import.meta.url))
    expect(files.sort()).toEqual(SLUGS.map((slug) => `${slug}.md`).sort())
  }
})

test.each(SLUGS)('the sections of %s, and the tests that they name, are the same in every language', (slug) => {
  const [first, ...others] = LOCALES.map((locale) => {
    const source = sourceOf(locale, slug)
    const { updated, blocks } = readArticle(source)
    return {
      updated,
      kinds: blocks.map((block) => (block.kind === 'heading' ? block.id : block.kind)),
      named: testsNamedIn(source),
    }
  })
  for (const other of others) expect(other).toEqual(first)
})

test.each(ALL)(
  '%s %s: its ids are its own, and its links lead to pages and sections that there are',
  (locale, slug) => {
    const { blocks } = readArticle(sourceOf(locale, slug))
    const ids = blocks.flatMap((block) => (block.kind === 'heading' ? [block.id] : []))
    expect(new Set(ids).size).toBe(ids.length)
    for (const word of blocks.flatMap(wordsOf)) {
      if (typeof word === 'string' || word.kind !== 'link' || !word.to.startsWith('/')) continue
      const { pathname, hash } = new URL(word.to, 'https://yard.example')
      expect(PAGES.map(({ path }) => path)).toContain(pathname)
      if (hash) expect(sourceOf(locale, pathname.slice('/c/'.length))).toContain(`{${hash}}`)
    }
  },
)

/** Words of a sentence about what leaves the page. */
const ABOUT_LEAVING = /离开|上传|不保存|加密保存|leave|upload|stores? (?:nothing|neither)|encrypted/i

test.each(ALL)('%s %s: a section that says what leaves the page names a test', (locale, slug) => {
  const source = sourceOf(locale, slug)
  const named = new Set(testsNamedIn(source).map(({ section }) => section))
  let section = ''
  for (const block of readArticle(source).blocks) {
    if (block.kind === 'heading') section = block.id
    const text = wordsOf(block)
      // A link to where it is said says nothing itself.
      .flatMap((word) => (typeof word === 'string' ? [word] : word.kind === 'link' ? [] : [word.text]))
      .join('')
    const pointsElsewhere =
      block.kind === 'paragraph' && block.words.some((word) => typeof word !== 'string' && word.kind === 'link')
    if (!pointsElsewhere && ABOUT_LEAVING.test(text)) expect(named, text).toContain(section)
  }
  if (slug !== 'privacy-model') return
  for (const block of readArticle(source).blocks) if (block.kind === 'heading') expect(named).toContain(block.id)
})

test.each(SLUGS)('each test, and each step of one, that %s names exists', (slug) => {
  for (const { file, title } of testsNamedIn(sourceOf(LOCALES[0], slug))) {
    const text = readFileSync(root + file, 'utf8')
    const isThere = ['test(', 'test.step('].some((call) => text.includes(`${call}'${title}'`))
    expect(isThere, `${file}: ${title}`).toBe(true)
  }
})

test('the table of protocols says what the engine writes', () => {
  for (const locale of LOCALES) {
    const table = readArticle(sourceOf(locale, 'formats')).blocks.findLast((block) => block.kind === 'table')
    if (table?.kind !== 'table') throw new Error('No table of protocols')
    const said = table.rows.map(([, ...cells]) => cells.map(([word]) => word === '支持' || word === 'yes'))
    const cores = ['mihomo', 'clash', 'singbox', 'xray'] as const
    expect(said).toEqual(
      PROGRAM_PROTOCOLS.map((protocol) => cores.map((core) => CORE_PROTOCOLS[core].includes(protocol))),
    )
  }
})

test('the list of changes has the versions of the changelog', () => {
  const versions = [...readFileSync(`${root}CHANGELOG.md`, 'utf8').matchAll(/^## (\d\S*) \((\S+)\)/gm)]
  expect(versions.length).toBeGreaterThan(0)
  for (const locale of LOCALES)
    for (const [, version, day] of versions) {
      expect(sourceOf(locale, 'changelog')).toContain(`## ${version}`)
      expect(sourceOf(locale, 'changelog')).toContain(day)
    }
})

test('Chinese and Latin words or digits have a space between them', () => {
  for (const slug of SLUGS)
    for (const block of readArticle(sourceOf('zh-CN', slug)).blocks) {
      const words = block.kind === 'heading' ? [block.text] : wordsOf(block)
      for (const word of words)
        expect(typeof word === 'string' ? word : word.text).not.toMatch(
          /\p{Script=Han}[A-Za-z0-9]|[A-Za-z0-9]\p{Script=Han}/u,
        )
    }
})

test('every tool stands in one category', () => {
  const categories = PAGES.filter(({ content }) => content === 'category').map(({ name }) => name)
  expect(categories).toHaveLength(5)
  const listed = TOOLS_BY_CATEGORY.flatMap(({ category, tools }) => {
    expect(categories).toContain(`c-${category}`)
    return tools
  })
  expect(listed.map(({ name }) => name).sort()).toEqual(TOOLS.map(({ name }) => name).sort())
})

test('a breadcrumb is JSON that ends no script', () => {
  const text = breadcrumb([
    { name: 'Yard', url: 'https://yard.example/' },
    { name: '</script>', url: 'https://yard.example/c/help' },
  ])
  expect(text).not.toContain('<')
  expect(JSON.parse(text)).toEqual({
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: [
      { '@type': 'ListItem', position: 1, name: 'Yard', item: 'https://yard.example/' },
      { '@type': 'ListItem', position: 2, name: '</script>', item: 'https://yard.example/c/help' },
    ],
  })
})
