import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { engineTest } from '../../proof/engine-test.ts'
import { checkWithMihomo } from '../../proof/mihomo.ts'
import { dotnetIssue } from './dotnet-regex.ts'

/** What regexp2 1.11.5, the engine of mihomo, makes of a pattern: each row was run. */
const TAKEN = [
  '香港|HK', '(a)\\1', '(?#c)a', '(?x) a b # c', 'a(?#c)*', '(?<n>a)\\k<n>', "(?'n'a)\\k'n'", '(?<n>a)\\1', '(?<5>a)\\5', '\\k<n>(?<n>a)',
  '(a)\\11', '\\11', '(?=a)b', '(?<!a)b', '(?>a)', '(?=a)*', 'a*?', 'a{', 'a{,2}', '{a}', '()*', '^*', '(?i)a', '(?is-m:a)', '(?-i)a', '[]]', '[^]]',
  '[\\d-z]', '[a-z-[aeiou]]', '[[:alpha:]]', '[\\b]', '[a-]', '\\p{Han}', '\\pL', '\\P{Lu}', '\\x41', '\\x{1F600}', '\\u9999', '\\cA', '\\Z', '\\G',
  '(?<b>y)(?<a-b>x)', '(?<b>y)(?<-b>x)', '(x)(?(1)a|b)', '(?<n>x)(?(n)a|b)', '(?(?=a)b|c)', '(?(n)a|b)', '(?<名>a)\\k<名>', '(?<n>a)(?<n>b)', '😀{2}', 'a|b|', '(?n)(?<a>x)\\1',
] // oxfmt-ignore

const REFUSED: readonly [pattern: string, mistake: string][] = [
  ['(?P<n>a)', 'perl-syntax'], ['\\Qa\\E', 'escape'], ['(a)\\2', 'group-missing'], ['\\1', 'group-missing'], ['(?<n>a)\\k<m>', 'group-missing'],
  ['(?<5>a)\\1', 'group-missing'], ['\\81', 'group-missing'], ['(?n)(a)\\1', 'group-missing'], ['(?(1)a|b)', 'group-missing'], ['(?<a-b>x)', 'group-missing'],
  ['a**', 'repeat-twice'], ['a++', 'repeat-twice'], ['a{2}{3}', 'repeat-twice'], ['a{2,1}', 'repeat-count'], ['*', 'repeat-nothing'], ['|*', 'repeat-nothing'],
  ['(*)', 'repeat-nothing'], ['(?i)*', 'repeat-nothing'], ['{2}', 'repeat-nothing'], ['(?)', 'repeat-nothing'], ['(', 'parenthesis-open'], ['(?#c', 'parenthesis-open'],
  ['a)', 'parenthesis-closed'], ['[a', 'bracket-open'], ['[]', 'bracket-open'], ['[z-a]', 'class-range'], ['[a-\\d]', 'class-range'],
  ['[a-z-[aeiou]b]', 'class-range'], ['\\p{Nope}', 'escape'], ['\\p{Any}', 'escape'], ['\\x4', 'escape'], ['\\x{110000}', 'escape'], ['\\u99', 'escape'], ['\\c1', 'escape'],
  ['\\C', 'escape'], ['\\_', 'escape'], ['[\\Z]', 'escape'], ['\\k', 'capture-name'], ['a\\', 'backslash-last'], ['(?<1a>x)', 'capture-name'], ['(?<0>x)', 'capture-name'], ['(?<>x)', 'capture-name'],
  ['(?|a)', 'perl-syntax'], ['(?R)', 'perl-syntax'], ['(x)(?(1)a|b|c)', 'perl-syntax'], ['(?(?#c)a|b)', 'perl-syntax'], ['(?(?<n>a)b|c)', 'capture-name'], ['(?U-:a', 'parenthesis-open'],
] // oxfmt-ignore

describe('mihomo takes', () => {
  test.each(TAKEN)('%s', (pattern) => {
    expect(dotnetIssue(pattern)).toBeUndefined()
  })
})

describe('mihomo refuses', () => {
  test.each(REFUSED)('%s: %s', (pattern, mistake) => {
    expect(dotnetIssue(pattern)).toMatchObject({ mistake })
  })
})

const asRules = (patterns: readonly string[]) =>
  JSON.stringify({ dns: { enable: false }, rules: patterns.map((pattern) => `DOMAIN-REGEX,${pattern},DIRECT`) })

engineTest(['mihomo'], 'the real mihomo agrees with every row', async ({ mihomo }) => {
  expect(await checkWithMihomo(mihomo, asRules(TAKEN))).toBeUndefined()
  for (const [pattern] of REFUSED)
    expect([pattern, await checkWithMihomo(mihomo, asRules([pattern]))]).toEqual([pattern, expect.any(String)])
})

test('no text makes it throw, and none takes long', () => {
  const parts = fc.constantFrom(
    ...'a ( ) (? (?: (?< (?( (?# (?x) [ [^ ] - \\ \\1 \\k< { {2 , } * + ? | # > 😀'.split(' '),
  )
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 40 }), (list) => {
      dotnetIssue(list.join(''))
    }),
    { numRuns: 3000 },
  )
})
