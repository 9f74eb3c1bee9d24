import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkSingboxRules } from './check-singbox-rules.ts'

function reported(value: unknown, version?: '1.12' | '1.13' | '1.14'): string[] {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return checkSingboxRules(text, version ? { version } : {}).map(
    ({ args }) => `${args.reason}${args['field'] === undefined ? '' : ` ${args['field']}`}`,
  )
}

describe('what sing-box takes is not complained of', () => {
  test.each<[string, unknown]>([
    ['scalars and lists', { domain: 'a.com', port: [80, 443], outbound: 'direct' }],
    ['any group in a route without outbounds', { route: { rules: [{ domain: 'a.com', outbound: 'x' }] } }],
    ['a bare address and host bits', { ip_cidr: ['1.1.1.1', '10.1.2.3/8', '::1'], action: 'reject' }],
    ['port 0, open and reversed ranges', { port: 0, port_range: [':80', '80:', '90:80', ':'], outbound: 'a' }],
    ['fields of actions in any case', { domain_suffix: ['a.com'], OUTBOUND: 'direct' }],
    ['null and empty lists', { domain: null, ip_cidr: [], port: 80, outbound: 'direct' }],
    ['an empty keyword', { domain_keyword: [''], outbound: 'direct' }],
    ['unknown protocol values', { protocol: 'nonsense', network: 'icmp', outbound: 'a' }],
    ['unknown fields beside reject', { port: 80, action: 'reject', foo: 1 }],
    ['reject with an outbound', { port: 80, action: 'reject', outbound: 'a' }],
    ['a network strategy', { port: 80, outbound: 'a', network_strategy: 'hybrid', override_port: 443 }],
    ['both fragments in a route', { port: 80, outbound: 'a', tls_fragment: true, tls_record_fragment: true }],
    ['null in a list', { network: ['tcp', null], ip_version: 0, outbound: 'a' }],
    ['odd durations', { action: 'sniff', timeout: '1d12h0.5s' }],
    ['sniffing', { action: 'sniff', sniffer: ['dns', 'tls'], timeout: '300ms' }],
    [
      'a logical rule',
      { type: 'logical', mode: 'or', rules: [{ protocol: 'dns' }, { port: 53 }], action: 'hijack-dns' },
    ],
    ['options', { action: 'route-options', udp_connect: true, udp_timeout: '5m' }],
    ['an inline set without type', { tag: 'a', rules: [{ domain: 'a.com' }] }],
    [
      'a remote set by its ending',
      { type: 'remote', tag: 'a', url: 'https://example.com/a.srs?x=1', download_detour: 'b' },
    ],
    ['a local set', { type: 'local', tag: 'a', path: 'a.bin', format: 'binary' }],
    ['a source file', { version: 3, rules: [{ domain_suffix: 'a.com', query_type: ['A', 32768] }] }],
    ['comments and trailing commas', '[ # one\n{"domain": "a#b.com", /* two */ "outbound": "x",}, // three\n]'],
  ])('%s', (_name, value) => {
    for (const version of [undefined, '1.12', '1.13', '1.14'] as const) expect(reported(value, version)).toEqual([])
  })
})

