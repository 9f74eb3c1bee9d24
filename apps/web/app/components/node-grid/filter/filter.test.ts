import { userRegex } from '@switchyard/convert/user-regex'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import en from '../../../messages/node-grid/en-US.json' with { type: 'json' }
import zh from '../../../messages/node-grid/zh-CN.json' with { type: 'json' }
import {
  FILTER_MAX,
  hasFacet,
  isNarrower,
  isOneState,
  leadingStates,
  parseFilter,
  SPELLED_FLAGS,
  toggleFacet,
  withState,
} from './filter-query.ts'
import { rowMatcher } from './row-matcher.ts'
import type { ListedNode } from '../types.ts'

const row = (id: string, more: Partial<ListedNode> = {}): ListedNode => ({
  id,
  line: '1',
  name: id,
  protocol: 'vless',
  server: `${id}.example.com`,
  port: 443,
  source: 'airport1',
  state: 'kept',
  ...more,
})

const ROWS = [
  row('tokyo', { name: '东京 01', region: 'JP', security: 'reality' }),
  row('osaka', { name: '大阪 过期', region: 'JP', protocol: 'trojan', security: 'tls', transport: 'ws' }),
  row('angeles', { name: 'LA 02', region: 'US', source: 'airport 2', protocol: 'ss', port: 8388, isDoubtful: true }),
  row('expiry', { name: '到期时间 2027', isInfo: true, issues: [{ code: 'x', text: 'x', severity: 'warning' }] }),
  row('off', { name: 'HK 9', region: 'HK', state: 'disabled', oldName: 'HK' }),
]

const NAMES: Record<string, string> = { JP: '日本', US: '美国', HK: '香港' }

function found(text: string): string[] {
  const test = rowMatcher(parseFilter(text), {
    regexOf: (pattern) => userRegex(pattern, { ignoreCase: true }).regex,
    regionName: (code) => NAMES[code] ?? code,
  })
  return ROWS.filter(test).map(({ id }) => id)
}

