import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dotnetRegexIssue, re2Issue, userRegex, userReplacer } from './user-regex.ts'

describe('a name filter picks names as its writer meant', () => {
  test.each<[pattern: string, takes: string[], leaves: string[]]>([
    ['香港|HK', ['香港 01', 'x HK'], ['hk', '日本']],
    ['(?i)香港|HK', ['hk 1', 'HK'], ['US']],
    ['\\u9999\\u6e2f', ['香港'], ['日本']],
    ['🇭🇰', ['🇭🇰 1'], ['🇯🇵 1']],
    ['', ['anything', ''], []],
    ['^(?!.*(A|B)).*$', ['C'], ['xA', 'B']],
    ['^(?!.*(?:剩余|到期)).*', ['香港'], ['剩余流量', '到期 2026']],
    ['(?i)^(?!.*(expire|traffic)).*$', ['HK'], ['Expire: 1', 'TRAFFIC']],
    ['^(?!.*expire)(?=.*(HK|US)).*$', ['HK 1'], ['expire HK', 'JP']],
    ['^(?!.*expire)HK', ['HK 1'], ['US HK', 'HK expire']],
    ['^(?!(A|B)).*$', ['xA'], ['A1', 'B']],
    ['^((?!日本).)*$', ['香港', ''], ['a日本b']],
    ['^(?:(?!a|b).)*$', ['c'], ['xb']],
    ['(?=.*(US|美))^((?!(日|XX)).)*$', ['US 1', '美国'], ['US 日', 'HK']],
    ['(?=.*A)(?=.*B).*', ['xByA'], ['xA', 'B']],
    ['(?=US).*', ['a US'], ['HK']],
    ['(?!.*a).*', ['a'], []],
    ['(?<![A-Za-z])HKG?(?![A-Za-z])', ['香港HK01', 'HKG'], ['SHK', 'HKT']],
    ['\\bHK\\b', ['香港HK'], ['HKG']],
    ['(?<!x)\\bHK\\b', ['香港HK'], ['HKG', 'xHK']],
    ['[[:alpha:]]\\Q+\\E', ['a+'], ['1+']],
  ])('%s', (pattern, takes, leaves) => {
    const { regex } = userRegex(pattern)
    expect(takes.map((name) => regex?.test(name))).toEqual(takes.map(() => true))
    expect(leaves.map((name) => regex?.test(name))).toEqual(leaves.map(() => false))
  })
})

test('a pattern that mihomo runs too has its words, digits and blanks', () => {
  const mihomos = (pattern: string) => userRegex(pattern, { wordChars: 'unicode' }).regex!
  expect(['香港HK', '香港 HK'].map((name) => mihomos('\\bHK\\b').test(name))).toEqual([false, true])
  // What mihomo refuses is read as everywhere else.
  expect(mihomos('(?P<place>港)').test('香港')).toBe(true)
})

describe('a pattern that cannot be run is told with its reason', () => {
  test.each([
    ['(a', 'regex-syntax', 'parenthesis-open'],
    ['[a-z', 'regex-syntax', 'bracket-open'],
    ['*', 'regex-syntax', 'repeat-nothing'],
    ['(?!a)(b', 'regex-syntax', 'parenthesis-open'],
    ['(?!a)\\Qb\\E', 'regex-syntax', 'escape'],
    ['(?>a)b', 'regex-syntax', 'perl-syntax'],
    ['(?!a)(?(?=b)c|d)', 'regex-syntax', 'perl-syntax'],
    ['(?!a)[[:alpha:]]', 'regex-syntax', 'perl-syntax'],
    ['(a)\\1', 'regex-backreference'],
    ['(?<n>a)(?!b)\\k<n>', 'regex-backreference'],
    ['x'.repeat(513), 'regex-too-long'],
  ])('%s: %s', (pattern, reason, mistake?: string) => {
    const syntax = mistake === undefined ? {} : { mistake }
    expect(userRegex(pattern)).toEqual({ issue: { reason, at: expect.any(String), ...syntax } })
  })
})

