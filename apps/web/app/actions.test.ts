import type { ActionFunctionArgs, RouteObject } from 'react-router'
import { expect, test, vi } from 'vitest'
import type { PageRequest } from '@switchyard/server/web-app'

vi.mock('./routes.tsx', async (original) => ({
  ...(await original<Record<string, unknown>>()),
  routes: [
    {
      id: 'zh-CN',
      path: '/',
      children: [
        {
          path: 'act',
          action: async ({ request }: ActionFunctionArgs) => {
            const { to } = (await request.json()) as { to: string }
            return Response.redirect(new URL(to, request.url), 303)
          },
        },
        { path: 'still', Component: () => null },
      ],
    },
  ] satisfies RouteObject[],
}))

const page: PageRequest = {
  config: { siteUrl: 'http://localhost', buildId: 'x', i18nBase: '', listMirror: '', relays: true },
  nonce: 'x',
  session: {},
  hasOutput: () => Promise.resolve(true),
  assets: { scripts: [], styles: [], modulesOf: () => [] },
  onError: () => {},
}

const change = async (path: string) => {
  const { default: web } = await import('./entry.server.tsx')
  const init = { method: 'POST', body: '{"to":"/still"}', headers: { 'content-type': 'application/json' } }
  return web.render(new Request(`http://localhost${path}`, init), page)
}

test('the action of a page is given what was sent, and its answer is the answer', async () => {
  const answer = (await change('/act')) as Response
  expect([answer.status, answer.headers.get('location')]).toEqual([303, 'http://localhost/still'])
})

test('a page without an action says that the method is wrong', async () => {
  expect(await change('/still')).toMatchObject({ status: 405 })
})