describe('the filter box', () => {
  test.each([
    ['', ['tokyo', 'osaka', 'angeles', 'expiry', 'off']],
    ['is:doubtful', ['angeles']],
    ['状态:存疑', ['angeles']],
    ['proto:vless', ['tokyo', 'expiry', 'off']],
    ['proto:ss,trojan', ['osaka', 'angeles']],
    ['proto:ss proto:trojan', ['osaka', 'angeles']],
    ['protocol:shadowsocks', ['angeles']],
    ['协议：trojan', ['osaka']],
    ['region:JP', ['tokyo', 'osaka']],
    ['region:jp,us -name:过期', ['tokyo', 'angeles']],
    ['region:香港', ['off']],
    ['region:none', ['expiry']],
    ['tls:reality', ['tokyo']],
    ['tls:on', ['tokyo', 'osaka']],
    ['tls:off region:us', ['angeles']],
    ['src:airport1 -region:jp', ['expiry', 'off']],
    ['src:"airport 2"', ['angeles']],
    ['net:ws', ['osaka']],
    ['net:tcp proto:ss', ['angeles']],
    ['port:8388', ['angeles']],
    ['server:osaka', ['osaka']],
    ['日本', ['tokyo', 'osaka']],
    ['jp', ['tokyo', 'osaka']],
    ['-JP -us', ['expiry', 'off']],
    ['tokyo.example.com:443', ['tokyo']],
    ['-proto:vless -proto:ss', ['osaka']],
    ['/^(东京|LA)/', ['tokyo', 'angeles']],
    ['/la \\d+', ['angeles']],
    ['-/\\d$/', ['osaka']],
    ['/^(?!.*(东京|到期)).*$/', ['osaka', 'angeles', 'off']],
    ['server:/^o/', ['osaka', 'off']],
    ['is:problem', ['expiry']],
    ['is:info', ['expiry']],
    ['状态:提示', ['expiry']],
    ['is:disabled is:renamed', ['off']],
    ['状态:停用', ['off']],
    ['- -', []],
    ['nothing:here', []],
    ['is:unknown', ['tokyo', 'osaka', 'angeles', 'expiry', 'off']],
    ['/(/', ['tokyo', 'osaka', 'angeles', 'expiry', 'off']],
    ['/', ['tokyo', 'osaka', 'angeles', 'expiry', 'off']],
  ])('%s', (text, ids) => {
    expect(found(text)).toEqual(ids)
  })

  test('what is no term is a word', () => {
    expect(parseFilter('http://a:b')).toMatchObject([{ key: 'any', values: ['http://a:b'] }])
  })

  test('a slash inside a pattern is escaped', () => {
    expect(parseFilter('/a\\/b/ c')).toMatchObject([{ pattern: 'a/b' }, { values: ['c'] }])
  })

  test('a long text is cut and holds no endless list of terms', () => {
    expect(parseFilter('a '.repeat(100_000)).length).toBeLessThanOrEqual(50)
    expect(parseFilter('x'.repeat(2 * FILTER_MAX))[0]!.values[0]).toHaveLength(FILTER_MAX)
  })

  test.each([
    ['', 'proto', 'vless', 'proto:vless'],
    ['proto:vless', 'proto', 'vless', ''],
    ['proto:vless name:x', 'proto', 'trojan', 'proto:vless,trojan name:x'],
    ['proto:vless,trojan name:x', 'proto', 'vless', 'proto:trojan name:x'],
    ['name:x proto:vless tls:on', 'proto', 'vless', 'name:x tls:on'],
    ['/open', 'region', 'JP', 'region:jp /open'],
    ['src:a', 'src', 'airport 2', 'src:a,"airport 2"'],
    ['is:new', 'is', 'problem', 'is:problem is:new'],
    ['-proto:vless', 'proto', 'vless', 'proto:vless -proto:vless'],
    ['is:skipped name:x', 'region', 'JP', 'is:skipped region:jp name:x'],
    ['is:skipped', 'is', 'skipped', ''],
  ] as const)('a chip on %j: %s %s gives %j', (text, key, value, expected) => {
    const next = toggleFacet(text, key, value)
    expect(next).toBe(expected)
    expect(hasFacet(parseFilter(next), key, value)).toBe(!hasFacet(parseFilter(text), key, value))
  })

  test.each([
    ['is:skipped', true],
    ['状态:跳过', true],
    ['-is:skipped', false],
    ['is:problem', false],
    ['is:info', false],
    ['is:skipped jp', true],
    ['jp', false],
    ['', false],
  ])('that all rows of %j have one state is %s', (text, isOne) => {
    expect(isOneState(parseFilter(text))).toBe(isOne)
  })

  test.each([
    ['is:skipped', ['skipped'], ''],
    ['状态:略去  is:problem 香港 is:output', ['refused', 'problem'], '香港 is:output'],
    ['hk is:skipped', [], 'hk is:skipped'],
    ['-is:skipped', [], '-is:skipped'],
    ['is:new', [], 'is:new'],
    ['is:skipped,output', [], 'is:skipped,output'],
    ['', [], ''],
  ])('%j begins with the states %j', (text, states, rest) => {
    expect(leadingStates(text)).toMatchObject({ states, rest })
  })

  test.each([
    ['', '状态:输出'],
    ['b.', '状态:输出 b.'],
    ['is:skipped b.  region:jp', '状态:输出 b. region:jp'],
    ['状态:跳过 is:problem', '状态:输出'],
  ])('a press on a state replaces the states of %j and keeps its words: %j', (text, expected) => {
    const next = withState(text, 'output', zh.nodeGrid.filterWord)
    expect(next).toBe(expected)
    // A second press removes the state.
    expect(withState(next, undefined)).toBe(expected.replace('状态:输出', '').trim())
  })

  test('a press writes the words of the page, and they are read as the English ones', () => {
    for (const messages of [zh, en]) {
      const words = messages.nodeGrid.filterWord
      const flags = toggleFacet('', 'is', 'skipped', words)
      expect(parseFilter(toggleFacet(flags, 'region', 'jp', words))).toMatchObject([
        { key: 'is', values: ['skipped'] },
        { key: 'region', values: ['jp'] },
      ])
      for (const flag of SPELLED_FLAGS)
        expect(parseFilter(toggleFacet('', 'is', flag, words))).toMatchObject([{ key: 'is', values: [flag] }])
    }
    expect(toggleFacet('', 'is', 'skipped', zh.nodeGrid.filterWord)).toBe('状态:跳过')
    expect(toggleFacet('状态:跳过', 'is', 'skipped', zh.nodeGrid.filterWord)).toBe('')
  })

  test.each([
    ['', 'h', true],
    ['h', 'hk', true],
    ['hk', 'hk 0', true],
    ['hk 0', 'hk 01 -过期', true],
    ['name:h', 'name:hk', true],
    ['hk', 'h', false],
    ['hk', 'tk', false],
    ['hk', '-hk', false],
    ['-h', '-hk', false],
    ['regio', 'region:', false],
    ['region:jp', 'region:jp,us', false],
    ['region:jp', 'region:jp region:us', false],
    ['region:j', 'region:jp', false],
    ['region:jp', 'region:jp proto:ss', true],
    ['is:new', 'is:new is:info', true],
    ['/h/', '/h/ a', false],
  ])('all that %j and then %j finds was found before: %s', (before, next, expected) => {
    expect(isNarrower(parseFilter(next), parseFilter(before))).toBe(expected)
  })

  test('what is searched alone holds all that fits, whatever is typed', () => {
    const pieces = [
      '0',
      '01',
      '过期',
      'name:',
      'name:h',
      'region:',
      'JP',
      'US',
      ',',
      ' ',
      '-',
      'proto:',
      'ss',
      'is:',
      'new',
      '/',
      'a',
      '日',
    ]
    const text = fc.array(fc.constantFrom(...pieces), { maxLength: 8 }).map((each) => each.join(''))
    fc.assert(
      fc.property(text, text, (before, more) => {
        const next = before + more
        if (!isNarrower(parseFilter(next), parseFilter(before))) return
        const all = found(before)
        expect(found(next).filter((id) => !all.includes(id))).toEqual([])
      }),
      { numRuns: 2000 },
    )
  })
})
