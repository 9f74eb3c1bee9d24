import { describe, expect, test } from 'vitest'
import type { ClientId } from '../clients/facts.ts'
import type { FormField, FormFields } from './form-fields.ts'
import { type ConfigForm, openForm } from './open-form.ts'

const MIHOMO = `# mine
mixed-port: 7890
mode: rule
secret: abc
my-key: {a: 1} # kept
external-controller: 127.0.0.1:9090
dns:
  enable: true
  nameserver: [1.1.1.1, 8.8.8.8]
  nameserver-policy: {'+.cn': 1.1.1.1}
proxies:
  - {name: Tokyo, type: ss, server: jp.example.com, port: "443", cipher: aes-128-gcm, password: p, x-mine: 1}
  - {name: Osaka, type: http, server: os.example.com, port: 80}
proxy-providers:
  airport: {type: http, url: "https://sub.example.com/x?token=1"}
proxy-groups:
  - {name: Select, type: select, proxies: [Auto, Tokyo], use: [airport]}
  - {name: Auto, type: url-test, include-all-proxies: true, filter: "(?i)o"}
rules:
  - DOMAIN,a.example.com,Select # one
  - MATCH,Select
`

const SINGBOX = `{
  "log": {"level": "info"},
  "dns": {"servers": [{"type": "local", "tag": "local"}], "final": "local"},
  "inbounds": [{"type": "mixed", "tag": "in", "listen": "127.0.0.1", "listen_port": 7890}],
  "outbounds": [
    {"type": "selector", "tag": "Select", "outbounds": ["Tokyo", "direct"]},
    {"type": "shadowsocks", "tag": "Tokyo", "server": "jp.example.com", "server_port": 443, "method": "aes-128-gcm", "password": "p"},
    {"type": "direct", "tag": "direct"}
  ],
  "route": {
    "rules": [{"action": "sniff"}, {"domain_suffix": "cn.example.com",
      "outbound": "direct"}],
    "rule_set": [{"type": "remote", "tag": "ads", "url": "https://lists.example.com/ads.srs", "format": "binary"}],
    "final": "Select"
  }
}
`

function form(text: string, client: ClientId = 'mihomo', version?: string): ConfigForm {
  return openForm(text, { client, version })!
}

function fieldOf({ fields }: FormFields, key: string): FormField | undefined {
  return fields.find((field) => field.key === key)
}

