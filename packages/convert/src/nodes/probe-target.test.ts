import { readdirSync, readFileSync } from 'node:fs'
import { load } from 'js-yaml'
import { describe, expect, test } from 'vitest'
import { parseNodes } from '../parse-nodes.ts'
import { PROTOCOLS, protocolOf, type ProxyNode } from '../protocols/index.ts'
import { probeTarget } from './probe-target.ts'

const UUID = '11111111-2222-4333-8444-555555555555'
const KEY = 'SbVKOEMjK0sIlbwg4akyBg5mL5KZwwB-ed4eEE7YnRc'

/** host and port, then what is tried; nothing where nobody can ask without the secret. */
const ROWS: readonly (readonly [what: string, text: string, target: string | undefined])[] = [
  ['vless', `vless://${UUID}@a.example:443#A`, 'a.example 443 tcp'],
  ['TLS', `vless://${UUID}@a.example:443?security=tls&sni=b.example&alpn=h2,http/1.1#A`, 'a.example 443 tls b.example h2,http/1.1'],
  ['TLS without a name', `vless://${UUID}@a.example:443?security=tls#A`, 'a.example 443 tls a.example'],
  ['TLS without a name, at an address', `vless://${UUID}@192.0.2.1:443?security=tls#A`, '192.0.2.1 443 tls'],
  ['an IPv6 address', `vless://${UUID}@[2001:db8::1]:443?security=tls#A`, '2001:db8::1 443 tls'],
  ['REALITY', `vless://${UUID}@a.example:443?security=reality&pbk=${KEY}&sni=b.example#A`, 'a.example 443 tls b.example'],
  ['WebSocket', `vless://${UUID}@a.example:80?type=ws&path=/x&host=b.example#A`, 'a.example 80 tcp'],
  ['WebSocket and TLS', `vless://${UUID}@a.example:443?type=ws&security=tls&sni=b.example#A`, 'a.example 443 tls b.example'],
  ['gRPC', `vless://${UUID}@a.example:443?type=grpc&security=tls&sni=b.example#A`, 'a.example 443 tls b.example'],
  ['XHTTP', `vless://${UUID}@a.example:443?type=xhttp&security=tls&sni=b.example&alpn=h2#A`, 'a.example 443 tls b.example h2'],
  ['XHTTP over HTTP/3', `vless://${UUID}@a.example:443?type=xhttp&security=tls&sni=b.example&alpn=h3#A`, 'a.example 443 quic b.example h3'],
  ['mKCP', `vless://${UUID}@a.example:443?type=kcp&seed=x#A`, undefined],
  ['QUIC', `vless://${UUID}@a.example:443?type=quic&security=tls&sni=b.example#A`, 'a.example 443 quic b.example'],
  ['QUIC with a header', `vless://${UUID}@a.example:443?type=quic&headerType=srtp&security=tls#A`, undefined],
  ['vmess', `vmess://${UUID}@a.example:443?type=tcp&security=tls&sni=b.example#A`, 'a.example 443 tls b.example'],
  ['trojan', 'trojan://secret-word@a.example:443?sni=b.example#A', 'a.example 443 tls b.example'],
  ['ss', `ss://${btoa('aes-128-gcm:secret-word')}@a.example:8388#A`, 'a.example 8388 tcp'],
  ['obfs', `ss://${btoa('aes-128-gcm:secret-word')}@a.example:8388?plugin=${encodeURIComponent('obfs-local;obfs=tls;obfs-host=b.example')}#A`, 'a.example 8388 tcp'],
  ['v2ray-plugin', `ss://${btoa('aes-128-gcm:secret-word')}@a.example:443?plugin=${encodeURIComponent('v2ray-plugin;tls;host=b.example')}#A`, 'a.example 443 tls b.example'],
  ['v2ray-plugin over QUIC', `ss://${btoa('aes-128-gcm:secret-word')}@a.example:443?plugin=${encodeURIComponent('v2ray-plugin;mode=quic;host=b.example')}#A`, 'a.example 443 quic b.example'],
  ['kcptun', `ss://${btoa('aes-128-gcm:secret-word')}@a.example:443?plugin=${encodeURIComponent('kcptun;key=k;crypt=aes')}#A`, undefined],
  ['a plugin nobody knows', `ss://${btoa('aes-128-gcm:secret-word')}@a.example:443?plugin=${encodeURIComponent('cloak;UID=x')}#A`, undefined],
  ['shadow-tls', 'proxies:\n- {name: A, type: ss, server: a.example, port: 443, cipher: aes-128-gcm, password: secret-word, plugin: shadow-tls, plugin-opts: {host: b.example, password: other-word, version: 3}}', 'a.example 443 tls b.example'],
  ['restls', 'proxies:\n- {name: A, type: ss, server: a.example, port: 443, cipher: aes-128-gcm, password: secret-word, plugin: restls, plugin-opts: {host: b.example, password: other-word, version-hint: tls13}}', 'a.example 443 tls b.example'],
  ['ssr', `ssr://${btoa(`a.example:8388:origin:aes-128-cfb:plain:${btoa('secret-word')}/?remarks=${btoa('A')}`)}`, 'a.example 8388 tcp'],
  ['hysteria2', 'hysteria2://secret-word@a.example:443?sni=b.example#A', 'a.example 443 quic b.example h3'],
  ['hysteria2, obfuscated', 'hysteria2://secret-word@a.example:443?sni=b.example&obfs=salamander&obfs-password=other-word#A', undefined],
  ['hysteria', 'hysteria://a.example:443?auth=secret-word&peer=b.example&upmbps=10&downmbps=10#A', 'a.example 443 quic b.example hysteria'],
  ['hysteria, obfuscated', 'hysteria://a.example:443?auth=secret-word&peer=b.example&upmbps=10&downmbps=10&obfs=xplus&obfsParam=other-word#A', undefined],
  ['hysteria as faketcp', 'hysteria://a.example:443?auth=secret-word&protocol=faketcp&upmbps=10&downmbps=10#A', undefined],
  ['tuic', `tuic://${UUID}:secret-word@a.example:443?sni=b.example&alpn=h3#A`, 'a.example 443 quic b.example h3'],
  ['tuic without SNI', `proxies:\n- {name: A, type: tuic, server: a.example, port: 443, uuid: ${UUID}, password: secret-word, disable-sni: true}`, 'a.example 443 quic h3'],
  ['WireGuard', `wireguard://${encodeURIComponent('sM4m2n8gZ0sYg2yqBdJ6ZtDJLTMQK0gIJEbnnUqWn3c=')}@a.example:51820?publickey=${encodeURIComponent('2ULnhdc2z9bEsxu7UlLQPTeKJGoAPzPV6hP6bqxCkU0=')}&address=10.0.0.2/32#A`, undefined],
  ['anytls', 'anytls://secret-word@a.example:443?sni=b.example#A', 'a.example 443 tls b.example'],
  ['snell', 'proxies:\n- {name: A, type: snell, server: a.example, port: 443, psk: secret-word}', 'a.example 443 tcp'],
  ['http', 'http://user:secret-word@a.example:8080#A', 'a.example 8080 tcp'],
  ['https', 'https://user:secret-word@a.example:8443#A', 'a.example 8443 tls a.example'],
  ['socks5', 'socks5://user:secret-word@a.example:1080#A', 'a.example 1080 tcp'],
  ['ssh', 'ssh://user:secret-word@a.example:22#A', 'a.example 22 tcp'],
  ['mieru', 'proxies:\n- {name: A, type: mieru, server: a.example, port: 2999, transport: TCP, username: user, password: secret-word}', 'a.example 2999 tcp'],
  ['mieru over UDP', 'proxies:\n- {name: A, type: mieru, server: a.example, port: 2999, transport: UDP, username: user, password: secret-word}', undefined],
  ['sudoku', 'proxies:\n- {name: A, type: sudoku, server: a.example, port: 443, key: secret-word}', 'a.example 443 tcp'],
  ['trusttunnel', 'proxies:\n- {name: A, type: trusttunnel, server: a.example, port: 443, username: user, password: secret-word, sni: b.example, alpn: [h2]}', 'a.example 443 tls b.example h2'],
  ['trusttunnel over QUIC', 'proxies:\n- {name: A, type: trusttunnel, server: a.example, port: 443, username: user, password: secret-word, sni: b.example, quic: true}', 'a.example 443 quic b.example'],
  ['openvpn', 'proxies:\n- {name: A, type: openvpn, server: a.example, port: 1194, ca: "-----BEGIN X", username: user, password: secret-word}', undefined],
  ['openvpn over TCP', 'proxies:\n- {name: A, type: openvpn, server: a.example, port: 1194, proto: tcp, ca: "-----BEGIN X", username: user, password: secret-word}', 'a.example 1194 tcp'],
  ['gost-relay', 'proxies:\n- {name: A, type: gost-relay, server: a.example, port: 443, tls: true, sni: b.example, username: user, password: secret-word}', 'a.example 443 tls b.example'],
  ['a type without a server', 'proxies:\n- {name: A, type: direct}', undefined],
] // oxfmt-ignore

