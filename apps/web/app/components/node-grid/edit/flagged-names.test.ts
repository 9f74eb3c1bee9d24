import { expect, test } from 'vitest'
import { Converter } from '@switchyard/recipe'
import { NO_EDITS, type NodeRow, type Step } from '@switchyard/recipe/model'
import { withFlag, withoutFlags, withRegion } from './flagged-names.ts'

const TEXT = ['Tokyo 1', '🇯🇵 Tokyo 2', 'US 🇺🇸 3', 'nowhere 4', '🇸🇬 JP 5']
  .map((name, at) => `trojan://p@h${at}.example.com:443#${encodeURIComponent(name)}`)
  .join('\n')

function rowsAfter(...steps: readonly Step[]): readonly NodeRow[] {
  const converter = new Converter()
  converter.read('text', '', TEXT)
  return converter.rows({ sources: ['text'], steps, edits: NO_EDITS })
}

test.each<[step: Step, nameOf: (row: NodeRow) => string]>([
  [{ id: 'a', kind: 'region', region: 'JP' }, (row) => withRegion(row, 'JP')],
  [{ id: 'a', kind: 'flag', adds: true }, withFlag],
  [{ id: 'a', kind: 'flag', adds: false }, withoutFlags],
])('names given once are those that the step %o gives', (step, nameOf) => {
  expect(rowsAfter().map(nameOf)).toEqual(rowsAfter(step).map(({ name }) => name))
})
