import { describe, expect, test } from 'vitest'
import { sampleNodes } from '../../proof/config-request.ts'
import { builtinTemplate } from '../templates/builtin.ts'
import { clientFacts } from '../clients/facts.ts'
import type { Template, TemplateGroup, TemplateMember } from '../templates/template.ts'
import { planGroups, takenNames } from './groups.ts'
import type { GroupRequest } from './groups.ts'

const ref = (name: string): TemplateMember => ({ kind: 'ref', name })
const ALL: TemplateMember = { kind: 'all' }

function group(name: string, members: readonly TemplateMember[], more: Partial<TemplateGroup> = {}): TemplateGroup {
  return { name, type: 'select', members, whenEmpty: 'drop', ...more }
}

function plan(groups: readonly TemplateGroup[], more: Partial<GroupRequest> = {}) {
  const template: Template = { name: 't', groups, rules: [] }
  const result = planGroups({ client: clientFacts('mihomo'), template, nodes: sampleNodes(6), providers: [], ...more })
  const members = Object.fromEntries(result.groups.map((one) => [one.name, one.members]))
  return { ...result, members, codes: result.issues.map((issue) => issue.code) }
}

const nodeNames = sampleNodes(6).map((node) => node.name)

test('what is no address to test nodes against is told, and left out', () => {
  const tested = plan([group('G', [ALL], { type: 'url-test', url: 'nothing' })])
  expect(tested.groups[0]!.template.url).toBeUndefined()
  expect(tested.issues).toMatchObject([{ code: 'bad-value', field: 'url', args: { group: 'G', value: 'nothing' } }])
  expect(plan([group('G', [ALL], { type: 'url-test', url: 'http://192.168.1.1/204' })]).issues).toEqual([])
})

