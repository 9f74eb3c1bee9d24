import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ClientId } from '../clients/facts.ts'
import { checkRules, type CheckRulesOptions, parseRuleLine, printRuleLine, issueOfRule } from './rule-line.ts'

/** What is told of a line: codes with their reasons. */
function reported(text: string, client: ClientId = 'mihomo'): string[] {
  return parseRuleLine(text, client).issues.map(({ code, args }) => `${code} ${args.reason}`)
}

function written(text: string, client: ClientId = 'mihomo'): string | undefined {
  const { line } = parseRuleLine(text, client)
  return line && printRuleLine(line)
}

describe('a line that every client takes is taken as it is', () => {
  test.each([
    'DOMAIN,example.com,DIRECT',
    'DOMAIN,_dmarc.example_1.com,DIRECT',
    'DOMAIN-SUFFIX,lan,DIRECT',
    'DOMAIN-KEYWORD,google,PROXY',
    'IP-CIDR,10.0.0.0/8,DIRECT,no-resolve',
    'IP-CIDR,10.1.2.3/8,DIRECT',
    'IP-CIDR,2001:db8::/32,DIRECT',
    'IP-CIDR6,2001:db8::/32,DIRECT,no-resolve',
    'SRC-IP-CIDR,192.168.1.201/32,DIRECT',
    'GEOIP,CN,DIRECT',
    'GEOIP,LAN,DIRECT,no-resolve',
    'DST-PORT,80,DIRECT',
    'SRC-PORT,65535,DIRECT',
    'PROCESS-NAME,curl.exe,DIRECT',
    'PROCESS-PATH,/usr/bin/wget,DIRECT',
    'RULE-SET,ads,REJECT',
    'MATCH,🚀 节点选择',
  ])('%s', (text) => {
    for (const client of ['clash', 'mihomo', 'singbox'] as const) {
      expect(reported(text, client)).toEqual([])
      expect(written(text, client)).toBe(text)
    }
  })
})

describe('what only mihomo knows is taken there and unknown to Clash', () => {
  test.each([
    String.raw`DOMAIN-REGEX,^(a|b){1,3}\.com$,DIRECT`,
    'DOMAIN-REGEX,^(?!.*cn).*$,DIRECT',
    'DOMAIN-WILDCARD,*.google.com,DIRECT',
    'GEOSITE,geolocation-!cn,PROXY',
    'GEOSITE,google@cn,DIRECT',
    'IP-ASN,13335,DIRECT',
    'IP-SUFFIX,8.8.8.8/24,PROXY',
    'SRC-IP-SUFFIX,192.168.1.201/8,DIRECT',
    'IN-PORT,7890,PROXY',
    'IN-TYPE,SOCKS/HTTP,PROXY',
    'IN-NAME,ss,PROXY',
    'IN-USER,mihomo,PROXY',
    'DSCP,4,DIRECT',
    'NETWORK,UDP,DIRECT',
    'UID,1001,DIRECT',
    'PROCESS-NAME-REGEX,(?i)Telegram,PROXY',
    'PROCESS-NAME-WILDCARD,*telegram*,PROXY',
    'AND,((DOMAIN,baidu.com),(NETWORK,UDP)),DIRECT',
    'OR,((NETWORK,UDP),(DOMAIN,baidu.com)),REJECT',
    'NOT,((DOMAIN,baidu.com)),PROXY',
    'AND,((IP-CIDR,1.1.1.1/32,no-resolve),(DST-PORT,80)),PROXY',
    'AND,((NOT,((SRC-IP-CIDR,192.168.1.110/32))),(OR,((DST-PORT,1-2/5),(NETWORK,tcp)))),PROXY',
    String.raw`AND,((DOMAIN-REGEX,^(a|b)\.com$),(NETWORK,tcp)),PROXY`,
    'SUB-RULE,(NETWORK,tcp),sub-rule',
    'SUB-RULE,(AND,((NETWORK,tcp),(DST-PORT,443))),sub-rule',
  ])('%s', (text) => {
    expect(reported(text)).toEqual([])
    expect(written(text)).toBe(text)
    expect(reported(text, 'clash')).toEqual(['rule-type-unknown type-unknown'])
  })

  test.each(['DST-PORT,80/443/8000-9000,DIRECT', 'GEOIP,telegram,PROXY', 'IP-CIDR,1.1.1.1/32,PROXY,src'])(
    '%s is taken',
    (text) => expect(reported(text)).toEqual([]),
  )

  test('IPSET is a type of Clash alone', () => {
    expect(reported('IPSET,chnroute,DIRECT', 'clash')).toEqual([])
    expect(reported('IPSET,chnroute,DIRECT')).toEqual(['rule-type-unknown type-unknown'])
  })
})

