import { describe, expect, test } from 'vitest'
import { parseNodes } from '../parse-nodes.ts'
import type { NodeBase } from '../model/node.ts'
import { KEY, PUBLIC_KEY, UUID } from '../../proof/short-entries.ts'

const PIN = 'ab'.repeat(32)

function read(text: string) {
  const { nodes, issues } = parseNodes(text)
  const noted = nodes.flatMap((one) => one.issues.map(({ code, field }) => `${code} ${field}`))
  return { node: nodes[0]?.node, told: [...noted, ...issues.map(({ code, field }) => `${code} ${field}`)] }
}

describe('a comma without quotes', () => {
  test.each([
    ['http=192.0.2.1:80, username=u, password=abc,123, tag=A', { username: 'u', password: 'abc,123', name: 'A' }],
    ['http=192.0.2.1:80, username=u,v, password=abc, 123, over-tls=true, tag=A', { username: 'u,v', password: 'abc, 123' }],
    ['socks5=192.0.2.1:80,username=u,password=a,b,c,fast-open=true,tag=A', { password: 'a,b,c', tfo: true, name: 'A' }],
    ['trojan=192.0.2.1:443, password=pa,ss=word, over-tls=true, tls-host=h, tag=A', { password: 'pa,ss=word', tls: { sni: 'h' } }],
    ['trojan=192.0.2.1:443,password=pa,ss,over-tls=true,tls-host=h,tag=A', { password: 'pa,ss', tls: { sni: 'h' } }],
    ['shadowsocks=192.0.2.1:8388, method=aes-128-gcm, password=x,y, tag=A', { password: 'x,y', name: 'A' }],
    ['shadowsocks=192.0.2.1:8388, method=aes-128-gcm, password="x, tag=A', { password: '"x', name: 'A' }],
    ['shadowsocks=192.0.2.1:8388, method=aes-128-gcm, password=x, obfs=wss, obfs-uri=/a,b, tag=香港, 01', { name: '香港, 01', plugin: { path: '/a,b' } }],
    ['A = trojan, 192.0.2.1, 443, password=x,y, sni=h, alpn=h2,http/1.1', { password: 'x,y', tls: { sni: 'h', alpn: ['h2', 'http/1.1'] } }],
    ['A = trojan, 192.0.2.1, 443, password=x,, sni=h', { password: 'x,' }],
    ['A = snell, 192.0.2.1, 443, psk=x,y, version=4', { psk: 'x,y', version: 4 }],
    ['A = http, 192.0.2.1, 80, user, pa,ss', { username: 'user', password: 'pa,ss' }],
    ['A = http, 192.0.2.1, 80, user, cGE=, tfo=true', { username: 'user', password: 'cGE=', tfo: true }],
    ['A = http, 192.0.2.1, 80, "u,v", "pa,ss", tfo=true', { username: 'u,v', password: 'pa,ss', tfo: true }],
    ['A = Shadowsocks,192.0.2.1,8388,aes-128-gcm,"x,y",http,h.example.com', { password: 'x,y', plugin: { name: 'obfs', mode: 'http', host: 'h.example.com' } }],
    ['A = custom, 192.0.2.1, 8388, aes-128-gcm, x,y, https://example.com/SSEncrypt.module', { password: 'x,y' }],
    ['A = VMess,192.0.2.1,443,aes-128-gcm,"11111111-2222-4333-8444-555555555555",transport=ws,path=/a,b,over-tls=true', { tls: {}, transport: { path: '/a,b' } }],
  ])('%s', (line, node) => {
    expect(read(line)).toMatchObject({ node, told: [] })
  }) // oxfmt-ignore

  test('ends a value that is a word, and one in quotes', () => {
    expect(read('A = trojan, 192.0.2.1, 443, password="x", y, tfo=true, z')).toMatchObject({ node: { password: 'x', tfo: true } }) // oxfmt-ignore
  })

  test.each([
    ['of several words', 'trojan=192.0.2.1:443,password=p,brand-new=1,tag=A', 'brand-new'],
    ['with a blank before it', 'trojan=192.0.2.1:443, password=p, new=1, tag=A', 'new'],
  ])('stands before an option that nobody knows, %s', (_, line, option) => {
    expect(read(line)).toMatchObject({ node: { password: 'p' }, told: [`field-ignored ${option}`] })
  })
})

