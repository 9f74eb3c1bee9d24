import { readdirSync } from 'node:fs'
import { createElement } from 'react'
import { createMemoryRouter, redirect, useLoaderData } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import type { PageRequest } from '@switchyard/server/web-app'
import type { PageImporter } from './lib/lazy-page.ts'
import { at } from './lib/page-parts.ts'
import { PAGES, type Page } from './pages.ts'
import type * as Routes from './routes.tsx'

const PATH = '/subscriptions/:id'

/** What the page of the tests keeps. */
const names = new Map<string, string>()

/** A page that no visitor has: with a parameter, a loader, an action and two parts of words. */
const importers: Record<string, PageImporter> = {
  subscription: async () => ({
    default: function Subscription() {
      return createElement('p', undefined, `name: ${useLoaderData<{ title: string }>().title}`)
    },
    loader: at(PATH, ({ params }) => ({ title: names.get(params.id) })),
    action: at(PATH, async ({ params, request }) => {
      names.set(params.id, await request.text())
      return redirect(`/subscriptions/${params.id}`, 303)
    }),
  }),
}
const page = { path: PATH, icon: 'rss', messages: ['articles', 'convert'] } satisfies Partial<Page>

vi.mock('./routes.tsx', async (original) => {
  const real = await original<typeof Routes>()
  return { ...real, routes: real.routesOf([{ ...page, name: 'subscription' }], importers) }
})

const { routes } = await import('./routes.tsx')
const { default: web } = await import('./entry.server.tsx')

const given: PageRequest = {
  config: { siteUrl: 'http://localhost', buildId: 'x', i18nBase: '', listMirror: '', relays: true },
  nonce: 'x',
  session: {},
  hasOutput: () => Promise.resolve(true),
  assets: { scripts: [], styles: [], modulesOf: () => [] },
  onError: (error) => {
    throw error
  },
}

const ask = (path: string, init?: RequestInit) => web.render(new Request(`http://localhost${path}`, init), given)

beforeEach(() => {
  names.clear()
  names.set('seven', 'My seventh')
})

test('the server draws a page with what its loader found by the parameter, and its title is from the data', async () => {
  const answer = await ask('/en-US/subscriptions/seven')
  if (answer instanceof Response) throw new Error(`a redirect to ${answer.headers.get('location')}`)
  const html = Buffer.from(answer.html).toString()
  expect(answer.status).toBe(200)
  expect(html).toContain('name: My seventh')
  expect(html).toContain('<title>My seventh · Switchyard</title>')
})

test('a page without a title in its data is called as the list of pages says', async () => {
  const answer = await ask('/subscriptions/eight')
  if (answer instanceof Response) throw new Error('a redirect')
  expect(Buffer.from(answer.html).toString()).toContain('<title>已发布的订阅 · 编组站</title>')
})

test('the page names every part of its words, and the browser is told to fetch them', async () => {
  const answer = await ask('/subscriptions/seven')
  if (answer instanceof Response) throw new Error('a redirect')
  const parts = [
    ...Buffer.from(answer.html)
      .toString()
      .matchAll(/\/zh-CN\/(\w+)\.json/g),
  ].map(([, part]) => part)
  expect(parts).toEqual(['messages', 'articles', 'convert'])
})

test('the action of a page is given the parameter and what was sent', async () => {
  const answer = (await ask('/subscriptions/seven', { method: 'POST', body: 'New name' })) as Response
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/subscriptions/seven'])
  expect(names.get('seven')).toBe('New name')
})

test('in the browser, going to a page runs its loader, and a form of it its action', async () => {
  const router = createMemoryRouter(routes, { initialEntries: ['/subscriptions/none'] })
  await router.navigate('/subscriptions/seven')
  expect(router.state.loaderData).toMatchObject({ 'zh-CN:subscription': { title: 'My seventh' } })
  const formData = new FormData()
  formData.set('name', 'x')
  await router.navigate('/subscriptions/seven', { formMethod: 'post', formData })
  expect(names.get('seven')).toBe('name=x')
  expect(router.state.loaderData).toMatchObject({ 'zh-CN:subscription': { title: 'name=x' } })
  router.dispose()
})

test('every page has its file, and every file its page', () => {
  const files = readdirSync(new URL('routes/', import.meta.url))
  expect(files.sort()).toEqual(PAGES.map(({ name }) => `${name}.tsx`).sort())
})
