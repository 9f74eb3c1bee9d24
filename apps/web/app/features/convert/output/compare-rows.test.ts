import type { CompareCell } from '@switchyard/recipe/model'
import { expect, test } from 'vitest'
import { compareRows } from './compare-rows.ts'

const reason = (message: string) => ({ message, count: 1, kept: false })
const singbox = (version: string, kept: number, reasons: CompareCell['reasons'] = []): CompareCell => {
  return { output: 'singbox', version, kept, leftOut: 9 - kept, changed: 0, reasons }
}

test.each<[string, CompareCell[], string[][]]>([
  ['versions that agree are one row, and it takes the version for all',
    [singbox('compatible', 9), singbox('1.13', 9), singbox('1.14', 9)], [['compatible', 'compatible', '1.13', '1.14']]],
  ['without that version it takes the newest one',
    [singbox('compatible', 7), singbox('1.13', 9), singbox('1.14', 9)], [['compatible', 'compatible'], ['1.14', '1.13', '1.14']]],
  ['with other reasons a version has its own row',
    [singbox('compatible', 9, [reason('a')]), singbox('1.14', 9, [reason('b')])], [['compatible', 'compatible'], ['1.14', '1.14']]],
])('%s', (_, cells, rows) => {
  const versions = compareRows(cells).map(({ cell, cells }) => [cell, ...cells].map(({ version }) => version))
  expect(versions).toEqual(rows)
}) // oxfmt-ignore

test('clients that agree have a row each', () => {
  const cell = { kept: 9, leftOut: 0, changed: 0, reasons: [] }
  expect(
    compareRows([
      { ...cell, output: 'mihomo' },
      { ...cell, output: 'clash' },
    ]),
  ).toHaveLength(2)
})
