import { expect, test } from 'vitest'
import { Converter } from '@switchyard/recipe'
import { withCommon } from '@switchyard/recipe/model'
import { SERVICE_SETS, SERVICES } from '@switchyard/convert/services'
import { EMPTY_MODEL } from '../session/model.ts'
import { chosenServices, chosenSet, nameOfList, withOwnService, withServices } from './service-edits.ts'

test('what the template routes by itself is ticked, and ticking the same again is no change', () => {
  expect(chosenServices(EMPTY_MODEL)).toEqual(SERVICE_SETS.standard)
  const more = withServices(EMPTY_MODEL, ['netflix', ...SERVICE_SETS.standard])
  expect(more.common.services).toContain('netflix')
  expect(withServices(more, SERVICE_SETS.standard)).toEqual(EMPTY_MODEL)
})

test("in a template of one's own nothing is ticked", () => {
  const own = withCommon(EMPTY_MODEL, { template: { name: 'own', text: 'proxy-groups: []' } })
  expect(chosenServices(own)).toEqual([])
  expect(chosenServices(withServices(own, ['ai']))).toEqual(['ai'])
})

test.each([
  [SERVICES, 'full'],
  [SERVICE_SETS.standard, 'standard'],
  [[], 'minimal'],
  [['ai'], undefined],
] as const)('the services %j are the ready set %s', (services, set) => {
  expect(chosenSet(withServices(EMPTY_MODEL, services))).toBe(set)
})

test.each([
  ['https://lists.example/rules/Netflix.list', 'Netflix', 'classical'],
  ['https://lists.example/geo/geosite/%E7%9F%A5%E4%B9%8E.yaml?x=1', '知乎', 'domain'],
  ['https://lists.example/cncidr.txt', 'cncidr', 'ipcidr'],
  ['https://lists.example/a/telegram.mrs', 'telegram', 'domain'],
])('the list at %s is called %s and read as %s', (url, name, behavior) => {
  expect(nameOfList(url)).toBe(name)
  expect(withOwnService(EMPTY_MODEL, { name, url }, [], undefined).common.ruleSets[0]).toMatchObject({ name, behavior })
})

test('a list of one’s own brings its group and its rules, in one change', () => {
  const url = 'https://lists.example/forum.list'
  const { common } = withOwnService(withServices(EMPTY_MODEL, []), { name: 'Forum', url }, ['Select'], 'Select')
  const converter = new Converter()
  converter.read('text', '', 'trojan://pw@a.example.com:443#A')
  const { text } = converter.build({
    sources: ['text'],
    steps: [],
    edits: EMPTY_MODEL.edits,
    settings: { ...common, output: 'mihomo', singboxVersion: 'compatible', clashPremium: false, list: false, tun: false, groupLang: 'en-US' },
    lang: 'en-US',
    listMirror: '',
  }) // oxfmt-ignore
  expect(text).toContain('{name: Forum, type: select, proxies: [Select, A, DIRECT]}')
  expect(text).toMatch(/Forum:\n.+\n.+behavior: classical\n.+format: text\n/)
  expect(text).toContain('RULE-SET,Forum,Forum')
})

test('a second list for a group that is there makes no second group', () => {
  const first = withOwnService(EMPTY_MODEL, { name: 'Forum', url: 'https://a.example/1.list' }, [], 'Select')
  const { common } = withOwnService(first, { name: 'Forum', url: 'https://a.example/2.list' }, ['Forum'], 'Select')
  expect(common.groupEdits).toEqual(first.common.groupEdits)
  expect(common.ruleSets.map(({ name, group }) => [name, group])).toEqual([
    ['Forum', 'Forum'],
    ['Forum-2', 'Forum'],
  ])
})