describe('a config as a form', () => {
  test.each<[ClientId, string, string]>([
    ['mihomo', MIHOMO, 'general 4, dns 3, inbounds 1, nodes 2, providers 1, groups 2, rules 2, rule-sets 0, experimental 0'], // oxfmt-ignore
    ['singbox', SINGBOX, 'general 1, dns 1, inbounds 1, nodes 2, groups 1, rules 2, rule-sets 1, experimental 0'],
  ])('%s has these sections', (client, text, sections) => {
    const found = form(text, client).sections()
    expect(found.map(({ id, count }) => `${id} ${count}`).join(', ')).toBe(sections)
  })

  test('Xray is edited as text', () => {
    expect(openForm('{}', { client: 'xray' })).toBeUndefined()
  })

  test('every known key is the control that its values ask for', () => {
    const [general] = form(MIHOMO).section('general').maps
    expect(general!.fields.map(({ key }) => key)).toEqual(['mode', 'secret', 'my-key', 'external-controller'])
    expect(fieldOf(general!, 'mode')).toMatchObject({ control: { kind: 'choice', values: ['rule', 'global', 'direct'] }, value: 'rule', line: 3 }) // oxfmt-ignore
    expect(fieldOf(general!, 'secret')?.control).toEqual({ kind: 'text', isSecret: true })
    const [dns] = form(MIHOMO).section('dns').maps
    expect(fieldOf(dns!, 'enable')).toMatchObject({ control: { kind: 'switch' }, value: true })
    expect(fieldOf(dns!, 'nameserver')).toMatchObject({ control: { kind: 'texts' }, value: ['1.1.1.1', '8.8.8.8'] })
    expect(fieldOf(dns!, 'nameserver-policy')).toMatchObject({ control: { kind: 'raw' }, source: `{'+.cn': 1.1.1.1}` })
    const [inbounds] = form(MIHOMO).section('inbounds').maps
    expect(fieldOf(inbounds!, 'mixed-port')).toMatchObject({ control: { kind: 'number' }, value: 7890 })
  })

  test('an unknown key is there as it is written', () => {
    const [general] = form(MIHOMO).section('general').maps
    expect(fieldOf(general!, 'my-key')).toMatchObject({ isUnknown: true, control: { kind: 'raw' }, source: '{a: 1}', line: 5 }) // oxfmt-ignore
    expect(fieldOf(form(MIHOMO).fields(['proxies', 0]), 'x-mine')).toMatchObject({ isUnknown: true, source: '1' })
  })

  test('a node has the keys of its type, with values as the client reads them', () => {
    const fields = form(MIHOMO).fields(['proxies', 0])
    expect(fieldOf(fields, 'port')).toMatchObject({ control: { kind: 'number' }, value: 443 })
    expect(fieldOf(fields, 'type')?.control).toMatchObject({
      kind: 'choice',
      values: expect.arrayContaining(['vless']),
    })
    expect(fields.absent.map(({ key }) => key)).toContain('plugin')
    expect(
      form(MIHOMO)
        .fields(['proxies', 1])
        .absent.map(({ key }) => key),
    ).not.toContain('plugin')
  })

  test('a value of another kind than the key takes is text', () => {
    const [inbounds] = form('mixed-port: "7890"\nallow-lan: [1]\n').section('inbounds').maps
    expect(inbounds!.fields.map(({ key, control, source }) => [key, control.kind, source])).toEqual([
      ['mixed-port', 'raw', '"7890"'],
      ['allow-lan', 'raw', '[1]'],
    ])
  })

  test('parts are listed with their type and where they lead; the secret part of an address is not shown', () => {
    const shown = (id: 'nodes' | 'providers' | 'groups') =>
      form(MIHOMO).section(id).lists[0]!.items.map(({ name, type, place, members, line }) => [name, type, place, members, line]) // oxfmt-ignore
    expect(shown('nodes')).toEqual([
      ['Tokyo', 'ss', 'jp.example.com:443', undefined, 12],
      ['Osaka', 'http', 'os.example.com:80', undefined, 13],
    ])
    expect(shown('providers')).toEqual([['airport', 'http', 'sub.example.com', undefined, 15]])
    expect(shown('groups')).toEqual([
      ['Select', 'select', '', 3, 17],
      ['Auto', 'url-test', '', 0, 18],
    ])
  })

  test('groups and nodes of sing-box stand in one list and in two sections', () => {
    const names = (id: 'nodes' | 'groups') => form(SINGBOX, 'singbox').section(id).lists[0]!.items.map(({ name, path }) => `${name} ${path.join('/')}`) // oxfmt-ignore
    expect(names('groups')).toEqual(['Select outbounds/0'])
    expect(names('nodes')).toEqual(['Tokyo outbounds/1', 'direct outbounds/2'])
  })

  test('rules are lines', () => {
    expect(form(MIHOMO).section('rules').lists[0]!.texts).toEqual(['DOMAIN,a.example.com,Select', 'MATCH,Select'])
    const texts = form(SINGBOX, 'singbox').section('rules').lists[0]!.texts
    expect(texts).toEqual(['{"action": "sniff"}', '{"domain_suffix": "cn.example.com", "outbound": "direct"}'])
  })

  test('a rule and a rule set of sing-box have fields', () => {
    const rule = form(SINGBOX, 'singbox').fields(['route', 'rules', 1])
    expect(fieldOf(rule, 'domain_suffix')).toMatchObject({ control: { kind: 'texts' }, value: ['cn.example.com'] })
    expect(fieldOf(rule, 'outbound')?.control).toEqual({ kind: 'text', names: 'outbound' })
    const set = form(SINGBOX, 'singbox').fields(['route', 'rule_set', 0])
    expect(set.fields.map(({ key, isUnknown }) => [key, isUnknown])).toEqual(['type', 'tag', 'url', 'format'].map((key) => [key, undefined])) // oxfmt-ignore
  })

  test('keys are offered that the version has', () => {
    const absent = (version: string) =>
      form(SINGBOX, 'singbox', version)
        .fields(['dns'])
        .absent.map(({ key }) => key)
    expect([absent('1.13').includes('optimistic'), absent('1.14').includes('optimistic')]).toEqual([false, true])
    expect([absent('1.12').includes('fakeip'), absent('1.13').includes('fakeip')]).toEqual([true, false])
  })

  test('what an alias or a merge shares says so', () => {
    const text = 'proxies:\n  - &a {name: A, type: http, server: x, port: 1}\n  - {<<: *a, name: B}\ndns: {nameserver: &n [1.1.1.1], fallback: *n}\n' // oxfmt-ignore
    const shared = ({ fields }: FormFields) => fields.flatMap(({ key, isShared }) => (isShared ? [key] : []))
    expect(shared(form(text).fields(['proxies', 1]))).toEqual(['type', 'server', 'port'])
    expect(shared(form(text).section('dns').maps[0]!)).toEqual(['fallback'])
  })

  test.each<[string, string, ClientId]>([
    ['/dns/nameserver/0', 'dns', 'mihomo'],
    ['/hosts', 'dns', 'mihomo'],
    ['/mixed-port', 'inbounds', 'mihomo'],
    ['/mode', 'general', 'mihomo'],
    ['/nobody-knows', 'general', 'mihomo'],
    ['/proxies/0/port', 'nodes', 'mihomo'],
    ['/rule-providers/a~1b/url', 'rule-sets', 'mihomo'],
    ['/outbounds/0/tag', 'groups', 'singbox'],
    ['/outbounds/1', 'nodes', 'singbox'],
    ['/route/final', 'rules', 'singbox'],
    ['/route/rules/1', 'rules', 'singbox'],
    ['/experimental/clash_api', 'experimental', 'singbox'],
  ])('%s is shown in %s', (pointer, section, client) => {
    expect(form(client === 'mihomo' ? MIHOMO : SINGBOX, client).sectionOf(pointer)).toBe(section)
  })

  test('a group has the members that its filters find, and says whose nodes are not at hand', () => {
    expect(form(MIHOMO).membersOf('Auto')).toEqual({ members: ['Osaka', 'Tokyo'], unread: [] })
    expect(form(MIHOMO).membersOf('Select')).toEqual({ members: ['Auto', 'Tokyo'], unread: ['airport'] })
    expect(form(SINGBOX, 'singbox').membersOf('Select')).toEqual({ members: ['Tokyo', 'direct'], unread: [] })
    expect(form(MIHOMO).membersOf('Tokyo')).toBeUndefined()
  })

  test.each<[string, ClientId, object]>([
    ['a: 1\nb: [1\nc: 2\n', 'mihomo', { code: 'bad-yaml', line: 2 }],
    ['- a\n', 'mihomo', { code: 'value-type', line: 1 }],
    ['{"a": 1,\n "b": }', 'singbox', { code: 'bad-json', line: 2 }],
  ])('%j has no form, and says where it ends', (text, client, issue) => {
    const broken = form(text, client)
    expect(broken.issue).toMatchObject(issue)
    expect([broken.sections(), broken.section('general').maps]).toEqual([[], []])
  })

  test.each(['', '# nothing yet\n'])('%j is an empty form', (text) => {
    const empty = form(text)
    expect([empty.issue, empty.section('general').maps[0]!.fields]).toEqual([undefined, []])
    expect(empty.section('general').maps[0]!.absent.map(({ key }) => key)).toContain('mode')
  })
})