describe('members', () => {
  test.each<[string, TemplateMember, string[]]>([
    ['all nodes in the order of the input', ALL, nodeNames],
    ['a region', { kind: 'region', region: 'HK' }, ['🇭🇰 香港 1']],
    ['alternatives of plain words', { kind: 'pattern', pattern: '(香港|Tokyo)' }, ['🇭🇰 香港 1', '🇯🇵 Tokyo 2']],
    ['a regex without case', { kind: 'pattern', pattern: '(?i)TAIWAN' }, ['🇹🇼 Taiwan 5']],
    ['a look-ahead that keeps out', { kind: 'pattern', pattern: '^(?!.*(香港|Mars)).*$' }, nodeNames.slice(1, 5)],
    ['several filters in the order of the filters', { kind: 'pattern', pattern: 'Mars`US' }, ['Mars 6', '🇺🇸 US 3']],
    ['a filter less an exclude-filter', { kind: 'pattern', pattern: '', exclude: '[3-6]$' }, nodeNames.slice(0, 2)],
    ['an excluded type', { kind: 'pattern', pattern: '', excludeTypes: ['Shadowsocks'] }, []],
    ['names', { kind: 'nodes', names: ['Mars 6', 'nobody'] }, ['Mars 6']],
  ])('%s', (_, member, expected) => {
    expect(plan([group('G', [ref('DIRECT'), member])]).members['G']).toEqual(['DIRECT', ...expected])
  })

  test('the region `other` has what no region group of the template takes', () => {
    const regions = ['HK', 'JP', 'other'].map((region) => group(region, [{ kind: 'region', region }]))
    expect(plan(regions).members['other']).toEqual(nodeNames.slice(2))
  })

  test('what tells about the subscription stands last where all nodes are, and in no automatic group and no region', () => {
    const reported = [
      { name: '剩余流量：5 GB', type: 'ss', server: 'a.example', isInfo: true },
      { name: '香港 官网', type: 'ss', server: 'a.example', region: 'HK', isInfo: true },
    ]
    const nodes = [reported[0]!, ...sampleNodes(2), reported[1]!]
    const groups = [
      group('Select', [ref('Auto'), ALL, ref('DIRECT')]),
      group('Auto', [ALL], { type: 'url-test' }),
      group('Spread', [{ kind: 'pattern', pattern: '流量|香港' }], { type: 'load-balance' }),
      group('Account', [{ kind: 'pattern', pattern: '流量|官网' }]),
      group('HK', [{ kind: 'region', region: 'HK' }]),
      group('Others', [{ kind: 'region', region: 'other' }]),
    ]
    const names = reported.map(({ name }) => name)
    expect(plan(groups, { nodes }).members).toEqual({
      Select: ['Auto', '🇭🇰 香港 1', '🇯🇵 Tokyo 2', 'DIRECT', ...names],
      Auto: ['🇭🇰 香港 1', '🇯🇵 Tokyo 2'],
      Spread: ['🇭🇰 香港 1'],
      Account: names,
      HK: ['🇭🇰 香港 1'],
      Others: ['🇯🇵 Tokyo 2'],
    })
  })

  test('a member stands once, however often it is meant', () => {
    expect(
      plan([group('G', [ALL, { kind: 'pattern', pattern: 'Mars' }, ref('DIRECT'), ref('DIRECT')])]).members['G'],
    ).toEqual([...nodeNames, 'DIRECT'])
  })

  test('what a group takes out again goes whether it was looked up or named: built-ins, groups and nodes', () => {
    const refs = ['DIRECT', 'REJECT-DROP', 'Sub', 'Mars 6', '🇺🇸 US 3'].map(ref)
    const sub = group('Sub', [ALL], { type: 'url-test' })
    const left = (excluded: TemplateGroup['excluded']) => plan([group('G', refs, { excluded }), sub]).members['G']
    expect(left({ types: ['direct', 'RejectDrop', 'URLTest'] })).toEqual(['Mars 6', '🇺🇸 US 3'])
    expect(left({ types: ['Shadowsocks'] })).toEqual(['DIRECT', 'REJECT-DROP', 'Sub'])
    expect(left({ filter: '(?i)mars`US' })).toEqual(['DIRECT', 'REJECT-DROP', 'Sub'])
    expect(left({ filter: '(' })).toEqual(['DIRECT', 'REJECT-DROP', 'Sub', 'Mars 6', '🇺🇸 US 3'])
  })

  test('nodes of an own file that are no servers: the built-in stands for them where the client has no such nodes', () => {
    const mine = { name: '直连', type: 'direct', server: '', isOwn: true }
    const template: Template = {
      name: 'own',
      groups: [group('G', [ref('直连'), ref('拒绝')]), group('All', [{ kind: 'all', withOwn: true }])],
      rules: [],
      plainNodes: [
        { name: '直连', builtIn: 'DIRECT', lost: ['ip-version'] },
        { name: '拒绝', builtIn: 'REJECT', lost: [] },
      ],
      baseNodes: ['直连', '拒绝'],
    }
    const request = { template, nodes: [mine, ...sampleNodes(1)], others: template.baseNodes! }
    for (const client of ['clash', 'singbox', 'xray'] as const) {
      const { members, target, issues } = plan([], { ...request, client: clientFacts(client) })
      expect(members).toEqual({ G: ['DIRECT', 'REJECT'], All: ['DIRECT', 'REJECT', '🇭🇰 香港 1'] })
      expect([target('直连'), target('拒绝')]).toEqual(['DIRECT', 'REJECT'])
      expect(issues.map(({ code, field, args }) => [code, field, args])).toEqual([
        ['field-ignored', 'ip-version', { client, value: '直连' }],
      ])
    }
    expect(plan([], request).members).toEqual({ G: ['直连', '拒绝'], All: ['直连', '🇭🇰 香港 1'] })
  })

  test.each([
    ['(?!流量|时间|应急).*', ['日本 01', '尼日利亚', '港 Lite', '香港 HK', 'HKT', '流量 1G']],
    ['(^(?!.*(流量|港)).*)', ['日本 01', '尼日利亚', 'HKT']],
    ['(?=.*港)(?!.*Lite)(?!.*Daily).*', ['香港 HK']],
    ['[^-尼]日(?!用)|JP', []],
    ['(?<!尼|-)日', ['日本 01']],
    ['(?i)(香港|(?<![A-Za-z])HKG?(?![A-Za-z]))', ['香港 HK']],
  ])('a filter that looks around finds its nodes for every client: %s', (pattern, found) => {
    const nodes = ['日本 01', '尼日利亚', '港 Lite', '香港 HK', 'HKT', '流量 1G'].map((name) => {
      return { name, type: 'ss', server: 's.example' }
    })
    for (const client of ['mihomo', 'clash', 'singbox', 'xray'] as const)
      expect(
        plan([group('G', [ref('DIRECT'), { kind: 'pattern', pattern }])], { client: clientFacts(client), nodes }),
      ).toMatchObject({ members: { G: ['DIRECT', ...found] }, codes: [] })
  })
})

