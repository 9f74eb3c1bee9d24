import { describe, expect, test } from 'vitest'
import { convertText } from './convert.ts'
import type { ConvertOptions } from './convert-options.ts'
import { NodeIssues, ISSUE_SEVERITY } from './model/issue.ts'
import { toClassicClash } from './clients/clash/clash-proxy.ts'
import type { ClientId } from './clients/facts.ts'
import { checkSingboxRules } from './clients/singbox/rule-check/check-singbox-rules.ts'
import { readRuleList } from './rules/rule-list.ts'
import { readIniTemplate } from './templates/ini.ts'
import { readOwnConfig } from './templates/own-config.ts'
import { regionFilter } from './templates/region-filters.ts'

/** docs/security.md, "Names of others": what every object has is not among the names that a table of ours knows. */
const NAMES = ['constructor', '__proto__', 'toString', 'hasOwnProperty']
const CLIENTS: readonly ClientId[] = ['mihomo', 'clash', 'singbox']

const LINK = 'ss://YWVzLTI1Ni1nY206cHc@a.example:443#A'

function written(text: string, options: ConvertOptions): string {
  const { text: config, report } = convertText([{ name: 'a', text }], options)
  expect(config).not.toContain('[native code]')
  for (const { code } of report.issues) expect(Object.keys(ISSUE_SEVERITY)).toContain(code)
  return config
}

describe.each(NAMES)('%s', (name) => {
  test.each(CLIENTS)('is no country of a GEOIP rule that a table knows, for %s', (client) => {
    for (const type of ['GEOIP', 'GEOSITE']) written(LINK, { to: client, rules: { lines: `${type},${name},DIRECT` } })
  })

  test.each(CLIENTS)('is the country of a GEOIP line in an ini template, for %s', (client) => {
    const ini = `custom_proxy_group=Select\`select\`.*\nruleset=Select,[]GEOIP,${name}\nruleset=Select,[]FINAL\n`
    written(LINK, { to: client, template: readIniTemplate(ini, 'x').template })
  })

  test('is no type of a group in an ini template', () => {
    const lines = [`custom_proxy_group=A\`${name}\`.*\`x\`300`, 'custom_proxy_group=S`select`.*']
    const { template, issues } = readIniTemplate(lines.join('\n'), 'x')
    expect(template.groups.map((group) => group.name)).toEqual(['S'])
    expect(issues.map(({ code }) => code)).toEqual(['bad-value'])
  })

  test('is no prefix of a list address in an ini template', () => {
    const { template } = readIniTemplate(
      `custom_proxy_group=S\`select\`.*\nruleset=S,${name}:https://l.example/x.list`,
      'x',
    )
    for (const rule of template.rules) expect(rule).not.toMatchObject({ list: { behavior: undefined } })
  })

  test('is no type of a group in a whole config', () => {
    const text = `proxy-groups: [{name: A, type: ${name}, proxies: [DIRECT]}, {name: S, type: select, proxies: [DIRECT]}]`
    expect(readOwnConfig(text, 'x').groups.map((group) => group.name)).toEqual(['S'])
    const singbox = `{"outbounds": [{"tag": "A", "type": "${name}", "outbounds": []}, {"tag": "S", "type": "selector", "outbounds": ["A"]}]}`
    expect(readOwnConfig(singbox, 'x').groups.map((group) => [group.name, group.type])).toEqual([['S', 'select']])
  })

  test('is no type of a rule in a list', () => {
    const list = readRuleList(`${name},a.example\nDOMAIN,b.example\n`, { behavior: 'classical' })
    expect([list.rules.length, list.skipped]).toEqual([1, 1])
  })

  test.each([
    ['a rule', (field: string) => `{"rules": [{"domain": ["a.example"], "outbound": "direct", "${field}": 1}]}`],
    [
      'a logical rule',
      (field: string) =>
        `{"rules": [{"type": "logical", "mode": "and", "rules": [{"domain": ["a.example"]}], "outbound": "direct", "${field}": 1}]}`,
    ],
    [
      'a rule set',
      (field: string) =>
        `{"rule_set": [{"type": "inline", "tag": "s", "rules": [{"domain": ["a.example"]}], "${field}": 1}]}`,
    ],
  ])('is no field of %s of sing-box', (_, textWith) => {
    const issues = (field: string) => checkSingboxRules(textWith(field)).map(({ code, args }) => [code, args.reason])
    expect(issues(name)).toEqual([['rule-value', 'field-unknown']])
  })

  test('is no action and no kind of rule set of sing-box', () => {
    const issues = checkSingboxRules(
      `{"rules": [{"domain": ["a.example"], "action": "${name}"}], "rule_set": [{"type": "${name}", "tag": "s"}]}`,
    )
    expect(issues.map(({ args }) => args.reason)).toEqual(['action-name', 'field-value'])
  })

  test('is a name that a node and a group may have', () => {
    for (const client of CLIENTS) {
      const text = written(`ss://YWVzLTI1Ni1nY206cHc@a.example:443#${name}`, { to: client })
      expect(text).toContain(name)
    }
  })

  test('is a setting that classic Clash does not know, and is said to be left out', () => {
    const issues = new NodeIssues()
    const proxy = { name: 'A', type: 'ss', server: 'a.example', port: 443, cipher: 'aes-256-gcm', password: 'p' }
    const written = toClassicClash(withKey(proxy, name), issues)
    expect(written).toEqual(proxy)
    expect(issues.take().map(({ code, field }) => [code, field])).toEqual([['field-ignored', name]])
  })

  test('is no type and no plugin of classic Clash', () => {
    const issues = new NodeIssues()
    const proxy = { name: 'A', server: 'a.example', port: 443, cipher: 'aes-256-gcm', password: 'p' }
    expect(toClassicClash({ ...proxy, type: name }, issues)).toBeUndefined()
    expect(toClassicClash({ ...proxy, type: 'ss', plugin: name, 'plugin-opts': {} }, issues)).toBeUndefined()
    expect(issues.take().map(({ code }) => code)).toEqual(['type-unsupported', 'plugin-unsupported'])
  })

  test('is no region that our templates have a regex for', () => {
    expect(regionFilter(name, [])).toBeUndefined()
    expect(regionFilter('other', [name])).toBeUndefined()
  })

  test('is no type that a group leaves out', () => {
    const template = readOwnConfig(
      `proxy-groups:\n  - {name: S, type: select, include-all: true, exclude-type: ${name}}\n`,
      'x',
    )
    for (const client of CLIENTS) written(LINK, { to: client, template })
  })
})

function withKey(map: Record<string, unknown>, key: string): Record<string, unknown> {
  return Object.defineProperty({ ...map }, key, { value: 1, enumerable: true })
}
