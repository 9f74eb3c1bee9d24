import type { FileChange, GitFailure } from '@switchyard/git-hosts'
import { GitHostError } from '@switchyard/git-hosts/writes'
import { expect, test } from 'vitest'
import type { FileSpace } from './place.ts'

const bytesOf = (content: string) => new TextEncoder().encode(content)
const create = (path: string, content = path): FileChange => ({ kind: 'create', path, bytes: bytesOf(content) })
const NAMES = ['a.yaml', '规则/节点 1.list', 'deep/er/b.json', '🇭🇰.txt', 'a b#1%25+&.md']

/**
 * What every place has to do. `newSpace` gives files of their own to each test, perhaps some that are there already;
 * `oddName` is a name that some places do not take.
 */
export function placeContract(newSpace: () => Promise<FileSpace>, oddName = 'a b#1%2F+&.md') {
  const names = [...NAMES, oddName]

  test('files of any name are listed, read and part of the tree', async () => {
    const space = await newSpace()
    const { versions } = await space.write({ message: 'all', changes: names.map((path) => create(path)) })
    for (const path of names) {
      const { bytes, version } = await space.read(path)
      expect([new TextDecoder().decode(bytes), version]).toEqual([path, versions[path]])
    }
    const { entries, isTruncated } = await space.tree()
    expect(isTruncated).toBe(false)
    for (const path of names)
      expect(entries).toContainEqual(
        expect.objectContaining({ path, name: path.split('/').at(-1), kind: 'file', version: versions[path] }),
      )
    const root = (await space.list('')).items
    expect(root).toContainEqual(expect.objectContaining({ path: '规则', kind: 'folder' }))
    expect(root.map(({ path }) => path)).not.toContain('规则/节点 1.list')
    expect((await space.list('deep')).items.map(({ path, kind }) => [path, kind])).toEqual([['deep/er', 'folder']])
    expect((await space.list('deep/er')).items.map(({ path }) => path)).toEqual(['deep/er/b.json'])
  })

  test('versions are the ids of git: equal content, equal version', async () => {
    const space = await newSpace()
    const { versions } = await space.write({ message: 'm', changes: [create('a', 'x\n'), create('b', 'x\n')] })
    expect(versions).toEqual({
      a: '587be6b4c3f93f93c489c0111bba5596147a26cb',
      b: '587be6b4c3f93f93c489c0111bba5596147a26cb',
    })
  })

  test('content comes back byte for byte, and moves so', async () => {
    const space = await newSpace()
    const bytes = Uint8Array.from({ length: 256 }, (_, at) => at)
    const { versions } = await space.write({ message: 'm', changes: [{ kind: 'create', path: 'a.bin', bytes }] })
    const move: FileChange = { kind: 'move', from: 'a.bin', path: 'in/b.bin', version: versions['a.bin']! }
    const moved = await space.write({ message: 'm', changes: [move] })
    expect(await space.read('in/b.bin')).toEqual({ bytes, version: moved.versions['in/b.bin'] })
    await expectFailure(space.read('a.bin'), { code: 'not-found' })
  })

  test('a file that somebody else changed is a conflict, and nothing is written', async () => {
    const space = await newSpace()
    const { versions } = await space.write({ message: 'm', changes: [create('a', '1'), create('b', '1')] })
    const seen = { path: 'a', version: versions['a']! }
    const update = { kind: 'update', bytes: bytesOf('2'), ...seen } as const
    const other = await space.write({ message: 'theirs', changes: [update] })
    const conflict = { code: 'conflict', changed: [{ path: 'a', version: other.versions['a']! }] } as const
    const mine: FileChange[] = [
      { ...update, bytes: bytesOf('3') },
      { kind: 'delete', ...seen },
      { kind: 'move', from: 'a', path: 'z', version: seen.version },
    ]
    for (const change of mine)
      await expectFailure(space.write({ message: 'x', changes: [create('new'), change] }), conflict)
    await expectFailure(space.read('new'), { code: 'not-found' })
    expect((await space.read('a')).bytes).toEqual(bytesOf('2'))
  })

  test('a new file does not replace one that is there, nor does a move', async () => {
    const space = await newSpace()
    const { versions } = await space.write({ message: 'm', changes: [create('a', '1'), create('b', '2')] })
    const exists = { code: 'exists', changed: [{ path: 'a', version: versions['a']! }] } as const
    await expectFailure(space.write({ message: 'x', changes: [create('z'), create('a', '3')] }), exists)
    const move: FileChange = { kind: 'move', from: 'b', path: 'a', version: versions['b']! }
    await expectFailure(space.write({ message: 'x', changes: [move] }), exists)
    await expectFailure(space.read('z'), { code: 'not-found' })
  })

  test('what is there already, to the byte, is in nobody’s way; deleted twice is deleted', async () => {
    const space = await newSpace()
    const { versions } = await space.write({ message: 'm', changes: [create('a', '1'), create('keep')] })
    await space.write({ message: 'again', changes: [create('a', '1'), create('b')] })
    const gone: FileChange = { kind: 'delete', path: 'a', version: versions['a']! }
    await space.write({ message: 'gone', changes: [gone] })
    await space.write({ message: 'gone', changes: [gone] })
    await expectFailure(space.read('a'), { code: 'not-found' })
    const update: FileChange = { kind: 'update', path: 'a', version: versions['a']!, bytes: bytesOf('2') }
    await expectFailure(space.write({ message: 'x', changes: [update] }), {
      code: 'conflict',
      changed: [{ path: 'a' }],
    })
    await space.write({ message: 'x', changes: [{ ...update, orCreate: true }] })
    expect((await space.read('a')).bytes).toEqual(bytesOf('2'))
  })

  test('writes at the same time all arrive', async () => {
    const space = await newSpace()
    const each = [0, 1, 2, 3, 4]
    await Promise.all(each.map((at) => space.write({ message: `${at}`, changes: [create(`w${at}`)] })))
    const found = (await space.list('')).items.map(({ name }) => name)
    expect(each.filter((at) => found.includes(`w${at}`))).toEqual(each)
  })

  test('a folder that is not there is not found', async () => {
    const space = await newSpace()
    await space.write({ message: 'm', changes: [create('a')] })
    await expectFailure(space.list('none'), { code: 'not-found' })
    await expectFailure(space.read('none'), { code: 'not-found' })
  })

  test('where there is a history, yesterday’s file is read by the commit that holds it', async () => {
    const space = await newSpace()
    if (!space.history || !space.commit || !space.readAt) return
    const one = await space.write({ message: 'one', changes: [create('a', 'x\n'), create('b', 'y\n')] })
    const two = await space.write({
      message: 'two',
      changes: [
        { kind: 'update', path: 'a', bytes: bytesOf('x\nz\n'), version: one.versions['a']! },
        { kind: 'delete', path: 'b', version: one.versions['b']! },
        create('c/d'),
      ],
    })
    const commits = (await space.history({ path: 'a' })).items
    expect(commits.map(({ id, message }) => [id, message.trim()])).toEqual([[two.commit, 'two'], [one.commit, 'one']]) // oxfmt-ignore
    // A folder has the commits of what is in it, and the root has all.
    expect((await space.history({ path: 'c' })).items.map(({ id }) => id)).toEqual([two.commit])
    const all = (await space.history()).items.map(({ id }) => id)
    expect(all.slice(0, 2)).toEqual([two.commit, one.commit])
    expect((await space.readAt(one.commit, 'a')).bytes).toEqual(bytesOf('x\n'))
    expect((await space.readAt(one.commit, 'b')).bytes).toEqual(bytesOf('y\n'))
    await expectFailure(space.readAt(two.commit, 'b'), { code: 'not-found' })
    const { files } = await space.commit(two.commit)
    expect(Object.fromEntries(files.map(({ path, change }) => [path, change]))).toEqual({ a: 'changed', b: 'removed', 'c/d': 'added' }) // oxfmt-ignore
    expect(files.find(({ path }) => path === 'a')?.patch).toContain('\n+z')
  })
}

/** Asks, and expects a failure of the one list. */
export async function expectFailure(asked: Promise<unknown>, failure: Partial<GitFailure>): Promise<void> {
  const error: unknown = await asked.then(
    (value) => expect.fail(`no failure: ${JSON.stringify(value)}`),
    (reason: unknown) => reason,
  )
  if (!(error instanceof GitHostError)) throw error
  expect(error.failure).toMatchObject(failure)
}
