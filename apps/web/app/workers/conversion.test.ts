import { describe, expect, test } from 'vitest'
import { ConversionDesk } from './conversion.ts'
import type { BuildRequest, ConvertSettings, NodeEdits } from './conversion-types.ts'

const UUID = '11111111-1111-4111-8111-111111111111'
const trojan = (name: string, server = 'example.com') =>
  `trojan://s3cret@${server}:443?sni=a.example.com#${encodeURIComponent(name)}`
const vless = (name: string) =>
  `vless://${UUID}@v.example.com:443?security=tls&sni=a.example.com#${encodeURIComponent(name)}`

const NO_EDITS: NodeEdits = { removed: [], disabled: [], names: {}, nodes: {}, clones: [], kept: [] }
const SETTINGS: ConvertSettings = {
  target: 'mihomo', singboxVersion: 'compatible', list: false, template: 'minimal', rules: '', ruleSets: [], mapping: [],
  groupNames: {}, groupEdits: {}, nameInclude: '', nameExclude: '', prefix: '', flag: false, useProvider: false,
  providers: [], clashPremium: false, keepDuplicates: false,
} // oxfmt-ignore

function deskWith(text: string): {
  desk: ConversionDesk
  build: (change?: Partial<ConvertSettings>, edits?: Partial<NodeEdits>) => ReturnType<ConversionDesk['build']>
} {
  const desk = new ConversionDesk()
  desk.read('text', 'Text', text)
  const request = (change: Partial<ConvertSettings>, edits: Partial<NodeEdits>): BuildRequest => ({
    sources: ['text'], edits: { ...NO_EDITS, ...edits }, settings: { ...SETTINGS, ...change }, lang: 'zh-CN',
  }) // oxfmt-ignore
  return { desk, build: (change = {}, edits = {}) => desk.build(request(change, edits)) }
}

