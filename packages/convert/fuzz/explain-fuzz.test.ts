import { expect, test } from 'vitest'
import { CLIENT_FACTS } from '../src/clients/facts.ts'
import { openExplanation, type RouteQuestion } from '../src/configs.ts'
import { HANG_MS, cpuMs, mutatedConfig } from './check-fuzz.ts'

const isLong = process.env['LONG_TESTS'] === '1'
const HOUR_MS = 3_600_000
/** A text of 64 KiB with all questions may take this much processor time. The test tries a slow text a second time. */
const SOON_MS = 250

const QUESTIONS: RouteQuestion[] = [
  { host: 'a.example.com' },
  { host: 'a.'.repeat(126), resolved: ['10.0.0.1'], network: 'udp', port: 443, process: '(a+)+$', source: '::1' },
  { ip: '192.0.2.1', host: 'a' },
]

function askAll(text: string): number {
  let longest = 0
  for (const { id } of CLIENT_FACTS) {
    const start = cpuMs()
    const explanation = openExplanation(text, { client: id })
    for (const question of QUESTIONS) explanation.ask(question)
    longest = Math.max(longest, cpuMs() - start)
  }
  return longest
}

test.each([
  [isLong ? 100_000 : 600, 4096],
  [isLong ? 2_000 : 30, 65_536],
])('%i mutated configs of up to %i characters: no throw, no hang', { timeout: HOUR_MS }, (count, length) => {
  const slow: number[] = []
  for (let seed = 1; seed <= count; seed++) {
    const text = mutatedConfig(seed, length)
    if (askAll(text) > HANG_MS && askAll(text) > HANG_MS) slow.push(seed)
  }
  expect(slow).toEqual([])
})

test.each<[what: string, text: string]>([
  ['groups that lead to one another', `proxy-groups:\n${Array.from({ length: 1500 }, (_, at) => `- {name: G${at}, type: url-test, proxies: [G${at + 1}, G${at}]}\n`).join('')}rules: ["MATCH,G0"]\n`], // oxfmt-ignore
  ['logic in logic', `rules: ["${'AND,(('.repeat(2000)}"]`],
  ['regexes', `rules:\n${'- DOMAIN-REGEX,(a{1,99}){1,99}b,REJECT\n'.repeat(1500)}`],
  ['a list that every rule names', `rule-providers: {l: {type: inline, behavior: classical, payload: [${'"DST-PORT,1",'.repeat(2000)}]}}\nrules:\n${'- RULE-SET,l,REJECT\n'.repeat(1000)}`], // oxfmt-ignore
])('64 KiB of %s are soon asked', (_, text) => {
  const first = askAll(text)
  expect(first <= SOON_MS || askAll(text) <= SOON_MS, `${Math.round(first)} ms`).toBe(true)
})

test('a thousand questions of a large config take less than opening it', () => {
  const rules = Array.from(
    { length: 20_000 },
    (_, at) =>
    at % 10 < 6 ? `- DOMAIN-SUFFIX,h${at}.example.com,G${at % 50}` : at % 10 < 7 ? `- DOMAIN-KEYWORD,word${at}x,G1` : at % 10 < 9 ? `- IP-CIDR,${at >> 8}.${at & 255}.0.0/24,G2` : `- DOMAIN,a${at}.example.org,G3`, // oxfmt-ignore
  )
  const nodes = Array.from({ length: 2000 }, (_, at) => `- {name: N${at}, type: ss, server: 192.0.2.1, port: 443, cipher: none, password: "p"}`) // oxfmt-ignore
  const groups = Array.from(
    { length: 50 },
    (_, at) => `- {name: G${at}, type: url-test, proxies: [N${at}, N${at + 1}]}`,
  )
  const text = `proxies:\n${nodes.join('\n')}\nproxy-groups:\n${groups.join('\n')}\nrules:\n${rules.join('\n')}\n- MATCH,G0\n`
  const ask = () => {
    const start = cpuMs()
    const explanation = openExplanation(text, { client: 'mihomo' })
    const opened = cpuMs()
    for (let at = 0; at < 1000; at++) explanation.ask(at % 2 ? { host: `a.h${(at * 7919) % 20_000}.example.com` } : at % 4 ? { host: `n${at}.test` } : { ip: `1.2.3.${at % 256}` }) // oxfmt-ignore
    return (cpuMs() - opened) / (opened - start)
  }
  expect(Math.min(ask(), ask(), ask())).toBeLessThan(1)
})
