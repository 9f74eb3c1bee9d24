import { describe, expect, test } from 'vitest'
import { userRegex } from '../../text/user-regex.ts'
import { checkSingboxRules } from './rule-check/check-singbox-rules.ts'
import { checkRules } from '../../rules/rule-line.ts'
import { readRuleList } from '../../rules/rule-list.ts'
import { type SingboxRuleOptions, toHeadlessRules, toSingboxRules } from './singbox-rule.ts'

const OPTIONS: SingboxRuleOptions = {
  tagOf: (action) => ({ DIRECT: 'direct', Select: 'Select', Auto: 'Auto' })[action],
  ruleSetOf: (name) => (name === 'ads' ? 'ads-set' : undefined),
}

function translate(text: string, options: Partial<SingboxRuleOptions> = {}) {
  const { lines, issues } = checkRules(text, { client: 'singbox' })
  expect(issues.filter(({ severity }) => severity === 'error')).toEqual([])
  const result = toSingboxRules(lines, { ...OPTIONS, ...options })
  // MATCH takes everything, and says so.
  const refused = checkSingboxRules(JSON.stringify(result.rules)).filter(({ severity }) => severity === 'error')
  expect(refused).toEqual([])
  return result
}

describe('a rule line becomes a route rule', () => {
  const route = { action: 'route', outbound: 'Select' }
  test.each<[string, object]>([
    ['DOMAIN,Example.com,Select', { domain: ['example.com'] }],
    ['DOMAIN-SUFFIX,Example.com,Select', { domain_suffix: ['example.com'] }],
    ['DOMAIN-KEYWORD,Google,Select', { domain_keyword: ['google'] }],
    [String.raw`DOMAIN-REGEX,^a\.com$,Select`, { domain_regex: [String.raw`(?i)^a\.com$`] }],
    ['DOMAIN-WILDCARD,*.a.com,Select', { domain_suffix: ['.a.com'] }],
    ['DOMAIN-WILDCARD,a?.*.com,Select', { domain_regex: [String.raw`^a.\..*\.com$`] }],
    ['IP-CIDR,10.0.0.0/8,Select,no-resolve', { ip_cidr: ['10.0.0.0/8'] }],
    ['IP-CIDR6,fc00::/7,Select,no-resolve', { ip_cidr: ['fc00::/7'] }],
    ['IP-CIDR,10.0.0.0/8,Select,src', { source_ip_cidr: ['10.0.0.0/8'] }],
    ['SRC-IP-CIDR,10.0.0.0/8,Select', { source_ip_cidr: ['10.0.0.0/8'] }],
    ['GEOIP,LAN,Select,no-resolve', { ip_is_private: true }],
    ['GEOIP,private,Select,no-resolve', { ip_is_private: true }],
    ['GEOIP,CN,Select,no-resolve', { rule_set: ['geoip-cn'] }],
    ['SRC-GEOIP,CN,Select', { rule_set: ['geoip-cn'], rule_set_ip_cidr_match_source: true }],
    ['GEOSITE,google@cn,Select', { rule_set: ['geosite-google@cn'] }],
    ['RULE-SET,ads,Select', { rule_set: ['ads-set'] }],
    ['DST-PORT,80,Select', { port: [80] }],
    ['DST-PORT,80/443/1000-2000,Select', { port: [80, 443], port_range: ['1000:2000'] }],
    ['SRC-PORT,1000-2000,Select', { source_port_range: ['1000:2000'] }],
    ['NETWORK,UDP,Select', { network: ['udp'] }],
    ['PROCESS-NAME,curl.exe,Select', { process_name: ['curl.exe'] }],
    ['PROCESS-NAME,org.telegram.messenger,Select', { package_name: ['org.telegram.messenger'] }],
    ['PROCESS-PATH,/usr/bin/curl,Select', { process_path: ['/usr/bin/curl'] }],
    ['PROCESS-PATH-REGEX,^/usr/.*,Select', { process_path_regex: ['(?i)^/usr/.*'] }],
    ['PROCESS-PATH-WILDCARD,/usr/*,Select', { process_path_regex: ['(?i)^/usr/.*$'] }],
    ['UID,1000/1002-1003,Select', { user_id: [1000, 1002, 1003] }],
    ['IN-NAME,a/b,Select', { inbound: ['a', 'b'] }],
    ['IN-USER,a,Select', { auth_user: ['a'] }],
    ['NOT,((DOMAIN,a.com)),Select', { domain: ['a.com'], invert: true }],
    [
      'AND,((DOMAIN,a.com),(NETWORK,udp)),Select',
      { type: 'logical', mode: 'and', rules: [{ domain: ['a.com'] }, { network: ['udp'] }] },
    ],
    [
      'OR,((DST-PORT,53),(NOT,((AND,((DOMAIN,a.com),(NETWORK,udp)))))),Select',
      {
        type: 'logical',
        mode: 'or',
        rules: [
          { port: [53] },
          { type: 'logical', mode: 'and', rules: [{ domain: ['a.com'] }, { network: ['udp'] }], invert: true },
        ],
      },
    ],
    [
      'NOT,((NOT,((DOMAIN,a.com)))),Select',
      { type: 'logical', mode: 'and', rules: [{ domain: ['a.com'], invert: true }], invert: true },
    ],
  ])('%s', (text, items) => {
    const { rules, issues, carried, dropped } = translate(text)
    expect(rules).toEqual([{ ...items, ...route }])
    expect(issues).toEqual([])
    expect([carried, dropped]).toEqual([1, 0])
  })
})

