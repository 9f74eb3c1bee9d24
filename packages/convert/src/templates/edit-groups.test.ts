import { load } from 'js-yaml'
import { describe, expect, test } from 'vitest'
import { engineTest } from '../../proof/engine-test.ts'
import { checkWithSingbox, startOnceWithSingbox } from '../../proof/sing-box.ts'
import { type ConvertOptions, convertText, type GroupEdit, type GroupEdits, readOwnConfig } from '../index.ts'
import { builtinTemplate, PROBE_URL } from './builtin.ts'
import { editGroups } from './edit-groups.ts'
import type { Template } from './template.ts'

const standard = builtinTemplate('standard', 'en-US')
const groupOf = (template: Template, name: string) => template.groups.find((group) => group.name === name)
const rulesTo = (template: Template, name: string) =>
  template.rules.filter((rule) => (rule.kind === 'list' ? rule.group : rule.text.split(',').at(-1)) === name).length

const NODES = ['HK', 'JP'].map((name) => `trojan://p@${name}.example.com:443#${name}`).join('\n')
const written = (client: ConvertOptions['to'], template: Template, groupEdits: GroupEdits, final?: string) =>
  convertText([{ name: 'in', text: NODES }], {
    to: client,
    template,
    groups: { edits: groupEdits },
    rules: { final },
  })

test('nothing to change gives the template itself', () => {
  expect(editGroups(standard, {})).toBe(standard)
})

test('type, test address, interval and tolerance of a group', () => {
  const edit = { type: 'fallback', url: 'https://probe.example/', interval: 60, tolerance: 5 } as const
  expect(groupOf(editGroups(standard, { Auto: edit }), 'Auto')).toMatchObject(edit)
})

test('empty values, as a cleared field has them, change nothing', () => {
  expect(editGroups(standard, { Auto: { filter: '', url: '', interval: 0 } })).toEqual(standard)
})

test('a filter takes the place of all members', () => {
  const { groups } = editGroups(standard, { Select: { filter: 'HK|JP' } })
  expect(groups.find(({ name }) => name === 'Select')!.members).toEqual([{ kind: 'pattern', pattern: 'HK|JP' }])
})

test('DIRECT can be a member too', () => {
  expect(groupOf(editGroups(standard, { Auto: { filter: 'HK', withDirect: true } }), 'Auto')!.members).toEqual([
    { kind: 'pattern', pattern: 'HK' },
    { kind: 'ref', name: 'DIRECT' },
  ])
})

test('another order moves groups, and the main one stays the main one', () => {
  const own = readOwnConfig(
    'proxy-groups: [{name: A, type: select}, {name: B, type: select}, {name: C, type: select}]',
    'own',
  )
  const { groups, main } = editGroups(standard, {}, '', ['Auto', 'Select'])
  expect(groups.map(({ name }) => name)).toEqual([
    'Auto',
    ...standard.groups.slice(2).map(({ name }) => name),
    'Select',
  ])
  expect(main).toBe(standard.main ?? 'Select')
  const { base } = editGroups(own, { B: { withDirect: true } }, '', ['C', 'A', 'B'])
  expect(base).toMatchObject({ 'proxy-groups': [{ name: 'C' }, { name: 'A' }, { name: 'B', proxies: ['DIRECT'] }] })
})

test('groups of a sing-box config change places among themselves only', () => {
  const outbounds = [
    { type: 'selector', tag: 'A', outbounds: ['n'] },
    { type: 'direct', tag: 'out' },
    { type: 'urltest', tag: 'B', outbounds: ['n'] },
  ]
  const own = readOwnConfig(JSON.stringify({ outbounds }), 'own')
  const { base } = editGroups(own, { B: { withDirect: true } }, '', ['B', 'A'])
  expect(base).toMatchObject({
    outbounds: [{ tag: 'B', outbounds: ['n', 'out'] }, { tag: 'out' }, { tag: 'A', outbounds: ['n'] }],
  })
})

test('a name that is not there makes a group: all nodes, or those of its filter', () => {
  const { groups } = editGroups(standard, {
    Mine: { added: true },
    Some: { added: true, type: 'url-test', filter: '^A' },
    Elsewhere: { filter: 'x' },
  })
  expect(groups.slice(-2)).toEqual([
    { name: 'Mine', type: 'select', whenEmpty: 'direct', members: [{ kind: 'all' }] },
    { name: 'Some', type: 'url-test', whenEmpty: 'direct', members: [{ kind: 'pattern', pattern: '^A' }] },
  ])
})

