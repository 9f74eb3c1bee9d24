import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ClientId } from '../clients/facts.ts'
import { providerUrlIssue } from './provider-url.ts'
import { providerPath, readRuleProvider, readRuleProviders } from './rule-provider.ts'

const URL = 'https://example.com/ads.yaml'
const GOOD = { type: 'http', behavior: 'domain', url: URL, path: './ads.yaml', interval: 86400 }

function reported(value: unknown, client: ClientId = 'mihomo', name = 'ads'): string[] {
  return readRuleProvider(name, value, { client }).issues.map(
    ({ code, field, args }) => `${code} ${field ?? '-'} ${args?.['reason']}`,
  )
}

describe('a rule provider is checked as its client and the product ask', () => {
  test.each<[string, unknown, string]>([
    ['is no object', 'x', 'provider-invalid - not-an-object'],
    ['is a list', [], 'provider-invalid - not-an-object'],
    ['has no type', { ...GOOD, type: undefined, path: undefined }, 'provider-invalid type type'],
    ['has an unknown type', { ...GOOD, type: 'HTTP', path: undefined }, 'provider-invalid type type'],
    ['has no behavior', { ...GOOD, behavior: undefined, path: undefined }, 'provider-invalid behavior behavior'],
    ['has an unknown behavior', { ...GOOD, behavior: 'Domain', path: undefined }, 'provider-invalid behavior behavior'],
    ['has no url', { ...GOOD, url: '', path: undefined }, 'provider-invalid url url-missing'],
    ['has an ftp url', { ...GOOD, url: 'ftp://example.com/x', path: undefined }, 'provider-invalid url url-scheme'],
    ['has an interval of nothing', { ...GOOD, interval: 0, path: undefined }, 'provider-invalid interval interval'],
    ['has a negative interval', { ...GOOD, interval: -1, path: undefined }, 'provider-invalid interval interval'],
    ['has a text as interval', { ...GOOD, interval: '1d', path: undefined }, 'provider-invalid interval interval'],
    ['has an unknown format', { ...GOOD, format: 'json', path: undefined }, 'provider-invalid format format'],
    [
      'is compiled and classical',
      { ...GOOD, behavior: 'classical', format: 'mrs', path: undefined },
      'provider-invalid format format-mrs-classical',
    ],
    [
      'has no line that is a rule',
      { type: 'inline', behavior: 'domain', payload: ['DOMAIN,a.com', 'a b'] },
      'provider-invalid rules rules-none',
    ],
    [
      'has blank lines only',
      { type: 'inline', behavior: 'domain', payload: ['', ' '] },
      'provider-invalid rules rules-missing',
    ],
    ['is inline without rules', { type: 'inline', behavior: 'domain' }, 'provider-invalid rules rules-missing'],
  ])('one that %s is refused', (_what, value, reason) => {
    expect(reported(value)).toEqual([reason])
    expect(readRuleProvider('ads', value, { client: 'mihomo' }).entry).toBeUndefined()
  })

  test('mihomo refuses the name default', () => {
    expect(reported({ ...GOOD, path: undefined }, 'mihomo', 'default')).toEqual(['provider-invalid name name-default'])
  })

  test('Clash asks for a path, mihomo does not', () => {
    const value = { ...GOOD, path: undefined }
    expect(reported(value, 'clash')).toEqual(['provider-invalid path path-missing'])
    expect(reported({ ...GOOD, path: ' ' }, 'clash')).toEqual(['provider-invalid path path-missing'])
    expect(reported(value)).toEqual([])
  })

  test('a path that was given is replaced by ours, and that is told', () => {
    const { entry, issues } = readRuleProvider(
      'ads',
      { ...GOOD, path: '../../etc/x' },
      { client: 'mihomo', source: 'a.yaml' },
    )
    expect(entry).toEqual({ name: 'ads', type: 'http', behavior: 'domain', url: URL, interval: 86400 })
    expect(issues).toEqual([
      {
        source: 'a.yaml',
        code: 'path-rewritten',
        severity: 'note',
        kept: true,
        field: 'path',
        args: { reason: 'path', name: 'ads', from: '../../etc/x', to: './providers/ads.yaml' },
      },
    ])
    expect(reported({ ...GOOD, path: './providers/ads.yaml' })).toEqual([])
    // Where no path is written, none was replaced.
    const unwritten = readRuleProvider('ads', { ...GOOD, path: 'x' }, { client: 'mihomo', writesPaths: false })
    expect(unwritten.issues).toEqual([])
    expect(reported({ type: 'inline', behavior: 'domain', payload: ['a.com'], path: 'x' })).toEqual([])
  })
})