test('a wildcard over process names looks at the last part of the path', () => {
  const { rules } = translate('PROCESS-NAME-WILDCARD,*telegram?,Select')
  const regex = userRegex(String(rules[0]?.['process_path_regex'])).regex
  expect(['/opt/Telegram1', String.raw`C:\x\mytelegramX`, 'telegram2'].map((path) => regex?.test(path))).toEqual([
    true,
    true,
    true,
  ])
  expect(['/opt/telegram1/bin', '/opt/telegram'].map((path) => regex?.test(path))).toEqual([false, false])
})

describe('a target becomes an action', () => {
  test.each<[string, object]>([
    ['DIRECT', { action: 'route', outbound: 'direct' }],
    ['COMPATIBLE', { action: 'route', outbound: 'direct' }],
    ['Auto', { action: 'route', outbound: 'Auto' }],
    ['REJECT', { action: 'reject' }],
    ['REJECT-DROP', { action: 'reject', method: 'drop' }],
  ])('%s', (name, action) => expect(translate(`NETWORK,udp,${name}`).rules).toEqual([{ network: ['udp'], ...action }]))

  test('MATCH is the final outbound, and what stands behind it is left out', () => {
    const { rules, final, issues, dropped } = translate('MATCH,Select\nDOMAIN,a.com,DIRECT\nMATCH,DIRECT')
    expect([rules, final, dropped]).toEqual([[], 'Select', 2])
    expect(issues.map(({ line, code, of, kept }) => [line, code, of, kept])).toEqual([
      [2, 'rule-unreachable', 1, false],
      [3, 'rule-unreachable', 1, false],
    ])
  })

  test('MATCH,REJECT is a last rule that rejects everything', () => {
    expect(translate('MATCH,REJECT')).toMatchObject({ rules: [{ action: 'reject' }], carried: 1 })
    expect(translate('MATCH,REJECT').final).toBeUndefined()
  })

  test('an action that is not there is told', () => {
    const { rules, issues } = translate('DOMAIN,a.com,Nowhere\nDOMAIN,b.com,PASS')
    expect(rules).toEqual([])
    expect(issues.map(({ line, code, args }) => [line, code, args?.['reason']])).toEqual([
      [1, 'rule-target-missing', 'target-missing'],
      [2, 'rule-unsupported', 'action-unsupported'],
    ])
  })
})

