import { expect, test } from 'vitest'
import { config } from '../../../workers/tasks/config.ts'
import { withFixes } from './fixes.ts'
import { suggestedFix } from './suggested-fix.ts'

const GROUPS = 'proxy-groups:\n  - {name: Proxy, type: select, proxies: [DIRECT]}\n'
const issuesOf = (text: string) => config.check(text, { client: 'mihomo' }, 'en-US').issues

const edit = (from: number, to: number, text: string) => ({ title: text, edits: [{ from, to, text }] })
const withFix = (...fixes: ReturnType<typeof edit>[]) =>
  fixes.map((fix) => Object.assign({}, issuesOf('a: 1\n')[0], { fix }))

test('fixes that touch each other are made one after the other: the second one waits for the next check', () => {
  expect(withFixes('abcdef', withFix(edit(4, 5, 'E'), edit(0, 2, 'AB'), edit(1, 3, 'x'), edit(2, 3, 'y')))).toEqual({
    text: 'ABcdEf',
    fixed: 2,
  })
  expect(withFixes('abc', [])).toEqual({ text: 'abc', fixed: 0 })
})

test.each([
  [`${GROUPS}rules:\n  - DOMAIN,a.example.com,Prxy # x\n`, 'DOMAIN,a.example.com,Proxy # x'],
  [`${GROUPS}rules:\n  - DOMAIN-SUFIX,a.example.com,Proxy\n`, 'DOMAIN-SUFFIX,a.example.com,Proxy'],
  [`${GROUPS}  - {name: B, type: select, proxies: [Prxy, DIRECT]}\n`, 'proxies: [Proxy, DIRECT]'],
  [
    `${GROUPS}  - {name: 🇭🇰 HK, type: select, proxies: [DIRECT]}\n  - {name: B, type: select, proxies: [🇭🇰 HKG]}\n`,
    '[🇭🇰 HK]',
  ],
  ['proxy-groups:\n  - {name: B, type: "selct", proxies: [DIRECT]}\n', 'type: "select"'],
])('the nearest name is offered where it is not certain: %j', (text, mended) => {
  const issue = issuesOf(text).find(({ severity }) => severity === 'error')!
  expect(issue.fix).toBeUndefined()
  const fix = suggestedFix(text, issue)
  expect(fix && withFixes(text, [{ ...issue, fix }]).text).toContain(mended)
})

test('what would need quotes, or is not near, is not offered', () => {
  const odd = 'proxy-groups:\n  - {name: "Proxy: a", type: select, proxies: [DIRECT]}\nrules:\n  - "MATCH,Proxy: b"\n'
  const far = `${GROUPS}rules:\n  - MATCH,Elsewhere\n`
  // The name of the group stands in the domain too, and only as a whole part is it the group.
  const twice = `${GROUPS}rules:\n  - DOMAIN,xPrxy.example.com,Prxy\n`
  const [issue] = issuesOf(twice)
  expect(suggestedFix(twice, issue!)?.edits[0]?.from).toBe(twice.lastIndexOf('Prxy'))
  for (const text of [odd, far])
    expect(issuesOf(text).map((issue) => suggestedFix(text, issue))).toEqual(issuesOf(text).map(() => undefined))
})