describe('what becomes of a list', () => {
  test('a line that cannot be read is counted and told with its line, the rest converts', () => {
    const { build } = deskWith([trojan('A'), 'garbage!', vless('B'), trojan('C')].join('\n'))
    const { counts, problems, text } = build()
    expect(counts).toMatchObject({ entries: 4, nodes: 3, skipped: 1, output: 3 })
    expect(problems.find(({ line }) => line === 2)).toMatchObject({ group: 'input', sourceId: 'text' })
    expect(text).toContain('type: vless')
  })

  test('the numbers add up, whatever happens to the nodes', () => {
    const { desk, build } = deskWith(
      [trojan('A'), trojan('A'), vless('B'), trojan('C', 'c.example.com'), '# words', 'x'].join('\n'),
    )
    const rows = desk.rows({ sources: ['text'], edits: NO_EDITS })
    const { counts } = build({ target: 'clash' }, { disabled: [rows[3]!.key] })
    expect(counts.entries).toBe(counts.nodes + counts.skipped + counts.comments)
    expect(counts.nodes).toBe(counts.duplicates + counts.excluded + counts.disabled + counts.refused + counts.output)
    expect(counts).toMatchObject({ nodes: 4, duplicates: 1, excluded: 1, disabled: 1, output: 1 })
  })

  test('equal names of different servers get a suffix, and the link tells the new name', () => {
    const { desk } = deskWith([trojan('A'), trojan('A', 'b.example.com')].join('\n'))
    const request = { sources: ['text'], edits: NO_EDITS }
    const [, second] = desk.rows(request)
    expect(second).toMatchObject({ name: 'A_1', renamedFrom: 'A' })
    expect(desk.detail(request, second!.key)!.link).toMatch(/#A_1$/)
  })

  test('the same link twice is one node, and two when duplicates are kept', () => {
    const { desk, build } = deskWith([trojan('A'), trojan('A')].join('\n'))
    expect(desk.rows({ sources: ['text'], edits: NO_EDITS })[1]!.duplicateOf).toBeDefined()
    expect(build().counts).toMatchObject({ duplicates: 1, output: 1 })
    expect(build({ keepDuplicates: true }).counts).toMatchObject({ duplicates: 0, output: 2 })
  })

  test('one duplicate that the user keeps stays under a name of its own', () => {
    const { desk, build } = deskWith([trojan('A'), trojan('A')].join('\n'))
    const key = desk.rows({ sources: ['text'], edits: NO_EDITS })[1]!.key
    const { counts, text } = build({ target: 'links' }, { kept: [key] })
    expect(counts.output).toBe(2)
    expect(text).toContain('#A_1')
  })

  test('nothing that can be read says so in the words of the product', () => {
    expect(deskWith('nonsense').build().error!.message).toBe('节点为空')
    expect(deskWith('').build().counts.entries).toBe(0)
  })

  test('only vless for Clash names Mihomo as the way out', () => {
    const { error } = deskWith(vless('B')).build({ target: 'clash' })
    expect(error).toEqual({
      code: 'no-nodes-for-clash',
      message: 'Clash节点为空，Clash不支持Vless，Hysteria节点，请使用Mihomo',
    })
  })
})

describe('what the user changes', () => {
  const text = [trojan('A'), trojan('B', 'b.example.com'), trojan('C', 'c.example.com')].join('\n')

  test('order, names, copies and fields all reach the output', () => {
    const { desk, build } = deskWith(text)
    const [a, b, c] = desk.rows({ sources: ['text'], edits: NO_EDITS }).map(({ key }) => key)
    const { text: links } = build(
      { target: 'links' },
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
    const { counts } = build({}, { removed: [a!], disabled: [b!] })
    expect(counts).toMatchObject({ entries: 2, nodes: 2, disabled: 1, output: 1 })
  })

  test('prefix and name filter', () => {
    const { build } = deskWith(text)
    const { text: links, counts } = build({ target: 'links', prefix: '机场-', nameExclude: '^b$' })
    expect(counts.excluded).toBe(1)
    expect(decodeURIComponent(links!)).toContain('#机场-C')
  })

  test('a rule that is wrong is told with its line and not written', () => {
    const { problems, text: config } = deskWith(text).build({ rules: 'DOMAIN-SUFFIX,exa mple,DIRECT\nDOMAIN,a.com' })
    const told = problems.filter(({ group }) => group === 'rules').map(({ message }) => message)
    expect(told[0]).toMatch(/^第 1 行：DOMAIN-SUFFIX,exa mple,DIRECT → /)
    expect(told[1]).toContain('应为 TYPE,VALUE,ACTION 三段')
    expect(config).not.toContain('exa mple')
  })

  test('ports and groups of the user stand in the result', () => {
    const { text: config, outline } = deskWith(text).build({
      mixedPort: 7000, secret: 'a$1', groupEdits: { 我的: { added: true, type: 'select', filter: '^A$' } },
    }) // oxfmt-ignore
    expect(config).toMatch(/^mixed-port: 7000$/m)
    expect(config).toContain('secret: "a$1"')
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

test('every client is compared with its own reasons', () => {
  const { desk } = deskWith(
    [trojan('A'), vless('B'), `ssr://${btoa('r.example.com:443:origin:aes-128-ctr:plain:cGFzcw/?remarks=Ug')}`].join(
      '\n',
    ),
  )
  const cells = desk.compare({ sources: ['text'], edits: NO_EDITS, settings: SETTINGS, lang: 'en-US' }, [
    { target: 'mihomo', singboxVersion: 'compatible' },
    { target: 'clash', singboxVersion: 'compatible' },
    { target: 'singbox', singboxVersion: '1.14' },
  ])
  expect(cells.map(({ kept, leftOut }) => [kept, leftOut])).toEqual([
    [3, 0],
    [2, 1],
    [2, 1],
  ])
  expect(cells[2]!.reasons[0]!.message).toMatch(/ssr/i)
})

test('gutter marks tell good lines from bad ones and name the first of equal ones', () => {
  const { desk } = deskWith([trojan('A'), 'x', trojan('A')].join('\n'))
  expect(desk.marks('text', 'zh-CN').map(({ line, status }) => [line, status])).toEqual([
    [1, 'ok'],
    [2, 'skipped'],
    [3, 'duplicate'],
  ])
})
