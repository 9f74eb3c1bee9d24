import { readdirSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import type { PageRequest } from '@switchyard/server/web-app'
import type { PageImporter } from './lib/lazy-page.ts'
import { PAGES, type Page } from './pages.ts'
import type * as Routes from './routes.tsx'

/** A page that no visitor has, with two parts of words. */
const importers: Record<string, PageImporter> = {
  subscription: async () => ({ default: () => null }),
}
const page = {
  path: '/subscriptions/:id',
  file: 'subscription',
  icon: 'rss',
  messages: ['articles', 'convert'],
} satisfies Partial<Page>

vi.mock('./routes.tsx', async (original) => {
  const real = await original<typeof Routes>()
  return { ...real, routes: real.routesOf([{ ...page, name: 'subscription' }], importers) }
})

const { default: web } = await import('./entry.server.tsx')

const given: PageRequest = {
  config: {
    siteUrl: 'http://localhost',
    buildId: 'x',
    i18nBase: '',
    listMirror: '',
    presetsBase: '',
    relays: true,
    shortLinks: true,
    ads: 'none',
    hasAdCodes: false,
  },
  nonce: 'x',
  session: {},
  hasOutput: () => Promise.resolve(true),
  assets: { scripts: [], styles: [], modulesOf: () => [] },
  onError: (error) => {
    throw error
  },
}

const ask = (path: string) => web.render(new Request(`http://localhost${path}`), given)

test('the page names every part of its words, and the browser is told to fetch them in one go', async () => {
  const answer = await ask('/subscriptions/seven')
  if (answer instanceof Response) throw new Error('a redirect')
  const parts = [
    ...Buffer.from(answer.html)
      .toString()
      .matchAll(/\/zh-CN\/([\w+-]+)\.json/g),
  ].map(([, part]) => part)
  expect(parts).toEqual(['messages', 'articles+convert'])
})

test('every page has its file, and every file its page', () => {
  const files = readdirSync(new URL('routes/', import.meta.url))
  expect(files.sort()).toEqual([...new Set(PAGES.map(({ file }) => `${file}.tsx`))].sort())
})
