import { expect, test, vi } from 'vitest'
import type { PageRequest } from '@switchyard/server/web-app'
import web from './entry.server.tsx'
import { FIXED_ADDRESSES } from './pages.ts'

// The texts come from the build.
vi.mock('./features/articles/load-article.ts', () => ({ loadArticle: () => Promise.resolve(ARTICLE) }))
const ARTICLE = { updated: '2026-11-29', blocks: [] }

const config: PageRequest['config'] = {
  siteUrl: 'http://localhost',
  buildId: 'x',
  i18nBase: '',
  listMirror: '',
  presetsBase: '',
  relays: true,
  shortLinks: true,
  ads: 'shown',
  hasAdCodes: true,
}
const user = { id: '1', name: 'A', email: 'a@example.com', role: 'owner', language: 'en-US' } as const

async function draw(path: string, ads: PageRequest['config']['ads'] = 'shown'): Promise<string> {
  const page = await web.render(new Request(`http://localhost${path}`), {
    config: { ...config, ads },
    nonce: 'x',
    session: { user },
    hasOutput: () => Promise.resolve(true),
    assets: { scripts: [], styles: [], modulesOf: () => [] },
    onError: (error) => {
      throw error
    },
  })
  if (page instanceof Response) return `${page.status}`
  return Buffer.from(page.html).toString()
}

const ADDRESSES = FIXED_ADDRESSES.map(({ path, showsAds = false }) => [path, showsAds] as const)

test('every page is drawn with the frame of an ad where it shows ads, and with none elsewhere', async () => {
  const wrong: string[] = []
  for (const [path, showsAds] of ADDRESSES) {
    const frames = (await draw(path)).match(/<iframe[^>]*>/g) ?? []
    const isRight = showsAds
      ? frames.length === 1 &&
        /src="\/_ad".*sandbox="allow-scripts allow-popups".*referrerPolicy="no-referrer"/i.test(frames[0])
      : frames.length === 0
    if (!isRight) wrong.push(`${path}: ${frames.join(' ')}`)
  }
  expect(wrong).toEqual([])
})

test.each(['none', 'hidden'] as const)(
  'where ads are %s, no page that shows them otherwise is drawn with one',
  async (ads) => {
    for (const [path, showsAds] of ADDRESSES) if (showsAds) expect(await draw(path, ads), path).not.toContain('<iframe')
  },
)

test.each([
  ['none', false],
  ['hidden', true],
  ['shown', true],
] as const)('with ads %s the terms and the privacy table speak of them: %s', async (ads, speak) => {
  expect((await draw('/terms', ads)).includes('id="ads"')).toBe(speak)
  const privacy = await draw('/privacy', ads)
  expect([privacy.includes('data-leaves="ads"'), privacy.includes('ads_hidden_until')]).toEqual([speak, speak])
  expect((await draw('/settings/logs', ads)).includes('href="/settings/ads"')).toBe(speak)
  expect((await draw('/settings/ads', ads)).includes('本站没有广告')).toBe(!speak)
})

test('an ad is called one in the language of the page', async () => {
  const label = async (path: string) => /data-testid="ad".*?>([^<]+)</s.exec(await draw(path))![1]
  expect([await label('/c/nodes'), await label('/en-US/c/nodes')]).toEqual(['广告', 'Ad'])
})
