import { describe, expect, test } from 'vitest'
import { FakeDrafts, FakeSpace } from '../../../components/file-save/fake-space.ts'
import type { Place } from '../../../components/places/place.ts'
import { openFromPlace } from './open-from-place.ts'

const ADDRESS = { place: 'git.a', root: 'ana/configs', ref: 'main', path: 'sub/home.yaml' }
const bytes = (text: string) => new TextEncoder().encode(text)

function place() {
  const space = new FakeSpace()
  const drafts = new FakeDrafts()
  const place: Place = { id: 'git.a', kind: 'git', name: 'a', space: () => space }
  return { space, drafts, open: () => openFromPlace(place, ADDRESS, drafts) }
}

describe('a config of a place', () => {
  test('has its text, its name, and what it is saved over', async () => {
    const { space, open } = place()
    const base = space.put('sub/home.yaml', bytes('a: 1\r\n'))
    expect(await open()).toMatchObject({
      name: 'home',
      text: 'a: 1\n',
      isDraft: false,
      origin: { kind: 'place', address: ADDRESS, base, format: { lineEnd: '\r\n' } },
    })
  })

  test('that was typed and not saved is opened as it was typed, over what it was made of', async () => {
    const { space, drafts, open } = place()
    const base = space.put('sub/home.yaml', bytes('a: 1\n'))
    space.put('sub/home.yaml', bytes('a: theirs\n'))
    await drafts.keep({ address: ADDRESS, bytes: bytes('a: mine\n'), base, savedAt: 0 })
    expect(await open()).toMatchObject({ text: 'a: mine\n', isDraft: true, origin: { base: { version: 'v1' } } })
  })

  test('that is not there, or is no text, says so', async () => {
    const { space, open } = place()
    expect(await open()).toMatchObject({ failure: { code: 'not-found' } })
    space.put('sub/home.yaml', Uint8Array.of(0, 1, 2))
    expect(await open()).toEqual({ noText: 'binary' })
  })
})