describe('what sing-box refuses is told with its field', () => {
  test.each<[unknown, string]>([
    [{ domains: ['a.com'] }, 'field-unknown domains'],
    [{ geoip: 'cn', outbound: 'a' }, 'field-removed geoip'],
    [{ geosite: 'cn', outbound: 'a' }, 'field-removed geosite'],
    [{ rule_set: 'a', rule_set_ipcidr_match_source: true }, 'field-removed rule_set_ipcidr_match_source'],
    [{ query_type: 'A' }, 'field-unknown query_type'],
    [{ port: '443' }, 'field-type port'],
    [{ port: 65536 }, 'field-value port'],
    [{ port: 1.5 }, 'field-value port'],
    [{ port_range: '80' }, 'field-value port_range'],
    [{ port_range: 'a:b' }, 'field-value port_range'],
    [{ ip_cidr: '256.1.1.1/8' }, 'field-value ip_cidr'],
    [{ ip_cidr: ['1.1.1.1/33'] }, 'field-value ip_cidr'],
    [{ domain: [''] }, 'field-empty domain'],
    [{ domain_suffix: '' }, 'field-empty domain_suffix'],
    [{ domain: 5 }, 'field-type domain'],
    [{ domain_regex: '(?!a)b' }, 'regex-lookaround domain_regex'],
    [{ domain_regex: '(a' }, 'regex-syntax domain_regex'],
    [{ ip_is_private: 'yes' }, 'field-type ip_is_private'],
    [{ ip_version: 5 }, 'field-value ip_version'],
    [{ network_type: 'lte' }, 'field-value network_type'],
    [{ user_id: '0' }, 'field-type user_id'],
    [{ action: 'rejct' }, 'action-name'],
    [{ action: 'reject', method: 'x' }, 'field-value method'],
    [{ action: 'reject', method: 'drop', no_drop: true }, 'field-together no_drop'],
    [{ action: 'hijack-dns', outbound: 'a' }, 'field-unknown outbound'],
    [{ action: 'sniff', sniffer: ['smtp'] }, 'field-value sniffer'],
    [{ action: 'sniff', timeout: 300 }, 'field-type timeout'],
    [{ action: 'sniff', timeout: '300' }, 'field-value timeout'],
    [{ action: 'resolve', strategy: 'ipv4' }, 'field-value strategy'],
    [{ action: 'route-options' }, 'field-missing route-options'],
    [{ action: 'route-options', tls_fragment: true, tls_record_fragment: true }, 'field-together tls_record_fragment'],
    [{ Domain: ['a.com'] }, 'field-unknown Domain'],
    [{ Type: 'logical', mode: 'or', rules: [{ domain: 'a' }] }, 'field-unknown Type'],
    [{ outbound: 'a', override_port: '5' }, 'field-type override_port'],
    [{ outbound: 'a', network_strategy: 'x' }, 'field-value network_strategy'],
    [{ action: 'sniff', timeout: '' }, 'field-value timeout'],
    [{ action: 'resolve', client_subnet: 'x' }, 'field-value client_subnet'],
    [{ type: 'logical', mode: 'or', rules: { domain: 'a' } }, 'field-type rules'],
    [{ rules: { domain: 'a' }, final: 'b' }, 'field-type rules'],
    [{ type: 'inline', Tag: 'a', rules: [{ domain: 'a' }] }, 'field-unknown Tag'],
    [{ type: 'logic' }, 'field-value type'],
    [{ type: 'logical', rules: [{ domain: 'a' }] }, 'field-missing mode'],
    [{ type: 'logical', mode: 'xor', rules: [{ domain: 'a' }] }, 'field-value mode'],
    [{ type: 'logical', mode: 'and', rules: [] }, 'field-missing rules'],
    [{ type: 'logical', mode: 'and', rules: [{ invert: true }] }, 'no-condition'],
    [[5], 'not-an-object'],
    [{ type: 'inline', tag: 'a', rules: [] }, 'field-missing rules'],
    [{ type: 'inline', tag: 'a', version: 1, rules: [{ domain: 'a' }] }, 'field-unknown version'],
    [{ type: 'inline', tag: 'a', rules: [{ ip_is_private: true }] }, 'field-unknown ip_is_private'],
    [{ type: 'inline', tag: 'a', rules: [{ domain: 'a', outbound: 'b' }] }, 'field-unknown outbound'],
    [{ type: 'inline', rules: [{ domain: 'a' }] }, 'field-missing tag'],
    [{ type: 'remote', tag: 'a', format: 'binary' }, 'field-missing url'],
    [{ type: 'remote', tag: 'a', url: 'https://example.com/a.mrs' }, 'field-missing format'],
    [{ type: 'remote', tag: 'a', url: 'https://example.com/a', format: 'yaml' }, 'field-value format'],
    [
      { type: 'remote', tag: 'a', url: 'https://example.com/a.srs', update_interval: 86400 },
      'field-type update_interval',
    ],
    [{ type: 'local', tag: 'a' }, 'field-missing path'],
    [{ rule_set: [{ type: 'http', tag: 'a' }] }, 'field-value type'],
    [{ version: 9, rules: [{ domain: 'a' }] }, 'field-value version'],
    [{ version: 1, rules: [{ invert: true }] }, 'no-condition'],
  ])('%j: %s', (value, reason) => expect(reported(value, '1.14')).toContain(reason))
})

describe('what only some versions take', () => {
  test.each<[unknown, string[], string[], string[], string[]]>([
    [{ port: 80, action: 'bypass' }, ['field-version action bypass'], [], [], ['field-version action bypass']],
    [{ preferred_by: 'a' }, ['field-version preferred_by'], [], [], ['field-version preferred_by']],
    [
      { source_hostname: 'a' },
      ['field-version source_hostname'],
      ['field-version source_hostname'],
      [],
      ['field-version source_hostname'],
    ],
    [
      { port: 80, action: 'reject', method: 'reply' },
      ['field-version method reply'],
      [],
      [],
      ['field-version method reply'],
    ],
    [
      { type: 'logical', mode: 'or', rules: [{ domain: 'a', action: 'made-up' }], outbound: 'b' },
      ['inner-action action'],
      ['inner-action action'],
      ['inner-action action'],
      ['inner-action action'],
    ],
    [
      { type: 'logical', mode: 'or', rules: [{ domain: 'a', outbound: 'b' }], outbound: 'b' },
      [],
      [],
      ['inner-action outbound'],
      ['inner-action outbound'],
    ],
    [{ version: 4, rules: [{ domain: 'a' }] }, ['field-value version'], [], [], ['field-value version']],
    [
      { type: 'remote', tag: ['a', 'b'], url: 'https://example.com/{tag}.srs' },
      ['field-version tag'],
      ['field-version tag'],
      [],
      ['field-version tag'],
    ],
  ])('%j', (value, on12, on13, on14, compatible) => {
    expect([reported(value, '1.12'), reported(value, '1.13'), reported(value, '1.14'), reported(value)]).toEqual([
      on12,
      on13,
      on14,
      compatible,
    ])
  })
})