describe('a filter that cannot be run', () => {
  const odd = { kind: 'pattern', pattern: '(x)\\1y' } as const
  const told = (name: string, filter: string = odd.pattern) =>
    expect.objectContaining({
      code: 'filter-unread',
      severity: 'error',
      args: expect.objectContaining({ group: name, filter }),
    })

  test.each(['clash', 'singbox', 'xray'] as const)('makes its group a choice of all nodes for %s', (client) => {
    const groups = [
      group('A', [odd], { type: 'url-test', whenEmpty: 'direct' }),
      group('B', [odd], { type: 'fallback' }),
    ]
    const result = plan(groups, { client: clientFacts(client) })
    expect(result.members).toEqual({ A: nodeNames, B: nodeNames })
    expect(result.groups.map(({ template }) => template.type)).toEqual(['select', 'select'])
    expect(result.issues).toEqual([told('A'), told('B')])
  })

  test('is mihomo’s to run where mihomo reads it', () => {
    const native = plan([group('G', [odd], { type: 'url-test' })])
    expect(native.codes).toEqual([])
    expect(native.groups[0]).toMatchObject({ includeAll: true, filters: ['(x)\\1y'], template: { type: 'url-test' } })
    const broken = plan([group('G', [{ kind: 'pattern', pattern: '(' }], { type: 'url-test' })], { providers: ['P'] })
    expect(broken.groups[0]).toMatchObject({ includeAll: false, filters: [], use: ['P'], template: { type: 'select' } })
    expect(broken).toMatchObject({ members: { G: nodeNames }, issues: [told('G', '(')] })
  })

  test('stands last in other groups, and is no main group unless the template says so', () => {
    const groups = [
      group('Odd', [odd]),
      group('Select', [ref('Odd'), ref('HK'), ref('DIRECT')]),
      group('HK', [{ kind: 'pattern', pattern: '香港' }]),
    ]
    const request = { client: clientFacts('singbox') }
    expect(plan(groups, request)).toMatchObject({ main: 'Select', members: { Select: ['HK', 'DIRECT', 'Odd'] } })
    expect(plan(groups.slice(0, 1), request).main).toBe('Odd')
  })

  test.each([{ pattern: odd.pattern }, { pattern: '', exclude: odd.pattern }])(
    'does not bring in what goes out directly',
    (filter) => {
      const straight = { name: '直连', type: 'direct', server: '', isOwn: true }
      const nodes = [straight, ...sampleNodes(2)]
      const result = plan([group('G', [{ kind: 'pattern', withOwn: true, ...filter }])], {
        client: clientFacts('clash'),
        nodes,
      })
      expect(result.members).toEqual({ G: nodeNames.slice(0, 2) })
    },
  )

  test('that keeps nodes out keeps out none of those that fit, and nothing is tested', () => {
    const member = { kind: 'pattern', pattern: 'US|Mars', exclude: odd.pattern } as const
    const result = plan([group('G', [member], { type: 'url-test' })], { client: clientFacts('clash') })
    expect(result).toMatchObject({ members: { G: ['🇺🇸 US 3', 'Mars 6'] }, groups: [{ template: { type: 'select' } }] })
    expect(result.issues).toEqual([told('G')])
  })
})

describe('empty groups', () => {
  const nobody: TemplateMember = { kind: 'pattern', pattern: 'nobody' }
  test('go with their references, and so do those that had nothing else', () => {
    const { members, codes, target } = plan([
      group('Top', [ref('Middle'), ref('DIRECT')]),
      group('Middle', [ref('Empty')]),
      group('Empty', [nobody]),
    ])
    expect(members).toEqual({ Top: ['DIRECT'] })
    expect(codes).toEqual(['group-empty', 'group-empty'])
    expect(target('Empty')).toBeUndefined()
  })

  test.each<[string, Partial<TemplateGroup>, string]>([
    ['DIRECT', { whenEmpty: 'direct' }, 'DIRECT'],
    ['REJECT', { whenEmpty: 'reject' }, 'REJECT'],
    ['what the user’s own config says', { whenEmpty: 'reject', extra: { 'empty-fallback': 'PASS' } }, 'PASS'],
    ['REJECT if that is a group', { whenEmpty: 'reject', extra: { 'empty-fallback': 'E' } }, 'REJECT'],
    ['REJECT if that is nothing', { whenEmpty: 'reject', extra: { 'empty-fallback': 'ghost' } }, 'REJECT'],
  ])('get %s where the template wants it so', (_, more, member) => {
    expect(plan([group('E', [nobody], more)])).toMatchObject({ members: { E: [member] }, codes: ['group-empty'] })
  })

  test.each(['minimal', 'standard', 'full'] as const)('%s without any node still has somewhere to go', (name) => {
    const template = builtinTemplate(name, 'en-US')
    const { members, main } = plan(template.groups, { template, nodes: [] })
    expect(main).toBe('Select')
    expect(members['Select']).toEqual(['DIRECT'])
    expect(Object.values(members).every((list) => list.length > 0)).toBe(true)
  })

  test('a region without nodes is left out without a word', () => {
    const template = builtinTemplate('standard', 'en-US')
    const { members, codes } = plan(template.groups, { template, nodes: sampleNodes(1) })
    expect(Object.keys(members)).not.toContain('Japan nodes')
    expect(members['Select']).toEqual(['Auto', 'Manual', 'Hong Kong nodes', '🇭🇰 香港 1', 'DIRECT'])
    expect(codes).toEqual([])
  })
})

