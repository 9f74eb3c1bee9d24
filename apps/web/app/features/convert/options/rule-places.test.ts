import { expect, test } from 'vitest'
import { withCommon } from '@switchyard/recipe/model'
import { EMPTY_MODEL } from '../session/model.ts'
import { rulePlaces } from './rule-places.ts'

const GROUPS = ['节点选择', '奈飞', 'Mine'].map((name) => ({ name, shownName: name }))
const SET = { type: 'http', behavior: 'domain', url: 'https://example.com/x' } as const

test('a group is named by a service, by lines, by rule sets and by the choice for other traffic, in that order', () => {
  const model = withCommon(EMPTY_MODEL, {
    services: ['netflix'],
    rules: [
      '# DOMAIN,a.example,奈飞',
      'DOMAIN,b.example,DIRECT',
      ' - "DOMAIN,c.example,奈飞"',
      'IP-CIDR,192.0.2.0/24, 奈飞 ,no-resolve',
      'DOMAIN,奈飞',
    ].join('\n'),
    ruleSets: [
      { ...SET, name: 'one', group: 'Mine' },
      { ...SET, name: 'two', group: '奈飞' },
    ],
    final: '奈飞',
  })
  const places = rulePlaces(model, GROUPS, 'zh-CN')
  expect(places.get('奈飞')).toEqual([
    { kind: 'service', service: 'netflix' },
    { kind: 'line', line: 3 },
    { kind: 'line', line: 4 },
    { kind: 'set', index: 1 },
    { kind: 'final' },
  ])
  expect(places.get('Mine')).toEqual([{ kind: 'set', index: 0 }])
  expect(places.get('节点选择')).toBeUndefined()
})

test('the service of a group is found though the group has another name', () => {
  const model = withCommon(EMPTY_MODEL, { services: ['netflix'], rules: 'DOMAIN,a.example,Films' })
  const places = rulePlaces(model, [{ name: 'Netflix', shownName: 'Films' }], 'en-US')
  expect(places.get('Films')).toEqual([
    { kind: 'service', service: 'netflix' },
    { kind: 'line', line: 1 },
  ])
})

test('a template routes its own services where nobody chose any', () => {
  const places = rulePlaces(
    withCommon(EMPTY_MODEL, { template: 'standard' }),
    [{ name: 'GitHub', shownName: 'GitHub' }],
    'zh-CN',
  )
  expect(places.get('GitHub')).toEqual([{ kind: 'service', service: 'github' }])
})
