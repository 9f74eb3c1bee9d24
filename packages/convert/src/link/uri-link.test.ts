import { describe, expect, test } from 'vitest'
import { NodeIssues } from '../model/issue.ts'
import { formatUriLink, parsePort, parseUriLink } from './uri-link.ts'

const read = (link: string, options = {}) => {
  const issues = new NodeIssues()
  const uri = parseUriLink(link, issues, options)
  return uri
    ? { user: uri.user, server: uri.server, port: uri.port, ports: uri.ports, name: uri.name }
    : issues.take()[0]?.code
}

describe('the address', () => {
  test.each([
    ['x://u@example.com:443#A', { user: 'u', server: 'example.com', port: 443, ports: undefined, name: 'A' }],
    ['x://u@example.com:443/#A', { user: 'u', server: 'example.com', port: 443, ports: undefined, name: 'A' }],
    ['x://u@example.com:443/?#A', { user: 'u', server: 'example.com', port: 443, ports: undefined, name: 'A' }],
    ['x://u@[2001:db8::1]:443#A', { user: 'u', server: '2001:db8::1', port: 443, ports: undefined, name: 'A' }],
    ['x://u@2001:db8::1:443#A', { user: 'u', server: '2001:db8::1', port: 443, ports: undefined, name: 'A' }],
    ['x://a@b:c@example.com:443#A', { user: 'a@b:c', server: 'example.com', port: 443, ports: undefined, name: 'A' }],
    [
      'x://p%40ss%zz@example.com:443',
      { user: 'p@ss%zz', server: 'example.com', port: 443, ports: undefined, name: '' },
    ],
    [
      'x://p?q/r@example.com:443?a=1#A',
      { user: 'p?q/r', server: 'example.com', port: 443, ports: undefined, name: 'A' },
    ],
    ['x://u@example.com:443?remarks=R', { user: 'u', server: 'example.com', port: 443, ports: undefined, name: 'R' }],
    ['x://u@example.com:443#100%', { user: 'u', server: 'example.com', port: 443, ports: undefined, name: '100%' }],
    ['x://u@example.com:443#A#B+C', { user: 'u', server: 'example.com', port: 443, ports: undefined, name: 'A#B+C' }],
    ['x://u@example.com:443?path=/@x#A', { user: 'u', server: 'example.com', port: 443, ports: undefined, name: 'A' }],
  ])('%s', (link, expected) => {
    expect(read(link)).toEqual(expected)
  })

  test.each([
    ['no host', 'x://u@:443', 'missing-field'],
    ['no port where there is no default', 'x://u@example.com', 'missing-field'],
    ['a fraction', 'x://u@example.com:443.0', 'bad-port'],
    ['an exponent', 'x://u@example.com:8e2', 'bad-port'],
    ['a sign', 'x://u@example.com:-1', 'bad-port'],
    ['zero', 'x://u@example.com:0', 'bad-port'],
    ['too much', 'x://u@example.com:65536', 'bad-port'],
    ['two ports', 'x://u@host:123:443', 'bad-value'],
    ['a bracket that never closes', 'x://u@[::1:443', 'bad-value'],
    ['an empty label', 'x://u@a..example:443', 'bad-value'],
    ['numbers that are no address', 'x://u@999.1.1.1:443', 'bad-value'],
    ['a blank inside', 'x://u@exa mple.com:443', 'bad-value'],
  ])('%s is refused', (_, link, code) => {
    expect(read(link)).toBe(code)
  })

  test('a port list is taken where the protocol has one', () => {
    expect(read('x://u@example.com:443,5000-6000#A', { portList: true })).toMatchObject({
      port: 443,
      ports: '443,5000-6000',
    })
    expect(read('x://u@example.com:443,5000-6000#A')).toBe('bad-port')
  })
})

describe('the parameters', () => {
  test.each([
    ['another case', 'AllowInsecure=1', 'insecure', '1'],
    ['an alias', 'peer=a.example', 'sni', 'a.example'],
    ['an underscore for a dash', 'skip_cert_verify=1', 'insecure', '1'],
    ['the last one wins', 'sni=a&sni=b', 'sni', 'b'],
    ['alpn is joined', 'alpn=h2&alpn=http/1.1', 'alpn', 'h2,http/1.1'],
    ['a plus stays a plus', 'sni=a+b', 'sni', 'a+b'],
    ['a value with an equals sign', 'path=/a=b', 'path', '/a=b'],
  ] as const)('%s', (_, query, param, value) => {
    expect(parseUriLink(`x://u@h:1?${query}`, new NodeIssues())!.query[param]).toBe(value)
  })

  test('what was read does not stay for the next link', () => {
    parseUriLink('x://u@h:1?sni=a&alpn=h2', new NodeIssues())
    const { query } = parseUriLink('x://u@h:1?fp=b', new NodeIssues())!
    expect([query.sni, query.alpn, query.fp]).toEqual(['', '', 'b'])
  })
})

test('a link is written so that it reads the same', () => {
  const link = formatUriLink('x', {
    user: 'u',
    server: '2001:db8::1',
    port: 443,
    query: [['path', '/a b&c']],
    name: '香港 #1',
  })
  expect(link).toBe('x://u@[2001:db8::1]:443?path=%2Fa%20b%26c#%E9%A6%99%E6%B8%AF%20%231')
  expect(read(link)).toEqual({ user: 'u', server: '2001:db8::1', port: 443, ports: undefined, name: '香港 #1' })
})

test.each([
  ['443', 443],
  ['1', 1],
  ['65535', 65535],
  ['0', 0],
  ['65536', 0],
  ['', 0],
  ['0443', 443],
  ['４４３', 0],
  ['443 ', 0],
] as const)('port %j is %i', (text, port) => {
  expect(parsePort(text)).toBe(port)
})
