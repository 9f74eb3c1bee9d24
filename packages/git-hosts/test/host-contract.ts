import { expect, test } from 'vitest'
import type { FileChange, GitFailure } from '@switchyard/git-hosts'
import { GitHostError } from '@switchyard/git-hosts'
import type { TestServer } from './test-server.ts'

const text = (value: string) => new TextEncoder().encode(value)
const create = (path: string, content: string): FileChange => ({ kind: 'create', path, bytes: text(content) })

const PATHS = [
  'plain.txt',
  'with space.txt',
  'rules/#1 100%.list',
  'rules/what?.txt',
  'rules/a+b&c=d;e.txt',
  '规则/香港 🇭🇰.yaml',
  'deep/er/and/er/%2F.txt',
  'dots/..hidden..txt',
]

const CONTENTS: readonly (readonly [name: string, bytes: Uint8Array<ArrayBuffer>])[] = [
  ['empty', new Uint8Array(0)],
  ['all 256 bytes', Uint8Array.from({ length: 256 }, (_, at) => at)],
  ['UTF-8 with BOM', text('\uFEFFproxies: []\n')],
  ['UTF-16', Uint8Array.of(0xff, 0xfe, 0x2d, 0x4e, 0x87, 0x65)],
  ['CRLF', text('a\r\nb\r\n')],
  ['no newline at its end', text('中文')],
  ['longer than a line of base64', text('0123456789'.repeat(500))],
]

const nameOf = (index: number) => `bytes/${index}.bin`

// As wild as git allows: no space, no `?`.
const BRANCH = 'people/ana/#1%2F+&draft-中🇭🇰'