describe('a line that means nothing is refused with its reason', () => {
  test.each([
    ['', 'rule-empty empty'],
    ['   ', 'rule-empty empty'],
    ['DOMAIN,example.com', 'rule-parts three-segments'],
    ['example.com', 'rule-parts three-segments'],
    ['MATCH', 'rule-parts match-segments'],
    ['MATCH,a,b,c', 'rule-parts match-segments'],
    ['DOMAIN,a.com,DIRECT\nDOMAIN,b.com,DIRECT', 'rule-parts line-break'],
    ['DOMAIN,a.com,DIR\u0000ECT', 'rule-parts control-character'],
    ['NONSENSE,a.com,DIRECT', 'rule-type-unknown type-unknown'],
    ['USER-AGENT,x,DIRECT', 'rule-type-unknown type-unknown'],
    [',a.com,DIRECT', 'rule-type-unknown type-unknown'],
    ['DOMAIN,,DIRECT', 'rule-value value-empty'],
    ['DOMAIN,exa mple.com,DIRECT', 'rule-value domain-space'],
    ['DOMAIN,bad_domain-,DIRECT', 'rule-value domain-label'],
    ['DOMAIN,-a.com,DIRECT', 'rule-value domain-label'],
    ['DOMAIN,a..com,DIRECT', 'rule-value domain-label'],
    ['DOMAIN,a.com.,DIRECT', 'rule-value domain-label'],
    [`DOMAIN,${'a'.repeat(64)}.com,DIRECT`, 'rule-value domain-label'],
    ['DOMAIN,*.a.com,DIRECT', 'rule-value domain-wildcard'],
    ['DOMAIN,a$b.com,DIRECT', 'rule-value domain-label'],
    ['DOMAIN-KEYWORD,,DIRECT', 'rule-value value-empty'],
    ['IP-CIDR,256.1.1.1/8,DIRECT', 'rule-value cidr-address'],
    ['IP-CIDR,01.2.3.4/8,DIRECT', 'rule-value cidr-address'],
    ['IP-CIDR,1.2.3/8,DIRECT', 'rule-value cidr-address'],
    ['IP-CIDR,[::1]/128,DIRECT', 'rule-value cidr-address'],
    ['IP-CIDR,1.2.3.4,DIRECT', 'rule-value cidr-missing-prefix'],
    ['IP-CIDR,1.2.3.4/33,DIRECT', 'rule-value cidr-prefix'],
    ['IP-CIDR6,::/129,DIRECT', 'rule-value cidr-prefix'],
    ['IP-CIDR,1.2.3.4/,DIRECT', 'rule-value cidr-prefix'],
    ['GEOIP,C_N,DIRECT', 'rule-value geo-name'],
    ['PORT,90-80,DIRECT', 'rule-value port-range'],
    ['PORT,65536,DIRECT', 'rule-value port'],
    ['PORT,80-,DIRECT', 'rule-value port'],
    ['DST-PORT,*,DIRECT', 'rule-value port'],
    [`DST-PORT,${Array.from({ length: 29 }, (_, i) => i).join('/')},DIRECT`, 'rule-value port-list-long'],
    ['PROCESS-NAME,,DIRECT', 'rule-value value-empty'],
    ['NETWORK,tcp/udp,DIRECT', 'rule-value network'],
    ['DSCP,64,DIRECT', 'rule-value number'],
    ['UID,root,DIRECT', 'rule-value number'],
    ['IP-ASN,AS13335,DIRECT', 'rule-value asn'],
    ['IN-TYPE,FTP,DIRECT', 'rule-value in-type'],
    ['IN-NAME,a//b,DIRECT', 'rule-value name-list'],
    ['DOMAIN-REGEX,^(a,DIRECT', 'rule-value regex-syntax'],
    [`DOMAIN-REGEX,${'a'.repeat(3000)},DIRECT`, 'rule-value regex-too-long'],
    ['AND,(DOMAIN,a.com),DIRECT', 'rule-value logic-double-parentheses'],
    ['AND,(DOMAIN,a.com),(NETWORK,udp),DIRECT', 'rule-value logic-double-parentheses'],
    ['AND,(),DIRECT', 'rule-value logic-double-parentheses'],
    ['AND,((DOMAIN,a.com),(NETWORK,udp),DIRECT', 'rule-value logic-parentheses'],
    ['AND,DOMAIN,a.com,DIRECT', 'rule-value logic-parentheses'],
    ['AND,((DOMAIN,a.com)x(NETWORK,udp)),DIRECT', 'rule-value logic-separator'],
    ['AND,((MATCH,a),(NETWORK,udp)),DIRECT', 'rule-type-unknown logic-inner-type'],
    ['OR,((SUB-RULE,(NETWORK,tcp),x),(NETWORK,udp)),DIRECT', 'rule-type-unknown logic-inner-type'],
    ['AND,((NOPE,a),(NETWORK,udp)),DIRECT', 'rule-type-unknown type-unknown'],
    ['AND,((DOMAIN,-a-),(NETWORK,udp)),DIRECT', 'rule-value domain-label'],
    ['NOT,((DOMAIN,a.com),(DOMAIN,b.com)),DIRECT', 'rule-value not-one-rule'],
    ['SUB-RULE,((NETWORK,tcp)),s', 'rule-value sub-rule-parentheses'],
    ['SUB-RULE,(NETWORK,tcp),', 'rule-action action-empty'],
    [`${'AND,(('.repeat(40)}DOMAIN,a.com${'))'.repeat(40)},DIRECT`, 'rule-value logic-depth'],
    ['DOMAIN,a.com,', 'rule-action action-empty'],
    ['MATCH,', 'rule-action action-empty'],
    ['DOMAIN-REGEX,^a$,PROXY,no-resolve', 'rule-action action-param'],
    ['IP-CIDR,1.2.3.0/24,NO-RESOLVE', 'rule-action action-missing'],
    ['DST-PORT,80,443,PROXY', 'rule-action action-ports'],
    ['SRC-PORT,80,8000-9000,PROXY', 'rule-action action-ports'],
    ['DST-PORT,80,443', 'rule-action action-ports'],
    ['DST-PORT,80,443,no-resolve', 'rule-action action-ports'],
    ['AND,((DST-PORT,80,443),(NETWORK,tcp)),DIRECT', 'rule-value action-ports'],
    ['NOT,((OR,((SRC-PORT,80,8000-9000),(NETWORK,tcp)))),DIRECT', 'rule-value action-ports'],
    ['DOMAIN-REGEX,(?P<n>a),PROXY', 'rule-value regex-syntax'],
    ['PROCESS-NAME-REGEX,\\Qa\\E,PROXY', 'rule-value regex-syntax'],
  ])('%s: %s', (text, reason) => {
    expect(reported(text)).toEqual([reason])
    expect(parseRuleLine(text, 'mihomo').line).toBeUndefined()
  })

  test.each([
    ['GEOIP,telegram,DIRECT', 'rule-value geoip-code'],
    ['GEOIP,CN,DIRECT,src', 'rule-parts param-unsupported'],
    ['DOMAIN,a.com,b,c,d', 'rule-parts three-segments'],
  ])('for Clash, %s: %s', (text, reason) => expect(reported(text, 'clash').at(-1)).toBe(reason))

  test('a line may have several faults', () => {
    const { issues } = checkRules('DOMAIN,-a,Nowhere', { client: 'mihomo', groups: ['Select'] })
    expect(issues.map(({ code }) => code)).toEqual(['rule-value', 'rule-action'])
  })
})