describe('what sing-box cannot say is left out with its reason', () => {
  test.each([
    ['IP-ASN,13335,Select', 'type-unsupported'],
    ['SRC-IP-ASN,13335,Select', 'type-unsupported'],
    ['IP-SUFFIX,8.8.8.8/24,Select', 'type-unsupported'],
    ['IN-PORT,7890,Select', 'type-unsupported'],
    ['IN-TYPE,SOCKS,Select', 'type-unsupported'],
    ['DSCP,4,Select', 'type-unsupported'],
    ['SUB-RULE,(NETWORK,tcp),x', 'type-unsupported'],
    ['REMATCH-NAME,x,Select', 'type-unsupported'],
    ['DOMAIN-REGEX,^(?!.*cn).*$,Select', 'regex-unsupported'],
    [String.raw`DOMAIN-REGEX,(a)\1,Select`, 'regex-unsupported'],
    ['AND,((DSCP,4),(NETWORK,tcp)),Select', 'inner-unsupported'],
    ['RULE-SET,other,Select', 'rule-set-missing'],
    ['UID,1-100000,Select', 'number-range-unsupported'],
  ])('%s: %s', (text, reason) => {
    const { rules, issues, carried, dropped } = translate(text)
    expect(rules).toEqual([])
    expect(issues).toMatchObject([{ line: 1, code: 'rule-unsupported', kept: false, args: { reason } }])
    expect([carried, dropped]).toEqual([0, 1])
  })
})

test('neighbours that say the same are one rule, the order of the others stays', () => {
  const text = [
    'DOMAIN-SUFFIX,a.com,Select',
    'DOMAIN,b.com,Select',
    'DOMAIN-KEYWORD,c,Select',
    'DOMAIN-SUFFIX,d.com,Select',
    'DOMAIN-SUFFIX,e.com,Auto',
    'DOMAIN-SUFFIX,f.com,Select',
    'DST-PORT,80,Select',
    'DST-PORT,8000-9000,Select',
    'RULE-SET,ads,Select',
    'GEOSITE,cn,Select',
    'NOT,((DOMAIN,g.com)),Select',
    'NOT,((DOMAIN,h.com)),Select',
  ].join('\n')
  const select = { action: 'route', outbound: 'Select' }
  expect(translate(text).rules).toEqual([
    { domain: ['b.com'], domain_suffix: ['a.com', 'd.com'], domain_keyword: ['c'], ...select },
    { domain_suffix: ['e.com'], action: 'route', outbound: 'Auto' },
    { domain_suffix: ['f.com'], ...select },
    { port: [80], port_range: ['8000:9000'], ...select },
    { rule_set: ['ads-set', 'geosite-cn'], ...select },
    { domain: ['g.com'], invert: true, ...select },
    { domain: ['h.com'], invert: true, ...select },
  ])
})

test('a rule set never shares a rule with domains, addresses or ports', () => {
  const { rules } = translate(
    'RULE-SET,ads,Select\nDOMAIN,a.com,Select\nGEOIP,CN,Select,no-resolve\nDST-PORT,80,Select',
  )
  for (const rule of rules)
    if ('rule_set' in rule) expect(Object.keys(rule)).toEqual(['rule_set', 'action', 'outbound'])
  expect(rules).toHaveLength(4)
})

test('lists on the web that lines need are named once', () => {
  expect(
    translate(
      'GEOIP,CN,Select,no-resolve\nGEOSITE,category-ai-!cn,Auto\nGEOIP,cn,Auto,no-resolve\nGEOIP,telegram,Auto,no-resolve',
    ).remoteSets,
  ).toEqual([
    {
      type: 'remote',
      tag: 'geoip-cn',
      format: 'binary',
      url: 'https://raw.githubusercontent.com/SagerNet/sing-geoip/rule-set/geoip-cn.srs',
    },
    {
      type: 'remote',
      tag: 'geosite-category-ai-!cn',
      format: 'binary',
      url: 'https://raw.githubusercontent.com/SagerNet/sing-geosite/rule-set/geosite-category-ai-!cn.srs',
    },
    {
      type: 'remote',
      tag: 'geoip-telegram',
      format: 'binary',
      url: 'https://raw.githubusercontent.com/MetaCubeX/meta-rules-dat/sing/geo/geoip/telegram.srs',
    },
  ])
})

