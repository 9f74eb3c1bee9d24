import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openExplanation } from '../explain/open-explanation.ts'
import { engineTest } from '../../proof/engine-test.ts'
import { checkWithSingbox } from '../../proof/sing-box.ts'
import { convertLists, type ListOptions } from './convert-lists.ts'

async function written(text: string, to: ListOptions['to'], options: Partial<ListOptions> = {}): Promise<string> {
  const { content } = await convertLists([{ name: 'l', content: text }], { to, ...options })
  return typeof content === 'string' ? content : ''
}

const CLASSICAL = 'DOMAIN,a.example\nDOMAIN-SUFFIX,b.example\nIP-CIDR,10.0.0.0/8,no-resolve\nDST-PORT,80/1000-2000\n'

describe('a list is written as', () => {
  test.each<[to: ListOptions['to'], text: string, wanted: string]>([
    ['surge', CLASSICAL, 'DOMAIN,a.example\nDOMAIN-SUFFIX,b.example\nIP-CIDR,10.0.0.0/8,no-resolve\nDEST-PORT,80/1000-2000\n'], // oxfmt-ignore
    ['surge', 'AND,((DOMAIN,a.example),(NETWORK,udp))\n', 'AND,((DOMAIN,a.example),(PROTOCOL,UDP))\n'],
    ['surge', '.b.example\n', 'DOMAIN-WILDCARD,*.b.example\n'],
    ['mihomo-text', CLASSICAL, CLASSICAL],
    ['mihomo-text', 'DOMAIN,a.example\nDOMAIN-SUFFIX,b.example\n', 'a.example\n+.b.example\n'],
    ['mihomo-text', 'payload:\n  - 10.0.0.0/8\n  - ::1/128\n', '10.0.0.0/8\n::1/128\n'],
    ['mihomo-yaml', 'host, a.example\n', "payload:\n  - 'a.example'\n"],
    ['mihomo-yaml', CLASSICAL, "payload:\n  - 'DOMAIN,a.example'\n  - 'DOMAIN-SUFFIX,b.example'\n  - 'IP-CIDR,10.0.0.0/8,no-resolve'\n  - 'DST-PORT,80/1000-2000'\n"], // oxfmt-ignore
    ['sing-box', '+.b.example\na.example\n', '{\n  "version": 1,\n  "rules": [\n    {\n      "domain": [\n        "a.example"\n      ],\n      "domain_suffix": [\n        "b.example"\n      ]\n    }\n  ]\n}\n'], // oxfmt-ignore
    ['xray', CLASSICAL, '[\n  {\n    "domain": [\n      "full:a.example",\n      "domain:b.example"\n    ]\n  },\n  {\n    "ip": [\n      "10.0.0.0/8"\n    ]\n  },\n  {\n    "port": "80,1000-2000"\n  }\n]\n'], // oxfmt-ignore
  ])('%s: %j', async (to, text, wanted) => expect(await written(text, to)).toBe(wanted))

  test('one of sing-box is read', async () => {
    const text = JSON.stringify({
      version: 3,
      rules: [
        { domain: ['a.example'], domain_suffix: ['b.example', '.c.example'] },
        { domain_keyword: 'word', port: [80], port_range: [':1000'] },
        { domain: ['d.example'], invert: true },
        { type: 'logical', mode: 'and', rules: [{ network: 'udp' }, { ip_cidr: '10.0.0.1' }] },
        { wifi_ssid: ['home'] },
      ],
    })
    const { content, skipped, issues } = await convertLists([{ name: 'l', content: text }], { to: 'mihomo-text' })
    expect(String(content).trim().split('\n')).toEqual([
      'DOMAIN,a.example',
      'DOMAIN-SUFFIX,b.example',
      'DOMAIN-WILDCARD,*.c.example',
      'AND,((DOMAIN-KEYWORD,word),(DST-PORT,80/0-1000))',
      'NOT,((DOMAIN,d.example))',
      'AND,((NETWORK,udp),(IP-CIDR,10.0.0.1/32,no-resolve))',
    ])
    expect([skipped, issues.map(({ args }) => args?.['type'])]).toEqual([1, ['wifi_ssid']])
  })

  test.each<[what: string, text: string]>([
    ['names, addresses and ports', CLASSICAL],
    ['words and regexes', 'DOMAIN-KEYWORD,word\nDOMAIN-REGEX,^a[0-9]+$\n'],
    ['all at once', 'AND,((DOMAIN,a.example),(NETWORK,udp))\n'],
    ['programs and sources', 'SRC-IP-CIDR,10.0.0.0/8\nPROCESS-NAME,curl\nPROCESS-PATH,/usr/bin/curl\n'],
  ])('one of Xray is read as it was written: %s', async (_, text) => {
    expect(await written(await written(text, 'xray'), 'mihomo-text', { behavior: 'classical' })).toBe(text)
  })

  test('one of Xray is read', async () => {
    const text = JSON.stringify([
      { type: 'field', outboundTag: 'x', domain: ['plain', 'regexp:^b$', 'geosite:cn', 'domain:c.example'], ruleTag: 'r' },
      { ip: ['10.0.0.1', 'geoip:cn', '2001:db8::/32'] },
      { port: 443, domains: ['full:d.example', 'e'] },
      { network: 'tcp,udp', sourcePort: '53,1000-2000', source: ['192.0.2.0/24'] },
      { user: ['me'], port: '80' },
      { port: 'env:PORT' },
      { process: ['curl', '/opt/'], ip: [] },
    ]) // oxfmt-ignore
    const { content, skipped, issues } = await convertLists([{ name: 'l', content: text }], { to: 'mihomo-text' })
    expect(String(content).trim().split('\n')).toEqual([
      'DOMAIN-KEYWORD,plain',
      'DOMAIN-REGEX,^b$',
      'DOMAIN-SUFFIX,c.example',
      'IP-CIDR,10.0.0.1/32,no-resolve',
      'IP-CIDR6,2001:db8::/32,no-resolve',
      'AND,((DST-PORT,443),(OR,((DOMAIN,d.example),(DOMAIN-KEYWORD,e))))',
      'AND,((OR,((NETWORK,tcp),(NETWORK,udp))),(SRC-PORT,53/1000-2000),(SRC-IP-CIDR,192.0.2.0/24))',
      'PROCESS-NAME,curl',
    ])
    expect([skipped, issues.map(({ args }) => args?.['type'])]).toEqual([
      5,
      ['geosite', 'geoip', 'user', 'env', 'process'],
    ])
  })

  engineTest(['sing-box'], 'sing-box takes what is written for it', async ({ 'sing-box': path }) => {
    const rules = JSON.parse(await written(`${CLASSICAL}DOMAIN-REGEX,^a+$\nPROCESS-NAME,curl\n`, 'sing-box')).rules
    const config = { route: { rule_set: [{ type: 'inline', tag: 's', rules }], rules: [{ rule_set: 's', action: 'reject' }] } } // oxfmt-ignore
    expect(await checkWithSingbox(path, JSON.stringify(config))).toBeUndefined()
  })
})