/** What every host has to do. `server` is asked for when the tests run. */
export function hostContract(server: () => TestServer) {
  const connect = () => server().connect()
  const main = () => server().defaultBranch

  test('the token belongs to somebody', async () => {
    expect((await connect().me()).login).toBe(server().login)
  })

  test('repositories have a path by which they are asked for', async () => {
    const path = await server().newRepository()
    const host = connect()
    const { items } = await host.repositories()
    expect(items.map((repository) => repository.path)).toContain(path)
    expect(await host.repository(path)).toMatchObject({ path, defaultBranch: main(), canWrite: true })
  })

  test('files of any name are found again under it', async () => {
    const host = connect()
    const path = await server().newRepository()
    const { versions } = await host.write(path, main(), {
      message: 'all',
      changes: PATHS.map((file) => create(file, file)),
    })

    const { entries, isTruncated } = await host.tree(path, main())
    expect(isTruncated).toBe(false)
    for (const file of PATHS) {
      expect(entries).toContainEqual(expect.objectContaining({ path: file, kind: 'file', version: versions[file] }))
      const { bytes, version } = await host.readFile(path, main(), file)
      expect([new TextDecoder().decode(bytes), version]).toEqual([file, versions[file]])
      const folder = file.slice(0, Math.max(0, file.lastIndexOf('/')))
      const listed = (await host.list(path, main(), folder)).items
      expect(listed).toContainEqual(
        expect.objectContaining({ path: file, name: file.split('/').at(-1), kind: 'file', version }),
      )
      expect((await host.lastCommit(path, main(), file))?.message.trim()).toBe('all')
    }
    const root = (await host.list(path, main(), '')).items
    expect(root).toContainEqual(expect.objectContaining({ path: '规则', name: '规则', kind: 'folder' }))
  })

  test('content comes back byte for byte, and moves so', async () => {
    const host = connect()
    const path = await server().newRepository()
    const changes = CONTENTS.map(([, bytes], index): FileChange => ({ kind: 'create', path: nameOf(index), bytes }))
    const { versions } = await host.write(path, main(), { message: 'in', changes })
    const moves = CONTENTS.map((_, index): FileChange => ({
      kind: 'move',
      from: nameOf(index),
      path: `moved/${index}.bin`,
      version: versions[nameOf(index)]!,
    }))
    await host.write(path, main(), { message: 'moved', changes: moves })
    for (const [index, [what, bytes]] of CONTENTS.entries())
      expect((await host.readFile(path, main(), `moved/${index}.bin`)).bytes, what).toEqual(bytes)
    await expectFailure(host.readFile(path, main(), nameOf(0)), { code: 'not-found' })
    expect((await host.history(path, main())).items[0]!.message.trim()).toBe('moved')
  })

  test('one file alone comes back byte for byte', async () => {
    const host = connect()
    const path = await server().newRepository()
    for (const [what, bytes] of CONTENTS) {
      const { versions } = await host.write(path, main(), {
        message: 'm',
        changes: [{ kind: 'create', path: what, bytes }],
      })
      expect(await host.readFile(path, main(), what), what).toEqual({ bytes, version: versions[what] })
    }
  })

  test('a branch with slashes and other signs in its name is made, written and deleted', async () => {
    const host = connect()
    const path = await server().newRepository()
    await host.createBranch(path, BRANCH, main())
    await expectFailure(host.createBranch(path, BRANCH, main()), { code: 'exists' })
    const { commit } = await host.write(path, BRANCH, { message: 'draft', changes: [create('a b.txt', 'draft')] })
    await host.write(path, BRANCH, { message: 'two', changes: [create('c', '1'), create('d', '2')] })
    expect((await host.readFile(path, BRANCH, 'a b.txt')).bytes).toEqual(text('draft'))
    await expectFailure(host.readFile(path, main(), 'a b.txt'), { code: 'not-found' })
    expect((await host.history(path, BRANCH)).items.map(({ id }) => id)).toContain(commit)
    expect((await host.tree(path, BRANCH)).entries.map((entry) => entry.path)).toContain('c')
    expect((await host.branches(path)).items.map(({ name }) => name).sort()).toEqual([main(), BRANCH].sort())
    if (!host.facts.canDeleteBranch) return
    await host.deleteBranch(path, BRANCH)
    expect((await host.branches(path)).items.map(({ name }) => name)).toEqual([main()])
  })

  test('a branch is protected, and open again', async () => {
    const host = connect()
    const path = await server().newRepository()
    await host.createBranch(path, BRANCH, main())
    const isProtected = async () => (await host.branches(path)).items.find(({ name }) => name === BRANCH)?.isProtected
    await host.protectBranch(path, BRANCH, true)
    expect(await isProtected()).toBe(true)
    const write = () => host.write(path, BRANCH, { message: 'm', changes: [create('a', 'a')] })
    if (server().keepsProtection) await expectFailure(write(), { code: 'protected' })
    await host.protectBranch(path, BRANCH, false)
    expect(await isProtected()).toBe(false)
    if (server().keepsProtection) await write()
  })

  test('a repository without commits lists nothing and takes files', async () => {
    const host = connect()
    const path = await server().newRepository(true)
    expect((await host.list(path, main(), '')).items).toEqual([])
    expect((await host.history(path, main())).items).toEqual([])
    expect(await host.tree(path, main())).toEqual({ entries: [], isTruncated: false })
    await host.write(path, main(), { message: 'first', changes: [create('a', '1'), create('b/c', '2')] })
    expect((await host.list(path, main(), 'b')).items.map(({ name }) => name)).toEqual(['c'])
    expect((await host.readFile(path, main(), 'a')).bytes).toEqual(text('1'))
  })

  test('a folder of 1,000 files is listed whole', async () => {
    const host = connect()
    const path = await server().newRepository()
    const names = Array.from({ length: 1000 }, (_, at) => `rules/${String(at).padStart(4, '0')}.list`)
    await host.write(path, main(), { message: 'many', changes: names.map((name) => create(name, name)) })
    const found: string[] = []
    let page: string | undefined
    do {
      const part = await host.list(path, main(), 'rules', { page })
      found.push(...part.items.map((entry) => entry.path))
      page = part.next
    } while (page !== undefined)
    expect(found.sort()).toEqual(names)
    expect((await host.tree(path, main())).entries.filter(({ kind }) => kind === 'file')).toHaveLength(1001)
  })

  test('many changes are one commit, with what differs in it', async () => {
    const host = connect()
    const path = await server().newRepository()
    const before = await host.write(path, main(), { message: 'one', changes: [create('a', 'x\n'), create('b', 'y\n')] })
    const after = await host.write(path, main(), {
      message: 'two',
      changes: [
        { kind: 'update', path: 'a', bytes: text('x\nz\n'), version: before.versions['a']! },
        { kind: 'delete', path: 'b', version: before.versions['b']! },
        create('c/d', 'new\n'),
      ],
    })
    const [newest, older] = (await host.history(path, main())).items
    expect([newest!.id, older!.id]).toEqual([after.commit, before.commit])
    const { files, message } = await host.commit(path, after.commit)
    expect(message.trim()).toBe('two')
    const changes = Object.fromEntries(files.map(({ path: file, change }) => [file, change]))
    expect(changes).toEqual({ a: 'changed', b: 'removed', 'c/d': 'added' })
    expect(files.find((file) => file.path === 'a')!.patch).toContain('+z')

    const compared = await host.compare(path, before.commit, after.commit)
    expect(compared.commits.map(({ id }) => id)).toEqual([after.commit])
    expect(compared.files.map((file) => file.path).sort()).toEqual(['a', 'b', 'c/d'])
    // Yesterday's version is read by the commit that holds it.
    expect((await host.readFile(path, before.commit, 'a')).bytes).toEqual(text('x\n'))
    expect((await host.lastCommit(path, main(), 'a'))?.id).toBe(after.commit)
    expect((await host.history(path, main(), { path: 'a' })).items.map(({ id }) => id)).toEqual([
      after.commit,
      before.commit,
    ])
  })

  test('a file that somebody else changed is a conflict, and nothing is written', async () => {
    const [mine, theirs] = [connect(), connect()]
    const path = await server().newRepository()
    const { versions } = await mine.write(path, main(), { message: 'm', changes: [create('a', '1'), create('b', '1')] })
    const update = (content: string): FileChange => ({
      kind: 'update',
      path: 'a',
      bytes: text(content),
      version: versions['a']!,
    })
    const other = await theirs.write(path, main(), { message: 'theirs', changes: [update('2')] })
    const head = (await mine.branches(path)).items[0]!.commit
    const conflict = { code: 'conflict', changed: [{ path: 'a', version: other.versions['a']! }] } as const
    await expectFailure(mine.write(path, main(), { message: 'x', changes: [update('3')] }), conflict)
    const gone: FileChange = { kind: 'delete', path: 'a', version: versions['a']! }
    await expectFailure(mine.write(path, main(), { message: 'x', changes: [gone] }), conflict)
    const move: FileChange = { kind: 'move', from: 'a', path: 'z', version: versions['a']! }
    await expectFailure(mine.write(path, main(), { message: 'x', changes: [move] }), conflict)
    const both = [create('c', 'c'), update('3'), { ...gone, path: 'b', version: versions['b']! }]
    await expectFailure(mine.write(path, main(), { message: 'x', changes: both }), conflict)
    expect((await mine.branches(path)).items[0]!.commit).toBe(head)
  })

  test('a new file does not replace one that is there', async () => {
    const host = connect()
    const path = await server().newRepository()
    const { versions } = await host.write(path, main(), { message: 'm', changes: [create('a', '1'), create('b', '2')] })
    const exists = { code: 'exists', changed: [{ path: 'a', version: versions['a']! }] } as const
    await expectFailure(host.write(path, main(), { message: 'x', changes: [create('a', '3')] }), exists)
    await expectFailure(
      host.write(path, main(), { message: 'x', changes: [create('z', '3'), create('a', '3')] }),
      exists,
    )
    const move: FileChange = { kind: 'move', from: 'b', path: 'a', version: versions['b']! }
    await expectFailure(host.write(path, main(), { message: 'x', changes: [move] }), exists)
    expect((await host.readFile(path, main(), 'a')).bytes).toEqual(text('1'))
  })

  test('a file that is there already, to the byte, is in nobody’s way', async () => {
    const host = connect()
    const path = await server().newRepository()
    const first = await host.write(path, main(), { message: 'm', changes: [create('a', '1')] })
    const again = await host.write(path, main(), { message: 'm', changes: [create('a', '1')] })
    expect(again).toEqual(first)
    const both = await host.write(path, main(), { message: 'both', changes: [create('a', '1'), create('b', '2')] })
    expect(both.versions).toMatchObject(first.versions)
    expect((await host.list(path, main(), '')).items.map(({ name }) => name)).toContain('b')
  })

  test('a file that is gone is a conflict, or made anew when that is wanted; deleted twice is deleted', async () => {
    const host = connect()
    const path = await server().newRepository()
    const { versions } = await host.write(path, main(), { message: 'm', changes: [create('a', '1')] })
    const version = versions['a']!
    await host.write(path, main(), { message: 'gone', changes: [{ kind: 'delete', path: 'a', version }] })
    const again = await host.write(path, main(), { message: 'gone', changes: [{ kind: 'delete', path: 'a', version }] })
    expect(again.versions).toEqual({})

    const update = { kind: 'update', path: 'a', bytes: text('2'), version } as const
    const conflict = { code: 'conflict', changed: [{ path: 'a' }] } as const
    await expectFailure(host.write(path, main(), { message: 'x', changes: [update] }), conflict)
    const anew = { message: 'x', changes: [{ ...update, orCreate: true }] }
    const made = await host.write(path, main(), anew)
    expect((await host.readFile(path, main(), 'a')).version).toBe(made.versions['a'])
    await host.write(path, main(), {
      message: 'both',
      changes: [{ ...update, path: 'n', orCreate: true }, create('o', '')],
    })
    expect((await host.readFile(path, main(), 'n')).bytes).toEqual(text('2'))
  })

  test('writes at the same time all arrive', async () => {
    const [mine, theirs] = [connect(), connect()]
    const path = await server().newRepository()
    const writes = [mine, mine, theirs, mine, theirs].map((host, at) =>
      host.write(path, main(), { message: `${at}`, changes: [create(`a${at}`, `${at}`), create(`b${at}`, `${at}`)] }),
    )
    await Promise.all(writes)
    expect((await mine.list(path, main(), '')).items.filter(({ name }) => /^[ab]\d$/.test(name))).toHaveLength(10)
  })

  test('what is not there is said to be the file, or the repository', async () => {
    const host = connect()
    const path = await server().newRepository()
    await expectFailure(host.readFile(path, main(), 'none.txt'), { code: 'not-found' })
    await expectFailure(host.list(path, main(), 'none'), { code: 'not-found' })
    expect(await host.lastCommit(path, main(), 'none.txt')).toBeUndefined()
    await expectFailure(host.readFile(path, 'none', 'README.md'), { code: 'not-found' })
    await expectFailure(host.readFile(`${server().login}/none`, main(), 'README.md'), { code: 'repository-not-found' })
    await expectFailure(host.repository(`${server().login}/none`), { code: 'repository-not-found' })
    const lost = host.write(`${server().login}/none`, main(), { message: 'm', changes: [create('a', 'a')] })
    await expectFailure(lost, { code: 'repository-not-found' })
    const noBranch = host.write(path, 'none', { message: 'm', changes: [create('a', 'a')] })
    await expectFailure(noBranch, { code: 'not-found' })
  })
}

async function expectFailure(asked: Promise<unknown>, failure: Partial<GitFailure>) {
  const error: unknown = await asked.then(
    (value) => expect.fail(`no failure: ${JSON.stringify(value)}`),
    (reason: unknown) => reason,
  )
  if (!(error instanceof GitHostError)) throw error
  expect(error.failure).toMatchObject(failure)
}
