import { expect, test } from 'vitest'
import { Converter } from '../converter.ts'
import { NO_EDITS } from '../model/nodes/edits.ts'

const trojan = (name: string, server = 'example.com') =>
  `trojan://s3cret@${server}:443?sni=a.example.com#${encodeURIComponent(name)}`

function glance(...texts: string[]) {
  const converter = new Converter()
  const sources = texts.map((text, index) => {
    converter.read(`${index}`, '', text)
    return `${index}`
  })
  return converter.glance({ sources, edits: NO_EDITS, lang: 'en-US' }, 6)
}

test('a look at a list shows what is wrong first, then the nodes in their order', () => {
  const { entries } = glance([trojan('HK 01'), 'abc://x', trojan('HK 01'), trojan('JP 01', 'b.example.com')].join('\n'))
  expect(entries).toEqual([
    { state: 'skipped', line: 2, name: 'abc://••••', message: expect.stringContaining('abc') as string },
    { state: 'duplicate', line: 3, name: 'HK 01', type: 'trojan', region: 'HK', of: 1 },
    { state: 'node', line: 1, name: 'HK 01', type: 'trojan', region: 'HK' },
    { state: 'node', line: 4, name: 'JP 01', type: 'trojan', region: 'JP' },
  ])
})

test('however much is wrong, half of the rows are nodes while there are any', () => {
  const broken = Array.from({ length: 40 }, (_, index) => `abc://${index}`)
  const nodes = ['A', 'B', 'C', 'D'].map((name) => trojan(name, `${name}.example.com`))
  expect(glance([...broken, ...nodes].join('\n')).entries.map(({ state }) => state)).toEqual([
    'skipped', 'skipped', 'skipped', 'node', 'node', 'node',
  ]) // oxfmt-ignore
  expect(glance(broken.join('\n')).entries.map(({ state }) => state)).toEqual(Array(6).fill('skipped'))
})

test('every entry of every text is in one number, comments in none', () => {
  const notice = trojan('剩余流量：10 GB', 'i.example.com')
  const texts = [[trojan('A'), '# words', trojan('A'), 'abc://x', notice, notice].join('\n'), trojan('B')]
  const { counts, types } = glance(...texts)
  expect(counts).toEqual({ entries: 6, nodes: 2, notices: 1, duplicates: 2, toFetch: 0, skipped: 1 })
  expect(types).toEqual([{ type: 'trojan', count: 2 }])
})

test('the protocol with the most nodes is the first one', () => {
  const { types } = glance(
    [trojan('A'), 'ss://YWVzLTI1Ni1nY206cHc@s.example:1#S', 'ss://YWVzLTI1Ni1nY206cHc@t.example:1#T'].join('\n'),
  )
  expect(types).toEqual([
    { type: 'ss', count: 2 },
    { type: 'trojan', count: 1 },
  ])
})

test('an address of a subscription is counted as such, so that one may be told where it is fetched', () => {
  const line = 'https://sub.example.com/a?token=x'
  expect(glance(`${line}\nabc://x`)).toMatchObject({
    entries: [
      { state: 'to-fetch', line: 1, name: 'sub.example.com' },
      { state: 'skipped', line: 2 },
    ],
    addresses: [{ line: 1, text: line, url: line }],
    counts: { entries: 2, nodes: 0, toFetch: 1, skipped: 1 },
  })
})

test('what a provider says of traffic and expiry stands behind the nodes', () => {
  const { entries } = glance([trojan('剩余流量：10 GB', 'i.example.com'), trojan('HK 01')].join('\n'))
  expect(entries.map((entry) => 'name' in entry && entry.name)).toEqual(['HK 01', '剩余流量：10 GB'])
})

test.each([
  ['the name that its link gives, with its region', 'trojan://s3cret@hk.example.com:0#HK%2002', 'HK 02', 'HK'],
  ['how its text begins, where there is no name', 'abc://x', 'abc://••••', undefined],
  ['nothing, where that may be a secret', 's3cret', '', undefined],
])('what is skipped is called by %s', (_, line, name, region) => {
  expect(glance([line, trojan('A')].join('\n')).entries[0]).toMatchObject({
    state: 'skipped',
    name,
    ...(region ? { region } : {}),
  })
})

test('nothing secret is told', () => {
  expect(JSON.stringify(glance([trojan('A'), trojan('A'), 'trojan://s3cret@:0#B'].join('\n')))).not.toContain('s3cret')
})