describe('what a form cannot say is counted', () => {
  test.each<[to: ListOptions['to'], options: Partial<ListOptions>, text: string, counts: number[], types: string[]]>([
    ['surge', {}, 'DOMAIN-REGEX,^a$\nDOMAIN,a.example\n', [2, 0, 0, 1, 1], ['DOMAIN-REGEX']],
    ['mihomo-text', { behavior: 'domain' }, CLASSICAL, [4, 0, 0, 2, 2], ['IP-CIDR', 'DST-PORT']],
    ['mihomo-text', { behavior: 'ipcidr' }, CLASSICAL, [4, 0, 0, 1, 3], ['DOMAIN', 'DOMAIN-SUFFIX', 'DST-PORT']],
    ['sing-box', {}, 'IP-ASN,1\nUSER-AGENT,x*\nDOMAIN,a.example\n', [2, 1, 0, 1, 1], ['USER-AGENT', 'IP-ASN']],
    ['xray', {}, 'NOT,((DOMAIN,a.example))\nDOMAIN,a.example\n', [2, 0, 0, 1, 1], ['NOT']],
  ])('%s %j', async (to, options, text, counts, types) => {
    const { read, skipped, merged, carried, dropped, issues } = await convertLists([{ name: 'l', content: text }], {
      to,
      ...options,
    })
    expect([read, skipped, merged, carried, dropped]).toEqual(counts)
    expect(read).toBe(merged + carried + dropped)
    expect(issues.map(({ args }) => args?.['type'])).toEqual(types)
  })
})

