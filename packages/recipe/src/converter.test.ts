import type { NodeBase } from '@switchyard/convert'
import { describe, expect, test } from 'vitest'
import { cloneNode, editNodes, deleteNodes, renameNodes } from './model/changes/change-nodes.ts'
import {
  buildRequest,
  DEFAULT_OUTPUT_SETTINGS,
  EMPTY_RECIPE,
  settingsOfOutputs,
  withCommon,
  withOutput,
  withTypeExcluded,
  type Recipe,
} from './model/recipe.ts'
import { versionSettings } from './model/client-version.ts'
import { keptOf } from './model/kept.ts'
import { ALL_COLUMNS } from './result/compare-cell.ts'
import { withAddedNode, withText } from './model/changes/change-sources.ts'
import { Converter } from './converter.ts'
import type { BuildRequest } from './model/build-result.ts'
import type { ConvertSettings } from './model/convert-settings.ts'
import type { NodeEdits } from './model/nodes/edits.ts'
import type { NodeRow } from './model/nodes/rows.ts'
import type { Step } from './model/step.ts'
import type { Lang } from '@switchyard/locale'
import { NO_EDITS } from './model/nodes/edits.ts'
import { withChecks } from './node/repairs.ts'
import { SAMPLE_SETTINGS } from './settings/sample-settings.ts'

const UUID = '11111111-1111-4111-8111-111111111111'
const trojan = (name: string, server = 'example.com') =>
  `trojan://s3cret@${server}:443?sni=a.example.com#${encodeURIComponent(name)}`
const vless = (name: string) =>
  `vless://${UUID}@v.example.com:443?security=tls&sni=a.example.com#${encodeURIComponent(name)}`

function deskWith(text: string): {
  desk: Converter
  build: (change?: Partial<ConvertSettings>, edits?: Partial<NodeEdits>, lang?: Lang) => ReturnType<Converter['build']>
} {
  const desk = new Converter()
  desk.read('text', 'Text', text)
  const request = (change: Partial<ConvertSettings>, edits: Partial<NodeEdits>, lang: Lang): BuildRequest => ({
    sources: ['text'], steps: [], edits: { ...NO_EDITS, ...edits }, settings: { ...SAMPLE_SETTINGS, ...change }, lang, listMirror: '',
  }) // oxfmt-ignore
  return { desk, build: (change = {}, edits = {}, lang = 'zh-CN') => desk.build(request(change, edits, lang)) }
}