describe('a whole config', () => {
  const config = {
    outbounds: [
      { type: 'direct', tag: 'direct' },
      { type: 'selector', tag: 'Select', outbounds: ['direct'] },
    ],
    route: {
      rule_set: [
        { type: 'inline', tag: 'ads', rules: [{ domain: 'a.com' }] },
        { type: 'inline', tag: 'ads', rules: [{ domain: 'b.com' }] },
      ],
      rules: [
        { rule_set: 'add', action: 'reject' },
        { domain: 'a.com', outbound: 'Selekt' },
      ],
    },
  }

  test('has its names looked up, nearest ones told', () => {
    const issues = checkSingboxRules(JSON.stringify(config, null, 1))
    expect(issues.map(({ code, args }) => [code, args.reason, args['nearest']])).toEqual([
      ['rule-value', 'tag-duplicate', undefined],
      ['rule-value', 'provider-missing', 'ads'],
      ['rule-target-missing', 'target-missing', 'Select'],
    ])
  })
})

test.each([
  ['nothing at all', {}],
  ['nothing but where it leads', { outbound: 'direct' }],
  ['lists that are empty', { domain: [], ip_cidr: null, outbound: 'direct' }],
  ['a condition of nothing, turned around', { invert: true, outbound: 'direct' }],
  ['nothing, and refuses', { action: 'reject' }],
  ['nothing, and answers as DNS', { action: 'hijack-dns' }],
])('a rule with %s takes all traffic', (_, rule) => {
  expect(reported(rule)).toEqual(['matches-all'])
  expect(checkSingboxRules(JSON.stringify(rule), {})).toMatchObject([{ code: 'rule-matches-all', severity: 'warning' }])
})

test.each([
  ['sniffs', { action: 'sniff' }],
  ['resolves', { action: 'resolve' }],
  ['sets options', { action: 'route-options', udp_timeout: '1m' }],
  ['has another condition', { domain: [], port: 80, outbound: 'direct' }],
  ['is logical', { type: 'logical', mode: 'or', rules: [{ port: 80 }], outbound: 'direct' }],
])('a rule that %s does not', (_, rule) => {
  expect(reported(rule)).toEqual([])
})

test('a problem says line and column of the value it is about, whatever stands before it', () => {
  const text =
    '{ # home\n  "rules": [\n    {"domain": "a.com", "outbound": "x"},\n    {"port": [80, "443"], "outbound": "x"}\n  ]\n}'
  expect(checkSingboxRules(text)).toMatchObject([
    {
      line: 4,
      column: 19,
      code: 'rule-value',
      args: { reason: 'field-type', field: 'port', expected: 'number', raw: '"443"' },
    },
  ])
})

test('what is no JSON is told with its place', () => {
  expect(checkSingboxRules('[\n  {"a" 1}\n]')[0]).toMatchObject({ line: 2, column: 8, code: 'bad-json' })
  expect(checkSingboxRules('')[0]).toMatchObject({ line: 1, column: 1, code: 'bad-json' })
  expect(checkSingboxRules('['.repeat(100_000))[0]).toMatchObject({ code: 'bad-json', column: 101 })
})

test('nothing throws', () => {
  const names = fc.constantFrom(
    'domain',
    'port',
    'rules',
    'type',
    'mode',
    'action',
    'tag',
    'rule_set',
    'route',
    'version',
    '__proto__',
  )
  const values = fc.constantFrom<unknown>(
    'logical',
    'inline',
    'remote',
    'and',
    'reject',
    'route-options',
    '',
    1,
    null,
    true,
    [],
    {},
  )
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { maxDepth: 4 },
      values,
      fc.array(tie('tree'), { maxLength: 3 }),
      fc.dictionary(names, tie('tree'), { maxKeys: 4 }),
    ),
  }))
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        tree.map((value) => JSON.stringify(value)),
      ),
      (text) => void checkSingboxRules(text),
    ),
    { numRuns: 5000 },
  )
})
