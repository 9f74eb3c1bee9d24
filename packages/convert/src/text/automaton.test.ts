import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { automaton } from './automaton.ts'
import { type DotnetOptions, dotnetTree } from './dotnet-regex.ts'

function run(pattern: string, options?: DotnetOptions) {
  const { tree } = dotnetTree(pattern, options)
  return automaton(tree!)!
}

const NAMES = [
  '', '日', '尼日', '-日', 'x日', '日用', '日本', '日利亚', 'HK', 'HKG 1', 'hk-02', 'SHK', '香港 HK', '香港HKT', 'US Lite', 'USA', '美国', '港 Lite', '港 Daily',
  '🇭🇰 港', '🇭🇰', '🇯🇵 日', '😀', '流量', '剩余流量 9G', '电信 1', '中国移动', '0.5x', '10.5x', 'x0.5', '1.5x 专线', 'a x1 b', '新', '新西兰', 'a.b', '[1]', '过期', 'aXb', 'axxb',
] // oxfmt-ignore

/** Where .NET and the runtime's own engine agree, that engine says what is right. The patterns are ours and short. */
describe('finds what a backtracking engine finds', () => {
  test.each([
    '(?!流量|时间|应急).*', '(^(?!.*(电信|联通|移动)).*)', '(?=.*港)(?!.*Lite)(?!.*Daily).*', '[^-尼]日(?!用)|JP', '(?<!尼|-)日', '(?i)(香港|(?<![A-Za-z])HKG?(?![A-Za-z]))',
    '日((?!用).)+|[^-]日', '新(?!.*西)', '([^\\.\\d](x1|1x)[^\\.\\d]|^((?!x).)+$)', '((?<![\\.\\d])(x0\\.[1-9]|0\\.[1-9]x)(?![\\.\\d])|低倍率)', '^(?!.*(?:剩|期)).*(?:(?<!\\d)0\\.[0-5]|下载)',
    '(^((?!(过期|免费)).)*$)', '(?<=🇭🇰 )港', '(?<!🇭🇰)\\s港', '(?=^.{2}$)', '(?<=^|\\W)HK(?=$|\\W)', '(?<=(?<!-)日)本', '(?=(?!日)).本', '(?!(?!港))', '(?<=a(?=x))x+', '(?:(?=a)){2}aX',
    '(?:(?!用).){3,}', '(?<!^)日', '(?!^)', '(?!)', '(?=)', '(?<=)', '(?<!)', '^(?=.*a)(?=.*b)(?!.*xx)', '(?<=\\[)\\d(?=\\])', '(?<=x{2})b', '(?<!a.?)b', 'a(?=.*b$)',
  ])('%s', (pattern) => {
    const [, flag = '', rest = ''] = /^(\(\?i\))?(.*)$/.exec(pattern)!
    const trusted = new RegExp(rest, flag === '' ? 'u' : 'iu')
    const found = run(pattern, { wordChars: 'ascii' })
    expect(NAMES.filter((name) => found.test(name))).toEqual(NAMES.filter((name) => trusted.test(name)))
  }) // oxfmt-ignore

  // V8 looks for `\B` between the two halves of an emoji too.
  const char = fc.constantFrom('a', 'b', 'A', '1', ' ', '-', '日', '港')
  const atom = fc.constantFrom(
    'a', 'b', '日', '港', '.', '[ab]', '[^a]', '[^-日]', '\\d', '\\w', '\\W', '\\s', '\\S', '^', '$', '\\b', '\\B', '[\\d日]', '[^\\w-]', '\\p{Lu}', '\\P{L}',
  ) // oxfmt-ignore
  const { pattern } = fc.letrec<{ pattern: string }>((again) => ({
    pattern: fc.oneof(
      { maxDepth: 5, withCrossShrink: true },
      { weight: 2, arbitrary: atom },
      { weight: 3, arbitrary: fc.tuple(again('pattern'), again('pattern')).map(([a, b]) => a + b) },
      { weight: 2, arbitrary: fc.tuple(again('pattern'), again('pattern')).map(([a, b]) => `(${a}|${b})`) },
      {
        weight: 2,
        arbitrary: fc
          .tuple(again('pattern'), fc.constantFrom('*', '+', '?', '*?', '{2}', '{0,2}', '{2,}'))
          .map(([a, count]) => `(?:${a})${count}`),
      },
      {
        weight: 3,
        arbitrary: fc
          .tuple(fc.constantFrom('(?=', '(?!', '(?<=', '(?<!'), again('pattern'))
          .map(([open, a]) => `${open}${a})`),
      },
    ),
  }))
  const name = fc.array(char, { maxLength: 6 }).map((chars) => chars.join(''))

  test('whatever looks around, and however deep', () => {
    fc.assert(
      fc.property(pattern, fc.array(name, { minLength: 4, maxLength: 6 }), (source, names) => {
        const trusted = new RegExp(source, 'u')
        const found = run(source, { wordChars: 'ascii' })
        expect(names.map((one) => found.test(one))).toEqual(names.map((one) => trusted.test(one)))
      }),
      { numRuns: 1500 },
    )
  })
})

