import type { GitBranch, GitHost } from '@switchyard/git-hosts'
import { GitHostError } from '@switchyard/git-hosts'
import { expect, test } from 'vitest'
import type { Place } from '../../components/places/place.ts'
import { FakeSpace } from '../../components/file-save/fake-space.ts'
import { findStanding, type WriteLock } from './write-lock.ts'

const branch = (name: string, isProtected = false): GitBranch => ({ name, commit: 'c', isProtected })

function place(branches: GitBranch[][], canWrite?: boolean): Place {
  const host: Partial<GitHost> = {
    repository: async (path) => ({ path, isPrivate: true, webAddress: '', ...(canWrite === undefined ? {} : { canWrite }) }), // oxfmt-ignore
    branches: async (_, { page = '0' } = {}) => {
      const items = branches[Number(page)] ?? []
      return branches[Number(page) + 1] ? { items, next: String(Number(page) + 1) } : { items }
    },
  }
  // The lock asks nothing else of a host.
  return { id: 'git.a', kind: 'git', name: 'a', host: host as GitHost, space: () => new FakeSpace() }
}

const ADDRESS = { place: 'git.a', root: 'ana/configs', ref: 'main', path: 'a' }

test.each<[string, Place, WriteLock | undefined]>([
  ['a branch that takes changes', place([[branch('main')]]), undefined],
  ['a branch on the second page', place([[branch('a')], [branch('main')]]), undefined],
  ['a protected branch', place([[branch('main', true)]]), 'branch'],
  ['a token that may only read', place([[branch('main')]], false), 'token'],
  ['what is no branch', place([[branch('other')]]), 'no-branch'],
  ['a repository without any branch', place([[]]), undefined],
  ['a place that is no host', { id: 'device', kind: 'device', name: '', space: () => new FakeSpace() }, undefined],
])('%s', async (_, given, lock) => {
  expect((await findStanding(given, ADDRESS)).lock).toBe(lock)
}) // oxfmt-ignore

test('a host that does not say is asked by the save', async () => {
  const given = place([[]])
  given.host!.branches = () => Promise.reject(new GitHostError({ code: 'rate-limited' }))
  expect(await findStanding(given, ADDRESS)).toEqual({})
})