describe('merged', () => {
  test.each<[what: string, before: string[], after: string[]]>([
    ['said twice', ['DOMAIN,a.example', 'DOMAIN,A.example'], ['DOMAIN,a.example']],
    ['a name and its suffix', ['DOMAIN,a.example', 'DOMAIN-SUFFIX,a.example'], ['DOMAIN-SUFFIX,a.example']],
    ['a suffix below another', ['DOMAIN-SUFFIX,b.a.example', 'DOMAIN-SUFFIX,a.example'], ['DOMAIN-SUFFIX,a.example']],
    ['no label', ['DOMAIN,xa.example', 'DOMAIN-SUFFIX,a.example'], ['DOMAIN,xa.example', 'DOMAIN-SUFFIX,a.example']],
    ['a word', ['DOMAIN,www.word.example', 'DOMAIN-KEYWORD,words', 'DOMAIN-KEYWORD,word'], ['DOMAIN-KEYWORD,word']],
    ['a block in another', ['IP-CIDR,10.1.0.0/16', 'IP-CIDR,10.0.0.0/8', 'IP-CIDR,10.1.0.0/16,no-resolve'], ['IP-CIDR,10.0.0.0/8', 'IP-CIDR,10.1.0.0/16,no-resolve']], // oxfmt-ignore
    ['IPv6', ['IP-CIDR6,2001:db8::/48', 'IP-CIDR6,2001:db8::/32'], ['IP-CIDR6,2001:db8::/32']],
    ['a regex is looked at as text', ['DOMAIN-REGEX,A', 'DOMAIN-REGEX,a'], ['DOMAIN-REGEX,A', 'DOMAIN-REGEX,a']],
  ])('%s', async (_, before, after) => {
    const text = await written(before.join('\n'), 'mihomo-text', { merge: true, behavior: 'classical' })
    expect(text).toBe(`${after.join('\n')}\n`)
  })

  test('all questions get the same answer', async () => {
    const label = fc.constantFrom('a', 'b', 'ab')
    const name = fc.array(label, { minLength: 1, maxLength: 4 }).map((labels) => labels.join('.'))
    const block = fc.tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 3 }), fc.integer({ min: 6, max: 32 })).map(([a, b, prefix]) => `10.${a}.${b}.0/${prefix}`) // oxfmt-ignore
    const rule = fc.oneof(
      name.map((one) => `DOMAIN,${one}`),
      name.map((one) => `DOMAIN-SUFFIX,${one}`),
      fc.constantFrom('DOMAIN-KEYWORD,ab', 'DOMAIN-KEYWORD,b.a', 'DOMAIN-KEYWORD,aba'),
      block.map((one) => `IP-CIDR,${one},no-resolve`),
    )
    const question = fc.oneof(name.map((host) => ({ host })), fc.tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 3 })).map(([a, b]) => ({ ip: `10.${a}.${b}.7` }))) // oxfmt-ignore
    await fc.assert(
      fc.asyncProperty(
        fc.array(rule, { minLength: 1, maxLength: 12 }),
        fc.array(question, { minLength: 1, maxLength: 20 }),
        async (rules, questions) => {
          const text = rules.join('\n')
          const whole = asked(await written(text, 'mihomo-yaml', { behavior: 'classical' }))
          const less = asked(await written(text, 'mihomo-yaml', { behavior: 'classical', merge: true }))
          for (const one of questions) expect(less(one)).toBe(whole(one))
        },
      ),
      { numRuns: 300 },
    )
  })

  test('names and patterns of a list of names, too', async () => {
    const text = '*.a.example\n.a.example\n+.a.example\nx.*.a.example\n*.*\n'
    expect(await written(text, 'mihomo-text', { merge: true })).toBe('+.a.example\n*.*\n')
  })
})

