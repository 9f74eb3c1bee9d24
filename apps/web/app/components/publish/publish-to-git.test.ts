import { createGitHost, github, type GitHost } from '@switchyard/git-hosts'
import { createEmulator } from 'emulate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FileSpace } from '../places/place.ts'
import { publishToGit, restoreFrom, tryPlace, whatStands } from './publish-to-git.ts'

// A test asks the emulator itself.
const { fetch: ask } = globalThis
const PATH = 'sub/家.yaml'
const bytesOf = (text: string) => new TextEncoder().encode(text)
const textOf = (content: { bytes: Uint8Array } | undefined) => content && new TextDecoder().decode(content.bytes)
const file = (text: string, message = 'Update sub') => ({ path: PATH, bytes: bytesOf(text), message })

let emulator: { url: string; close(): Promise<void> }
let host: GitHost
let made = 0

beforeAll(async () => {
  emulator = await createEmulator({
    service: 'github',
    port: 0,
    seed: { tokens: { token: { login: 'ana', scopes: ['repo'] } }, github: { users: [{ login: 'ana' }] } },
  })
  host = createGitHost(github, { base: emulator.url, token: 'token', fetch: ask })
})
afterAll(() => emulator.close())

/** A new repository, as the place of an account has it. */
async function newSpace(): Promise<FileSpace> {
  const name = `files-${++made}`
  await ask(`${emulator.url}/user/repos`, {
    method: 'POST',
    headers: { authorization: 'Bearer token', 'content-type': 'application/json' },
    body: JSON.stringify({ name, auto_init: true }),
  })
  const [repository, branch] = [`ana/${name}`, 'main']
  return {
    list: (folder) => host.list(repository, branch, folder),
    tree: () => host.tree(repository, branch),
    read: (path) => host.readFile(repository, branch, path),
    write: (request) => host.write(repository, branch, request),
    history: (options) => host.history(repository, branch, options),
    readAt: (commit, path) => host.readFile(repository, commit, path),
  }
}

const messages = async (space: FileSpace, path?: string) =>
  (await space.history!(path === undefined ? {} : { path })).items.map(({ message }) => message)

test('a file that is not there is created, then updated: one commit each; what stands there already is none', async () => {
  const space = await newSpace()
  const before = await whatStands(space, PATH)
  expect(before).toBeUndefined()
  expect(await publishToGit(space, file('a: 1\n', 'one'), before)).toMatchObject({ kind: 'created' })
  const seen = await whatStands(space, PATH)
  expect(textOf(seen)).toBe('a: 1\n')
  const updated = await publishToGit(space, file('a: 2\n', 'two'), seen)
  expect(updated).toMatchObject({ kind: 'updated' })
  expect(await messages(space, PATH)).toEqual(['two', 'one'])
  const now = await whatStands(space, PATH)
  expect(now!.version).toBe(updated.version)
  expect(await publishToGit(space, file('a: 2\n', 'three'), now)).toEqual({ kind: 'unchanged', version: now!.version })
  expect(await messages(space, PATH)).toEqual(['two', 'one'])
})

test('what somebody else saved meanwhile is not overwritten', async () => {
  const space = await newSpace()
  await publishToGit(space, file('a: 1\n'), undefined)
  const seen = await whatStands(space, PATH)
  await publishToGit(space, file('theirs\n'), seen)
  await expect(publishToGit(space, file('mine\n'), seen)).rejects.toMatchObject({ failure: { code: 'conflict' } })
  // Nor a file that came where there was none.
  await expect(publishToGit(space, file('mine\n'), undefined)).rejects.toMatchObject({ failure: { code: 'exists' } })
  expect(textOf(await whatStands(space, PATH))).toBe('theirs\n')
})

test('a file that somebody deleted is created anew', async () => {
  const space = await newSpace()
  await publishToGit(space, file('a: 1\n'), undefined)
  const seen = await whatStands(space, PATH)
  await space.write({ message: 'gone', changes: [{ kind: 'delete', path: PATH, version: seen!.version }] })
  expect(await publishToGit(space, file('a: 2\n'), seen)).toMatchObject({ kind: 'updated' })
  expect(textOf(await whatStands(space, PATH))).toBe('a: 2\n')
})

test('an older version comes back as a new commit, and none is made where it stands already', async () => {
  const space = await newSpace()
  const first = await publishToGit(space, file('a: 1\n', 'one'), undefined)
  await publishToGit(space, file('a: 2\n', 'two'), await whatStands(space, PATH))
  if (first.kind === 'unchanged') throw new Error('no commit')
  expect(await restoreFrom(space, PATH, first.commit, 'back')).toMatchObject({ kind: 'updated' })
  expect(textOf(await whatStands(space, PATH))).toBe('a: 1\n')
  expect(await messages(space, PATH)).toEqual(['back', 'two', 'one'])
  expect(await restoreFrom(space, PATH, first.commit, 'back')).toBeUndefined()
})

test('a test of a place leaves nothing but its two commits', async () => {
  const space = await newSpace()
  const before = await messages(space)
  await tryPlace(space, 'sub', '.test', 'A test')
  expect(await whatStands(space, 'sub/.test')).toBeUndefined()
  expect(await messages(space)).toEqual(['A test', 'A test', ...before])
})