describe('members', () => {
  const ref = (name: string) => ({ kind: 'ref', name }) as const
  const members: GroupEdit['members'] = [ref('Auto'), { kind: 'pattern', pattern: 'HK' }, ref('DIRECT')]

  test('that are named take the place of all others, in their order', () => {
    const edit = { members, filter: 'JP', withDirect: true }
    expect(groupOf(editGroups(standard, { AI: edit, Mine: { added: true, members } }), 'AI')!.members).toEqual(members)
    expect(groupOf(editGroups(standard, { Mine: { added: true, members } }), 'Mine')!.members).toEqual(members)
  })

  test('that are gone are no members', () => {
    const edited = editGroups(standard, { AI: { members }, Auto: { removed: true } })
    expect(groupOf(edited, 'AI')!.members).toEqual(members.slice(1))
  })

  const offers = (edits: GroupEdits) =>
    groupOf(editGroups(standard, edits), 'Select')!.members.some((one) => one.kind === 'ref' && one.name === 'Mine')

  test.each<[string, boolean, GroupEdits]>([
    ['a new group', true, { Mine: { added: true } }],
    ['one that a group has already', false, { Mine: { added: true }, AI: { members: [ref('Mine')] } }],
    [
      'one that leads back to it',
      false,
      { Mine: { added: true, members: [ref('AI')] }, AI: { members: [ref('Select')] } },
    ],
    ['one that is gone', false, { Mine: { added: true, removed: true } }],
    ['one, where its own members were chosen', false, { Mine: { added: true }, Select: { members: [ref('DIRECT')] } }],
  ])('the main group offers %s: %s', (_, isOffered, edits) => {
    expect(offers(edits)).toBe(isOffered)
  })

  test('a new group of the own config is offered too', () => {
    const own = readOwnConfig("proxy-groups: [{name: A, type: select, proxies: [DIRECT]}]\nrules: ['MATCH,A']", 'own')
    const { text } = written('mihomo', own, { Mine: { added: true } })
    expect(load(text)).toMatchObject({
      'proxy-groups': [
        { name: 'A', proxies: ['DIRECT', 'Mine'] },
        { name: 'Mine', proxies: ['HK', 'JP'] },
      ],
    })
  })
})

test.each(['constructor', '__proto__'])('a group called %s is a name like any other', (name) => {
  const own: Template = { ...standard, groups: [{ ...standard.groups[0]!, name }, ...standard.groups.slice(1)] }
  expect(groupOf(editGroups(own, { Auto: { interval: 60 } }), name)).toEqual(own.groups[0])
})

describe('a group that is removed', () => {
  const without = editGroups(standard, { AI: { removed: true }, 'Hong Kong nodes': { removed: true } })

  test('is gone from the groups and from their members', () => {
    expect(groupOf(without, 'AI')).toBeUndefined()
    const refs = without.groups.flatMap(({ members }) => members.map((one) => (one.kind === 'ref' ? one.name : '')))
    expect(refs).not.toContain('Hong Kong nodes')
  })

  test('leaves its rules to the main group', () => {
    expect(rulesTo(standard, 'AI')).toBeGreaterThan(0)
    expect(rulesTo(without, 'AI')).toBe(0)
    expect(rulesTo(without, 'Select')).toBe(rulesTo(standard, 'Select') + rulesTo(standard, 'AI'))
  })

  test('that was the main one is followed by the first that is left', () => {
    const headless = editGroups(standard, { Select: { removed: true }, Final: { removed: true } })
    expect(headless.main).toBeUndefined()
    expect(rulesTo(headless, 'Select')).toBe(0)
    expect(headless.rules.at(-1)).toEqual({ kind: 'line', text: 'MATCH,Auto' })
  })

  test('is found inside logic rules too', () => {
    const rules = [
      { kind: 'line', text: 'AND,((DOMAIN,a.com),(NETWORK,udp)),AI' },
      { kind: 'line', text: 'IP-CIDR,10.0.0.0/8,AI,no-resolve' },
      { kind: 'line', text: 'DOMAIN,ai.com,DIRECT' },
    ] as const
    expect(editGroups({ ...standard, rules }, { AI: { removed: true } }).rules).toEqual([
      { kind: 'line', text: 'AND,((DOMAIN,a.com),(NETWORK,udp)),Select' },
      { kind: 'line', text: 'IP-CIDR,10.0.0.0/8,Select,no-resolve' },
      { kind: 'line', text: 'DOMAIN,ai.com,DIRECT' },
    ])
  })
})

