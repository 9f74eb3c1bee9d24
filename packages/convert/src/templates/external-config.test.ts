import { describe, expect, test } from 'vitest'
import { readOwnConfig } from './own-config.ts'
import { iniFormOf } from './external-config.ts'
import { isIniTemplate, readIniTemplate } from './ini.ts'

const INI = `[custom]
ruleset=Direct,[]GEOIP,CN,no-resolve
ruleset=Proxy,https://list.example.com/proxy.list,3600
ruleset=Proxy,clash-domain:https://list.example.com/names.yaml
ruleset=Final,[]FINAL
custom_proxy_group=Proxy\`select\`[]Auto\`.*
custom_proxy_group=Auto\`url-test\`(HK|香港)\`https://www.gstatic.com/generate_204\`300,5,50
custom_proxy_group=Direct\`select\`[]DIRECT
custom_proxy_group=Final\`select\`[]Proxy
enable_rule_generator=true
overwrite_original_rules=true
rename=HK@香港
emoji=(?i)hk,🇭🇰
add_emoji=true
remove_old_emoji=true
include_remarks=HK
exclude_remarks=old
exclude_remarks=test
clash_rule_base=base/all.yml
`
const YAML = `custom:
  enable_rule_generator: true
  overwrite_original_rules: true
  clash_rule_base: base/all.yml
  rulesets:
    - {rule: "GEOIP,CN,no-resolve", group: Direct}
    - {ruleset: "https://list.example.com/proxy.list", group: Proxy, interval: 3600}
    - {ruleset: "clash-domain:https://list.example.com/names.yaml", group: Proxy}
    - {rule: "FINAL", group: Final}
  proxy_groups:
    - {name: Proxy, type: select, rule: ["[]Auto", ".*"]}
    - {name: Auto, type: url-test, rule: ["(HK|香港)"], url: "https://www.gstatic.com/generate_204", interval: 300, timeout: 5, tolerance: 50}
    - {name: Direct, type: select, rule: ["[]DIRECT"]}
    - {name: Final, type: select, rule: ["[]Proxy"]}
  rename_node:
    - {match: HK, replace: 香港}
  emojis:
    - {match: (?i)hk, emoji: 🇭🇰}
  add_emoji: true
  remove_old_emoji: true
  include_remarks: [HK]
  exclude_remarks: [old, test]
`
const TOML = `version = 1
[custom]
enable_rule_generator = true
overwrite_original_rules = true
clash_rule_base = "base/all.yml"
add_emoji = true
remove_old_emoji = true
include_remarks = ["HK"]
exclude_remarks = ["old", "test"]

[[custom_groups]]
name = "Proxy"
type = "select"
rule = ["[]Auto", ".*"]

[[custom_groups]]
name = "Auto"
type = "url-test"
rule = ["(HK|香港)"]
url = "https://www.gstatic.com/generate_204"
interval = 300
timeout = 5
tolerance = 50

[[custom_groups]]
name = "Direct"
type = "select"
rule = ["[]DIRECT"]

[[custom_groups]]
name = "Final"
type = "select"
rule = ["[]Proxy"]

[[rulesets]]
group = "Direct"
ruleset = "[]GEOIP,CN,no-resolve"

[[rulesets]]
group = "Proxy"
ruleset = "https://list.example.com/proxy.list"
type = "surge-ruleset"
interval = 3600

[[rulesets]]
group = "Proxy"
ruleset = "https://list.example.com/names.yaml"
type = "clash-domain"

[[rulesets]]
group = "Final"
ruleset = "[]FINAL"

[[rename_node]]
match = "HK"
replace = "香港"

[[emoji]]
match = "(?i)hk"
emoji = "🇭🇰"
`

describe.each([
  ['YAML', YAML],
  ['TOML', TOML],
  ['YAML with a byte order mark', `\ufeff${YAML}`],
  ['TOML with a byte order mark', `\ufeff${TOML}`],
])('an external config in %s', (_, text) => {
  test('says what its ini form says', () => {
    expect(isIniTemplate(text)).toBe(true)
    expect(readIniTemplate(text, 't').template).toEqual(readIniTemplate(INI, 't').template)
  })

  test('has no lines in its issues: they would be those of another form', () => {
    const [own, ini] = [readIniTemplate(text, 't').issues, readIniTemplate(INI, 't').issues]
    expect(ini.map(({ code, field }) => [code, field])).toEqual([['field-ignored', 'clash_rule_base']])
    expect(own.map(({ code, field, line }) => [code, field, line])).toEqual([
      ['field-ignored', 'clash_rule_base', undefined],
    ])
  })
})

test.each([
  [
    'groups of another file',
    'custom:\n  proxy_groups:\n    - {import: snippets/groups.txt}\n',
    'custom_proxy_group=!!import:snippets/groups.txt',
  ],
  ['the names of before', 'custom:\n  surge_ruleset:\n    - {rule: FINAL, group: A}\n', 'ruleset=A,[]FINAL'],
  [
    'a group without a probe, which YAML may leave out',
    'custom:\n  proxy_groups:\n    - {name: A, type: fallback, rule: [.*]}\n',
    'custom_proxy_group=A`fallback`.*`http://www.gstatic.com/generate_204`300,,',
  ],
  ['a script, which is never run', 'custom:\n  rename_node:\n    - {script: "function rename(){}"}\n', 'rename='],
  ['two lines in one value', 'custom:\n  x: "a\\nruleset=A,[]FINAL"\n', 'x=a ruleset=A,[]FINAL'],
  ['names of JavaScript', 'custom:\n  toString: 1\n  constructor: 2\n', 'toString=1\nconstructor=2'],
])('%s is told as the ini form tells it', (_, text, lines) => {
  expect(iniFormOf(text)).toBe(lines)
})

test.each([
  ['a config of Clash', 'custom: {a: 1}\nproxies: []\nrules: [MATCH,DIRECT]\n'],
  ['broken YAML', 'custom:\n  - {\n'],
  ['broken TOML', 'version = 1\n[custom\n'],
  ['TOML of something else', 'version = 1\n[other]\na = 1\n'],
  ['TOML as deep as it likes', `version = 1\n[custom]\na = ${'['.repeat(5000)}${']'.repeat(5000)}\n`],
  ['YAML whose aliases are too many', `custom: &a [1]\nb: [${'*a,'.repeat(500)}]\n`],
  ['an ini file', INI],
])('%s is no external config in YAML or TOML', (_, text) => {
  expect(iniFormOf(text)).toBeUndefined()
})

test('a config that the person opened stays theirs', () => {
  const own =
    'custom: {a: 1}\nproxies: []\nproxy-groups:\n  - {name: A, type: select, proxies: [DIRECT]}\nrules: ["MATCH,A"]\n'
  expect(isIniTemplate(own)).toBe(false)
  expect(readOwnConfig(own, 't').groups).toHaveLength(1)
})
