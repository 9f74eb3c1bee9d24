import fc from 'fast-check'
import { expect, test } from 'vitest'
import { UniqueNames } from './unique-names.ts'

test.each([
  ['a second A becomes A_1, a third A_2', 1, [], ['A', 'A', 'A'], ['A', 'A_1', 'A_2']],
  ['the library call counts from 2', 2, [], ['A', 'A', 'A'], ['A', 'A_2', 'A_3']],
  ['a taken suffix is stepped over', 1, [], ['A', 'A_1', 'A', 'A'], ['A', 'A_1', 'A_2', 'A_3']],
  ['a name that a suffix took gets a suffix itself', 1, [], ['A', 'A', 'A_1'], ['A', 'A_1', 'A_1_1']],
  [
    'the same for the name that a suffix gave to that one',
    1,
    [],
    ['A', 'A', 'A_1', 'A_1_1'],
    ['A', 'A_1', 'A_1_1', 'A_1_1_1'],
  ],
  [
    'a suffix that nobody got yet is a free name',
    1,
    [],
    ['A', 'A', 'A_2', 'A', 'A'],
    ['A', 'A_1', 'A_2', 'A_3', 'A_4'],
  ],
  ['the library call never made A_1', 2, [], ['A', 'A', 'A_1', 'A_2'], ['A', 'A_2', 'A_1', 'A_2_2']],
  [
    'only whole numbers are suffixes',
    1,
    [],
    ['A', 'A', 'A_01', 'A_0', 'A_', 'A_1x', 'A1', '1', '_1'],
    ['A', 'A_1', 'A_01', 'A_0', 'A_', 'A_1x', 'A1', '1', '_1'],
  ],
  [
    'a reserved name has made names as others have',
    1,
    ['Auto', 'Auto_1'],
    ['Auto', 'Auto_1', 'Auto_2', 'Auto'],
    ['Auto_2', 'Auto_1_1', 'Auto_2_1', 'Auto_3'],
  ],
  ['groups and built-ins are taken', 1, ['DIRECT', 'Auto'], ['DIRECT', 'Auto', 'B'], ['DIRECT_1', 'Auto_1', 'B']],
  [
    'two spellings of one letter are one name, and each keeps its own',
    1,
    ['\u00c9'],
    ['\u00e9', 'e\u0301', 'e\u0301_1', 'E\u0301'],
    ['\u00e9', 'e\u0301_1', 'e\u0301_1_1', 'E\u0301_1'],
  ],
  [
    'a made name is compared as it looks, too',
    1,
    [],
    ['\u00e9', '\u00e9', 'e\u0301_1', 'e\u0301_2', '\u00e9'],
    ['\u00e9', '\u00e9_1', 'e\u0301_1_1', 'e\u0301_2', '\u00e9_3'],
  ],
  [
    'hostile names are names',
    1,
    [],
    ['__proto__', 'constructor', '__proto__'],
    ['__proto__', 'constructor', '__proto___1'],
  ],
] as const)('%s', (_, first, taken, names, expected) => {
  const unique = new UniqueNames(taken, first)
  expect(names.map((name) => unique.claim(name))).toEqual(expected)
})

test('names are as unique as if all of them were looked up in one set', () => {
  const part = fc.constantFrom('A', 'e\u0301', '\u00e9', '_1', '_2', '_3', '_10', '_01', '1')
  const name = fc.array(part, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(''))
  fc.assert(
    fc.property(
      fc.array(name, { maxLength: 3 }),
      fc.array(name, { maxLength: 30 }),
      fc.constantFrom(1, 2),
      (taken, given, first) => {
        const unique = new UniqueNames(taken, first)
        expect(given.map((one) => unique.claim(one))).toEqual(plainlyUnique(taken, given, first))
      },
    ),
    { numRuns: 2000 },
  )
})

function plainlyUnique(taken: readonly string[], given: readonly string[], first: number): string[] {
  const all = new Set(taken.map((name) => name.normalize('NFC')))
  return given.map((name) => {
    let unique = name
    for (let suffix = first; all.has(unique.normalize('NFC')); suffix++) unique = `${name}_${suffix}`
    all.add(unique.normalize('NFC'))
    return unique
  })
}

test('reserved is what was taken from the beginning, in whatever spelling, and nothing later', () => {
  const unique = new UniqueNames(['Auto', '\u00e9'])
  unique.claim('B')
  expect(['Auto', 'e\u0301', 'B', 'C'].map((name) => unique.isReserved(name))).toEqual([true, true, false, false])
})