test.each(ROWS)('%s: what is tried at the server', (_, text, wanted) => {
  const { nodes, issues } = parseNodes(text)
  expect(nodes, JSON.stringify(issues)).toHaveLength(1)
  const target = probeTarget(nodes[0]!.node)
  const said = target && [target.host, target.port, target.transport, target.sni, target.alpn?.join()]
  expect(said?.filter((part) => part !== undefined).join(' ')).toBe(wanted)
})

describe('what is told of a node holds no secret', () => {
  const folder = new URL('../protocols/', import.meta.url)
  const nodes = readdirSync(folder)
    .filter((name) => name.endsWith('.cases.yaml'))
    .flatMap((name) => load(readFileSync(new URL(name, folder), 'utf8')) as { node?: ProxyNode | ProxyNode[] }[])
    .flatMap(({ node }) => node ?? [])
    .filter(({ type }) => type !== undefined)

  test.each(PROTOCOLS.filter(({ schemes }) => schemes.length > 0).map(({ type }) => type))('%s', (type) => {
    const own = nodes.filter((node) => node.type === type)
    expect(own.length).toBeGreaterThan(3)
    for (const node of own) {
      const target = probeTarget(node)
      if (!target) continue
      expect(Object.keys(target).filter((key) => !['host', 'port', 'transport', 'sni', 'alpn'].includes(key))).toEqual(
        [],
      )
      const said = [target.host, target.sni ?? '', ...(target.alpn ?? [])]
      for (const secret of secretsOf(node)) {
        expect(said).not.toContain(secret)
        // A short one may be a part of a host by chance.
        if (secret.length > 7) expect(said.join('\n')).not.toContain(secret)
      }
    }
  })
})

/** The values of the fields that the form of a protocol calls secret. */
function secretsOf(node: ProxyNode): string[] {
  const paths = protocolOf(node)
    .form.fields.filter(({ secret }) => secret)
    .map(({ path }) => path)
  return paths.flatMap((path) => {
    const value = path.reduce<unknown>((at, key) => Object(at)[key], node)
    return typeof value === 'string' && value !== '' ? [value] : []
  })
}
