import { expect, test, vi } from 'vitest'
import type { PageRequest } from '@switchyard/server/web-app'
import { commonPages } from './common-pages.ts'
import web from './entry.server.tsx'

const user = { id: '1', name: 'canary-name', email: 'a@example.com', role: 'member', language: 'en-US' } as const
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
  nonce: 'first',
  session: {},
  hasOutput: () => Promise.resolve(true),
  assets: { scripts: [], styles: [], modulesOf: () => [] },
  onError: (error) => {
    throw error
  },
}

function start() {
  // Not the production build: it draws each time.
  const draw = vi.fn(web.render)
  const render = commonPages(draw, new Set(['/', '/en-US']))
  const ask = async (path: string, more: Partial<PageRequest> = {}) => {
    const page = await render(new Request(`http://localhost${path}`), { ...given, ...more })
    if (page instanceof Response) throw new Error('a redirect')
    return Buffer.from(page.html).toString()
  }
  return { draw, ask, drawnFor: async (path: string, more: Partial<PageRequest> = {}) => {
    const page = await web.render(new Request(`http://localhost${path}`), { ...given, ...more })
    if (page instanceof Response) throw new Error('a redirect')
    return Buffer.from(page.html).toString()
  } } // oxfmt-ignore
}

test('a page for all who are signed out is drawn once, and is what each of them would be drawn', async () => {
  const { draw, ask, drawnFor } = start()
  for (const nonce of ['first', 'second']) {
    const html = await ask('/', { nonce })
    expect(html).toBe(await drawnFor('/', { nonce }))
    expect(html).toContain(`nonce="${nonce}"`)
  }
  expect(draw).toHaveBeenCalledTimes(1)
})

test('each language, and each name of the server, has a page of its own', async () => {
  const { draw, ask } = start()
  await ask('/')
  expect(await ask('/en-US')).toContain('lang="en-US"')
  await ask('/', { config: { ...given.config, siteUrl: 'http://127.0.0.1' } })
  expect(draw).toHaveBeenCalledTimes(3)
})

test.each([
  ['a person is signed in', '/', { session: { user } }],
  ['there is a query', '/?a=1', {}],
  ['the address is none of these', '/terms', {}],
])('nothing is kept where %s', async (_, path, more) => {
  const { draw, ask } = start()
  await ask(path, more)
  await ask(path, more)
  expect(draw).toHaveBeenCalledTimes(2)
  expect(await ask('/')).not.toContain('canary-name')
})
