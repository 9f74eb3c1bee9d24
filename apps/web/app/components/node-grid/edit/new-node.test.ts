import { expect, test } from 'vitest'
import { previewNode } from '@switchyard/recipe'
import { setAt } from '@switchyard/recipe/model'
import { NODE_TYPES, startNode } from './new-node.ts'
import { recordIssues, sectionsOf } from './form-sections.ts'
import type { NodeRecord } from '../types.ts'

const KEY = 'QkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkI='
/** What a person types into the fields that have to be filled in. */
const TYPED: Record<string, unknown> = {
  name: 'A',
  server: 'a.example.com',
  uuid: '11111111-1111-4111-8111-111111111111',
  password: 'p',
  psk: 'p',
  username: 'u',
  privateKey: KEY,
  publicKey: KEY,
  address: ['10.0.0.2/32'],
}
/** Rates that hysteria insists on, and one of the two ways into ssh. */
const MORE: Record<string, Record<string, unknown>> = { hysteria: { up: 10, down: 10 }, ssh: { password: 'p' } }

test.each(NODE_TYPES)('a new %s node is whole once its required fields are filled in', (type) => {
  let node: NodeRecord = startNode(type)
  expect([...recordIssues(node).values()].every((issue) => issue === 'required')).toBe(true)
  for (const path of recordIssues(node).keys()) node = setAt(node, path.split('.'), TYPED[path])
  for (const [name, value] of Object.entries(MORE[type] ?? {})) node = setAt(node, [name], value)
  if (type === 'tuic') node = { ...node, uuid: TYPED['uuid'], password: 'p' }
  expect([...recordIssues(node)]).toEqual([])
  const { issues } = previewNode(node, 'mihomo', 'en-US')
  expect(issues.filter(({ severity }) => severity === 'error')).toEqual([])
})

test('what was typed of one type stays for the next as far as both have it', () => {
  const typed = { ...startNode('vless'), name: 'A', server: 'a.example.com', uuid: 'x' }
  expect(startNode('vmess', typed)).toMatchObject({ type: 'vmess', name: 'A', server: 'a.example.com', uuid: 'x' })
  expect(startNode('ss', typed)).not.toHaveProperty('uuid')
  // A port that was not typed is that of the type.
  expect(startNode('ss', typed).port).toBe(8388)
  expect(startNode('ss', { ...typed, port: 8443 }).port).toBe(8443)
})

test('every type has its fields in the form', () => {
  for (const type of NODE_TYPES) {
    const names = sectionsOf(startNode(type)).map(({ name }) => name)
    expect(names.slice(0, 2), type).toEqual(['address', 'credentials'])
    expect(names, type).not.toContain('other')
  }
})
