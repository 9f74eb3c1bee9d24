import { GIT_FAILURES, type GitFailureCode } from '@switchyard/git-hosts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FakeDrafts, FakeSpace } from './fake-space.ts'
import { FileSave } from './file-save.ts'

const ADDRESS = { place: 'git.a', root: 'ana/configs', ref: 'main', path: 'a.yaml' }
const bytes = (text: string) => new TextEncoder().encode(text)
const textOf = (content: { bytes: Uint8Array } | undefined) => content && new TextDecoder().decode(content.bytes)

function opened(text?: string) {
  const space = new FakeSpace()
  const drafts = new FakeDrafts()
  const base = text === undefined ? undefined : space.put('a.yaml', bytes(text))
  const file = new FileSave({ space, drafts, address: ADDRESS, base })
  const there = () => textOf(space.files.get('a.yaml'))
  const draft = () => textOf([...drafts.kept.values()][0])
  return { space, drafts, file, there, draft }
}

describe('a save', () => {
  test('creates what is missing, then updates it: one commit each, and no draft is left', async () => {
    const { space, file, there, draft } = opened()
    expect(await file.save(bytes('one'), 'create')).toMatchObject({ saved: true })
    expect(await file.save(bytes('two'), 'update')).toMatchObject({ saved: true })
    expect(space.written.map(({ message, changes }) => [message, changes[0]!.kind])).toEqual([
      ['create', 'create'],
      ['update', 'update'],
    ])
    expect([there(), draft()]).toEqual(['two', undefined])
  })

  test('of what stands there already writes nothing', async () => {
    const { space, file } = opened('same')
    expect(await file.save(bytes('same'), '')).toEqual({ saved: true })
    expect(space.written).toEqual([])
  })

  test('creates the file anew when somebody deleted it meanwhile', async () => {
    const { space, file, there } = opened('old')
    space.files.delete('a.yaml')
    expect(await file.save(bytes('new'), '')).toMatchObject({ saved: true })
    expect(there()).toBe('new')
  })

  test('keeps a draft before the place is asked, and until it has answered', async () => {
    const { space, file, draft } = opened('old')
    const gate = Promise.withResolvers<void>()
    space.gate = gate.promise
    const saving = file.save(bytes('new'), '')
    await expect.poll(draft).toBe('new')
    expect(file.state.get().isSaving).toBe(true)
    gate.resolve()
    await saving
    expect(draft()).toBeUndefined()
  })

  test('during a save queues one more, of the last text, on what the first one leaves', async () => {
    const { space, file, there, draft } = opened('0')
    const gate = Promise.withResolvers<void>()
    space.gate = gate.promise
    const all = ['1', '2', '3'].map((text) => file.save(bytes(text), text))
    gate.resolve()
    expect((await Promise.all(all)).map(({ saved }) => saved)).toEqual([true, true, true])
    expect(space.written.map(({ message }) => message)).toEqual(['1', '3'])
    expect([there(), draft()]).toEqual(['3', undefined])
  })

  test('leaves the draft of what was typed while it ran', async () => {
    const { space, file, there, draft, drafts } = opened('0')
    const gate = Promise.withResolvers<void>()
    space.gate = gate.promise
    const saving = file.save(bytes('1'), '')
    await expect.poll(draft).toBe('1')
    await file.keep(bytes('12'))
    gate.resolve()
    await saving
    expect([there(), draft()]).toEqual(['1', '12'])
    expect([...drafts.kept.values()][0]!.base?.version).toBe(space.files.get('a.yaml')!.version)
  })
})