describe('references and loops', () => {
  test('what leads nowhere is taken out and told', () => {
    expect(plan([group('G', [ref('ghost'), ref('DIRECT')])])).toMatchObject({
      members: { G: ['DIRECT'] },
      codes: ['group-member-missing'],
    })
  })

  test('a provider that is not there is taken out and told; one of the user’s own config, or given beside it, stays', () => {
    const template: Template = {
      name: 'own',
      groups: [{ ...group('G', [ref('DIRECT')]), use: ['own', 'given', 'ghost'] }],
      rules: [],
      base: { 'proxy-providers': { own: {} } },
    }
    const { groups, issues } = planGroups({ client: clientFacts('mihomo'), template, nodes: [], providers: ['given'] })
    expect(groups.map(({ use }) => use)).toEqual([['own', 'given']])
    expect(issues.map(({ code, field, args }) => [code, field, args])).toEqual([
      ['group-member-missing', 'use', { group: 'G', name: 'ghost' }],
    ])
  })

  test.each([
    ['clash', 'filter', [['field-ignored', 'filter', { client: 'clash', value: 'G' }]]],
    ['clash', 'none', []],
    ['mihomo', 'filter', []],
  ] as const)('for %s, the nodes of a provider that the user’s own config names, with %s', (client, kind, expected) => {
    const ofProviders: TemplateMember = kind === 'none' ? ALL : { kind: 'pattern', pattern: 'HK' }
    const template: Template = {
      name: 'own',
      groups: [{ ...group('G', []), use: ['own'], ofProviders }],
      rules: [],
      base: { 'proxy-providers': { own: {} } },
    }
    const { groups, issues } = planGroups({ client: clientFacts(client), template, nodes: [], providers: [] })
    expect(groups.map(({ use }) => use)).toEqual([['own']])
    expect(issues.map(({ code, field, args }) => [code, field, args])).toEqual(expected)
  })

  test.each<[string, TemplateGroup[]]>([
    ['itself', [group('A', [ref('A'), ref('DIRECT')])]],
    ['two groups', [group('A', [ref('B'), ref('DIRECT')]), group('B', [ref('A'), ref('DIRECT')])]],
    ['three groups', [group('A', [ref('B')]), group('B', [ref('C')]), group('C', [ref('A'), ref('B'), ALL])]],
  ])('a loop through %s is cut', (_, groups) => {
    const { members } = plan(groups)
    const visit = (name: string, path: readonly string[]): void => {
      expect(path).not.toContain(name)
      for (const member of members[name] ?? []) visit(member, [...path, name])
    }
    for (const name of Object.keys(members)) visit(name, [])
    expect(Object.keys(members)).toHaveLength(groups.length)
  })

  test('a built-in of another client is no member', () => {
    expect(plan([group('G', [ref('PASS'), ref('DIRECT')])], { client: clientFacts('singbox') }).members['G']).toEqual([
      'DIRECT',
    ])
    expect(plan([group('G', [ref('PASS'), ref('DIRECT')])]).members['G']).toEqual(['PASS', 'DIRECT'])
  })
})

describe('names', () => {
  test.each([
    ['a node', 'Mars 6', 'Mars 6_1'],
    ['a built-in', 'REJECT', 'REJECT_1'],
    ['nothing', 'Home', 'Home'],
  ])('a group called like %s', (_, name, expected) => {
    const { members, target } = plan([group('Top', [ref(name)]), group(name, [ALL])])
    expect(members['Top']).toEqual([expected])
    expect(target(name)).toBe(expected)
  })

  test.each([
    ['a,b', 'a，b'],
    [' padded ', 'padded'],
    ['line\nbreak', 'linebreak'],
    ['', 'Group'],
    ['\u202eA\u0000 B', 'A B'],
  ])('the name %j is written %j, which a rule can address', (name, expected) => {
    expect(Object.keys(plan([group(name, [ALL])]).members)).toEqual([expected])
  })

  test('emoji and U+FE0F stay as they are', () => {
    expect(Object.keys(plan([group('Ⓜ️ 微软', [ALL])]).members)).toEqual(['Ⓜ️ 微软'])
  })

  test.each(['__proto__', 'constructor', 'toString'])('%s is a name like any other', (name) => {
    expect(plan([group('Top', [ref(name)]), group(name, [ALL])]).groups.map((one) => one.name)).toEqual(['Top', name])
    expect(plan([group('G', [ALL])], { mapping: { groups: {} } }).target(name)).toBeUndefined()
  })

  test('what nodes must keep clear of: groups under their final names, built-ins, the nodes of an own config', () => {
    const template: Template = { name: 't', groups: [group('A', []), group('B', [])], rules: [], baseNodes: ['mine'] }
    const taken = takenNames(template, clientFacts('mihomo'), { groups: { B: 'Beta' } })
    expect(taken).toEqual(expect.arrayContaining(['A', 'Beta', 'mine', 'DIRECT', 'PASS-RULE', 'GLOBAL']))
    expect(taken).not.toContain('B')
  })
})

