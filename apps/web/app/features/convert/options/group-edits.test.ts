import { expect, test } from 'vitest'
import { withCommon } from '@switchyard/recipe/model'
import { EMPTY_MODEL } from '../session/model.ts'
import { withGroupEdit, withGroupGone, withGroupRenamed } from './group-edits.ts'

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

test.each([
  ['AND,((DOMAIN,Auto),(NETWORK,UDP)),Auto', 'AND,((DOMAIN,Auto),(NETWORK,UDP)),Fast'],
  [
    'OR,((IP-CIDR,192.0.2.0/24,no-resolve),(AND,((DOMAIN,a),(DST-PORT,53)))), Auto',
    'OR,((IP-CIDR,192.0.2.0/24,no-resolve),(AND,((DOMAIN,a),(DST-PORT,53)))),Fast',
  ],
  ['not,((DOMAIN,a)),Auto', 'not,((DOMAIN,a)),Fast'],
  ['DOMAIN-REGEX,^a{1,2}$,Auto', 'DOMAIN-REGEX,^a{1,2}$,Fast'],
  ['IP-CIDR,192.0.2.0/24,Auto,no-resolve,src', 'IP-CIDR,192.0.2.0/24,Fast,no-resolve,src'],
  ['MATCH,Auto', 'MATCH,Fast'],
  ['FINAL,,Auto', 'FINAL,,Fast'],
  ['  - DOMAIN,a,Auto # Auto', '  - DOMAIN,a,Fast # Auto'],
  ["- 'DOMAIN,a,Auto'", "- 'DOMAIN,a,Fast'"],
])('the rule %s goes to the group by its new name', (rule, wanted) => {
  const { common } = withGroupRenamed(withCommon(EMPTY_MODEL, { rules: rule }), AUTO, 'Fast')
  expect(common.rules).toBe(wanted)
})

test.each(['DOMAIN,Auto', 'AND,((DOMAIN,a),(NETWORK,Auto))', 'AND,Auto', 'Auto', '', '# AND,((DOMAIN,a)),Auto'])(
  'the line %s names no group and stays',
  (rule) => {
    const { common } = withGroupRenamed(withCommon(EMPTY_MODEL, { rules: rule }), AUTO, 'Fast')
    expect(common.rules).toBe(rule)
  },
)

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

test('a group of the user’s own that goes leaves the members of the others', () => {
  const ref = (name: string) => ({ kind: 'ref', name }) as const
  const model = withCommon(EMPTY_MODEL, {
    groupEdits: { Mine: { added: true }, Auto: { members: [ref('Mine'), ref('DIRECT')] } },
  })
  const { groupEdits } = withGroupGone(model, { name: 'Mine', shownName: 'Mine' }).common
  expect(groupEdits).toEqual({ Auto: { members: [ref('DIRECT')] } })
})
