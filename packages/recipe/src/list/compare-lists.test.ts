import type { NodeBase } from '@switchyard/convert'
import { expect, test } from 'vitest'
import { compareLists } from './compare-lists.ts'

const node = (name: string, more: object = {}): NodeBase & Record<string, unknown> => ({
  type: 'trojan', name, server: 'a.example.com', port: 443, password: 'secret', ...more,
}) // oxfmt-ignore
const list = (side: string, ...nodes: NodeBase[]) => new Map(nodes.map((each, at) => [`${side}${at}`, each]))

test.each<[string, NodeBase, NodeBase, unknown]>([
  ['nothing where only the order of fields differs', node('A', { tls: { sni: 's', alpn: ['h2'] } }), { ...node('A', { tls: { alpn: ['h2'], sni: 's' } }) }, []],
  ['nothing where only the format of one side says more', node('A', { rest: { link: [['x', '1']] } }), node('A'), []],
  ['a name', node('A'), node('B'), [{ path: 'name', left: 'A', right: 'B' }]],
  ['a secret without its value', node('A'), node('A', { password: 'other' }), [{ path: 'password' }]],
  ['a field deep inside', node('A', { tls: { sni: 'a' } }), node('A', { tls: { sni: 'b' } }), [{ path: 'tls.sni', left: 'a', right: 'b' }]],
  ['a part that one side lacks', node('A', { tls: { sni: 'a' } }), node('A', { tls: null }), [{ path: 'tls' }]],
  ['a server that moved under the same name', node('A'), node('A', { server: 'b.example.com' }), [{ path: 'server', left: 'a.example.com', right: 'b.example.com' }]],
  ['a list of values', node('A', { tls: { alpn: ['h2'] } }), node('A', { tls: { alpn: ['h2', 'h3'] } }), [{ path: 'tls.alpn', left: '["h2"]', right: '["h2","h3"]' }]],
])('two spellings of one node differ in %s', (_, left, right, fields) => {
  const { same, changed, onlyLeft, onlyRight } = compareLists(list('l', left), list('r', right))
  expect([...same, ...changed]).toEqual([{ left: 'l0', right: 'r0', fields }])
  expect([...onlyLeft, ...onlyRight]).toEqual([])
}) // oxfmt-ignore

test('what nothing joins stands on its own side', () => {
  const compared = compareLists(list('l', node('A')), list('r', node('B', { server: 'b.example.com' })))
  expect(compared).toEqual({ onlyLeft: ['l0'], onlyRight: ['r0'], same: [], changed: [] })
})

test('an equal node is paired before one that only shares the address', () => {
  const compared = compareLists(list('l', node('A')), list('r', node('B'), node('A')))
  expect(compared.same).toEqual([{ left: 'l0', right: 'r1', fields: [] }])
  expect(compared.onlyRight).toEqual(['r0'])
})

/** Every combination of two names, two servers and two passwords. */
const KINDS = Array.from({ length: 8 }, (_, kind) =>
  node(kind & 1 ? 'A' : 'B', { server: kind & 2 ? 'a' : 'b', password: kind & 4 ? 'x' : 'y' }),
)
const ROUNDS = 300
/** Up to six nodes, other ones in every round. */
const someNodes = (round: number) =>
  Array.from({ length: round % 7 }, (_, at) => KINDS[(round * 31 + at * at * 17 + at * 5) % KINDS.length]!)

test('every node is in exactly one part, whatever the lists are', () => {
  for (let round = 0; round < ROUNDS; round++) {
    const left = list('l', ...someNodes(round))
    const right = list('r', ...someNodes(round * 3 + 5))
    const { onlyLeft, onlyRight, same, changed } = compareLists(left, right)
    const pairs = [...same, ...changed]
    expect([...onlyLeft, ...pairs.map((pair) => pair.left)].sort()).toEqual([...left.keys()].sort())
    expect([...onlyRight, ...pairs.map((pair) => pair.right)].sort()).toEqual([...right.keys()].sort())
  }
})

test('a list compared with itself is the same', () => {
  const nodes = list('l', node('A'), node('A'), node('B', { server: 'b' }))
  expect(compareLists(nodes, nodes).same).toHaveLength(3)
})

test('10,000 equal nodes are compared at once', () => {
  const nodes = new Map(Array.from({ length: 10_000 }, (_, at) => [`${at}`, node('A')]))
  expect(compareLists(nodes, nodes).same).toHaveLength(10_000)
})
