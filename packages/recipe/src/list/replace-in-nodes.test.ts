import type { NodeBase } from '@switchyard/convert'
import { expect, test } from 'vitest'
import { REPLACED_FIELDS, type Replacement } from '../model/nodes/list-work.ts'
import { replaceInNodes } from './replace-in-nodes.ts'

const NODE = {
  type: 'vmess', name: 'HK [1] $9', server: 'hk.example.com', port: 443, uuid: 'hk',
  tls: { sni: 'hk.example.com' }, transport: { type: 'h2', path: '/hk', host: ['hk.example.com', 'b.example.com'] },
} satisfies NodeBase & Record<string, unknown> // oxfmt-ignore

const replace = (given: Partial<Replacement>) =>
  replaceInNodes(new Map([['a', NODE]]), {
    find: 'hk', to: 'jp', fields: ['name'], isRegex: false, matchesCase: false, ...given,
  }) // oxfmt-ignore

test.each<[string, Partial<Replacement>, object]>([
  ['a word, whatever its case', {}, { name: 'jp [1] $9' }],
  ['nothing where the case is another one', { matchesCase: true }, {}],
  ['signs of patterns as they stand', { find: '[1] $9', to: '$1 (x)' }, { name: 'HK $1 (x)' }],
  ['a pattern with groups', { find: String.raw`(\w+) \[(\d)\].*`, to: '$2-$1', isRegex: true }, { name: '1-HK' }],
  ['the server', { fields: ['server'] }, { server: 'jp.example.com' }],
  ['the name that TLS asks for', { fields: ['sni'] }, { tls: { sni: 'jp.example.com' } }],
  ['hosts of a transport, one by one', { fields: ['host'] }, { transport: { ...NODE.transport, host: ['jp.example.com', 'b.example.com'] } }],
  ['a path', { fields: ['path'] }, { transport: { ...NODE.transport, path: '/jp' } }],
  ['all of them, and never a secret', { fields: REPLACED_FIELDS }, {
    name: 'jp [1] $9', server: 'jp.example.com', tls: { sni: 'jp.example.com' },
    transport: { type: 'h2', path: '/jp', host: ['jp.example.com', 'b.example.com'] },
  }],
  ['no name away', { find: NODE.name, to: '' }, {}],
  ['no server away', { find: NODE.server, to: '', fields: ['server'] }, {}],
  ['a path away', { find: '/hk', to: '', fields: ['path'] }, { transport: { ...NODE.transport, path: '' } }],
  ['nothing where nothing is looked for', { find: '' }, {}],
])('replacing takes %s', (_, given, changed) => {
  expect({ ...NODE, ...replace(given).changes['a']?.node }).toEqual({ ...NODE, ...changed })
}) // oxfmt-ignore

test('what a value becomes is seen before', () => {
  expect(replace({ fields: ['server'] }).examples).toEqual([{ from: 'hk.example.com', to: 'jp.example.com' }])
})

test.each(['(', '(?=a)', '(a)\\1'])('a pattern that cannot be run says why: %s', (find) => {
  const { issue, changes } = replace({ find, isRegex: true })
  expect([issue?.reason.startsWith('regex-'), changes]).toEqual([true, {}])
})

test('a pattern of many repetitions takes no longer for a long name', () => {
  const nodes = new Map([['a', { ...NODE, name: 'a'.repeat(500) }]])
  const start = performance.now()
  replaceInNodes(nodes, { find: '(a+)+$b', to: '', fields: ['name'], isRegex: true, matchesCase: true })
  expect(performance.now() - start).toBeLessThan(1000)
})
