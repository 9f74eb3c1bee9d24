import { describe, expect, test } from 'vitest'
import { object } from '../../../workers/tasks/object.ts'
import { columnsOf, findRows, objectRows, ROOT_ID } from './object-rows.ts'

const YAML = 'port: 7890\nproxies:\n  - {name: 香港, port: 443}\n  - {name: Tokyo, udp: true}\nc: 1\nc: 2\n'

function rowsOf(text: string) {
  const tree = object.objectTree(text, 'yaml', 'en-US')
  if (!('root' in tree)) throw new Error(tree.unread)
  return objectRows(tree.root)
}

describe('rows of a tree', () => {
  test('have their way from the root', () => {
    const rows = rowsOf(YAML)
    expect(rows.get(ROOT_ID)?.childIds).toHaveLength(4)
    expect(rows.get('["proxies",1,"name"]')?.node.value).toBe('Tokyo')
  })

  test('of equal keys only the last one can be changed', () => {
    const rows = [...rowsOf(YAML).values()].filter(({ node }) => node.key === 'c')
    expect(rows.map(({ isFixed, node }) => [node.value, isFixed])).toEqual([
      ['1', true],
      ['2', false],
    ])
  })

  test('are found by key and by value, with what they stand in', () => {
    const rows = rowsOf(YAML)
    expect([...(findRows(rows, 'PORT')?.ids ?? [])]).toEqual(['["port"]', '["proxies",0,"port"]'])
    expect([...(findRows(rows, '香港')?.shown ?? [])]).toEqual([
      '["proxies",0,"name"]',
      '["proxies",0]',
      '["proxies"]',
      '[]',
    ])
    expect(findRows(rows, ' ')).toBeUndefined()
  })

  test('a list of maps has the keys of all of them as columns; another list is no table', () => {
    const rows = rowsOf(YAML)
    expect(columnsOf(rows.get('["proxies"]')!)).toEqual(['name', 'port', 'udp'])
    expect(columnsOf(rowsOf('a: [1, {b: 1}]').get('["a"]')!)).toBeUndefined()
    expect(columnsOf(rowsOf('a: []').get('["a"]')!)).toBeUndefined()
  })

  test('a search in 50,000 values takes less than a second and stops at 500', () => {
    const rows = rowsOf(Array.from({ length: 50_000 }, (_, at) => `k${at}: same`).join('\n'))
    const start = performance.now()
    expect(findRows(rows, 'same')).toMatchObject({ isCut: true })
    expect(performance.now() - start).toBeLessThan(1000)
  })
})