describe('somebody was faster', () => {
  async function met(mine: string) {
    const found = opened('base')
    found.space.put('a.yaml', bytes('theirs'))
    await found.file.save(bytes(mine), 'mine')
    return found
  }

  test('all three texts are there, nothing is written, the draft stays', async () => {
    const { space, file, there, draft } = await met('mine')
    const { conflict, failure } = file.state.get()
    expect([conflict?.mine && new TextDecoder().decode(conflict.mine), textOf(conflict?.theirs), textOf(conflict?.base)])
      .toEqual(['mine', 'theirs', 'base']) // oxfmt-ignore
    expect([space.written, there(), draft(), failure]).toEqual([[], 'theirs', 'mine', undefined])
  })

  test('the next save meets the same conflict: it is never tried with the new version by itself', async () => {
    const { file, there } = await met('mine')
    file.putOff()
    expect(await file.save(bytes('mine again'), '')).toEqual({ saved: false })
    expect([there(), textOf(file.state.get().conflict?.theirs)]).toEqual(['theirs', 'theirs'])
  })

  test('mine is written over theirs when somebody says so, and over nothing newer', async () => {
    const { space, file, there } = await met('mine')
    space.put('a.yaml', bytes('newer'))
    expect(await file.keepMine()).toEqual({ saved: false })
    expect([there(), textOf(file.state.get().conflict?.theirs)]).toEqual(['newer', 'newer'])
    expect(await file.keepMine()).toMatchObject({ saved: true })
    expect(there()).toBe('mine')
  })

  test('theirs is taken, and the next save is made on it', async () => {
    const { file, there, draft } = await met('mine')
    expect(textOf(await file.takeTheirs())).toBe('theirs')
    expect(draft()).toBeUndefined()
    expect(await file.save(bytes('after'), '')).toMatchObject({ saved: true })
    expect(there()).toBe('after')
  })

  test('a merged text is one commit', async () => {
    const { space, file, there, draft } = await met('mine')
    expect(await file.saveMerged(bytes('both'))).toMatchObject({ saved: true })
    expect([space.written.length, there(), draft()]).toEqual([1, 'both', undefined])
  })

  test('with the very same text: nothing is to be done', async () => {
    const { space, file, draft } = await met('theirs')
    expect([file.state.get().conflict, space.written, draft()]).toEqual([undefined, [], undefined])
  })

  test('a deletion meets their edit: nothing is deleted until somebody says so', async () => {
    const { space, file, there } = opened('base')
    space.put('a.yaml', bytes('theirs'))
    expect(await file.remove('')).toEqual({ saved: false })
    expect(file.state.get().conflict).toMatchObject({ mine: undefined })
    expect(there()).toBe('theirs')
    await file.keepMine()
    expect(there()).toBeUndefined()
  })

  test('a new file meets one of the same name', async () => {
    const { space, file, there } = opened()
    space.put('a.yaml', bytes('theirs'))
    expect(await file.save(bytes('mine'), '')).toEqual({ saved: false })
    expect(file.state.get().conflict?.base).toBeUndefined()
    expect(there()).toBe('theirs')
  })
})

describe('the answer was lost', () => {
  const LOST = { code: 'host-unreachable', mayBeWritten: true } as const

  test('a later look finds the text: it is saved', async () => {
    const { space, file, there, draft } = opened('old')
    space.faults.write.push({ failure: LOST, isWritten: true })
    expect(await file.save(bytes('new'), '')).toEqual({ saved: false })
    expect([file.state.get().failure, draft(), file.isUnsure]).toEqual([LOST, 'new', true])
    expect(await file.look()).toMatchObject({ saved: true })
    expect([there(), draft(), file.isUnsure]).toEqual(['new', undefined, false])
  })

  test('the next save looks first: an own text of before is no conflict', async () => {
    const { space, file, there } = opened('old')
    space.faults.write.push({ failure: LOST, isWritten: true })
    await file.save(bytes('new'), '')
    expect(await file.save(bytes('newer'), '')).toMatchObject({ saved: true })
    expect([there(), file.state.get().conflict]).toEqual(['newer', undefined])
  })

  test('it was not written: the next save writes it', async () => {
    const { space, file, there, draft } = opened('old')
    space.faults.write.push({ failure: LOST })
    await file.save(bytes('new'), '')
    expect(await file.look()).toEqual({ saved: false })
    expect([draft(), file.isUnsure, file.state.get().failure]).toEqual(['new', false, undefined])
    expect(await file.save(bytes('new'), '')).toMatchObject({ saved: true })
    expect(there()).toBe('new')
  })

  test('somebody wrote since: a conflict', async () => {
    const { space, file, there } = opened('old')
    space.faults.write.push({ failure: LOST })
    await file.save(bytes('new'), '')
    space.put('a.yaml', bytes('theirs'))
    expect(await file.save(bytes('newer'), '')).toEqual({ saved: false })
    expect([there(), textOf(file.state.get().conflict?.theirs)]).toEqual(['theirs', 'theirs'])
  })
})

