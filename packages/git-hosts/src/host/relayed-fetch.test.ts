import { createGitHost, gitea, type RelayedRequest, relayedFetch } from '@switchyard/git-hosts'
import { expect, test } from 'vitest'

const BASE = 'https://git.example/api/v1'

test('a host is asked through a relay, with its path as it stands', async () => {
  const asked: RelayedRequest[] = []
  const fetch = relayedFetch(BASE, async (request) => {
    asked.push(request)
    return { status: 200, headers: {}, body: btoa(JSON.stringify({ sha: 'a', content: btoa('x') })) }
  })
  const host = createGitHost(gitea, { base: BASE, token: 'secret', fetch })
  const { bytes } = await host.readFile('ana/files', 'a/b', 'c d/#1.txt')
  expect(new TextDecoder().decode(bytes)).toBe('x')
  expect(asked).toEqual([
    {
      base: BASE,
      method: 'GET',
      path: '/repos/ana/files/contents/c%20d/%231.txt?ref=a%2Fb',
      headers: { accept: 'application/json', authorization: 'token secret' },
    },
  ])
})

test('a relay that fails, or says nothing, is a host that is out of reach', async () => {
  const reach = (relay: Parameters<typeof relayedFetch>[1]) =>
    createGitHost(gitea, {
      base: BASE,
      token: '',
      fetch: relayedFetch(BASE, relay),
      wait: async () => {},
      timeoutMs: 20,
    }).me()
  const failure = { code: 'host-unreachable' }
  await expect(reach(() => Promise.reject(new Error('fetch-failed')))).rejects.toMatchObject({ failure })
  await expect(reach(() => new Promise(() => {}))).rejects.toMatchObject({ failure })
  await expect(reach(async () => ({ status: 204, headers: {}, body: '' }))).rejects.toMatchObject({
    failure: { code: 'bad-answer' },
  })
})
