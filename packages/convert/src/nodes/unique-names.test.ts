import { expect, test } from 'vitest'
import { UniqueNames } from './unique-names.ts'

test.each([
  ['a second A becomes A_1, a third A_2', 1, [], ['A', 'A', 'A'], ['A', 'A_1', 'A_2']],
  ['the library call counts from 2', 2, [], ['A', 'A', 'A'], ['A', 'A_2', 'A_3']],
  ['a taken suffix is stepped over', 1, [], ['A', 'A_1', 'A', 'A'], ['A', 'A_1', 'A_2', 'A_3']],
  ['a name that a suffix took gets a suffix itself', 1, [], ['A', 'A', 'A_1'], ['A', 'A_1', 'A_1_1']],
  ['groups and built-ins are taken', 1, ['DIRECT', 'Auto'], ['DIRECT', 'Auto', 'B'], ['DIRECT_1', 'Auto_1', 'B']],
  [
    'two spellings of one letter are one name, and each keeps its own',
    1,
    ['\u00c9'],
    ['\u00e9', 'e\u0301', 'e\u0301_1', 'E\u0301'],
    ['\u00e9', 'e\u0301_1', 'e\u0301_1_1', 'E\u0301_1'],
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