describe.each(['create', 'update', 'delete'] as const)('%s', (kind) => {
  const act = ({ file }: ReturnType<typeof opened>) =>
    kind === 'delete' ? file.remove('') : file.save(bytes('mine'), '')

  test.each(GIT_FAILURES)('the place says %s: the text is kept, nothing is overwritten, the next save works', async (code) => {
    const found = opened(kind === 'create' ? undefined : 'base')
    const { space, file, there, draft } = found
    const before = there()
    space.faults.write.push({ failure: { code } })
    expect(await act(found)).toEqual({ saved: false })
    const expected: GitFailureCode = code
    expect(file.state.get()).toMatchObject({ failure: { code: expected }, conflict: undefined, isSaving: false })
    expect([there(), space.written.length]).toEqual([before, 0])
    if (kind !== 'delete') expect(draft()).toBe('mine')
    expect(await act(found)).toMatchObject({ saved: true })
    expect(file.state.get().failure).toBeUndefined()
    expect(there()).toBe(kind === 'delete' ? undefined : 'mine')
    expect(draft()).toBeUndefined()
  }) // oxfmt-ignore

  test.each(GIT_FAILURES.filter((code) => code !== 'not-found'))(
    'somebody was faster and the place says %s when it is asked what stands there: the draft stays',
    async (code) => {
      const found = opened(kind === 'create' ? undefined : 'base')
      const { space, file, there, draft } = found
      space.put('a.yaml', bytes('theirs'))
      space.faults.read.push({ failure: { code } })
      expect(await act(found)).toEqual({ saved: false })
      expect(file.state.get().failure?.code).toBe(kind === 'create' ? 'exists' : 'conflict')
      expect(there()).toBe('theirs')
      if (kind !== 'delete') expect(draft()).toBe('mine')
    },
  )
})

test('two people at one file, in any order: whatever was typed is there, or shown in a conflict', async () => {
  const step = fc.record({ who: fc.nat(1), what: fc.constantFrom('save', 'keep', 'mine', 'theirs', 'lost') })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const space = new FakeSpace()
      const base = space.put('a.yaml', bytes('base'))
      const people = [0, 1].map(() => {
        const drafts = new FakeDrafts()
        return { drafts, file: new FileSave({ space, drafts, address: ADDRESS, base }) }
      })
      for (const [at, { who, what }] of steps.entries()) {
        const { file, drafts } = people[who]!
        const text = bytes(`${who} ${at}`)
        const seen = file.state.get().conflict?.theirs
        const before = space.files.get('a.yaml')
        if (what === 'keep') await file.keep(text)
        else if (what === 'theirs') await file.takeTheirs()
        else if (what === 'mine') await file.keepMine()
        else {
          if (what === 'lost') space.faults.write.push({ failure: { code: 'host-unreachable', mayBeWritten: true } })
          const { saved } = await file.save(text, '')
          space.faults.write.length = 0
          const draft = [...drafts.kept.values()][0]
          expect(textOf(saved ? space.files.get('a.yaml') : draft)).toBe(`${who} ${at}`)
        }
        const after = space.files.get('a.yaml')
        // What another one wrote is replaced only by who has been shown it.
        const wasOther = textOf(before) !== 'base' && !textOf(before)!.startsWith(`${who} `)
        if (after !== before && wasOther && what === 'mine') expect(seen?.version).toBe(before!.version)
      }
    }),
    { numRuns: 200 },
  )
})
