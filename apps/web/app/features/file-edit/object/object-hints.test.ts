import { expect, test } from 'vitest'
import type { ObjectPath } from '../../../workers/tasks/object.ts'
import { objectHints } from './object-hints.ts'

const mihomo = objectHints('mihomo', 'en-US')

test.each<[path: ObjectPath, values: string[] | undefined]>([
  [['mode'], ['rule', 'global', 'direct']],
  [
    ['proxy-groups', 2, 'lazy'],
    ['true', 'false'],
  ],
  [
    ['rule-providers', 'ads', 'behavior'],
    ['domain', 'ipcidr', 'classical'],
  ],
  [['mixed-port'], []],
  // A name that somebody gave, an item of a list, and a key that no client has.
  [['rule-providers', 'ads'], undefined],
  [['proxy-groups', 2], undefined],
  [['mine'], undefined],
  [[], undefined],
])('what %j takes', (path, values) => expect(mihomo.at(path)?.values).toEqual(values))

test('a map of a list is offered the keys of its items, in the language of the page', () => {
  const keys = mihomo.below(['proxy-groups', 0])
  expect(keys.map(({ key }) => key)).toEqual(expect.arrayContaining(['name', 'type', 'lazy', 'hidden']))
  expect(objectHints('mihomo', 'zh-CN').at(['mode'])?.words).toMatch(/\p{Script=Han}/u)
  expect(objectHints('singbox', 'en-US').below(['log']).map(({ key }) => key)).toEqual(['level', 'disabled', 'output', 'timestamp']) // oxfmt-ignore
})
