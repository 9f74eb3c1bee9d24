import { expect, test } from 'vitest'
import { engineTest } from '../../../proof/engine-test.ts'
import { checkWithSingbox, startOnceWithSingbox } from '../../../proof/sing-box.ts'
import { type ConvertOptions, convertText, readOwnConfig } from '../../index.ts'

/** `ip-version` of mihomo in sing-box: the strategy that the node's own name is looked up with. */

const node = (more: string, server = 'n.example.com') =>
  `proxies: [{ name: N, type: ss, server: '${server}', port: 8388, cipher: aes-128-gcm, password: p, ${more} }]`

function converted(text: string, options: Partial<ConvertOptions> = {}) {
  const converted = convertText([{ name: 'in', text }], { to: 'singbox', template: 'minimal', ...options })
  const { outbounds } = JSON.parse(converted.text) as { outbounds: Record<string, unknown>[] }
  const codes = converted.report.issues.filter(({ field }) => field === 'ip-version').map(({ code }) => code)
  return { ...converted, outbound: outbounds.find(({ tag }) => tag === 'N')!, outbounds, codes }
}

test.each([
  ['ipv4', 'ipv4_only'],
  ['ipv6', 'ipv6_only'],
  ['ipv4-prefer', 'prefer_ipv4'],
  ['ipv6-prefer', 'prefer_ipv6'],
])('%s is %s', (ipVersion, strategy) => {
  const { outbound, codes } = converted(node(`ip-version: ${ipVersion}`))
  expect(outbound['domain_resolver']).toEqual({ server: 'dns-direct', strategy })
  expect(codes).toEqual([])
})

test.each([
  ['dual says nothing', node('ip-version: dual'), {}, []],
  ['an address is not looked up', node('ip-version: ipv4', '192.0.2.1'), {}, []],
  ['a bare list has no resolver', node('ip-version: ipv4'), { output: { list: true } }, ['field-ignored']],
  ['an unknown word is told', node('ip-version: v4'), {}, ['field-ignored']],
])('%s', (_, text, options, expected) => {
  const { outbound, codes } = converted(text, options)
  expect(outbound).not.toHaveProperty('domain_resolver')
  expect(codes).toEqual(expected)
})

test('the user’s own config names its resolver', () => {
  const own = (route: object) => readOwnConfig(JSON.stringify({ outbounds: [], route }), 'own.json')
  for (const resolver of ['home', { server: 'home', strategy: 'prefer_ipv4' }]) {
    const template = own({ default_domain_resolver: resolver })
    const { outbound } = converted(node('ip-version: ipv4'), { template })
    expect(outbound['domain_resolver']).toEqual({ server: 'home', strategy: 'ipv4_only' })
  }
  expect(converted(node('ip-version: ipv4'), { template: own({}) }).codes).toEqual(['field-ignored'])
})

test('it stands where the connection is made: at the helper that hides the node', () => {
  const plugin = `plugin: shadow-tls, plugin-opts: { host: h.example.com, password: q, version: 3 }`
  const { outbound, outbounds } = converted(node(`ip-version: ipv4, ${plugin}`))
  expect(outbound).not.toHaveProperty('domain_resolver')
  expect(outbounds.find(({ type }) => type === 'shadowtls')).toMatchObject({
    domain_resolver: { server: 'dns-direct', strategy: 'ipv4_only' },
  })
})

engineTest(['sing-box'], 'sing-box takes it in every version', async ({ 'sing-box': path }) => {
  for (const singboxVersion of ['compatible', '1.12', '1.13', '1.14'] as const) {
    const { text } = converted(node('ip-version: ipv4'), { singbox: { version: singboxVersion } })
    expect(await checkWithSingbox(path, text)).toBeUndefined()
    expect(await startOnceWithSingbox(path, JSON.parse(text) as Record<string, unknown>)).toBeUndefined()
  }
})