describe('the file of a provider lies where no other file can be meant', () => {
  test.each([
    ['ads', undefined, './providers/ads.yaml'],
    ['ads', 'mrs', './providers/ads.mrs'],
    ['a_b-1', 'text', './providers/a_b-1.txt'],
  ] as const)('%s %s: %s', (name, format, path) => expect(providerPath(name, format)).toBe(path))

  test('whatever it is called', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), (name) => {
        expect(providerPath(name, 'yaml')).toMatch(/^\.\/providers\/[a-z0-9_-]{1,64}\.yaml$/)
      }),
    )
    expect(providerPath('ADS')).not.toBe(providerPath('ads'))
    expect(providerPath('广告')).not.toBe(providerPath('电报'))
  })
})

describe('an address in a config is one of the public web', () => {
  test.each([
    ['https://example.com/a.yaml', undefined],
    ['http://example.com:8080/a?x=1', undefined],
    ['  https://1.1.1.1/a ', undefined],
    ['https://[2606:4700::1111]/a', undefined],
    ['https://例子.com/a', undefined],
    ['example.com/a', 'url-syntax'],
    ['', 'url-syntax'],
    ['file:///etc/passwd', 'url-scheme'],
    ['javascript:alert(1)', 'url-scheme'],
    ['https://user:pass@example.com/', 'url-credentials'],
    ['http://localhost/a', 'url-host'],
    ['http://router/a', 'url-host'],
    ['http://nas.local/a', 'url-host'],
    ['http://nas.local./a', 'url-host'],
    ['http://127.0.0.1/a', 'url-host'],
    ['http://2130706433/a', 'url-host'],
    ['http://0x7f.1/a', 'url-host'],
    ['http://10.1.2.3/a', 'url-host'],
    ['http://172.31.0.1/a', 'url-host'],
    ['http://100.64.0.1/a', 'url-host'],
    ['http://169.254.169.254/latest', 'url-host'],
    ['http://168.63.129.16/a', 'url-host'],
    ['http://224.0.0.1/a', 'url-host'],
    ['http://[::1]/a', 'url-host'],
    ['http://[::ffff:127.0.0.1]/a', 'url-host'],
    ['http://[::127.0.0.1]/a', 'url-host'],
    ['http://[fe80::1]/a', 'url-host'],
    ['http://[2001:db8::1]/a', 'url-host'],
    ['http://[2002:7f00:1::]/a', 'url-host'],
    ['http://[4000::1]/a', 'url-host'],
    ['http://example.com:22/a', 'url-port'],
    ['http://example.com:6379/a', 'url-port'],
    ['http://example.com:6667/a', 'url-port'],
    [`https://example.com/${'a'.repeat(9000)}`, 'url-too-long'],
  ])('%s: %s', (url, reason) => expect(providerUrlIssue(url)).toBe(reason))
})

