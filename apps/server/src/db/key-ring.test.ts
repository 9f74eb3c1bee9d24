import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { KeyRing, keyIdOf, SealBroken, type SealedPlace } from './key-ring.ts'

const OLD = 'o'.repeat(32)
const NEW = 'n'.repeat(32)
const place: SealedPlace = { table: 'item', row: 'r1', user: 'u1' }

describe('a sealed text', () => {
  test('opens at its place, whatever it is', () => {
    const keys = new KeyRing([NEW])
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.string(), (bytes, row) => {
        expect(keys.open({ ...place, row }, keys.seal({ ...place, row }, bytes))).toEqual(Buffer.from(bytes))
      }),
    )
  })

  test('holds nothing of the text in clear, and is another one each time', () => {
    const keys = new KeyRing([NEW])
    const [first, second] = [keys.seal(place, 'vless://canary'), keys.seal(place, 'vless://canary')]
    expect(first).toMatch(/^v1\.[0-9a-f]{12}\.[\w-]{16}\.[\w-]+\.[\w-]{22}$/)
    expect(first).not.toBe(second)
    for (const part of first.split('.')) expect(Buffer.from(part, 'base64url').toString()).not.toContain('canary')
  })

  test.each([
    { name: 'in another row', other: { ...place, row: 'r2' } },
    { name: 'of another user', other: { ...place, user: 'u2' } },
    { name: 'in another table', other: { ...place, table: 'output' } },
    // The parts of a place are not one text.
    { name: 'at a place that reads alike', other: { table: 'itemr', row: '1', user: 'u1' } },
  ])('does not open $name', ({ other }) => {
    const keys = new KeyRing([NEW])
    expect(() => keys.open(other, keys.seal(place, 'text'))).toThrow(new SealBroken('changed or moved'))
  })

  test('that was changed anywhere does not open', () => {
    const keys = new KeyRing([NEW])
    const sealed = keys.seal(place, 'text')
    for (let at = 0; at < sealed.length; at++) {
      // The last letter of a part may hold bits that count for nothing: the next one but one changes them all.
      const letter = sealed[at] === 'A' ? 'z' : 'A'
      const changed = sealed.slice(0, at) + letter + sealed.slice(at + 1)
      if (
        Buffer.from(changed.split('.').at(-1)!, 'base64url').equals(
          Buffer.from(sealed.split('.').at(-1)!, 'base64url'),
        ) &&
        changed.split('.').slice(0, -1).join() === sealed.split('.').slice(0, -1).join()
      )
        continue
      expect(() => keys.open(place, changed), changed).toThrow(SealBroken)
    }
    for (const text of ['', 'text', `${sealed}.more`, sealed.replace('v1', 'v2'), 'v1....'])
      expect(() => keys.open(place, text), text).toThrow(SealBroken)
  })
})

describe('keys', () => {
  test('the newest seals, the older ones still open', () => {
    const before = new KeyRing([OLD]).seal(place, 'text')
    const keys = new KeyRing([NEW, OLD])
    expect(keys.open(place, before).toString()).toBe('text')
    expect(keyIdOf(keys.seal(place, 'text'))).toBe(keys.newest)
    expect(keyIdOf(before)).not.toBe(keys.newest)
  })

  test('that are gone open nothing', () => {
    const before = new KeyRing([OLD]).seal(place, 'text')
    expect(() => new KeyRing([NEW]).open(place, before)).toThrow(new SealBroken('unknown key'))
  })
})
