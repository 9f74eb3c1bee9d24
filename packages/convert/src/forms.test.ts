import { describe, expect, test } from 'vitest'
import { formOf } from './forms.ts'
import { nodeFields } from './model/node-fields.ts'
import type { NodeBase } from './model/node.ts'
import { PROTOCOLS } from './protocols/index.ts'

/** What every node has: the page asks for it the same way for all. */
const OF_EVERY_NODE: ReadonlySet<string> = new Set(Object.keys(nodeFields<NodeBase>({})))

describe.each(PROTOCOLS.map((protocol) => [protocol.type, protocol] as const))('the form of %s', (type, protocol) => {
  const { form } = protocol
  const asked = new Set([
    ...form.fields.map(({ path }) => path[0]!),
    ...(form.tls === 'none' ? [] : ['tls']),
    ...(form.transport === 'none' ? [] : ['transport', 'multiplex']),
    ...(form.plugin ? ['plugin'] : []),
  ])
  const own = Object.keys(protocol.fields).filter((name) => !OF_EVERY_NODE.has(name))

  test('is the one that pages load', () => {
    expect(formOf(type)).toBe(form)
  })

  test('asks for every field that such a node may hold, and for no other', () => {
    expect([...asked].toSorted()).toEqual(own.toSorted())
  })

  test('knows what is secret', () => {
    const named = form.fields.filter(({ path }) =>
      /^(?:password|uuid|psk|privateKey|presharedKey|token|auth)$/.test(path[0]!),
    )
    expect(named.filter(({ secret }) => secret !== true)).toEqual([])
  })
})

test('of a type that no protocol has nothing is known', () => {
  expect(formOf('from-the-future')).toBeUndefined()
})
