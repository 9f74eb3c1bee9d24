import { describe, expect, test } from 'vitest'
import { Converter } from './converter.ts'
import {
  EMPTY_MAPPING, EMPTY_RECIPE, mappingSetOf, type MappingSet, NO_EDITS, readMappingSet, withMappingSet, writeMappingSet,
} from './model/index.ts' // oxfmt-ignore

const LINKS = ['HK 1', 'HK 2', 'US 1', 'JP 1']
  .map((name) => `trojan://p@example.com:443#${encodeURIComponent(name)}`)
  .join('\n')

function tried(set: Partial<MappingSet>, lang: 'en-US' | 'zh-CN' = 'en-US') {
  const desk = new Converter()
  desk.read('a', 'airport', LINKS)
  return desk.tryMapping({ sources: ['a'], edits: NO_EDITS, lang }, { ...EMPTY_MAPPING, ...set })
}
const names = (nodes: readonly { name: string }[]) => nodes.map(({ name }) => name)

describe('a mapping on trial', () => {
  test('says who goes where; those that no row takes are the rest', () => {
    const trial = tried({
      nodes: [
        { region: 'HK', group: 'Near', rename: 'Home' },
        { name: '1$', source: 'airport', type: 'trojan', group: 'Ones' },
      ],
    })
    expect(trial.rows).toEqual([2, 2])
    expect(trial.groups.map(({ group, count, nodes }) => [group, count, nodes])).toEqual([
      ['Near', 2, [{ name: 'HK 1', to: 'Home' }, { name: 'HK 2', to: 'Home' }]],
      ['Ones', 2, [{ name: 'US 1' }, { name: 'JP 1' }]],
    ]) // oxfmt-ignore
    expect([trial.total, trial.rest.count]).toEqual([4, 0])
    const some = tried({ nodes: [{ region: 'HK', group: 'Near' }], rest: 'Far' })
    expect([some.rest.count, names(some.rest.nodes)]).toEqual([2, ['US 1', 'JP 1']])
  })

  test('a bad regex marks its row, and the others still take their nodes', () => {
    const { errors, rows, rest } = tried({
      nodes: [
        { name: '(', group: 'Bad' },
        { name: 'HK', group: 'Near' },
      ],
    })
    expect(Object.keys(errors)).toEqual(['nodes.0.name'])
    expect(rows).toEqual([0, 2])
    expect(rest.count).toBe(2)
  })

  test.each([
    [{ nodes: [{ type: 'quake', group: 'A' }] }, 'nodes.0.type'],
    [{ nodes: [{ region: 'Mars', group: 'A' }] }, 'nodes.0.region'],
    [{ groups: [{ from: 'A', to: 'B' }, { from: 'B', to: 'C' }, { from: 'C', to: 'A' }] }, 'groups.2.to'], // oxfmt-ignore
  ])('%j is wrong at %s, in words', (set, path) => {
    const { errors } = tried(set)
    expect(Object.keys(errors)).toEqual([path])
    expect(tried(set, 'zh-CN').errors[path]).toMatch(/[\u4e00-\u9fff]/)
  })

  test('a row that is not finished takes nobody and is no error', () => {
    const { errors, rest } = tried({ nodes: [{ name: 'HK' }], groups: [{ from: '', to: '' }] })
    expect([errors, rest.count]).toEqual([{}, 4])
  })

  test('a group that is named twice and a name that is given twice are told', () => {
    const groups = [
      { from: 'A', to: 'X' },
      { from: 'B', to: 'X' },
      { from: 'A', to: 'Y' },
    ]
    expect(tried({ groups }).warnings).toEqual({ 'groups.1.to': 'twice', 'groups.2.from': 'twice' })
  })
})

describe('a mapping as a file', () => {
  const SET: MappingSet = {
    nodes: [
      { name: '(?i)hk', type: 'trojan', region: 'HK', source: 'airport', group: '香港', rename: 'x', stop: true },
    ],
    rest: '其他',
    groups: [
      { from: 'Select', to: '选择' },
      { from: 'Auto', to: '自动' },
    ],
  }

  test('is read as it was written', () => {
    expect(readMappingSet(writeMappingSet(SET))).toEqual(SET)
    expect(readMappingSet(writeMappingSet(EMPTY_MAPPING))).toEqual(EMPTY_MAPPING)
  })

  test.each(['', '[]', '{}', '{"a":1}', '{"nodes":{}}', '{"nodes":[{"name":1}]}', '{"groups":{"__proto__":"x"}}'])(
    '%s is none',
    (text) => {
      expect(readMappingSet(text)).toBeUndefined()
    },
  )

  test('goes into a recipe in place of its own, and out again', () => {
    const recipe = withMappingSet(EMPTY_RECIPE, SET)
    expect(recipe.common).toMatchObject({ mapping: SET.nodes, rest: '其他', groupNames: { Select: '选择' } })
    expect(mappingSetOf(recipe)).toEqual(SET)
    expect(mappingSetOf(withMappingSet(recipe, EMPTY_MAPPING))).toEqual(EMPTY_MAPPING)
  })
})
