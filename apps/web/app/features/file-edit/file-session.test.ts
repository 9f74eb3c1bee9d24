import type { GitHost } from '@switchyard/git-hosts'
import { describe, expect, test, vi } from 'vitest'
import { FakeDrafts, FakeSpace } from '../../components/file-save/fake-space.ts'
import type { Place } from '../../components/places/place.ts'
import { FileSession } from './file-session.ts'

const ADDRESS = { place: 'device', root: '', ref: '', path: 'a.yaml' }
const bytes = (text: string) => new TextEncoder().encode(text)

async function opened(text?: string, drafts = new FakeDrafts(), space = new FakeSpace()) {
  if (text !== undefined) space.put('a.yaml', bytes(text))
  const place: Place = { id: 'device', kind: 'device', name: 'Device', space: () => space }
  const session = new FileSession(place, ADDRESS, drafts)
  await session.load()
  const there = () => new TextDecoder('utf-8', { ignoreBOM: true }).decode(space.files.get('a.yaml')?.bytes)
  return { session, drafts, space, there }
}

describe('a file in an editor', () => {
  test('is opened, changed, saved and clean again; its mark and its line ends stay', async () => {
    const { session, there } = await opened('\ufeffa: 1\r\nb: 2\r\n')
    expect([session.text, session.isDirty]).toEqual(['a: 1\nb: 2\n', false])
    session.type('a: 1\nb: 3\n')
    expect(session.isDirty).toBe(true)
    expect(await session.save('m')).toMatchObject({ saved: true })
    expect([there(), session.isDirty]).toEqual(['\ufeffa: 1\r\nb: 3\r\n', false])
  })

  test('that is not there is new: nothing is written before there is something to save', async () => {
    const { session, there } = await opened()
    expect([session.state.get().phase, session.state.get().isNew, session.isDirty]).toEqual(['open', true, false])
    session.type('a')
    await session.save('m')
    expect([there(), session.state.get().isNew, session.isDirty]).toEqual(['a', false, false])
  })

  test('that is typed on during a save is still dirty when it is saved', async () => {
    const { session, space, there } = await opened('0')
    const gate = Promise.withResolvers<void>()
    space.gate = gate.promise
    session.type('1')
    const saving = session.save('m')
    session.type('12')
    gate.resolve()
    await saving
    expect([there(), session.text, session.isDirty]).toEqual(['1', '12', true])
  })

  test('that is no text, or that the place does not give, says so', async () => {
    const { space } = await opened()
    space.put('a.yaml', Uint8Array.of(0x89, 0x50, 0, 0))
    const { session } = await opened(undefined, new FakeDrafts(), space)
    expect(session.state.get()).toMatchObject({ phase: 'no-text', noText: 'binary' })
    space.faults.read.push({ failure: { code: 'token-invalid' } })
    await session.load()
    expect(session.state.get()).toMatchObject({ phase: 'failed', failure: { code: 'token-invalid' } })
    await session.load()
    expect(session.state.get().phase).toBe('no-text')
  })

  test('whose encoding lacks a character is not saved until it is UTF-8', async () => {
    const { session, there, space } = await opened()
    // `香港` in Big5.
    space.put('a.yaml', Uint8Array.of(0xad, 0xbb, 0xb4, 0xe4))
    await session.load()
    expect(session.text).toBe('香港')
    session.type('香港🇭🇰')
    expect(session.written).toEqual({ unwritable: '🇭' })
    expect(await session.save('m')).toEqual({ saved: false })
    session.writeUtf8()
    await session.save('m')
    expect(there()).toBe('香港🇭🇰')
  })
})

