import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { diffLines } from './line-diff.ts'
import { mergeTexts } from './merge-texts.ts'

const text = (lines: readonly string[]) => lines.join('\n')
const words = (line: string) => line.split('').join('\n')

describe('changes of a person and of the generator', () => {
  test.each([
    ['one at the top, one at the end', 'abcdef', 'Xbcdef', 'abcdeY', 'XbcdeY'],
    ['a line added, another taken out', 'abcdef', 'abXcdef', 'abcdf', 'abXcdf'],
    ['the same change on both sides', 'abcdef', 'abXdef', 'abXdef', 'abXdef'],
    ['side by side, not on the same line', 'abcdef', 'abXdef', 'abcYef', 'abXYef'],
    ['in front of what the generator changed', 'abcdef', 'abXcdef', 'abYdef', 'abXYdef'],
    ['behind what the generator changed', 'abcdef', 'abcXdef', 'abYdef', 'abYXdef'],
    ['in an empty text', 'a', '', 'a', ''],
  ])('%s: both are there', (_, base, mine, theirs, merged) => {
    expect(mergeTexts(words(base), words(mine), words(theirs))).toEqual({ text: words(merged), conflicts: [] })
  })

  test.each([
    ['the same line', 'abcdef', 'abXdef', 'abYdef', 'abXdef', 3, ['X'], ['Y']],
    ['taken out by hand, changed by the generator', 'abcdef', 'abdef', 'abYdef', 'abdef', 3, [], ['Y']],
    ['changed by hand, taken out by the generator', 'abcdef', 'abXdef', 'abdef', 'abXdef', 3, ['X'], []],
    ['two additions at one place', 'abc', 'abXc', 'abYc', 'abXc', 3, ['X'], ['Y']],
    ['parts that overlap', 'abcdef', 'aXXdef', 'abYYef', 'aXXdef', 2, ['X', 'X', 'd'], ['b', 'Y', 'Y']],
  ])('%s: what was typed stays, the other is told', (_, base, mine, theirs, merged, line, own, other) => {
    expect(mergeTexts(words(base), words(mine), words(theirs))).toEqual({
      text: words(merged),
      conflicts: [{ line, mine: own, theirs: other }],
    })
  })
})

const someText = fc.array(fc.constantFrom('', 'a', 'b', 'c', '  - x', 'rules:'), { maxLength: 30 })

test('nothing done by hand: the new result as it is', () => {
  fc.assert(
    fc.property(someText, someText, (base, theirs) => {
      expect(mergeTexts(text(base), text(base), text(theirs))).toEqual({ text: text(theirs), conflicts: [] })
    }),
  )
})

test('the generator changed nothing: the text made by hand as it is', () => {
  fc.assert(
    fc.property(someText, someText, (base, mine) => {
      expect(mergeTexts(text(base), text(mine), text(base))).toEqual({ text: text(mine), conflicts: [] })
    }),
  )
})

test('changes of different parts are both there, whatever they are', () => {
  const part = fc.record({
    by: fc.constantFrom('mine', 'theirs', 'nobody'),
    lines: fc.nat(3),
    now: fc.array(fc.constantFrom('', 'a', 'b', '  - x'), { maxLength: 4 }),
  })
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
      const side = (name: string) =>
        parts.flatMap(({ by, lines, now }, index) => [
          ...(name.includes(by) ? now.map((line, at) => `${line}${index}.${at}${by}`) : own(index, lines)),
          `between ${index}`,
        ])
      const own = (index: number, lines: number) => Array.from({ length: lines }, (_, at) => `base ${index}.${at}`)
      expect(mergeTexts(text(side('')), text(side('mine')), text(side('theirs')))).toEqual({
        text: text(side('mine theirs')),
        conflicts: [],
      })
    }),
  )
})

/** Lines of a base with some of them replaced by lines that are nowhere else. */
const changed = (base: readonly string[], mark: string, changes: readonly [number, boolean][]) => {
  const lines = [...base]
  for (const [index, [at, replaces]] of changes.entries())
    lines.splice(at % (lines.length + 1), replaces ? 1 : 0, `${mark}${index}`)
  return lines
}

test('no line of either side is lost: it is in the text or in a conflict', () => {
  const changes = fc.array(fc.tuple(fc.nat(30), fc.boolean()), { maxLength: 8 })
  fc.assert(
    fc.property(someText, changes, changes, (base, byHand, byGenerator) => {
      const mine = changed(base, 'mine ', byHand)
      const theirs = changed(base, 'theirs ', byGenerator)
      const merged = mergeTexts(text(base), text(mine), text(theirs))
      const lines = merged.text.split('\n')
      expect(lines).toEqual(expect.arrayContaining(mine.filter((line) => line.startsWith('mine'))))
      const reported = [...lines, ...merged.conflicts.flatMap(({ theirs }) => theirs)]
      expect(reported).toEqual(expect.arrayContaining(theirs.filter((line) => line.startsWith('theirs'))))
      for (const { line, mine } of merged.conflicts) expect(lines.slice(line - 1, line - 1 + mine.length)).toEqual(mine)
    }),
  )
})

test('the differences lead from the one to the other', () => {
  fc.assert(
    fc.property(someText, someText, (a, b) => {
      const lines: string[] = []
      let at = 0
      for (const { fromA, toA, fromB, toB } of diffLines(a, b)) {
        lines.push(...a.slice(at, fromA), ...b.slice(fromB, toB))
        at = toA
      }
      expect([...lines, ...a.slice(at)]).toEqual(b)
    }),
  )
})

test.each([
  ['five million characters', (index: number) => `  - { name: 'N ${index}', type: ss, server: s${index}.example.com }`],
  ['lines that are all alike', () => '  - { name: N, type: ss, server: s.example.com, port: 443, cipher: none }'],
  ['lines that repeat in turns', (index: number) => `  - ${'x'.repeat(60)} ${index % 7}`],
])('%s: both changes are there', (_, line) => {
  const base = Array.from({ length: 80_000 }, (_, index) => line(index))
  const mine = base.toSpliced(70_000, 0, 'by hand')
  const theirs = base.toSpliced(10, 5, 'generated')
  const { text: merged } = mergeTexts(text(base), text(mine), text(theirs))
  expect(merged).toContain('by hand')
  expect(merged).toContain('generated')
})