describe('what was meant is written as the client reads it, with a note', () => {
  test.each<[string, string, string, ClientId?]>([
    ['DOMAIN-SUFFIX,.example.com,DIRECT', 'DOMAIN-SUFFIX,example.com,DIRECT', 'suffix-prefix'],
    ['DOMAIN-SUFFIX,+.example.com,DIRECT', 'DOMAIN-SUFFIX,example.com,DIRECT', 'suffix-prefix'],
    ['DOMAIN-SUFFIX,*.example.com,DIRECT', 'DOMAIN-SUFFIX,example.com,DIRECT', 'suffix-prefix'],
    ['DOMAIN,例子.com,DIRECT', 'DOMAIN,xn--fsqu00a.com,DIRECT', 'punycode'],
    ['PORT,1000-2000,DIRECT', 'DST-PORT,1000-2000,DIRECT', 'port-type'],
    ['FINAL,Select', 'MATCH,Select', 'final-type'],
    ['MATCH,,Select', 'MATCH,Select', 'match-value'],
    ['DOMAIN,a.com,PROXY,force-remote-dns', 'DOMAIN,a.com,PROXY', 'param-ignored'],
    ['domain,a.com,DIRECT', 'DOMAIN,a.com,DIRECT', 'type-case', 'clash'],
    ['IP-CIDR,10.0.0.0/8,DIRECT,src', 'SRC-IP-CIDR,10.0.0.0/8,DIRECT', 'src-type', 'clash'],
    ['GEOIP,PRIVATE,DIRECT', 'GEOIP,LAN,DIRECT', 'private-lan', 'clash'],
    ['- DOMAIN,a.com,DIRECT # home', 'DOMAIN,a.com,DIRECT', 'yaml-item'],
    ["- 'DOMAIN,a.com,HK #1'", 'DOMAIN,a.com,HK #1', 'yaml-item'],
  ])('%s becomes %s', (text, line, reason, client = 'mihomo') => {
    expect(written(text, client)).toBe(line)
    expect(reported(text, client)).toEqual([`rule-rewritten ${reason}`])
  })

  test('blanks around fields and the case of a type are nothing to speak of', () => {
    expect(written('  domain , a.com ,  My Group ')).toBe('DOMAIN,a.com,My Group')
    expect(reported('  domain , a.com ,  My Group ')).toEqual([])
  })
})