test.each([
  ['a token that may only read', { canWrite: false }, 'token'],
  ['a protected branch', { canWrite: true, isProtected: true }, 'branch'],
] as const)('%s: the file can be read and not be saved', async (_, { canWrite, ...branch }, lock) => {
  const space = new FakeSpace()
  space.put('a.yaml', bytes('a: 1\n'))
  const host: Partial<GitHost> = {
    repository: async (path) => ({ path, canWrite, isPrivate: false, webAddress: '' }),
    branches: async () => ({ items: [{ name: 'main', commit: 'c', isProtected: false, ...branch }] }),
  }
  // A session asks nothing else of a host.
  const place: Place = { id: 'git.a', kind: 'git', name: 'a', host: host as GitHost, space: () => space }
  const address = { place: 'git.a', root: 'ana/configs', ref: 'main', path: 'a.yaml' }
  const session = new FileSession(place, address, new FakeDrafts())
  await session.load()
  session.type('a: 2\n')
  expect([session.state.get().lock, session.isDirty, session.canSave]).toEqual([lock, true, false])
  expect(session.state.get().repository?.isPrivate).toBe(false)
})

describe('a page that is loaded anew after typing', () => {
  async function leftBehind() {
    const first = await opened('one\ntwo\n')
    first.session.type('one\ntwo\nmine\n')
    await first.session.keepNow()
    return first
  }

  test('offers the draft; what was typed comes back and can be undone', async () => {
    const { drafts, space } = await leftBehind()
    const { session } = await opened(undefined, drafts, space)
    expect([session.text, session.state.get().offered !== undefined]).toEqual(['one\ntwo\n', true])
    await session.answerDraft(true)
    expect([session.text, session.isDirty]).toEqual(['one\ntwo\nmine\n', true])
    session.undo()
    expect(session.text).toBe('one\ntwo\n')
  })

  test('lets go of a draft that nobody wants', async () => {
    const { drafts, space } = await leftBehind()
    const { session } = await opened(undefined, drafts, space)
    await session.answerDraft(false)
    expect([session.isDirty, drafts.kept.size]).toEqual([false, 0])
  })

  test('when somebody saved meanwhile: the draft meets their version as a conflict', async () => {
    const { drafts, space, there } = await leftBehind()
    space.put('a.yaml', bytes('theirs\none\ntwo\n'))
    const { session } = await opened(undefined, drafts, space)
    await session.answerDraft(true)
    expect(await session.save('m')).toEqual({ saved: false })
    const { conflict } = session.file.state.get()
    expect(new TextDecoder().decode(conflict!.base!.bytes)).toBe('one\ntwo\n')
    expect(there()).toBe('theirs\none\ntwo\n')
    await session.show(bytes('theirs\none\ntwo\nmine\n'))
    expect(await session.file.saveMerged(bytes('theirs\none\ntwo\nmine\n'))).toMatchObject({ saved: true })
    await vi.waitFor(() => expect(session.isDirty).toBe(false))
    expect(drafts.kept.size).toBe(0)
  })

  test('goes on with nothing where somebody deleted the file and that is taken; undo brings the text back', async () => {
    const { session } = await opened('a: 1\n')
    await session.show(undefined)
    expect(session.text).toBe('')
    session.undo()
    expect(session.text).toBe('a: 1\n')
  })

  test('offers nothing where the draft is what was saved in the end', async () => {
    const { drafts, space } = await leftBehind()
    space.put('a.yaml', bytes('one\ntwo\nmine\n'))
    const { session } = await opened(undefined, drafts, space)
    expect(session.state.get().offered).toBeUndefined()
  })
})

test('5 MB are opened, changed and kept in a time that no step of it squares', async () => {
  const line = 'DOMAIN-SUFFIX,example.com,节点\r\n'
  const text = line.repeat(Math.floor((5 * 1024 * 1024) / new TextEncoder().encode(line).length))
  const start = performance.now()
  const { session, drafts } = await opened(text)
  session.type(`${session.text}x`)
  await session.keepNow()
  // About 100 ms; a busy machine takes longer.
  expect(performance.now() - start).toBeLessThan(10_000)
  expect(drafts.kept.size).toBe(1)
})
