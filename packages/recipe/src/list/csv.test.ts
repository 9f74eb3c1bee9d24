import { expect, test } from 'vitest'
import { csvOf } from './csv.ts'

test.each<[string, string | number, string]>([
  ['a name as it is', '香港 01', '香港 01'],
  ['a number as one', -5, '-5'],
  ['a comma within quotes', 'a,b', '"a,b"'],
  ['quotes twice', 'a "b"', '"a ""b"""'],
  ['a line break within quotes', 'a\nb', '"a\nb"'],
  ['no formula', '=HYPERLINK("x")', `"'=HYPERLINK(""x"")"`],
  ['no sum', '+1', "'+1"],
  ['no difference', '-1', "'-1"],
  ['no reference', '@A1', "'@A1"],
  ['nothing that hides behind a tab', '\t=1', "'\t=1"],
  ['what only holds such a sign', 'HK-01', 'HK-01'],
])('a cell says %s', (_, value, cell) => {
  expect(csvOf([[value]])).toBe(`\u{feff}${cell}\r\n`)
})

test('rows are lines of cells', () => {
  expect(csvOf([['a', 'b'], ['c', 1]])).toBe('\u{feff}a,b\r\nc,1\r\n') // oxfmt-ignore
})