describe('what --rule-provider is given', () => {
  test('a list of rule set entries: http and classical unless said otherwise', () => {
    const { entries, issues } = readRuleProviders(
      [
        { group: 'Ads', url: 'https://example.com/Clash/BanAD.list' },
        { group: 'Ads', providerName: 'tele', providerPath: './t.yaml', url: URL, behavior: 'domain', interval: 3600 },
        { group: 'Direct', path: 'ACL4SSR/ACL4SSR/Clash/UnBan.list' },
        { providerName: 'mine', rules: ['DOMAIN,a.com', ' ', 'DOMAIN,b.com'] },
      ],
      { client: 'mihomo' },
    )
    expect(entries).toEqual([
      {
        name: 'BanAD',
        group: 'Ads',
        type: 'http',
        behavior: 'classical',
        format: 'text',
        url: 'https://example.com/Clash/BanAD.list',
      },
      { name: 'tele', group: 'Ads', type: 'http', behavior: 'domain', format: 'yaml', url: URL, interval: 3600 },
      {
        name: 'UnBan',
        group: 'Direct',
        type: 'http',
        behavior: 'classical',
        format: 'text',
        url: 'https://raw.githubusercontent.com/ACL4SSR/ACL4SSR/master/Clash/UnBan.list',
      },
      {
        name: 'mine',
        type: 'inline',
        behavior: 'classical',
        format: 'yaml',
        rules: ['DOMAIN,a.com', '', 'DOMAIN,b.com'],
      },
    ])
    expect(issues.map(({ code, args }) => [code, args?.['name']])).toEqual([['path-rewritten', 'tele']])
  })

  test('a map of providers, also where a whole config is given', () => {
    const map = {
      ads: GOOD,
      bad: { type: 'http' },
      inline: { type: 'inline', behavior: 'classical', payload: ['DOMAIN,a.com'] },
    }
    const { entries, issues } = readRuleProviders({ 'rule-providers': map }, { client: 'clash' })
    expect(entries.map(({ name }) => name)).toEqual(['ads', 'inline'])
    expect(entries[1]?.rules).toEqual(['DOMAIN,a.com'])
    expect(issues.map(({ code, field, args }) => [code, args?.['name'], field])).toEqual([
      ['path-rewritten', 'ads', 'path'],
      ['provider-invalid', 'bad', 'behavior'],
      ['provider-invalid', 'bad', 'url'],
    ])
    expect(readRuleProviders(map, { client: 'mihomo' }).entries).toHaveLength(2)
  })

  test('two of one name are one too many', () => {
    const entry = { providerName: 'a', url: URL }
    const { entries, issues } = readRuleProviders([entry, entry], { client: 'mihomo' })
    expect(entries).toHaveLength(1)
    expect(issues).toMatchObject([{ code: 'provider-invalid', args: { reason: 'name-duplicate', name: 'a' } }])
  })

  test('anything else is told, nothing throws', () => {
    expect(readRuleProviders('x', { client: 'mihomo' }).issues).toMatchObject([{ args: { reason: 'not-an-object' } }])
    expect(readRuleProviders([null, 1], { client: 'mihomo' }).issues).toHaveLength(2)
    fc.assert(fc.property(fc.anything(), (value) => void readRuleProviders(value, { client: 'mihomo' })))
    const odd = fc.record(
      {
        type: fc.constantFrom('http', 'file', 'inline', 1),
        url: fc.anything(),
        path: fc.string(),
        rules: fc.anything(),
      },
      { requiredKeys: [] },
    )
    fc.assert(fc.property(fc.array(odd), (value) => void readRuleProviders(value, { client: 'clash' })))
  })
})

describe('a list told by its place in a repository', () => {
  const read = (entry: object) => {
    const { entries, issues } = readRuleProviders([{ providerName: 'list', ...entry }], { client: 'mihomo' })
    return entries[0]?.url ?? issues.map(({ code, field, args }) => `${code} ${field} ${String(args?.['reason'])}`)
  }
  test.each([
    ['ACL4SSR/ACL4SSR/Clash/BanAD.list', 'https://raw.githubusercontent.com/ACL4SSR/ACL4SSR/master/Clash/BanAD.list'],
    ['a/b/c@dev', 'https://raw.githubusercontent.com/a/b/dev/c'],
    ['a/b/geo/apple@cn.list', 'https://raw.githubusercontent.com/a/b/master/geo/apple%40cn.list'],
    ['a/b', ['provider-invalid path rule-path-no-path']],
    ['./providers/a.yaml', ['provider-invalid path rule-path-unreadable']],
    ['/etc/a/b', ['provider-invalid path rule-path-unreadable']],
    ['a/../b', ['provider-invalid path rule-path-unreadable']],
    ['https://a/b/c', ['provider-invalid path rule-path-unreadable']],
    ['', ['provider-invalid path rule-path-empty']],
  ])('%s: %s', (path, found) => expect(read({ path })).toEqual(found))

  test('a file of the client’s own needs no place', () => {
    expect(read({ type: 'file', behavior: 'domain', path: './providers/a.yaml' })).toEqual([])
  })
})