const groups = ['Select', '🇭🇰 Hong Kong', 'Auto']

function codesOf(name: string, client: ClientId) {
  return checkRules(`MATCH,${name}`, { client, targets: groups }).issues.map(({ code }) => code)
}

describe('an action has to be one that exists', () => {
  test.each(['DIRECT', 'REJECT', 'PROXY', 'MATCH', 'GLOBAL', 'BYPASS', 'Select', '🇭🇰 Hong Kong'])(
    '%s passes',
    (name) => {
      expect(checkRules(`DOMAIN,a.com,${name}`, { client: 'clash', groups }).issues).toEqual([])
    },
  )

  test('an unknown one is told with the names nearest to it', () => {
    const { lines, issues } = checkRules('DOMAIN,a.com,selekt', { client: 'mihomo', groups })
    expect(lines).toEqual([])
    expect(issues).toMatchObject([
      {
        line: 1,
        column: 14,
        code: 'rule-action',
        args: { reason: 'action-unknown', action: 'selekt', nearest: expect.stringMatching(/^Select/) },
      },
    ])
  })

  test('in a finished config the action must be there: PROXY is no name of its own', () => {
    expect(codesOf('Select', 'mihomo')).toEqual([])
    expect(codesOf('REJECT-DROP', 'mihomo')).toEqual([])
    expect(codesOf('REJECT-DROP', 'clash')).toEqual(['rule-target-missing'])
    expect(codesOf('PROXY', 'mihomo')).toEqual(['rule-target-missing'])
    expect(codesOf('BYPASS', 'clash')).toEqual(['rule-target-missing'])
    expect(codesOf('direct', 'mihomo')).toEqual(['rule-target-missing'])
  })

  test('PASS is one, PASS-RULE is none outside of sub-rules, whatever else is known of the config', () => {
    const reasonsFor = (action: string, more: Partial<CheckRulesOptions> = {}) =>
      checkRules(`DOMAIN,a.com,${action}`, { client: 'mihomo', ...more }).issues.map(({ code, args }) => [
        code,
        args.reason,
      ])
    const refused = [['rule-action', 'action-sub-rule']]
    for (const more of [{}, { groups }, { targets: groups }, { isTarget: () => false }]) {
      expect(reasonsFor('PASS', more)).toEqual([])
      expect(reasonsFor('PASS-RULE', more)).toEqual(refused)
    }
    expect([reasonsFor('PASS-RULE', { client: 'singbox' }), reasonsFor('PASS-RULE', { client: 'xray' })]).toEqual([
      refused,
      refused,
    ])
    // Clash has no such word, and sing-box may have a group of the name.
    expect(reasonsFor('PASS-RULE', { client: 'clash' })).toEqual([])
    expect(reasonsFor('PASS-RULE', { client: 'singbox', isTarget: () => true })).toEqual([])
  })

  test('SUB-RULE names a set of rules, not a group', () => {
    const text = 'SUB-RULE,(NETWORK,tcp),tcp-rules'
    expect(checkRules(text, { client: 'mihomo', targets: groups, subRules: ['tcp-rules'] }).issues).toEqual([])
    expect(checkRules(text, { client: 'mihomo', subRules: ['other'] }).issues[0]?.args.reason).toBe('sub-rule-missing')
  })

  test('RULE-SET names a provider', () => {
    const { issues } = checkRules('RULE-SET,add,DIRECT', { client: 'mihomo', providers: ['ads'] })
    expect(issues[0]).toMatchObject({ code: 'rule-value', args: { reason: 'provider-missing', nearest: 'ads' } })
  })
})

