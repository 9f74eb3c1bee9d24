import { expect, test } from 'vitest'
import { convertText } from '../../../index.ts'
import type { SingboxVersion } from '../../../model/singbox-version.ts'
import { readOwnConfig } from '../../../templates/own-config.ts'
import type { JsonObject } from '../../../text/record.ts'

const NODES = 'ss://YWVzLTEyOC1nY206cA@n.example:8388#A\ntrojan://p@t.example:443#B'

function converted(own: JsonObject, version: SingboxVersion = 'compatible') {
  const template = readOwnConfig(JSON.stringify(own), 'own.json')
  const { text, report } = convertText([{ name: 'in', text: NODES }], { to: 'singbox', singbox: { version }, template })
  return { config: JSON.parse(text) as JsonObject, issues: report.issues.filter(({ source }) => source === 'own.json') }
}

const OLD = {
  dns: {
    servers: [
      { tag: 'far', address: 'tls://8.8.8.8', detour: 'S' },
      { tag: 'near', address: '223.5.5.5', detour: 'direct' },
    ],
    rules: [{ outbound: 'any', server: 'near' }],
  },
  outbounds: [
    { type: 'selector', tag: 'S', outbounds: ['{all}', 'direct', 'dns-out'] },
    { type: 'direct', tag: 'direct' },
    { type: 'dns', tag: 'dns-out' },
  ],
  route: { rules: [{ protocol: 'dns', outbound: 'dns-out' }], final: 'S' },
}

test('a config of an older version has the nodes in it and the form of the newer one', () => {
  const { config } = converted(OLD)
  expect(config).toMatchObject({
    dns: {
      servers: [
        { type: 'tls', tag: 'far', server: '8.8.8.8', detour: 'S' },
        { type: 'udp', tag: 'near', server: '223.5.5.5' },
      ],
      rules: [],
    },
    outbounds: [{ tag: 'S', outbounds: ['A', 'B', 'direct'] }, { tag: 'direct' }, { tag: 'A' }, { tag: 'B' }],
    route: { rules: [{ protocol: 'dns', action: 'hijack-dns' }], final: 'S', default_domain_resolver: 'near' },
  })
})

test('what was written anew is told once for all places alike, with the first place and the versions', () => {
  const { issues } = converted(OLD)
  const note = { code: 'setting-migrated', severity: 'note', source: 'own.json', kept: true }
  expect(issues).toEqual([
    {
      ...note,
      field: 'outbounds[2].type',
      args: { reason: 'dns-outbound', deprecated: '1.11', removed: '1.12', to: 'route.rules[].action: hijack-dns' },
    },
    {
      ...note,
      field: 'dns.servers[0].address',
      args: { reason: 'dns-address', deprecated: '1.12', removed: '1.13', to: 'type, server', more: 1 },
    },
    {
      ...note,
      field: 'dns.rules[0].outbound',
      args: { reason: 'dns-outbound-rule', deprecated: '1.12', removed: '1.13', to: 'route.default_domain_resolver' },
    },
    { ...note, field: 'dns.servers[1].detour', args: { deprecated: '1.12', removed: '1.12' } },
  ])
})

test('what nothing takes the place of, what is too new and what waits for a server is told as left out', () => {
  const own = {
    http_clients: [{ tag: 'h' }],
    outbounds: [
      { type: 'selector', tag: 'S', outbounds: ['old', 'blank', '{all}'] },
      { type: 'shadowsocksr', tag: 'old', server: '192.0.2.1', server_port: 1 },
      { type: 'hysteria2', tag: 'blank', server: '', server_port: 443 },
      { type: 'direct', tag: 'direct' },
    ],
  }
  const { config, issues } = converted(own, '1.13')
  expect(issues.map(({ code, field, kept }) => [code, field, kept])).toEqual([
    ['setting-removed', 'outbounds[1]', false],
    ['version-too-old', 'http_clients', false],
    ['missing-field', 'outbounds[2].server', false],
  ])
  expect(config).toMatchObject({ outbounds: [{ tag: 'S', outbounds: ['A', 'B'] }, { tag: 'direct' }, {}, {}] })
})

test('every change is told with its place in the file, also where a step goes on with what another one wrote', () => {
  const { config, issues } = converted({ ...OLD, route: { rules: [{ geosite: ['cn'], outbound: 'direct' }] } }, '1.14')
  expect(config).toMatchObject({
    route: { rule_set: [{ tag: 'geosite-cn' }], default_http_client: expect.any(String) },
  })
  expect(issues.map(({ field }) => field)).toContain('route.rules[0].geosite')
  expect(issues.map(({ field }) => field)).not.toContain('')
})

test('what was only guessed is a warning', () => {
  const dns = {
    servers: [
      { type: 'local', tag: 'a' },
      { type: 'udp', tag: 'b', server: '192.0.2.1' },
    ],
  }
  const { issues } = converted({ dns, outbounds: [{ type: 'selector', tag: 'S', outbounds: ['{all}'] }] })
  expect(issues.map(({ code, severity, field }) => [code, severity, field])).toEqual([
    ['setting-migrated', 'warning', 'route'],
  ])
})