/** Whether a list holds a place, as mihomo would say. */
function asked(list: string): (question: { host?: string; ip?: string }) => boolean {
  const config =
    'rule-providers: {l: {type: http, behavior: classical, url: "https://l"}}\nrules: ["RULE-SET,l,REJECT"]\n'
  const explanation = openExplanation(config, { client: 'mihomo', lists: new Map([['https://l', list]]) })
  return (question) => explanation.ask(question)?.node === 'REJECT'
}

test('compiled and read again, it is the same list', async () => {
  const text = 'DOMAIN,a.example\nDOMAIN-SUFFIX,b.example\nIP-CIDR,10.0.0.0/8,no-resolve\n'
  const { content } = await convertLists([{ name: 'l', content: text }], { to: 'srs' })
  const again = await convertLists([{ name: 'l', content }], { to: 'mihomo-text' })
  expect(again.content).toBe(text)
  const broken = await convertLists([{ name: 'l', content: content.slice(0, 20) }], { to: 'mihomo-text' })
  expect([broken.read, broken.skipped, broken.issues.map(({ args }) => args?.['reason'])]).toEqual([
    0,
    1,
    ['list-broken'],
  ])
})

test('compiled by mihomo, names and blocks are read; cut off, they are said to be broken', async () => {
  const names = Buffer.from('KLUv/QQAHQIAFANNUlMBAAYocAbVeqqqwKqqAAAAHWVscG1heGUuYWJjZGXmLi4uLpYrKisqhy7keLitBgAg8J2LKy1qPmB5F9dpAVefJag=', 'base64') // oxfmt-ignore
  const whole = await convertLists([{ name: 'l', content: names }], { to: 'surge', sort: true })
  expect(String(whole.content).trim().split('\n')).toEqual([
    'DOMAIN,a.example',
    'DOMAIN,xn--fiq228c.example',
    'DOMAIN-WILDCARD,*.d.example',
    'DOMAIN-SUFFIX,b.example',
  ])
  const broken = await convertLists([{ name: 'l', content: names.subarray(0, 60) }], { to: 'surge' })
  expect([broken.read, broken.skipped, broken.issues[0]?.args?.['reason']]).toEqual([0, 1, 'list-broken'])
})

test('sorted by type and value', async () => {
  expect(await written('DOMAIN-SUFFIX,b\nDOMAIN,b\nDOMAIN-SUFFIX,a\n', 'surge', { sort: true })).toBe('DOMAIN,b\nDOMAIN-SUFFIX,a\nDOMAIN-SUFFIX,b\n') // oxfmt-ignore
})

test('64 KiB are soon merged', async () => {
  const words = Array.from({ length: 1500 }, (_, at) => `DOMAIN-KEYWORD,${'x'.repeat(at % 40)}${at}`)
  const names = Array.from({ length: 1500 }, (_, at) => `DOMAIN,${'a.'.repeat(at % 20)}h${at}.example`)
  const text = [...words, ...names].join('\n')
  await written(text, 'surge', { merge: true })
  const start = process.cpuUsage()
  await written(text, 'surge', { merge: true })
  const { user, system } = process.cpuUsage(start)
  expect((user + system) / 1000).toBeLessThan(250)
})