test('the last rule leads where it is told to, and is added where there is none', () => {
  expect(editGroups(standard, {}, 'DIRECT').rules.at(-1)).toEqual({ kind: 'line', text: 'MATCH,DIRECT' })
  expect(editGroups({ ...standard, rules: [] }, {}, 'Auto').rules).toEqual([{ kind: 'line', text: 'MATCH,Auto' }])
})

describe('in the user’s own config', () => {
  const own = readOwnConfig(
    `proxies: []
proxy-groups:
  - { name: A, type: select, include-all: true, icon: a.png, proxies: [B] }
  - { name: B, type: select, filter: HK, include-all: true }
  - { name: C, type: url-test, include-all: true, url: 'https://c.example/', interval: 9 }
rules: ['DOMAIN,a.com,B', 'MATCH,A']
`,
    'own.yaml',
  )
  const EDITS: GroupEdits = {
    A: { type: 'url-test', interval: 60 },
    B: { removed: true },
    C: { url: 'https://d.example/', filter: 'JP' },
  }

  test.each(['mihomo', 'clash'] as const)('groups change in place for %s', (client) => {
    const { text } = written(client, own, EDITS, 'C')
    expect(load(text)).toMatchObject({
      'proxy-groups': [
        { name: 'A', type: 'url-test', icon: 'a.png', proxies: ['HK', 'JP'], url: PROBE_URL, interval: 60 },
        { name: 'C', type: 'url-test', url: 'https://d.example/', interval: 9, proxies: ['JP'] },
      ],
      rules: ['DOMAIN,a.com,A', 'MATCH,C'],
    })
  })

  const box = readOwnConfig(
    JSON.stringify({
      outbounds: [
        { type: 'selector', tag: 'A', outbounds: ['B', 'C'], default: 'B' },
        { type: 'selector', tag: 'B', outbounds: [] },
        { type: 'urltest', tag: 'C', outbounds: [], interval: '5m', tolerance: 9 },
        { type: 'direct', tag: 'direct' },
      ],
      route: {
        rules: [{ domain: ['a.com'], action: 'route', outbound: 'B' }],
        final: 'B',
        auto_detect_interface: true,
      },
    }),
    'own.json',
  )
  const BOX_EDITS: GroupEdits = {
    A: { type: 'fallback', interval: 3600 },
    B: { removed: true },
    C: { type: 'select' },
  }

  test('groups change in place for sing-box, and nothing names what is gone', () => {
    expect(JSON.parse(written('singbox', box, BOX_EDITS).text)).toMatchObject({
      outbounds: [
        { type: 'urltest', tag: 'A', outbounds: ['C'], interval: '1h', idle_timeout: '1h' },
        { type: 'selector', tag: 'C', outbounds: ['HK', 'JP'] },
        { tag: 'direct' },
        { tag: 'HK' },
        { tag: 'JP' },
      ],
      route: { rules: [{ domain: ['a.com'], outbound: 'A' }], final: 'A' },
    })
  })

  test('a selector has no keys of a test, and a test no default', () => {
    const [a, c] = (JSON.parse(written('singbox', box, BOX_EDITS).text) as { outbounds: object[] }).outbounds
    expect(a).not.toHaveProperty('default')
    expect(c).not.toHaveProperty('interval')
    expect(c).not.toHaveProperty('tolerance')
  })

  engineTest(['sing-box'], 'sing-box takes it', async ({ 'sing-box': path }) => {
    const { text } = written('singbox', box, BOX_EDITS, 'A')
    expect(await checkWithSingbox(path, text)).toBeUndefined()
    expect(await startOnceWithSingbox(path, JSON.parse(text) as Record<string, unknown>)).toBeUndefined()
  })
})