describe('an option', () => {
  test.each([
    [`trojan=h.example.com:443, password=p, over-tls=true, tls-verification=real.example.com, tls-cert-sha256=${PIN}, tag=A`, { tls: { certificateName: 'real.example.com', certificatePin: PIN } }],
    ['trojan=h.example.com:443, password=p, over-tls=true, tls-host=s, tls-alpn=02683208687474702f312e31, tag=A', { tls: { sni: 's', alpn: ['h2', 'http/1.1'] } }],
    ['anytls=h.example.com:443, password=p, over-tls=true, tls-host=s.example.com, udp-relay=true, tag=A', { type: 'anytls', tls: { sni: 's.example.com' } }],
    ['shadowsocks=h.example.com:443, method=aes-128-gcm, password=p, udp-over-tcp=sp.v1, tag=A', { udpOverTcp: 1 }],
    [`vmess=h.example.com:443, method=auto, password=${UUID}, obfs=over-tls, obfs-host=s, reality-base64-pubkey=K, reality-hex-shortid=01, tag=A`, { tls: { sni: 's', reality: { publicKey: 'K', shortId: '01' } } }],
    ['A = Hysteria2,192.0.2.1,443,"p",sni=h,server-ports="5000-6000,7000",hop-interval=30', { password: 'p', ports: '5000-6000,7000', hopInterval: { min: 30, max: 30 } }],
    ['A = Hysteria2,192.0.2.1,443,"p",sni=h,server-ports=5000-6000,7000,hop-interval=30', { ports: '5000-6000,7000' }],
    ['A = trojan,h.example.com,443,password=p,alpn=h2,http1.1,tos=0', { tls: { alpn: ['h2', 'http/1.1'] } }],
    ['A = hysteria2, 192.0.2.1, 443, password=p, gecko-password=g, upload-bandwidth=20, download-bandwidth=100', { obfs: { type: 'gecko', password: 'g' }, up: 20, down: 100 }],
    ['A = trojan, h.example.com, 443, password=p, sni=front.example.com, server-cert-verify-name=real.example.com', { tls: { sni: 'front.example.com', certificateName: 'real.example.com' } }],
    ['A = snell, 192.0.2.1, 443, psk=pppppppppppp, version=6, mode=default, reuse=true', { version: 6, mode: 'default', reuse: true }],
    ['A = snell, 192.0.2.1, 443, psk=p, version=4, shadow-tls-password=x, shadow-tls-sni=s.example.com, shadow-tls-version=3', { obfs: { name: 'shadow-tls', password: 'x', version: 3, tls: { sni: 's.example.com' } } }],
    ['A = socks5,192.0.2.1,443,user,"p",over-tls=true,tls-name=s.example.com', { tls: { sni: 's.example.com' } }],
    ['A = AnyTLS,192.0.2.1,443,"p",idle-session-timeout=60,min-idle-session=5', { idleTimeout: 60, minIdle: 5 }],
    ['A = shadowsocksr,h.example.com,443,aes-256-cfb,"p",protocol=auth_chain_a,protocol-param=1:x,obfs=http_simple,obfs-param=o.example.com', { type: 'ssr', method: 'aes-256-cfb', password: 'p', protocol: 'auth_chain_a', obfs: 'http_simple' }],
    [`A = tuic-v5, h.example.com, 443, uuid=${UUID}, password=, sni=s`, { uuid: UUID, password: '' }],
  ])('%s', (line, node) => {
    expect(read(line)).toMatchObject({ node, told: [] })
  }) // oxfmt-ignore

  test.each([
    ['anytls=h.example.com:443, password=p, over-tls=true, reality-base64-pubkey=K, tag=A', 'anytls + REALITY'],
    ['A = trojan, h.example.com, 443, password=p, shadow-tls-password=x, shadow-tls-sni=s', 'trojan + shadow-tls'],
  ])('without which the server takes nobody leaves the node out: %s', (line, scheme) => {
    expect(parseNodes(line).issues).toMatchObject([{ code: 'unsupported-scheme', args: { scheme } }])
  })
})