const sentTo = (group: string) => [...sampleNodes(5), { ...sampleNodes(6)[5]!, group }]

describe('the mapping', () => {
  const groups = [group('Select', [ref('Stream'), ALL]), group('Stream', [ref('DIRECT')])]

  test('renames groups and everything that names them', () => {
    const { members, target } = plan(groups, {
      mapping: { groups: { Stream: '流媒体' } },
      nodes: sentTo('Stream'),
    })
    expect(members['Select']?.[0]).toBe('流媒体')
    expect(members['流媒体']).toEqual(['DIRECT', 'Mars 6'])
    expect(target('Stream')).toBe('流媒体')
    expect(target('流媒体')).toBe('流媒体')
  })

  test('makes a group that the template does not have, and the first group names it', () => {
    const { members, issues } = plan(groups, { nodes: sentTo('Space') })
    expect(members['Space']).toEqual(['Mars 6'])
    expect(members['Select']).toContain('Space')
    expect(issues).toEqual([
      expect.objectContaining({ code: 'mapping-group-added', severity: 'note', args: { group: 'Space' } }),
    ])
  })

  test('tells of a group to rename that the template does not have', () => {
    const { issues } = plan(groups, { mapping: { groups: { Streem: 'X', Stream: 'Y' } } })
    expect(issues).toEqual([
      { code: 'mapping-unused', severity: 'warning', field: 'mapping.groups', kept: true, args: { group: 'Streem' } },
    ])
  })
})

describe('proxy providers', () => {
  const template = builtinTemplate('standard', 'en-US')
  test('mihomo: every group that takes nodes uses them, regions with a filter', () => {
    const { groups } = plan([], { template, nodes: [], providers: ['p', 'q'] })
    const byName = new Map(groups.map((one) => [one.name, one]))
    expect(byName.get('Auto')).toMatchObject({ use: ['p', 'q'], filters: [], members: [] })
    expect(byName.get('Hong Kong nodes')).toMatchObject({ use: ['p', 'q'], members: [] })
    expect(byName.get('Hong Kong nodes')?.filters[0]).toMatch(/港/)
    expect(byName.get('Other nodes')?.filters[0]).toMatch(/^\(\?i\)\^\(\?!/)
    expect(byName.get('AI')?.use).toEqual([])
  })

  test('mihomo: what tells about the subscription is filtered out of groups that test and of regions, not of Select', () => {
    const { groups } = plan([], { template, nodes: [], providers: ['p'] })
    const filtered = groups.filter((one) => one.use.length > 0 && one.excludeFilter !== undefined)
    expect(filtered.map(({ name }) => name)).toEqual(
      groups.filter((one) => one.template.type !== 'select').map(({ name }) => name),
    )
    expect(groups.find(({ name }) => name === 'Select')).not.toHaveProperty('excludeFilter')
  })

  test('Clash: one group a provider, which the first group names', () => {
    const { members, groups } = plan([], { template, nodes: [], client: clientFacts('clash'), providers: ['p'] })
    expect(members['Select']).toEqual(['Auto', 'Manual', 'DIRECT', 'p'])
    expect(groups.find((one) => one.name === 'p')).toMatchObject({ use: ['p'], members: [] })
    expect(groups.every((one) => one.filters.length === 0)).toBe(true)
  })
})

test('a hundred thousand nodes are planned in one pass', () => {
  const template = builtinTemplate('full', 'en-US')
  const nodes = sampleNodes(100_000)
  const { groups } = planGroups({ client: clientFacts('mihomo'), template, nodes, providers: [] })
  expect(groups.find((one) => one.name === 'Auto')?.members).toHaveLength(100_000)
  expect(groups.find((one) => one.name === 'Hong Kong nodes')?.members).toHaveLength(16_667)
})
