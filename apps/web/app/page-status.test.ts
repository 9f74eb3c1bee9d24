import { expect, test } from 'vitest'
import type { PageRequest } from '@switchyard/server/web-app'
import web from './entry.server.tsx'

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
  hasOutput: (id) => Promise.resolve(id === 'mine'),
  assets: { scripts: [], styles: [], modulesOf: () => [] },
  onError: (error) => {
    throw error
  },
}
const as = (role: 'owner' | 'member'): Pick<PageRequest, 'session'> => ({
  session: { user: { id: '1', name: 'A', email: 'a@example.com', role, language: 'en-US' } },
})

async function statusOf(path: string, person: Pick<PageRequest, 'session'>): Promise<number> {
  return (await web.render(new Request(`http://localhost${path}`), { ...given, ...person })).status
}

test.each([
  ['the people of the server', '/settings/people', 'owner', 200],
  ['the people of the server', '/en-US/settings/people', 'member', 403],
  ['a subscription of one’s own', '/subscribe/mine', 'member', 200],
  ['a subscription of somebody else', '/en-US/subscribe/theirs', 'member', 404],
] as const)('%s, at %s, are answered to a signed-in %s with %i', async (_, path, role, status) => {
  expect(await statusOf(path, as(role))).toBe(status)
})

test('who is signed out is sent to sign in', async () => {
  expect(await statusOf('/settings/people', { session: {} })).toBe(302)
})