describe('WireGuard', () => {
  const section = (name: string, more = '') =>
    `[WireGuard ${name}]\nprivate-key = ${KEY}\n# mine\nself-ip = 10.0.2.2\nself-ip-v6 = fd00:1111::11\ndns-server = 8.8.8.8, 2606:4700:4700::1001\nprefer-ipv6 = true\nmtu = 1280\npeer = (public-key = ${PUBLIC_KEY}, allowed-ips = "0.0.0.0/0, ::/0", endpoint = wg.example.com:51820, keepalive = 25, preshared-key = ${PUBLIC_KEY}, client-id = 83/12/235)${more}\n`
  const line = (name: string, section = name) =>
    `${name} = wireguard, section-name = ${section}, underlying-proxy = Hop, test-url = http://x.example`
  const node = {
    type: 'wireguard',
    server: 'wg.example.com',
    port: 51820,
    privateKey: KEY,
    publicKey: PUBLIC_KEY,
    presharedKey: PUBLIC_KEY,
    address: ['10.0.2.2/32', 'fd00:1111::11/128'],
    dns: ['8.8.8.8', '2606:4700:4700::1001'],
    mtu: 1280,
    keepalive: 25,
    reserved: [83, 12, 235],
    dialer: 'Hop',
  } satisfies Partial<NodeBase> & Record<string, unknown>

  test.each([
    ['behind its line', `[Proxy]\n${line('Home')}\n[Rule]\nFINAL,DIRECT\n${section('Home')}`, 'Home'],
    ['before its line', `${section('Home 01')}\n[Proxy]\n${line('香港', 'Home 01')}\n`, '香港'],
  ])('has its keys in a section %s', (_, text, name) => {
    const { nodes, issues, entries } = parseNodes(text)
    expect(nodes.map((one) => one.node)).toMatchObject([{ ...node, name }])
    expect(nodes[0]!.issues).toMatchObject([{ code: 'field-ignored', field: 'prefer-ipv6' }])
    expect([issues, entries]).toEqual([[], 1])
  })

  test('may have several peers, and may be named by several lines', () => {
    const second = `, (public-key = ${KEY}, allowed-ips = 10.0.0.0/8, 192.0.2.0/24, endpoint = [2001:db8::1]:2)`
    const { nodes } = parseNodes(`[Proxy]\n${line('A', 'x')}\n${line('B', 'x')}\n${section('x', second)}`)
    expect(nodes.map((one) => one.node)).toMatchObject([{ name: 'A' }, { name: 'B' }])
    expect(nodes[0]!.node).toMatchObject({
      morePeers: [{ server: '2001:db8::1', port: 2, publicKey: KEY, allowedIps: ['10.0.0.0/8', '192.0.2.0/24'] }],
    })
  })

  test('has 64 peers at most, and says that there were more', () => {
    const peers = Array.from(
      { length: 100_000 },
      (_, at) => `(public-key = ${PUBLIC_KEY}, endpoint = 192.0.2.1:${at % 9999})`,
    )
    const text = `[Proxy]\n${line('A')}\n[WireGuard A]\nprivate-key = ${KEY}\nself-ip = 10.0.0.2\npeer = ${peers.slice(1).join(',')}\n`
    const { nodes } = parseNodes(text)
    expect(nodes[0]).toMatchObject({ node: { morePeers: { length: 63 } }, issues: [{ code: 'field-ignored', field: 'peers' }] }) // oxfmt-ignore
  })

  test('without its section is one entry, whose issue names the section and no key', () => {
    const { nodes, issues } = parseNodes(`[Proxy]\n${line('A', 'Gone')}\n${section('Other')}`)
    expect(nodes).toEqual([])
    expect(issues).toMatchObject([{ line: 2, code: 'missing-field', field: '[WireGuard Gone]' }])
    expect(JSON.stringify(issues)).not.toContain(KEY)
  })

  test('is named by a few lines at most, as each would repeat all its peers', () => {
    const lines = Array.from({ length: 20 }, (_, at) => line(`A${at}`, 'x')).join('\n')
    const { nodes, issues } = parseNodes(`[Proxy]\n${lines}\n${section('x')}`)
    expect([nodes.length, issues.length]).toEqual([8, 12])
  })

  test('stands on one line in Loon', () => {
    const text = `W = wireguard,interface-ip=10.0.2.2,interface-ipV6=fd00:1111::11,private-key="${KEY}",mtu=1280,dns=8.8.8.8,dnsV6=2606:4700:4700::1001,keepalive=25,peers=[{public-key="${PUBLIC_KEY}",allowed-ips="0.0.0.0/0,::/0",endpoint=wg.example.com:51820,preshared-key="${PUBLIC_KEY}",reserved=[83,12,235]}],ip-mode=v4-only`
    const { dialer: _, ...tunnel } = node
    expect(read(text)).toMatchObject({ node: { ...tunnel, name: 'W', ipVersion: 'ipv4' }, told: [] })
  })
})