describe('the order of rules is looked at', () => {
  test('a rule written twice, behind MATCH or below a suffix that goes elsewhere is told with the first one', () => {
    const text = [
      '# mine',
      'DOMAIN,a.com,DIRECT',
      'DOMAIN,A.com,DIRECT',
      'DOMAIN,a.com,REJECT',
      'DOMAIN-SUFFIX,b.com,DIRECT',
      'DOMAIN,x.b.com,REJECT',
      'DOMAIN,y.b.com,DIRECT',
      'DOMAIN-SUFFIX,xb.com,REJECT',
      '',
      'MATCH,DIRECT',
      'DOMAIN,c.com,DIRECT',
      'MATCH,REJECT',
    ].join('\r\n')
    const { lines, issues } = checkRules(text, { client: 'mihomo' })
    expect(lines).toHaveLength(11)
    expect(issues.map(({ line, code, args }) => [line, code, args.reason, args['of']])).toEqual([
      [3, 'rule-duplicate', 'same-rule', 2],
      [4, 'rule-unreachable', 'same-condition', 2],
      [6, 'rule-unreachable', 'covered', 5],
      [11, 'rule-unreachable', 'after-match', 10],
      [12, 'rule-unreachable', 'after-match', 10],
    ])
  })

  test('PASS goes on with the next rule, so nothing is hidden by it', () => {
    const text = 'DOMAIN-SUFFIX,a.com,PASS\nDOMAIN,x.a.com,DIRECT\nDOMAIN-SUFFIX,a.com,REJECT'
    expect(checkRules(text, { client: 'mihomo' }).issues).toEqual([])
  })
})

