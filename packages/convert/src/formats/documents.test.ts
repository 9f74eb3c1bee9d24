import { expect, test } from 'vitest'
import { KEY, PUBLIC_KEY, shortEntries, trojanOutbound, UUID, type TextCase } from '../../proof/short-entries.ts'

test.each<TextCase>([
  ['sing-box', `// made by x\n{\n "outbounds": [\n  {"type": "selector", "tag": "s", "outbounds": []},\n  ${JSON.stringify(trojanOutbound('a'))}, // a\n  {"type": "direct", "tag": "d"}, {"type": "block", "tag": "b"}, {"type": "dns", "tag": "n"}, {"type": "urltest", "tag": "u"},\n ],\n}`, ['5 trojan a']],
  ['shadowtls in front of shadowsocks', JSON.stringify({ outbounds: [
    { type: 'shadowsocks', tag: 'ss', method: 'aes-128-gcm', password: 'p', detour: 'front' },
    { type: 'shadowtls', tag: 'front', server: 'h.example.com', server_port: 443, version: 3, password: 'q', tls: { enabled: true, server_name: 's.example.com' } },
  ] }), ['1 ss ss']],
  ['shadowtls in front of snell', JSON.stringify({ outbounds: [
    { type: 'snell', tag: 'sn', version: 4, psk: 'p', detour: 'front' },
    { type: 'shadowtls', tag: 'front', server: 'h.example.com', server_port: 443, version: 3, password: 'q', tls: { enabled: true, server_name: 's.example.com' } },
  ] }), ['1 snell sn']],
  ['shadowtls alone', JSON.stringify({ outbounds: [{ type: 'shadowtls', tag: 'front', server: 'h', server_port: 443 }] }), ['1 unsupported-scheme']],
  ['endpoints', JSON.stringify({ endpoints: [{ type: 'wireguard', tag: 'w', address: ['10.0.0.2/32'], private_key: KEY, peers: [{ address: '192.0.2.1', port: 51820, public_key: PUBLIC_KEY, allowed_ips: ['0.0.0.0/0'] }] }] }), ['1 wireguard w']],
  ['SIP008', JSON.stringify({ version: 1, servers: [{ server: 'h', server_port: 1, method: 'aes-128-gcm', password: 'p', remarks: 'a' }, { server: 'h' }] }), ['1 ss a', '1 missing-field']],
  ['shadowsocks-windows', JSON.stringify([{ server: 'h', server_port: 1, method: 'aes-128-gcm', password: 'p', remarks: 'a' }], null, 1), ['2 ss a']],
  ['hysteria2, the client config', JSON.stringify({ server: 'h.example.com:443', auth: 'x', tls: { insecure: true } }), ['1 hysteria2 h.example.com:443']],
  ['Xray', JSON.stringify({ outbounds: [
    { protocol: 'vless', tag: 'v', settings: { vnext: [{ address: 'h', port: 443, users: [{ id: UUID, encryption: 'none' }] }] } },
    { protocol: 'trojan', tag: 't', settings: { servers: [{ address: 'h', port: 443, password: 'p' }] }, streamSettings: { network: 'tcp', security: 'tls' } },
    { protocol: 'freedom', tag: 'd' }, { protocol: 'loopback', tag: 'l' },
  ] }), ['1 vless v', '1 trojan t']],
  ['configs of v2rayN in a list', JSON.stringify([{ remarks: 'R', outbounds: [{ protocol: 'shadowsocks', tag: 'proxy', settings: { servers: [{ address: 'h', port: 1, method: 'aes-128-gcm', password: 'p' }] } }, { protocol: 'freedom' }] }]), ['1 ss R']],
  ['the object of a vmess link', JSON.stringify({ v: '2', ps: 'a', add: 'h', port: '443', id: UUID, net: 'tcp' }), ['1 vmess a']],
  ['naiveproxy, whose own port is no node', '{"listen": "socks://127.0.0.1:1080", "proxy": "https://user:pw@n.example.com"}', ['1 http n.example.com:443']],
  ['naiveproxy with several servers', JSON.stringify({ listen: ['socks://127.0.0.1:1080', 'redir://0.0.0.0:1081'], proxy: ['https://user:pw@n.example.com', 'quic://user:pw@n.example.com'] }), ['1 http n.example.com:443', '1 unsupported-scheme']],
  ['naiveproxy without a server', '{"listen": "socks://127.0.0.1:1080"}', ['1 missing-field']],
  ['shadowsocks-windows, its config', JSON.stringify({ version: '4.4.0', configs: [{ server: 'h', server_port: 1, method: 'aes-128-gcm', password: 'p', remarks: 'a' }, { server: 'h', server_port: 2, method: 'aes-128-gcm', password: 'p', plugin: '', remarks: 'b' }], localPort: 1080, index: 0 }, null, 1), ['4 ss a', '11 ss b']],
  ['v2rayN, its config', JSON.stringify({ inbound: [{ localPort: 10808, protocol: 'socks' }], vmess: [
    { configVersion: 2, address: 'h', port: 443, id: UUID, alterId: 0, security: 'auto', network: 'ws', remarks: 'a', headerType: 'none', requestHost: 'c', path: '/p', streamSecurity: 'tls', allowInsecure: 'False', configType: 1 },
    { address: 'h', port: 1, id: 'p', security: 'aes-128-gcm', network: 'tcp', remarks: 'b', configType: 3 },
    { address: 'h', port: 2, id: '', security: '', remarks: 'c', configType: 4 },
    { address: 'h', port: 3, id: UUID, security: 'none', network: 'tcp', flow: 'xtls-rprx-vision', streamSecurity: 'tls', sni: 's', remarks: 'd', configType: 5 },
    { address: 'h', port: 4, id: 'p', network: 'grpc', path: 'svc', streamSecurity: 'tls', allowInsecure: 'true', remarks: 'e', configType: 6 },
    { address: 'x.json', port: 0, remarks: 'own', configType: 2 },
  ], subItem: [{ id: '1', url: 'https://example.com/sub', enabled: true }, { url: 'https://example.com/off', enabled: false }, { url: '' }] }), ['1 vmess a', '1 ss b', '1 socks5 c', '1 vless d', '1 trojan e', '1 unsupported-scheme', '1 needs-fetch']],
  ['v2rayN, its config with nothing but subscriptions', JSON.stringify({ vmess: [], subItem: [{ id: '1', url: 'https://example.com/sub', enabled: true }] }, null, 1), ['4 needs-fetch']],
])('%s', (_, text, entries, comments = 0) => {
  expect(shortEntries(text)).toEqual({ entries, comments })
}) // oxfmt-ignore
