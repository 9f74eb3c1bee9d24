import { describe, expect, test } from 'vitest'
import { ConvertError } from '../model/convert-error.ts'
import { convertText } from '../index.ts'
import type { ConvertOptions } from '../index.ts'
import { type Mapping, readMapping } from './mapping.ts'

const LINKS = ['HK 1', 'US 1', 'JP 1']
  .map((name) => `trojan://p@example.com:443#${encodeURIComponent(name)}`)
  .join('\n')

function run(mapping: Mapping, more: Partial<ConvertOptions> = {}) {
  const options = {
    to: 'singbox',
    template: 'minimal',
    groups: { mapping },
    ...more,
  } as const
  const { text, report } = convertText([{ name: 'nodes.txt', text: LINKS }], options)
  const { outbounds } = JSON.parse(text) as { outbounds: { tag: string; outbounds?: string[] }[] }
  return { groups: new Map(outbounds.map((one) => [one.tag, one.outbounds])), issues: report.issues }
}

const rows = (stop: boolean) => [
  { name: '1', type: 'trojan', region: 'hk', group: 'A', stop },
  { name: 'HK', group: 'B', rename: 'One' },
  { source: 'nodes.txt', group: 'C' },
]

describe('a row decides by the name that the node came with', () => {
  test.each<[string, object, Partial<ConvertOptions>, string]>([
    ['the new name goes to the group', { name: '^HK', group: 'Far', rename: 'One' }, {}, 'One'],
    ['a prefix comes after it', { name: '^HK', group: 'Far' }, { names: { prefix: 'X ' } }, 'X HK 1'],
    ['both', { name: '^HK', group: 'Far', rename: 'One' }, { names: { prefix: 'X ' } }, 'X One'],
    ['a new name like that of a group has a suffix', { name: '^HK', group: 'Far', rename: 'Auto' }, {}, 'Auto_1'],
  ])('%s', (_, row, more, expected) => {
    const { groups } = run({ nodes: [row] }, more)
    expect(groups.get('Far')).toEqual([expected])
    expect(groups.has(expected)).toBe(true)
  })

  test('a new name makes no other row fit', () => {
    const { groups, issues } = run({
      nodes: [
        { name: '^HK', group: 'Far', rename: 'One' },
        { name: '^One', group: 'Never' },
      ],
    })
    expect(groups.get('Far')).toEqual(['One'])
    expect(groups.has('Never')).toBe(false)
    expect(issues).toContainEqual({
      code: 'mapping-unused',
      severity: 'warning',
      field: 'mapping.nodes[1]',
      args: { n: 2 },
    })
  })

  test('the first row that fits wins; a later one may still give the name, unless the first says stop', () => {
    const open = run({ nodes: rows(false) }).groups
    expect([open.get('A'), open.has('B'), open.get('C')]).toEqual([['One'], false, ['US 1', 'JP 1']])
    expect(run({ nodes: rows(true) }).groups.get('A')).toEqual(['HK 1'])
  })

  test('a row may only rename: the node stays where the template has it, or goes where another row says', () => {
    const rename = { name: 'HK', rename: 'Home' }
    expect(run({ nodes: [rename] }).groups.get('Auto')).toEqual(['Home', 'US 1', 'JP 1'])
    expect(run({ nodes: [rename, { region: 'HK', group: 'A' }] }).groups.get('A')).toEqual(['Home'])
  })

  test('what no row takes goes to the rest', () => {
    const { groups } = run({ nodes: [{ name: 'HK', group: 'A' }], rest: 'R' })
    expect([groups.get('A'), groups.get('R')]).toEqual([['HK 1'], ['US 1', 'JP 1']])
  })
})

describe('a mapping that cannot be meant is refused', () => {
  test.each<[unknown, string, object]>([
    [[], 'mapping', { reason: 'not-an-object' }],
    [{ nodez: [] }, 'mapping', { reason: 'field-unknown', field: 'nodez', nearest: 'nodes' }],
    [{ nodes: {} }, 'mapping.nodes', { reason: 'field-type', field: 'nodes', expected: 'list' }],
    [{ nodes: ['HK'] }, 'mapping.nodes[0]', { reason: 'not-an-object' }],
    [
      { nodes: [{ group: 'A' }, { foo: 1, group: 'A' }] },
      'mapping.nodes[1]',
      { reason: 'field-unknown', field: 'foo' },
    ],
    [{ nodes: [{ name: 'HK' }] }, 'mapping.nodes[0]', { reason: 'field-missing', field: 'group' }],
    [{ nodes: [{ rename: 'HK', group: '' }] }, 'mapping.nodes[0]', { reason: 'field-empty', field: 'group' }],
    [{ nodes: [{ group: ' ' }] }, 'mapping.nodes[0]', { reason: 'field-empty', field: 'group' }],
    [
      { nodes: [{ group: 'A', type: 'quake' }] },
      'mapping.nodes[0]',
      { reason: 'field-value', field: 'type', value: 'quake' },
    ],
    [{ nodes: [{ group: 'A', region: 'Mars' }] }, 'mapping.nodes[0]', { reason: 'field-value', field: 'region' }],
    [{ nodes: [{ group: 'A', stop: 'yes' }] }, 'mapping.nodes[0]', { reason: 'field-type', field: 'stop' }],
    [{ nodes: [{ group: 'A', rename: '' }] }, 'mapping.nodes[0]', { reason: 'field-empty', field: 'rename' }],
    [{ nodes: [{ group: 'A', name: '(' }] }, 'mapping.nodes[0].name', { reason: 'regex-syntax' }],
    [{ rest: 1 }, 'mapping', { reason: 'field-type', field: 'rest' }],
    [{ groups: [] }, 'mapping.groups', { reason: 'not-an-object' }],
    [{ groups: { A: 1 } }, 'mapping.groups', { reason: 'field-type', field: 'A' }],
    [{ groups: { A: 'B', B: 'C', C: 'A' } }, 'mapping.groups', { reason: 'mapping-circle' }],
  ])('%j', (mapping, option, args) => {
    const error = catchError(() => readMapping(JSON.stringify(mapping)))
    expect(error.code).toBe('bad-option')
    expect(error.args).toMatchObject({ option, ...args })
  })

  test('text that is no JSON', () => {
    expect(catchError(() => readMapping('{')).args).toMatchObject({ reason: 'json' })
  })
})

test('a type goes by any of its names, a region in any case', () => {
  const mapping = { nodes: [{ type: 'Trojan', region: 'hk', group: 'A' }] }
  expect(run(mapping).groups.get('A')).toEqual(['HK 1'])
  expect(run({ nodes: [{ type: 'shadowsocks', group: 'A' }] }).groups.has('A')).toBe(false)
})

function catchError(step: () => unknown): ConvertError {
  try {
    step()
  } catch (error) {
    if (error instanceof ConvertError) return error
    throw error
  }
  throw new Error('nothing was thrown')
}

test.each(['mihomo', 'clash', 'singbox'] as const)(
  'a group of the template under another name is called so in rules and in groups of %s, too',
  (to) => {
    const groups = { mapping: { groups: { Select: 'My choice', Final: 'The rest' } } }
    const text = (more: Partial<ConvertOptions>) =>
      convertText([{ name: 'nodes.txt', text: LINKS }], { to, template: 'minimal', ...more }).text
    const before = text({})
    const after = text({ groups })
    for (const [from, name] of Object.entries(groups.mapping.groups)) {
      const count = (all: string, one: string) => all.split(one).length - 1
      expect(count(after, name)).toBe(count(before, from))
      expect(count(after, from)).toBe(0)
    }
  },
)
