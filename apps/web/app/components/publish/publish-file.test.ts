import { createGitHost, github, type GitHost } from '@switchyard/git-hosts'
import { createEmulator } from 'emulate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FakeDrafts } from '../file-save/fake-space.ts'
import { FileSave } from '../file-save/file-save.ts'
import type { FileSpace } from '../places/place.ts'
import { publishFile, tryPlace, whatStands } from './publish-file.ts'

// A test asks the emulator itself.
const { fetch: ask } = globalThis
const PATH = 'sub/家.yaml'
const bytesOf = (text: string) => new TextEncoder().encode(text)
const textOf = (content: { bytes: Uint8Array } | undefined) => content && new TextDecoder().decode(content.bytes)

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

const address = { place: 'git.a', root: 'ana/x', ref: 'main', path: PATH }

/** As the window does it that saw what stands there. */
async function publish(space: FileSpace, text: string, message: string, seen: Awaited<ReturnType<typeof whatStands>>) {
  const drafts = new FakeDrafts()
  const save = new FileSave({ space, address, drafts, base: seen })
  const published = await publishFile(save, bytesOf(text), message)
  return { published, save, draft: textOf(await drafts.find(address)) }
}

test('a file that is not there is created, then updated: one commit each; what stands there already is none', async () => {
  const space = await newSpace()
  const before = await whatStands(space, PATH)
  expect(before).toBeUndefined()
  expect((await publish(space, 'a: 1\n', 'one', before)).published).toMatchObject({ kind: 'created' })
  const seen = await whatStands(space, PATH)
  expect(textOf(seen)).toBe('a: 1\n')
  const { published, draft } = await publish(space, 'a: 2\n', 'two', seen)
  expect([published?.kind, draft]).toEqual(['updated', undefined])
  expect(await messages(space, PATH)).toEqual(['two', 'one'])
  const now = await whatStands(space, PATH)
  expect((await publish(space, 'a: 2\n', 'three', now)).published).toEqual({ kind: 'unchanged' })
  expect(await messages(space, PATH)).toEqual(['two', 'one'])
})

test('what somebody else saved meanwhile is a conflict: theirs stands, and mine is a draft', async () => {
  const space = await newSpace()
  await publish(space, 'a: 1\n', 'one', undefined)
  const seen = await whatStands(space, PATH)
  await publish(space, 'theirs\n', 'two', seen)
  // A file that came where there was none is one as well.
  for (const base of [seen, undefined]) {
    const { published, save, draft } = await publish(space, 'mine\n', 'three', base)
    const { conflict } = save.state.get()
    expect([published, draft, textOf(conflict?.theirs)]).toEqual([undefined, 'mine\n', 'theirs\n'])
    expect(textOf(await whatStands(space, PATH))).toBe('theirs\n')
  }
})

test('a file that somebody deleted is created anew', async () => {
  const space = await newSpace()
  await publish(space, 'a: 1\n', 'one', undefined)
  const seen = await whatStands(space, PATH)
  await space.write({ message: 'gone', changes: [{ kind: 'delete', path: PATH, version: seen!.version }] })
  expect((await publish(space, 'a: 2\n', 'two', seen)).published).toMatchObject({ kind: 'updated' })
  expect(textOf(await whatStands(space, PATH))).toBe('a: 2\n')
})

test('a test of a place leaves nothing but its two commits', async () => {
  const space = await newSpace()
  const before = await messages(space)
  await tryPlace(space, 'sub', '.test', 'A test')
  expect(await whatStands(space, 'sub/.test')).toBeUndefined()
  expect(await messages(space)).toEqual(['A test', 'A test', ...before])
})