describe('what becomes of a list', () => {
  test('addresses are told as they are fetched, whatever link asks a client to import them', () => {
    const text = [
      'https://example.com/a?token=x',
      `clash://install-config?url=${encodeURIComponent('https://example.com/b?token=x')}&name=N`,
      `sub://${btoa('https://example.com/c')}#N`,
      'https://t.me/proxy?server=example.com&port=443&secret=dd',
    ]
    expect(new Converter().read('text', 'Text', text.join('\n')).addresses).toEqual([
      { line: 1, text: text[0], url: 'https://example.com/a?token=x' },
      { line: 2, text: text[1], url: 'https://example.com/b?token=x' },
      { line: 3, text: text[2], url: 'https://example.com/c' },
    ])
  })

  test('an address that is not fetched yet is skipped and no fault: a row, a mark and a note that offer to fetch it', () => {
    const address = 'https://sub.example.com/a?token=canary'
    const text = [trojan('A'), address, 'abc://x'].join('\n')
    const { desk, build } = deskWith(text)
    const { counts, kinds, issues } = build()
    expect(counts).toMatchObject({ entries: 3, output: 1, skipped: 2, toFetch: 1 })
    expect(kinds).toMatchObject({ note: 1, skipped: 1, warning: 0, error: 0 })
    expect(issues.find(({ line }) => line === 2)).toMatchObject({ kind: 'note', severity: 'note', group: 'input' })
    const list = { sources: ['text'], edits: NO_EDITS, lang: 'zh-CN' as const }
    const [row, other] = desk.others(list)
    expect(row).toMatchObject({
      line: 2,
      toFetch: 'sub.example.com',
      skipped: [{ text: '这是订阅地址，要现在获取吗？' }],
    })
    expect(other).not.toHaveProperty('toFetch')
    expect(JSON.stringify(row)).not.toContain('canary')
    const marks = desk.marks('text', 'zh-CN', NO_EDITS)
    expect(marks.map(({ line, status }) => [line, status])).toEqual([
      [1, 'ok'],
      [2, 'to-fetch'],
      [3, 'skipped'],
    ])
    expect(marks[1]!.issues).toMatchObject([{ severity: 'note' }])
    // In a body of Base64 it has no line that could leave the text.
    expect(deskWith(btoa(text)).build().counts).toMatchObject({ skipped: 2, toFetch: 0 })
  })

  test.each([
    [
      'a converter',
      `https://conv.example/sub?target=clash&url=${encodeURIComponent('https://a.example/x|https://b.example/y')}`,
      2,
    ],
    [
      'a converter that is to be imported',
      `clash://install-config?url=${encodeURIComponent('https://conv.example/sub?target=clash&url=https%3A%2F%2Fa.example%2Fx')}`,
      1,
    ],
    ['sublink-worker', `https://conv.example/singbox?config=${encodeURIComponent('https://a.example/x')}`, 1],
    ['a subscription', 'https://a.example/sub?token=x', undefined],
    ['a subscription that names a client', 'https://a.example/sub?target=clash', undefined],
    ['a short link', 'https://a.example/s/AbC123', undefined],
  ])('the address of %s tells what stands in it', (_, line, holds) => {
    const desk = new Converter()
    const { addresses } = desk.read('text', 'Text', line)
    expect(addresses).toHaveLength(1)
    expect(addresses[0]!.holds).toBe(holds)
    const [row] = desk.others({ sources: ['text'], edits: NO_EDITS, lang: 'en-US' })
    const [mark] = desk.marks('text', 'en-US', NO_EDITS)
    const words = [row!.skipped![0]!.text, mark!.issues[0]!.message]
    const said =
      holds === undefined
        ? 'This is a subscription address. Get its nodes now?'
        : `Converter address: ${holds} ${holds === 1 ? 'source' : 'sources'} inside`
    expect(words).toEqual([said, said])
  })

  test('a line that cannot be read is counted and told with its line, the rest converts', () => {
    const { build } = deskWith([trojan('A'), 'garbage!', vless('B'), trojan('C')].join('\n'))
    const { counts, issues, text } = build()
    expect(counts).toMatchObject({ entries: 4, nodes: 3, skipped: 1, output: 3 })
    expect(issues.find(({ line }) => line === 2)).toMatchObject({ group: 'input', sourceId: 'text' })
    expect(text).toContain('type: vless')
  })

  test('every entry that is no row of a node has its place: skipped ones with the reason, deleted nodes with their name', () => {
    const { desk } = deskWith(['x', trojan('A'), trojan('B'), 'y', vless('C'), 'z'].join('\n'))
    const list = { sources: ['text'], edits: NO_EDITS, lang: 'en-US' as const }
    const [a, b, c] = desk.rows(list).map(({ key }) => key)
    const others = desk.others({ ...list, edits: { ...NO_EDITS, deleted: [b!] } })
    expect(others.map(({ line, after, skipped, deleted }) => [line, after, deleted?.name ?? skipped?.length])).toEqual([
      [1, undefined, 1],
      [3, a, 'B'],
      [4, a, 1],
      [6, c, 1],
    ])
    expect(others.find(({ deleted }) => deleted)).toMatchObject({
      key: b,
      deleted: { server: 'example.com', port: 443 },
    })
    expect(others[0]!.skipped![0]!.text).not.toBe('')
    expect(JSON.stringify(others)).not.toContain('s3cret')
  })

  test('a skipped link says its name, region and type, that of a Base64 body too; an address to fetch is none', () => {
    const broken = trojan('日本 01').replace(':443', ':99999')
    const nodes = ['https://example.com/a#日本', broken, 'abc://x#US', 'no link']
    const list = { sources: ['text'], edits: NO_EDITS }
    const told = (text: string) =>
      deskWith(text)
        .desk.others(list)
        .map(({ broken }) => broken)
    const japanese = { name: '日本 01', type: 'trojan', region: 'JP' }
    expect(told(nodes.join('\n'))).toEqual([undefined, japanese, { name: 'US', type: '', region: 'US' }, undefined])
    expect(told(btoa([trojan('A'), broken].join('\n')))).toEqual([japanese])
  })

  test('a deleted node counts as an entry that is deleted', () => {
    const { desk, build } = deskWith([trojan('A'), trojan('B'), 'x'].join('\n'))
    const [, b] = desk.rows({ sources: ['text'], edits: NO_EDITS })
    const { counts } = build({}, { deleted: [b!.key] })
    expect(counts).toMatchObject({ entries: 3, nodes: 1, output: 1, deleted: 1, skipped: 1 })
  })

  test('the numbers add up, whatever happens to the nodes', () => {
    const { desk, build } = deskWith(
      [trojan('A'), trojan('A'), vless('B'), trojan('C', 'c.example.com'), '# words', 'x'].join('\n'),
    )
    const rows = desk.rows({ sources: ['text'], edits: NO_EDITS })
    const { counts } = build({ output: 'clash' }, { disabled: [rows[3]!.key] })
    expect(counts.entries).toBe(counts.nodes + counts.skipped)
    expect(counts.nodes).toBe(counts.duplicates + counts.excluded + counts.disabled + counts.refused + counts.output)
    expect(counts).toMatchObject({ nodes: 4, duplicates: 1, refused: 1, disabled: 1, output: 1 })
  })

  test('a node that may not connect is in the output, counted as doubtful, and its row says why', () => {
    const pinned = trojan('B', 'b.example.com').replace('#', `&pcs=${'ab'.repeat(32)}#`)
    const { counts, outcomes } = deskWith([trojan('A'), pinned].join('\n')).build({ output: 'singbox' })
    expect(counts).toMatchObject({ nodes: 2, output: 2, doubtful: 1 })
    expect(outcomes).toMatchObject([{ status: 'warn', isDoubtful: true, issues: [{ code: 'pin-not-convertible' }] }])
  })

  test('equal names of different servers get a suffix, and the link tells the new name', () => {
    const { desk } = deskWith([trojan('A'), trojan('A', 'b.example.com')].join('\n'))
    const request = { sources: ['text'], edits: NO_EDITS }
    const [, second] = desk.rows(request)
    expect(second).toMatchObject({ name: 'A_1', renamedFrom: 'A' })
    expect(desk.detail(request, second!.key)!.link).toMatch(/#A_1$/)
  })

  test('the first rows of a long text are told while it is read, and are those of the list', () => {
    const desk = new Converter()
    const names = Array.from({ length: 250 }, (_, index) => (index % 3 === 0 ? 'A' : `N${index}`))
    const text = names.map((name, index) => trojan(name, `s${index % 90}.example.com`)).join('\n')
    const reported: NodeRow[][] = []
    desk.read('text', 'Text', text, undefined, { onFirst: (rows) => reported.push(rows) })
    const rows = desk.rows({ sources: ['text'], edits: NO_EDITS })
    expect(rows).toHaveLength(250)
    expect(reported).toEqual([rows.slice(0, 100)])
    desk.read('text', 'Text', trojan('A'), undefined, { onFirst: (rows) => reported.push(rows) })
    expect(reported).toHaveLength(1)
  })

  test('the same link twice is one node, and two when duplicates are kept', () => {
    const { desk, build } = deskWith([trojan('A'), trojan('A')].join('\n'))
    expect(desk.rows({ sources: ['text'], edits: NO_EDITS })[1]!.duplicateOf).toBeDefined()
    expect(build().counts).toMatchObject({ duplicates: 1, output: 1 })
    expect(build({ keepDuplicates: true }).counts).toMatchObject({ duplicates: 0, output: 2 })
  })

  test('duplicates that are kept are rows of their own, under the names of the result, and their lines are none', () => {
    const { desk } = deskWith([trojan('A'), trojan('A')].join('\n'))
    const request = { sources: ['text'], edits: NO_EDITS, settings: { keepDuplicates: true } }
    const rows = desk.rows(request)
    expect(rows.map(({ name, duplicateOf }) => [name, duplicateOf])).toEqual([
      ['A', undefined],
      ['A_1', undefined],
    ])
    expect(desk.links(request, [rows[1]!.key])[0]).toMatch(/#A_1$/)
    expect(desk.marks('text', 'zh-CN', NO_EDITS)[1]).toMatchObject({ status: 'duplicate' })
    expect(desk.marks('text', 'zh-CN', NO_EDITS, true)[1]).toMatchObject({ status: 'ok' })
  })

  test.each(['kept', 'renamed'])('one duplicate that is %s is a row of its own, the others stay folded', (how) => {
    const { desk } = deskWith([trojan('A'), trojan('A'), trojan('A')].join('\n'))
    const [first, second] = desk.rows({ sources: ['text'], edits: NO_EDITS })
    const key = second!.key
    const edits = how === 'kept' ? { ...NO_EDITS, kept: [key] } : { ...NO_EDITS, names: { [key]: 'B' } }
    const rows = desk.rows({ sources: ['text'], edits })
    expect(rows.map(({ duplicateOf }) => duplicateOf)).toEqual([undefined, undefined, first!.key])
    const marks = desk.marks('text', 'zh-CN', edits)
    expect(marks.map(({ status }) => status)).toEqual(['ok', 'ok', 'duplicate'])
  })

  test('one duplicate that the user keeps stays under a name of its own', () => {
    const { desk, build } = deskWith([trojan('A'), trojan('A')].join('\n'))
    const key = desk.rows({ sources: ['text'], edits: NO_EDITS })[1]!.key
    const { counts, text } = build({ output: 'links' }, { kept: [key] })
    expect(counts.output).toBe(2)
    expect(text).toContain('#A_1')
  })

  test('nothing that can be read says so in the words of the product', () => {
    expect(deskWith('nonsense').build().error!.message).toBe('节点为空')
    expect(deskWith('').build().counts.entries).toBe(0)
  })

  test('only vless for Clash names Mihomo as the way out', () => {
    const { error } = deskWith(vless('B')).build({ output: 'clash' })
    expect(error).toEqual({
      code: 'no-nodes-for-clash',
      message: 'Clash节点为空，Clash不支持Vless，Hysteria节点，请使用Mihomo',
    })
  })
})

describe('what is told of a row', () => {
  const outcomesOf = (text: string, change: Partial<ConvertSettings>) =>
    deskWith(text)
      .build(change)
      .outcomes.map(({ status, issues }) => [status, issues.map(({ text }) => text).join()])

  test('a name that a group or the client itself has is told at the row, as a note', () => {
    const { outcomes } = deskWith(trojan('DIRECT')).build({ output: 'mihomo' })
    expect(outcomes).toMatchObject([
      { status: 'warn', issues: [{ code: 'name-changed', isNote: true, text: expect.stringContaining('DIRECT_1') }] },
    ])
  })

  test('an information entry that is left out is excluded, and the rows say so', () => {
    const text = [trojan('A'), trojan('剩余流量：10 GB', 'b.example.com')].join('\n')
    expect(outcomesOf(text, {})).toEqual([])
    expect(outcomesOf(text, { excludes: ['info'] })).toEqual([['excluded', expect.stringContaining('提示信息')]])
  })

  test('a notice of a type that Clash never had is left out for its type: nobody excluded it', () => {
    const text = [trojan('A'), vless('剩余流量：10 GB')].join('\n')
    expect(outcomesOf(text, { output: 'clash' })).toEqual([['refused', 'Clash 不支持 vless']])
    expect(outcomesOf(text, { output: 'clash', excludes: ['vless', 'info'] })).toEqual([
      ['excluded', expect.stringContaining('提示信息')],
    ])
  })

  test('notices are counted where they are written, however many problems there are', () => {
    const notices = [trojan('剩余流量：10 GB', 'b.example.com'), vless('Expire: 2027-01-01')]
    const { build } = deskWith([trojan('A'), ...notices].join('\n'))
    expect(build().counts).toMatchObject({ output: 3, notices: 2 })
    expect(build({ output: 'clash' }).counts).toMatchObject({ output: 2, notices: 1 })
    expect(build({ excludes: ['info'] }).counts).toMatchObject({ output: 1, notices: 0 })
    const broken = Array.from({ length: 2100 }, () => 'x')
    const { counts, moreIssues } = deskWith([trojan('A'), ...notices, ...broken].join('\n')).build({ output: 'links' })
    expect(moreIssues).toBeGreaterThan(0)
    expect(counts).toMatchObject({ output: 3, notices: 2 })
  })

  test('a name that a filter takes out says which one', () => {
    const text = [trojan('HK'), trojan('JP 过期', 'b.example.com'), trojan('JP', 'c.example.com')].join('\n')
    expect(outcomesOf(text, { nameInclude: '^jp', nameExclude: '过期' })).toEqual([
      ['excluded', '名称筛选：名称不含“^jp”'],
      ['excluded', '名称筛选：名称含“过期”'],
    ])
  })

  test.each([
    ['2022-blake3-aes-128-gcm', 'MDEyMzQ1Njc4OWFiY2RlZg==', true],
    ['no-such-cipher', 'p', undefined],
  ])('a node with %s is for Mihomo: %s', (cipher, password, isTakenElsewhere) => {
    const { build } = deskWith(`ss://${btoa(`${cipher}:${password}`)}@a.example.com:443#A\n${trojan('B')}`)
    const { issues, outcomes } = build({ output: 'clash' })
    expect(issues.find(({ code }) => code === 'cipher-unsupported')!.isTakenElsewhere).toBe(isTakenElsewhere)
    expect(outcomes[0]!.issues[0]!.isTakenElsewhere).toBe(isTakenElsewhere)
  })

  test('a node of a type that Clash does not have is for Mihomo. One that a filter or a step takes out is not', () => {
    const { desk } = deskWith([vless('A'), vless('过期'), vless('HK'), trojan('B')].join('\n'))
    const steps: Step[] = [{ id: '1', kind: 'filter', keeps: false, match: { name: 'HK' } }]
    const settings = { ...SAMPLE_SETTINGS, output: 'clash' as const, nameExclude: '过期' }
    const { outcomes } = desk.build({
      sources: ['text'],
      steps,
      edits: NO_EDITS,
      settings,
      lang: 'zh-CN',
      listMirror: '',
    })
    expect(outcomes.map(({ issues: [issue] }) => [issue!.text, issue!.isTakenElsewhere])).toEqual([
      ['Clash 不支持 vless', true],
      ['步骤 1（筛选）', undefined],
      ['名称筛选：名称含“过期”', undefined],
    ])
  })

  test('a node says its type if the client leaves it out because of that type, and not if the user does', () => {
    const text = [vless('A'), `anytls://p@b.example.com:443#B`, trojan('C'), trojan('D')].join('\n')
    const { issues } = deskWith(text).build({ output: 'clash', nameExclude: 'D', excludes: ['vless', 'trojan'] })
    expect(Object.fromEntries(issues.map(({ node, nodeType }) => [node, nodeType]))).toEqual({
      A: 'vless',
      B: 'anytls',
      C: undefined,
      D: undefined,
    })
  })

  test('a node of a type that Clash does not have is not for Mihomo where Mihomo refuses it, nor behind another node', () => {
    const text = JSON.stringify({
      proxies: [
        { type: 'vless', name: 'A', server: 'a.example.com', port: 443, uuid: UUID, flow: 'no-such-flow' },
        { type: 'vless', name: 'C', server: 'c.example.com', port: 443, uuid: UUID, 'dialer-proxy': 'B' },
        { type: 'trojan', name: 'B', server: 'b.example.com', port: 443, password: 'p' },
      ],
    })
    const { outcomes } = deskWith(text).build({ output: 'clash' })
    expect(outcomes.map(({ status, issues: [issue] }) => [status, issue!.isTakenElsewhere])).toEqual([
      ['refused', undefined],
      ['refused', undefined],
    ])
  })
})

test('nodes that were added by hand are rows of their own source, also one that was deleted before', () => {
  const node = { type: 'ssh', name: 'A', server: 'a.example.com', port: 22, username: 'u' } as NodeBase
  const desk = new Converter()
  const rowsOf = (model: Recipe) => {
    for (const { id, name, text } of model.sources) desk.read(id, name, text)
    return desk.rows({ sources: model.sources.map(({ id }) => id), edits: model.edits })
  }
  const once = withAddedNode(withText(EMPTY_RECIPE, trojan('T')), node)
  expect(rowsOf(once).map(({ name, sourceId }) => [name, sourceId])).toEqual([
    ['T', 'text'],
    ['A', 'added'],
  ])
  const gone = deleteNodes(once, [rowsOf(once)[1]!.key])
  expect(rowsOf(gone)).toHaveLength(1)
  const again = rowsOf(withAddedNode(gone, node))
  expect(again.map(({ name }) => name)).toEqual(['T', 'A'])
  const request = { sources: ['text', 'added'], edits: gone.edits }
  expect(desk.detail(request, again[1]!.key)!.node).toEqual(node)
  // A draft that something else wrote into costs no more than the line.
  expect(desk.read('added', '', 'no json\n{"type":"ssh"}\nnull\n').nodes).toBe(0)
})

describe('what is told of a text', () => {
  const ini = 'custom_proxy_group=Group`select`[]DIRECT\njust words'
  const build = (names: [string, string], template: ConvertSettings['template'] = 'minimal') => {
    const desk = new Converter()
    desk.read('s1', names[0], `${trojan('A')}\nbroken://x`)
    desk.read('s2', names[1], `${trojan('B', 'b.example.com')}\n\n\nbroken://y`)
    const settings = { ...SAMPLE_SETTINGS, template }
    const request = {
      sources: ['s1', 's2'],
      steps: [],
      edits: NO_EDITS,
      settings,
      lang: 'en-US' as const,
      listMirror: '',
    }
    return desk.build(request).issues.map(({ sourceId, line, group }) => [group, sourceId, line])
  }

  test('is told of that one, although another is called the same', () => {
    expect(build(['airport.example', 'airport.example'])).toEqual([
      ['input', 's1', 2],
      ['input', 's2', 4],
    ])
  })

  test('is not what is told of a template of its name', () => {
    expect(build(['mine.ini', 's2'], { name: 'mine.ini', text: ini })).toEqual([
      ['input', 's1', 2],
      ['input', 's2', 4],
      ['input', undefined, 2],
    ])
  })
})

test('issues are counted by how grave they are, duplicates apart, and one of an additional rule says that it is of one', () => {
  const desk = new Converter()
  desk.read('s1', 'Text', `${trojan('A')}\nbroken://x\ntrojan://p@b.example.com:443?allowInsecure=1#B\n${trojan('A')}`)
  const settings = { ...SAMPLE_SETTINGS, rules: 'DOMAIN,a.example.com' }
  const { issues, kinds } = desk.build({
    sources: ['s1'], steps: [], edits: NO_EDITS, settings, lang: 'en-US', listMirror: '',
  }) // oxfmt-ignore
  const reported = issues.map(({ code, severity, isRuleLine = false }) => [code, severity, isRuleLine])
  expect(reported).toContainEqual(['unsupported-scheme', 'error', false])
  expect(reported).toContainEqual(['rule-parts', 'error', true])
  expect(reported).toContainEqual(['certificate-unchecked', 'warning', false])
  const count = (severity: string) => issues.filter((issue) => issue.severity === severity).length
  const [warning, note] = [count('warning'), count('note') - 1]
  expect(kinds).toEqual({ error: 1, skipped: 1, refused: 0, warning, note, excluded: 0, duplicate: 1 })
  expect(issues.filter(({ group }) => group === 'duplicates').map(({ line }) => line)).toEqual([4])
})

test('groups keep their names when the page speaks another language', () => {
  const { build } = deskWith(trojan('A'))
  const settings = {
    rules: 'DOMAIN,example.com,节点选择',
    groupNames: { 自动选择: '最快' },
    groupLang: 'zh-CN' as const,
  }
  const [chinese, english] = [build(settings), build(settings, {}, 'en-US')]
  expect(chinese.text).toContain('DOMAIN,example.com,节点选择')
  expect(chinese.text).toContain('最快')
  expect(english.text).toBe(chinese.text)
  expect(build({ groupLang: 'en-US' }).text).toContain('name: Select')
})

test('every node has a key of its own, whatever the names end in', () => {
  const { desk } = deskWith(
    [trojan('HK'), trojan('HK'), trojan('HK|2'), trojan('HK|2'), trojan('HK|copy1'), trojan('HK|2|1')].join('\n'),
  )
  const request = { sources: ['text'], edits: NO_EDITS }
  const [first] = desk.rows(request)
  const { edits } = cloneNode(cloneNode(EMPTY_RECIPE, first!.key), first!.key)
  const keys = desk.rows({ ...request, edits }).map(({ key }) => key)
  expect(keys).toHaveLength(8)
  expect(new Set(keys).size).toBe(8)
})

test('an edit that was kept under the key of a node is found by it again', () => {
  const { desk } = deskWith([trojan('香港 | IPLC'), trojan('01'), trojan('01')].join('\n'))
  const names = {
    'text|trojan|example.com|443|香港 | IPLC': 'A',
    'text|trojan|example.com|443|01': 'B',
    'text|trojan|example.com|443|01|2': 'C',
  }
  const rows = desk.rows({ sources: ['text'], edits: { ...NO_EDITS, names } })
  expect(rows.map(({ name }) => name)).toEqual(['A', 'B', 'C'])
})

describe('duplicates among edits', () => {
  const text = [trojan('A'), trojan('A'), trojan('A', 'b.example.com'), trojan('A', 'b.example.com')].join('\n')
  const namesOf = (links: string | undefined) => (links ?? '').split('\n').flatMap((line) => line.split('#')[1] ?? [])
  const keysOf = (desk: Converter) => desk.rows({ sources: ['text'], edits: NO_EDITS }).map(({ key }) => key)

  test('one of a second server is one too, although that has a suffix by now', () => {
    const { desk, build } = deskWith(text)
    const { counts, text: links } = build({ output: 'links' })
    expect([counts.duplicates, namesOf(links)]).toEqual([2, ['A', 'A_1']])
    expect(desk.rows({ sources: ['text'], edits: NO_EDITS }).map(({ name }) => name)).toEqual(['A', 'A', 'A_1', 'A'])
  })

  test('all that stay are numbered in the order of the list', () => {
    const { build } = deskWith(text)
    expect(namesOf(build({ output: 'links', keepDuplicates: true }).text)).toEqual(['A', 'A_1', 'A_2', 'A_3'])
  })

  test('one that gets a name of its own stays', () => {
    const { desk, build } = deskWith(text)
    const { counts, text: links } = build({ output: 'links' }, { names: { [keysOf(desk)[1]!]: 'Mine' } })
    expect([counts.duplicates, namesOf(links)]).toEqual([1, ['A', 'Mine', 'A_1']])
  })

  test('one stays one when the first gets another name', () => {
    const { desk, build } = deskWith(text)
    expect(build({}, { names: { [keysOf(desk)[0]!]: 'First' } }).counts.duplicates).toBe(2)
  })

  test('a copy makes none of its original, wherever it stands', () => {
    const { desk, build } = deskWith(trojan('A'))
    const [a] = keysOf(desk)
    const edits = { clones: [{ key: 'copy', of: a! }], order: ['copy', a!] }
    const { counts, text: links } = build({ output: 'links' }, edits)
    expect([counts.nodes, counts.duplicates, namesOf(links)]).toEqual([2, 0, ['A', 'A_1']])
  })

  test('each is told with its own row', () => {
    const { desk, build } = deskWith(text)
    const [, second, , fourth] = keysOf(desk)
    const reported = build().issues.filter(({ code }) => code === 'duplicate')
    expect(reported.map(({ key, line }) => [key, line])).toEqual([
      [second, 2],
      [fourth, 4],
    ])
  })
})

test('what the name filter and the types leave out is told with its own row, and the numbers add up', () => {
  const { desk, build } = deskWith([trojan('A'), trojan('B', 'b.example.com'), vless('C')].join('\n'))
  const [, b, c] = desk.rows({ sources: ['text'], edits: NO_EDITS }).map(({ key }) => key)
  const { outcomes, counts } = build({ output: 'clash', nameExclude: 'b' })
  expect(outcomes.map(({ key, status }) => [key, status])).toEqual([
    [c, 'refused'],
    [b, 'excluded'],
  ])
  expect(counts).toMatchObject({ nodes: 3, excluded: 1, refused: 1, output: 1 })
})

test('a setting that no client takes is named in words, and the rest of the answer is there', () => {
  const { counts, error } = deskWith(trojan('A')).build({ output: 'singbox', urlTestInterval: '10' })
  expect(error).toEqual({ code: 'bad-option', message: '测速间隔：须为时长，如 10m 或 1h，最长 30d' })
  expect(counts).toMatchObject({ entries: 1, nodes: 1, output: 0 })
})

describe('what the user changes', () => {
  const text = [trojan('A'), trojan('B', 'b.example.com'), trojan('C', 'c.example.com')].join('\n')

  test('order, names, copies and fields all reach the output', () => {
    const { desk, build } = deskWith(text)
    const [a, b, c] = desk.rows({ sources: ['text'], edits: NO_EDITS }).map(({ key }) => key)
    const { text: links } = build(
      { output: 'links' },
      { order: [c!, a!, b!], names: { [a!]: '香港' }, clones: [{ key: 'copy', of: b! }] },
    )
    const names = links!
      .trim()
      .split('\n')
      .map((line) => decodeURIComponent(line.split('#')[1]!))
    expect(names).toEqual(['C', '香港', 'B', 'B_1'])
  })

  test('removed and disabled nodes are not written', () => {
    const { desk, build } = deskWith(text)
    const [a, b] = desk.rows({ sources: ['text'], edits: NO_EDITS }).map(({ key }) => key)
    const { counts } = build({}, { deleted: [a!], disabled: [b!] })
    expect(counts).toMatchObject({ entries: 3, nodes: 2, disabled: 1, output: 1 })
  })

  test('a route of sing-box is laid over that of the config, and what is wrong in it is told with its line there', () => {
    const { build } = deskWith(text)
    const route = ['{ // mine', '  "final": "direct",', '  "rules": [', '    {"domain": ["gone.example"], "outbound": "gone"},', '    {"domain": ["kept.example"], "action": "reject"},', '  ]', '}'].join('\n') // oxfmt-ignore
    const { text: config, issues } = build({ output: 'singbox', route })
    expect(JSON.parse(config!).route).toMatchObject({ final: 'direct' })
    expect(config).toContain('kept.example')
    expect(config).not.toContain('gone.example')
    expect(issues.filter(({ field }) => field?.startsWith('route.'))).toEqual([
      expect.objectContaining({ line: 4, message: expect.stringContaining('第 4 行'), group: 'rules' }),
    ])
    // Its lines are none of the additional rules, which a repair would change.
    expect(issues.some(({ isRuleLine }) => isRuleLine)).toBe(false)
    expect(build({ output: 'singbox', route: '{' }).text).toBe(build({ output: 'singbox' }).text)
  })

  test('prefix and name filter', () => {
    const { build } = deskWith(text)
    const { text: links, counts } = build({ output: 'links', prefix: '机场-', nameExclude: '^b$' })
    expect(counts.excluded).toBe(1)
    expect(decodeURIComponent(links!)).toContain('#机场-C')
  })

  test('a rule that is wrong is told with its line and not written', () => {
    const { issues, text: config } = deskWith(text).build({ rules: 'DOMAIN-SUFFIX,exa mple,DIRECT\nDOMAIN,a.com' })
    const reported = issues.filter(({ group }) => group === 'rules').map(({ message }) => message)
    expect(reported[0]).toMatch(/^第 1 行：DOMAIN-SUFFIX,exa mple,DIRECT → /)
    expect(reported[1]).toContain('写成 类型,网站,分组，例如 DOMAIN-SUFFIX,netflix.com,节点选择')
    expect(config).not.toContain('exa mple')
  })

  test('ports and groups of the user stand in the result', () => {
    const { text: config, outline } = deskWith(text).build({
      mixedPort: 7000, secret: 'a$1', groupEdits: { 我的: { added: true, type: 'select', filter: '^A$' } },
    }) // oxfmt-ignore
    expect(config).toMatch(/^mixed-port: 7000$/m)
    expect(config).toMatch(/^secret: a\$1$/m)
    expect(outline!.groups.find(({ name }) => name === '我的')!.members).toEqual(['A'])
    expect(outline!.groups.flatMap(({ missing }) => missing)).toEqual([])
  })

  test('a provider is written with its intervals although there is no node', () => {
    const { text: config } = deskWith('').build({
      useProvider: true,
      providers: [{ name: 'provider', url: 'https://sub.example.com/a' }],
    })
    expect(config).toMatch(/interval: 3600/)
    expect(config).toMatch(/interval: 600/)
  })
})

describe('a node whose fields were edited', () => {
  const openBox = (text: string) => {
    const desk = new Converter()
    let model = EMPTY_RECIPE
    const request = () => ({ sources: ['text'], edits: model.edits })
    const put = (text: string) => void desk.read('text', 'Text', text)
    put(text)
    return {
      put,
      keys: () => desk.rows(request()).map(({ key }) => key),
      names: () => desk.rows(request()).map(({ name }) => name),
      links: () => desk.links(request(), desk.rows(request()).map(({ key }) => key)),
      marks: () => desk.marks('text', 'en-US', model.edits).flatMap(({ issues }) => issues.map(({ code }) => code)),
      change: (next: (now: Recipe) => Recipe) => void (model = next(model)),
      edit(key: string, next: (shown: NodeBase) => NodeBase) {
        const shown = desk.detail(request(), key)!.node
        model = editNodes(model, { [key]: { shown, node: next(shown) } })
      },
    }
  } // oxfmt-ignore
  const withPort = (port: number) => (node: NodeBase) => ({ ...node, port })

  test('takes what its text says later, but for what was edited', () => {
    const box = openBox('trojan://oldpass@a.example.com:443?allowInsecure=1#A')
    box.edit(box.keys()[0]!, withChecks)
    box.put('trojan://NEWPASS@a.example.com:443?allowInsecure=1&sni=new.example.com#A')
    expect(box.links()[0]).toMatch(
      /^trojan:\/\/NEWPASS@a\.example\.com:443\?(?=.*sni=new\.example\.com)(?!.*allowInsecure)/,
    )
    expect(box.marks()).not.toContain('certificate-unchecked')
  })

  test('keeps every edit, whenever its text changed in between', () => {
    const box = openBox('trojan://oldpass@a.example.com:443?sni=a.example.com#A')
    const [key] = box.keys()
    box.edit(key!, withPort(8443))
    box.put('trojan://NEWPASS@a.example.com:443?sni=a.example.com#A')
    box.edit(key!, (node) => ({ ...node, password: 'oldpass' }))
    expect(box.links()[0]).toMatch(/^trojan:\/\/oldpass@a\.example\.com:8443\?/)
    box.edit(key!, withPort(443))
    expect(box.links()[0]).toMatch(/^trojan:\/\/oldpass@a\.example\.com:443\?/)
  })

  test('that is a whole node stays as it was saved', () => {
    const box = openBox('trojan://NEWPASS@a.example.com:443#A')
    const [key] = box.keys()
    const whole = { type: 'trojan', name: 'A', server: 'a.example.com', port: 8443, password: 'oldpass', tls: {} }
    box.change((model) => ({ ...model, edits: { ...model.edits, nodes: { [key!]: { node: whole } } } }))
    expect(box.links()[0]).toMatch(/^trojan:\/\/oldpass@a\.example\.com:8443/)
    box.edit(key!, withPort(9443))
    expect(box.links()[0]).toMatch(/^trojan:\/\/oldpass@a\.example\.com:9443/)
  })

  test('has the name that it was given last, there or in the list', () => {
    const box = openBox(trojan('A'))
    const [key] = box.keys()
    box.change((model) => renameNodes(model, { [key!]: 'AAA' }))
    box.edit(key!, (node) => ({ ...node, name: 'BBB', port: 8443 }))
    expect(box.links()[0]).toMatch(/:8443\?.*#BBB$/)
    box.change((model) => renameNodes(model, { [key!]: 'CCC' }))
    expect(box.names()).toEqual(['CCC'])
  })

  test('gets its old name back', () => {
    const box = openBox(trojan('Old'))
    const [key] = box.keys()
    box.change((model) => renameNodes(model, { [key!]: 'New' }))
    box.edit(key!, withPort(8443))
    expect(box.names()).toEqual(['New'])
    box.change((model) => renameNodes(model, { [key!]: '' }))
    expect(box.names()).toEqual(['Old'])
  })

  test('goes by the suffix only as long as another has its name', () => {
    const same = 'trojan://s3cret@b.example.com:443?allowInsecure=1#Same'
    const box = openBox(`${trojan('Same')}\n${same}`)
    const [first, second] = box.keys()
    box.edit(second!, withChecks)
    expect(box.names()).toEqual(['Same', 'Same_1'])
    box.change((model) => renameNodes(model, { [first!]: 'Same_1', [second!]: '' }))
    expect(box.names()).toEqual(['Same_1', 'Same'])
  })

  test('is copied as it is', () => {
    const box = openBox(trojan('A'))
    const [key] = box.keys()
    box.edit(key!, (node) => ({ ...node, name: 'CCC', port: 8443 }))
    box.change((model) => cloneNode(model, key!))
    expect(box.links().map((link) => link.replace(/.*(:\d+)\?.*#/, '$1 '))).toEqual([':8443 CCC', ':8443 CCC_1'])
  })
})

describe('rule lists', () => {
  const RAW = 'https://raw.githubusercontent.com/'
  const settings: ConvertSettings = { ...SAMPLE_SETTINGS, output: 'singbox', template: 'standard' }

  test('are fetched from their own address, then from the mirrors, and known by their own', () => {
    const { desk } = deskWith(trojan('A'))
    const plain = desk.missingLists({ settings, lang: 'en-US', listMirror: '' })
    expect(plain.length).toBeGreaterThan(3)
    for (const { address, from } of plain) expect([address.startsWith(RAW), from]).toEqual([true, [address]])
    const mirror = 'https://mirror.example/raw'
    const mirrored = desk.missingLists({ settings, lang: 'en-US', listMirror: mirror })
    expect(mirrored).toEqual(
      plain.map(({ address }) => ({ address, from: [address, `${mirror}/${address.slice(RAW.length)}`] })),
    )
    desk.addList(mirrored[0]!.address, 'DOMAIN-SUFFIX,listed.example')
    expect(desk.missingLists({ settings, lang: 'en-US', listMirror: mirror })).toEqual(mirrored.slice(1))
  })

  test('are read by the client from the mirror too', () => {
    const { desk } = deskWith(trojan('A'))
    const { text } = desk.build({
      sources: ['text'],
      steps: [],
      edits: NO_EDITS,
      settings: { ...SAMPLE_SETTINGS, template: 'standard' },
      lang: 'en-US',
      listMirror: 'https://mirror.example/raw',
    })
    expect(text).toContain('https://mirror.example/raw/')
    expect(text).not.toContain(RAW)
  })
})

describe('clients are compared', () => {
  const request = (recipe: Recipe) => ({ ...buildRequest(recipe, 'en-US', ''), outputs: settingsOfOutputs(recipe) })

  test('each with its own reasons', () => {
    const ssr = `ssr://${btoa('r.example.com:443:origin:aes-128-ctr:plain:cGFzcw/?remarks=Ug')}`
    const text = [trojan('A'), vless('B'), ssr].join('\n')
    const cells = deskWith(text).desk.compare(request(withText(EMPTY_RECIPE, text)), [
      { output: 'mihomo' },
      { output: 'clash' },
      { output: 'singbox', version: '1.14' },
    ])
    expect(cells.map(({ kept, leftOut }) => [kept, leftOut])).toEqual([
      [3, 0],
      [2, 1],
      [2, 1],
    ])
    expect(cells[1]!.reasons[0]!.message).toBe('Clash does not support vless')
    expect(cells[2]!.reasons[0]!.message).toBe('sing-box does not support ssr')
  })

  test('each with the settings that choosing it would have: a bare list has no resolver for the strategy of a node', () => {
    const text = 'proxies: [{ name: N, type: trojan, server: n.example.com, port: 443, password: p, ip-version: ipv4 }]'
    const { desk } = deskWith(text)
    const perOutput = { singbox: { ...DEFAULT_OUTPUT_SETTINGS, list: true } }
    const changed = (perOutput: Recipe['perOutput']) =>
      desk
        .compare(request({ ...withText(EMPTY_RECIPE, text), perOutput }), [
          { output: 'mihomo' },
          { output: 'singbox', version: 'compatible' },
          { output: 'singbox', version: '1.14' },
          { output: 'links' },
        ])
        .map((cell) => cell.changed)
    expect(changed({})).toEqual([0, 0, 0, 1])
    expect(changed(perOutput)).toEqual([0, 1, 1, 1])
  })

  const LIST = [
    trojan('剩余流量：10 GB', 'i.example.com'),
    trojan('香港 01', 'h.example.com'),
    trojan('日本 01', 'j.example.com'),
    trojan('日本 01', 'j.example.com'),
    vless('美国 01'),
    'abc://x',
  ].join('\n')
  const filled = withText(EMPTY_RECIPE, LIST)
  const withSteps = (...steps: Step[]): Recipe => ({ ...filled, steps })

  test.each<[string, Recipe, number]>([
    ['as it is', filled, 4],
    ['without the entries of information', withTypeExcluded(filled, 'info'), 3],
    ['with a type left out by the user', withTypeExcluded(filled, 'trojan'), 1],
    ['with duplicates kept', withCommon(filled, { keepDuplicates: true }), 5],
    ['with a filter over names', withCommon(filled, { nameExclude: '香港' }), 3],
    ['with a prefix', withCommon(filled, { prefix: 'P ' }), 4],
    ['without a region', withSteps({ id: 's', kind: 'filter', keeps: false, match: { region: 'JP' } }), 3],
    ['with one region', withSteps({ id: 's', kind: 'filter', keeps: true, match: { region: 'HK' } }), 1],
    [
      'with a region that a step gives',
      withSteps(
        { id: 's', kind: 'region', region: 'SG', match: { region: 'JP' } },
        { id: 't', kind: 'filter', keeps: false, match: { region: 'SG' } },
      ),
      3,
    ],
    [
      'with notices that a step takes out',
      withSteps({ id: 's', kind: 'filter', keeps: false, match: { info: true } }),
      3,
    ],
    ['with equal addresses taken out', withSteps({ id: 's', kind: 'unique', by: 'address' }), 4],
  ])('by the numbers of their results: %s', (_, recipe, kept) => {
    const { desk } = deskWith(LIST)
    const cells = desk.compare(request(recipe), ALL_COLUMNS)
    expect(cells.find(({ output }) => output === 'mihomo')).toMatchObject({ kept })
    for (const cell of cells) {
      const { output, version } = cell
      const chosen = withOutput(recipe, output)
      const { settings, ...asked } = buildRequest(chosen, 'en-US', '')
      const { counts } = desk.build({ ...asked, settings: { ...settings, ...versionSettings(output, version) } })
      expect({ output, ...keptOf(counts) }).toEqual({ output, kept: cell.kept, leftOut: cell.leftOut })
    }
  })
})

test('gutter marks tell good lines from bad ones and name the first of equal ones', () => {
  const { desk } = deskWith([trojan('A'), 'x', trojan('A')].join('\n'))
  expect(desk.marks('text', 'zh-CN', NO_EDITS).map(({ line, status }) => [line, status])).toEqual([
    [1, 'ok'],
    [2, 'skipped'],
    [3, 'duplicate'],
  ])
})

test('the mark of a line of Base64 says when only some of its entries ended as its status says', () => {
  const inner = (...lines: string[]) => btoa(lines.join('\n'))
  const lines = [
    inner(trojan('Traffic: 1 GB'), 'x'),
    inner('y', 'z'),
    inner(trojan('A'), trojan('A')),
    inner(trojan('A'), trojan('A')),
  ]
  const { desk } = deskWith(lines.join('\n'))
  expect(desk.marks('text', 'zh-CN', NO_EDITS).map(({ status, isPartly }) => [status, isPartly])).toEqual([
    ['skipped', true],
    ['skipped', undefined],
    ['duplicate', true],
    ['duplicate', undefined],
  ])
})

test('gutter marks name the node of a line, and no node where a line holds several', () => {
  const { desk } = deskWith(
    [trojan('香港 01'), btoa([trojan('B'), trojan('C', 'c.example.com')].join('\n'))].join('\n'),
  )
  const names = (edits: NodeEdits) => desk.marks('text', 'zh-CN', edits).map(({ name }) => name)
  expect(names(NO_EDITS)).toEqual(['香港 01', undefined])
  const [{ key } = { key: '' }] = desk.rows({ sources: ['text'], edits: NO_EDITS })
  expect(names({ ...NO_EDITS, names: { [key]: 'Tokyo' } })).toEqual(['Tokyo', undefined])
})

test('the size of a result is counted in bytes, however long it is', () => {
  const links = Array.from({ length: 40_000 }, (_, n) => trojan(`香港节点线路${n}`, `n${n}.example.com`))
  const { desk, build } = deskWith(links.join('\n'))
  const { bytes, text } = build({ list: true })
  expect(text).toBeUndefined()
  expect(bytes).toBe(new TextEncoder().encode(desk.text()).length)
})

describe('the controller', () => {
  const OWN = 'mixed-port: 7890\nexternal-controller: 127.0.0.1:9090\nproxies: []\n'

  test('of a config of ours has the secret that was drawn, until one is typed', () => {
    const { build } = deskWith(trojan('A'))
    expect(build({ drawnSecret: 'drawn' }).text).toContain('secret: drawn')
    expect(build({ drawnSecret: 'drawn', output: 'singbox' }).text).toContain('"secret": "drawn"')
    expect(build({ drawnSecret: 'drawn', secret: 'typed' }).text).toContain('secret: typed')
  })

  test('of a config of one’s own stays as it is', () => {
    const template = { name: 'own.yaml', text: OWN }
    expect(deskWith(trojan('A')).build({ drawnSecret: 'drawn', template }).text).not.toContain('drawn')
  })
})

test.each([
  ['singbox', /"type": "tun"/],
  ['mihomo', /tun:\n {2}enable: true/],
] as const)('TUN is written for %s when it is wanted', (output, pattern) => {
  const { build } = deskWith(trojan('A'))
  expect(build({ output, tun: true }).text).toMatch(pattern)
  expect(build({ output }).text).not.toMatch(pattern)
})

test('a link that asks a client to import an address is told with that address', () => {
  const line = 'clash://install-config?url=https%3A%2F%2Fsub.example.com%2Fa%3Ftoken%3D1'
  const { addresses } = new Converter().read('text', 'Text', `${trojan('A')}\n${line}`)
  expect(addresses).toEqual([{ line: 2, text: line, url: 'https://sub.example.com/a?token=1' }])
})

test('sources are compared by the names that their nodes have alone, without what they repeat', () => {
  const desk = new Converter()
  desk.read('a', 'A', `${trojan('X')}\n${trojan('X')}\n${trojan('gone', 'gone.example.com')}`)
  desk.read('b', 'B', `${trojan('X')}\n${trojan('new', 'new.example.com')}`)
  const compared = desk.compareSources({ sources: ['a', 'b'], edits: NO_EDITS }, 'a', 'b')
  expect(compared).toMatchObject({ same: [{ fields: [] }], changed: [] })
  expect([compared.onlyLeft, compared.onlyRight].map(({ length }) => length)).toEqual([1, 1])
})