test.each(['a{5000}', '((a{100}){100}){100}', '(?!a{4000})b'])('%s grows too large to be run', (pattern) => {
  expect(userRegex(pattern)).toEqual({ issue: { reason: 'regex-syntax', mistake: 'too-big' } })
})

describe('capital and small letters are the same where that is asked for', () => {
  test.each([
    ['hk', ['HK 1', 'hk'], ['US']],
    ['(?-i)hk', ['hk'], ['HK']],
    ['^(?!.*expire).*$', ['HK'], ['Expire 1']],
    ['x'.repeat(512), ['X'.repeat(512)], ['x']],
  ])('%s', (pattern, takes, leaves) => {
    const { regex } = userRegex(pattern, { ignoreCase: true })
    expect(takes.map((name) => regex?.test(name))).toEqual(takes.map(() => true))
    expect(leaves.map((name) => regex?.test(name))).toEqual(leaves.map(() => false))
  })
})

test.each([{}, { ignoreCase: true }])('what is wrong is told in the words of the pattern (%o)', (options) => {
  expect(userRegex('(香港', options).issue).toMatchObject({ at: '(香港' })
})

describe('what a pattern finds is replaced', () => {
  test.each([
    ['(\\w+)-(\\d+)', '$2 $1', 'hk-01 us-2', '01 hk 2 us'],
    ['x*', '-', 'ab', '-a-b-'],
    ['(?P<place>hk)', '[${place}]', 'HK 1', '[HK] 1'],
    ['(a)', '$9$$', 'a', '$'],
    ['\\s+', '', 'a b  c', 'abc'],
  ])('%s to %s', (pattern, replacement, text, expected) => {
    expect(userReplacer(pattern, { ignoreCase: true }).regex?.replace(text, replacement)).toBe(expected)
  })

  test('a pattern that says what is nowhere finds nothing to replace', () => {
    expect(userReplacer('^(?!.*x).*$').issue?.reason).toBe('regex-lookaround')
  })

  test('what is replaced does not grow without end', () => {
    const { regex } = userReplacer('.')
    expect(regex?.replace('a'.repeat(10_000), '$0$0$0').length).toBeLessThanOrEqual(4096)
  })
})

test('a pattern made to run for ever does not', () => {
  const { regex } = userRegex('^(a+)+$')
  // The engine that backtracks would take 2^200 steps.
  for (let i = 0; i < 100; i++) expect(regex?.test(`${'a'.repeat(200)}!`)).toBe(false)
})

test('no text makes it throw', () => {
  const shapes = fc.string({ unit: fc.constantFrom(...'ab(?!=<.*^$)[]\\|{1,}i:kuZ'.split('')), maxLength: 30 })
  fc.assert(
    fc.property(fc.oneof(shapes, fc.string()), (pattern) => {
      userRegex(pattern).regex?.test('abc')
      re2Issue(pattern)
      dotnetRegexIssue(pattern)
    }),
    { numRuns: 3000 },
  )
})

describe('a regex of a rule is judged for the client that runs it', () => {
  test.each([
    ['^a(b|c)$', true, true],
    ['(?<!a)b', false, true],
    ['^(?!.*x).*$', false, true],
    ['(a)\\1', false, true],
    ['(?>a)b', false, true],
    ['(?#c)a', false, true],
    ['(?P<n>a)', true, false],
    ['\\Qa\\E', true, false],
    ['(a)\\2', false, false],
    ['(a', false, false],
    ['[a', false, false],
    ['[(?=]', true, true],
  ])('%s: sing-box %s, mihomo %s', (pattern, singbox, mihomo) => {
    expect([re2Issue(pattern) === undefined, dotnetRegexIssue(pattern) === undefined]).toEqual([singbox, mihomo])
  })
})
