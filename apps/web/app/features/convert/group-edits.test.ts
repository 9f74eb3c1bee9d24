import { expect, test } from 'vitest'
import { withGroupEdit, withGroupGone, withGroupRenamed } from './group-edits.ts'
import { EMPTY_MODEL, withCommon } from './model.ts'

const MODEL = withCommon(EMPTY_MODEL, {
  rules: '# DOMAIN,a.example,Auto\nDOMAIN,a.example,Auto\nIP-CIDR,192.0.2.0/24,Auto,no-resolve\nDOMAIN,Auto,DIRECT',
  final: 'Auto',
  rest: 'Auto',
  mapping: [{ name: 'HK', group: 'Auto' }, { group: 'Select' }],
  ruleSets: [{ name: 'ads', type: 'http', behavior: 'domain', url: 'https://example.com/x', group: 'Auto' }],
})
const AUTO = { name: 'Auto', shownName: 'Auto' }

test('a group under a new name is named so wherever it is named', () => {
  const { common } = withGroupRenamed(MODEL, AUTO, 'Fast')
  expect(common.groupNames).toEqual({ Auto: 'Fast' })
  expect(common.rules.split('\n')).toEqual([
    '# DOMAIN,a.example,Auto',
    'DOMAIN,a.example,Fast',
    'IP-CIDR,192.0.2.0/24,Fast,no-resolve',
    'DOMAIN,Auto,DIRECT',
  ])
  expect([common.final, common.rest, common.mapping[0]?.group, common.ruleSets[0]?.group]).toEqual(
    Array<string>(4).fill('Fast'),
  )
  const back = withGroupRenamed({ ...MODEL, common }, { name: 'Auto', shownName: 'Fast' }, 'Auto')
  expect(back.common).toEqual(MODEL.common)
})

test('a deleted group is chosen by nothing any more; one of the user leaves no trace', () => {
  const { common } = withGroupGone(MODEL, AUTO)
  expect(common.groupEdits).toEqual({ Auto: { removed: true } })
  expect(common).not.toHaveProperty('final')
  expect(common).not.toHaveProperty('rest')
  const own = withGroupEdit(EMPTY_MODEL, 'Mine', { added: true, type: 'select' })
  expect(withGroupGone(own, { name: 'Mine', shownName: 'Mine' })).toEqual(EMPTY_MODEL)
})

test('a change that is taken back leaves no trace', () => {
  const edited = withGroupEdit(EMPTY_MODEL, 'Auto', { filter: 'HK' })
  expect(edited.common.groupEdits).toEqual({ Auto: { filter: 'HK' } })
  expect(withGroupEdit(edited, 'Auto', { filter: undefined })).toEqual(EMPTY_MODEL)
})