/** What regexp2 1.12.0, the engine of mihomo, finds: each row was run. */
describe('means what it means to mihomo', () => {
  test.each<[pattern: string, takes: string[], leaves: string[]]>([
    ['\\bHK\\b', ['HK 1', 'x HK', '🇭🇰HK'], ['香港HK', 'HKG', 'éHK', '٣HK']],
    ['^\\w+$', ['香港HK1', 'é', '٣', 'e\u0301', 'a\u200db'], ['a-b', '🇭🇰', '']],
    ['^\\d$', ['1', '٣'], ['一', 'a']],
    ['^\\s$', [' ', '\u00a0', '\u3000', '\u0085'], ['\u200b', 'x']],
    ['(?i)é', ['É', 'é'], ['e']],
    ['(?i)[À-Þ]x', ['éX', 'Àx'], ['ßx']],
    ['(?i)\\p{Lu}', ['a', 'A', 'é'], ['港', '1']],
    ['(?i)^\\P{Lu}$', ['港', '1'], ['a', 'A']],
    ['(?i)k', ['K', '\u212a'], ['x']],
    ['a(?i)b(?-i)c|(?i:d)E', ['aBc', 'DE'], ['Abc', 'abC', 'de']],
    ['(?x) a b # c\n [ ]', ['ab '], ['a b', 'ab']],
    ['(?u)[*×xX]\\s*2', ['× 2'], ['2x']],
    ['a.b', ['a\rb'], ['a\nb']],
    ['(?s)a.b', ['a\nb'], ['ab']],
    ['a$', ['a', 'a\n'], ['a\nb', 'a\n\n']],
    ['a\\z', ['a'], ['a\n']],
    ['(?m)^b$', ['a\nb\nc'], ['ab']],
    ['\\x41\\u65e5\\x{1F600}\\061', ['A日😀1'], ['A日😀']],
    ['[a-z-[aeiou]]', ['b'], ['a', '-', 'B']],
    ['^[]a]$', [']', 'a'], ['b']],
    ['^[^\\W\\d]$', ['a', '港', '1'], ['-']],
    ['^[\\S\\s]$', ['a', ' ', '\n'], ['']],
    ['^\\p{Han}+$', ['香港'], ['日本の', 'HK']],
    ['^.$', ['😀', '港'], ['🇭🇰', '']],
    ['(?n)(a)(?<b>b)', ['ab'], ['a']],
    ['(?#c)a(?#d){2}', ['aa'], ['a']],
  ])('%s', (pattern, takes, leaves) => {
    const found = run(pattern)
    expect([...takes, ...leaves].filter((name) => found.test(name))).toEqual(takes)
  })
})

describe('a text of twice the length takes twice the steps', () => {
  test.each([
    ['^(a+)+$', 'a'],
    ['(?=(a*)*b)', 'a'],
    ['(?:(?=.*b)|(?<=b.*))+c', 'a'],
    ['(?<!(?:a|aa)+b)(?!(?:a|aa)+b)c', 'a'],
    ['(?=(?=(?=.*x).*x).*x)', 'ab'],
    ['(?<=(?<=(?<=x.*).*).*)y', 'ab'],
    ['(?:a?){30}a{30}b', 'a'],
    ['(a|b)*a(a|b){12}c', 'abbabaaab'],
  ])('%s', (pattern, unit) => {
    const steps = (length: number): number => {
      const fresh = run(pattern)
      fresh.test(unit.repeat(Math.ceil(length / unit.length)).slice(0, length))
      return fresh.steps
    }
    expect(steps(8000)).toBeLessThan(steps(4000) * 2.2)
    expect(steps(4000)).toBeGreaterThan(4000)
  })
})

test('what is kept for the next text is forgotten now and then, and the answer is the same', () => {
  const found = run('(?<=^.*)(?:[\\s\\S]*a[\\s\\S]{9}b)(?=.*$)')
  let seed = 1
  const text = Array.from({ length: 40_000 }, () => ((seed = (seed * 48271) % 2147483647) & 64 ? 'a' : 'c')).join('')
  expect(['', 'c123456789b', 'a123456789b'].map((end) => found.test(text + end))).toEqual([false, false, true])
})

test.each(['((a{100}){100}){100}', '((){9999}){9999}', '(?:(?!a{90}){90}b{90}){90}', 'a{5000}'])(
  'a pattern that grows beyond all bounds has no automaton: %s',
  (pattern) => {
    expect(automaton(dotnetTree(pattern).tree!)).toBeUndefined()
  },
)