test('comments stay, blank lines go, and every line knows its place', () => {
  const { lines, issues } = checkRules('\uFEFF# a\n\n// b\nDOMAIN,a.com,DIRECT', { client: 'clash' })
  expect(issues).toEqual([])
  expect(lines).toEqual([
    { ruleType: 'comment', type: '', value: '# a', action: '', params: [], index: 0 },
    { ruleType: 'comment', type: '', value: '// b', action: '', params: [], index: 2 },
    { ruleType: 'rule', type: 'DOMAIN', value: 'a.com', action: 'DIRECT', params: [], index: 3 },
  ])
})

test('a problem says line and column of the field, also inside a logic rule', () => {
  const text = 'DOMAIN,a.com,DIRECT\n  AND,((DOMAIN,a.com),(NETWORK,icmp)),DIRECT'
  const { issues } = checkRules(text, { client: 'mihomo' })
  expect(issues).toMatchObject([{ line: 2, column: text.split('\n')[1]!.indexOf('icmp') + 1, code: 'rule-value' }])
  expect(issueOfRule(issues[0]!, 'rules.txt')).toMatchObject({
    source: 'rules.txt',
    line: 2,
    kept: false,
    severity: 'error',
  })
})

test('a logic rule knows its inner rules', () => {
  const { line } = parseRuleLine('AND,((domain, a.com),(PORT,80)),DIRECT', 'mihomo')
  expect(line).toMatchObject({
    type: 'AND',
    value: '((DOMAIN,a.com),(DST-PORT,80))',
    rules: [
      { type: 'DOMAIN', value: 'a.com', params: [] },
      { type: 'DST-PORT', value: '80', params: [] },
    ],
  })
})

describe('whatever is typed', () => {
  const piece = fc.constantFrom(
    'DOMAIN',
    'AND',
    'NOT',
    'SUB-RULE',
    'IP-CIDR',
    'DOMAIN-REGEX',
    'MATCH',
    'PORT',
    '((',
    '))',
    '(',
    ')',
    ',',
    ' ',
    'a.com',
    '1.1.1.1/8',
    '::/0',
    '80-90',
    'no-resolve',
    'src',
    '例.com',
    '- ',
    '#',
    "'",
    '*',
    '\u0000',
    '\n',
  )
  const text = fc.oneof(
    fc.string(),
    fc.array(piece, { maxLength: 16 }).map((pieces) => pieces.join('')),
  )
  const client = fc.constantFrom<ClientId>('clash', 'mihomo', 'singbox')

  test('nothing throws, and a line is either usable or has an error', () => {
    fc.assert(
      fc.property(text, client, (input, client) => {
        const { line, issues } = parseRuleLine(input, client)
        expect(line === undefined).toBe(issues.some(({ severity }) => severity === 'error'))
        checkRules(input, { client, groups: ['a'], targets: ['a'], providers: [], subRules: [] })
      }),
      { numRuns: 5000 },
    )
  })

  test('a line that was read reads the same when it was written', () => {
    fc.assert(
      fc.property(text, (input) => {
        const { line } = parseRuleLine(input, 'mihomo')
        if (line === undefined) return
        const again = parseRuleLine(printRuleLine(line), 'mihomo')
        expect(again.line).toEqual({ ...line, index: 0 })
        expect(again.issues).toEqual([])
      }),
      { numRuns: 5000 },
    )
  })
})

test('a hundred thousand lines are read, mistakes and all', () => {
  const good = Array.from({ length: 100_000 }, (_, i) => `DOMAIN-SUFFIX,a${i}.example.com,Select`).join('\n')
  const bad = Array.from({ length: 100_000 }, (_, i) => `DOMAIN,a${i}.com,Nowhere ${i}`).join('\n')
  const groups = Array.from({ length: 1000 }, (_, i) => `Group ${i}`)
  expect(checkRules(good, { client: 'mihomo', groups: ['Select'] }).lines).toHaveLength(100_000)
  expect(checkRules(bad, { client: 'mihomo', groups }).issues).toHaveLength(100_000)
  expect(checkRules(`DOMAIN,a.com,DIRECT${',x'.repeat(500_000)}`, { client: 'mihomo' }).issues).toHaveLength(1)
})
