import { type RelayedRequest, relayedFetch } from '@switchyard/git-hosts'
import { ANSWER_HEADERS, hostAtBase, isApiPath } from '@switchyard/git-hosts/facts'
import { describe, expect } from 'vitest'
import { FAKE_GITLAB, startFakeGitLab } from '../../test/fake-gitlab.ts'
import { hostContract } from '../../test/host-contract.ts'

describe('a fake of GitLab', () => {
  const server = startFakeGitLab()
  hostContract(() => server)
})

describe('the same through a relay, with the paths and headers that it lets through', () => {
  const server = startFakeGitLab()
  const fetch = relayedFetch(FAKE_GITLAB, relay)
  hostContract(() => ({ ...server, connect: (options) => server.connect({ fetch, ...options }) }))

  async function relay({ base, path, method, headers, body }: RelayedRequest) {
    expect(isApiPath(base, hostAtBase(base)!, path), path).toBe(true)
    const answer = await server.fetch(base + path, { method, headers, body })
    const known = ANSWER_HEADERS.flatMap((name) => {
      const value = answer.headers.get(name)
      return value === null ? [] : [[name, value] as const]
    })
    const bytes = Buffer.from(await answer.arrayBuffer())
    return { status: answer.status, headers: Object.fromEntries(known), body: bytes.toString('base64') }
  }
})