describe('mihomo resolves at the first address rule, sing-box never does', () => {
  test('so a resolve rule goes before it, and that is told', () => {
    const { rules, issues } = translate('DOMAIN,a.com,Select\nIP-CIDR,1.1.1.0/24,Select\nIP-CIDR,1.0.0.0/24,Select')
    expect(rules).toEqual([
      { domain: ['a.com'], action: 'route', outbound: 'Select' },
      { action: 'resolve' },
      { ip_cidr: ['1.1.1.0/24', '1.0.0.0/24'], action: 'route', outbound: 'Select' },
    ])
    expect(issues).toMatchObject([
      { line: 2, code: 'rule-semantics-changed', args: { reason: 'resolve-added', count: 2 } },
    ])
  })

  test('not where all of them are about private addresses, nor where it is not wanted', () => {
    const text = 'GEOIP,LAN,DIRECT\nIP-CIDR,192.168.0.0/16,DIRECT\nGEOIP,private,DIRECT'
    expect(translate(text).rules.some(({ action }) => action === 'resolve')).toBe(false)
    expect(translate(text).issues).toMatchObject([
      { code: 'rule-semantics-changed', args: { reason: 'resolve-left-out', count: 3 } },
    ])
    expect(translate('IP-CIDR,1.1.1.0/24,Select', { resolve: false }).rules).toHaveLength(1)
  })

  test('an inverted address rule matches every domain, and that is told', () => {
    expect(translate('NOT,((IP-CIDR,1.1.1.0/24,no-resolve)),Select').issues).toMatchObject([
      { code: 'rule-semantics-changed', args: { reason: 'inverted-address' } },
    ])
  })
})

describe('a list becomes an inline rule set', () => {
  test('one rule a kind', () => {
    const text =
      'DOMAIN,b.com\nIP-CIDR,1.1.1.0/24,no-resolve\nDOMAIN-SUFFIX,a.com\nIP-CIDR6,fc00::/7\nPROCESS-NAME,a.exe\nDST-PORT,80\nDOMAIN,B.com'
    expect(toHeadlessRules(readRuleList(text, { behavior: 'classical' }).rules)).toEqual({
      rules: [
        { domain: ['b.com'], domain_suffix: ['a.com'] },
        { ip_cidr: ['1.1.1.0/24', 'fc00::/7'] },
        { process_name: ['a.exe'] },
        { port: [80] },
      ],
      version: 1,
      issues: [],
      carried: 7,
      dropped: 0,
    })
  })

  test('of behavior domain', () => {
    const { rules } = readRuleList('a.com\n+.b.com\n.c.com\n*.d.com\n*\na.*.e.com\n', { behavior: 'domain' })
    expect(toHeadlessRules(rules).rules).toEqual([
      {
        domain: ['a.com'],
        domain_suffix: ['b.com', '.c.com'],
        domain_regex: [String.raw`^[^.]+\.d\.com$`, '^[^.]+$', String.raw`^a\.[^.]+\.e\.com$`],
      },
    ])
  })

  test('what a set cannot hold is counted by type', () => {
    const text =
      'GEOIP,CN\nGEOSITE,cn\nGEOSITE,us\nUID,1\nIN-NAME,a\nAND,((DOMAIN,a.com),(NETWORK,udp))\nPROCESS-PATH-REGEX,^/a'
    const { rules, issues, version, carried, dropped } = toHeadlessRules(
      readRuleList(text, { behavior: 'classical' }).rules,
    )
    expect([carried, dropped, version]).toEqual([2, 5, 2])
    expect(rules[0]).toEqual({ type: 'logical', mode: 'and', rules: [{ domain: ['a.com'] }, { network: ['udp'] }] })
    expect(issues.map(({ code, kept, args }) => [code, kept, args?.['type'], args?.['count']])).toEqual([
      ['rule-unsupported', false, 'GEOIP', 1],
      ['rule-unsupported', false, 'GEOSITE', 2],
      ['rule-unsupported', false, 'UID', 1],
      ['rule-unsupported', false, 'IN-NAME', 1],
    ])
  })

  test('private addresses are written as blocks, as a set has no item for them', () => {
    const { rules } = toHeadlessRules(readRuleList('GEOIP,LAN', { behavior: 'classical' }).rules)
    expect(rules[0]?.['ip_cidr']).toContain('192.168.0.0/16')
    const set = { type: 'inline', tag: 'lan', rules }
    expect(checkSingboxRules(JSON.stringify(set))).toEqual([])
  })
})
