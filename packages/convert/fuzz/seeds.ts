/** What the fuzzer starts from: a link of every kind and documents of every container. Made up throughout. */

const UUID = '11111111-2222-4333-8444-555555555555'
const KEY = 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8'
const b64 = (text: string) => Buffer.from(text).toString('base64')

export const LINK_SEEDS: readonly string[] = [
  `vmess://${b64(JSON.stringify({ v: '2', ps: '香港 01', add: 'hk.example.com', port: '443', id: UUID, aid: '0', scy: 'auto', net: 'ws', type: 'none', host: 'cdn.example.com', path: '/ray?ed=2048', tls: 'tls', sni: '', alpn: 'h2,http/1.1', fp: 'chrome' }))}`,
  `vmess://${b64(`auto:${UUID}@192.0.2.10:443`)}?remarks=SR&obfs=websocket&obfsParam=cdn.example.com&path=/ws&tls=1&peer=cdn.example.com`,
  `vmess://${b64(`q = vmess,192.0.2.1,443,auto,"${UUID}",over-tls=true,tls-host=a.example,obfs=ws,obfs-path="/p",obfs-header="Host: cdn.example.com[Rr][Nn]"`)}`,
  `vmess://${UUID}@[2001:db8::10]:443?encryption=auto&security=tls&sni=example.com&type=grpc&serviceName=svc#URI`,
  `vless://${UUID}@example.com:443?encryption=none&security=reality&sni=www.example.com&fp=chrome&pbk=${KEY}&sid=0123abcd&spx=%2F&type=tcp&flow=xtls-rprx-vision#Reality`,
  `vless://${UUID}@203.0.113.7:8443?security=tls&sni=example.com&alpn=h2&type=xhttp&path=%2Fx&mode=auto&extra=%7B%22xPaddingBytes%22%3A%22100-1000%22%7D#X`,
  'trojan://p%40ss@example.com:443?security=tls&sni=example.com&alpn=h2%2Chttp%2F1.1&fp=chrome&type=ws&host=cdn.example.com&path=%2Ft#TJ',
  'trojan-go://password@example.com:443/?sni=example.com&type=ws&host=cdn.example.com&path=%2Fgo&encryption=ss%3Baes-256-gcm%3Asecret#TG',
  'ss://YWVzLTI1Ni1nY206cGFzcw@192.0.2.1:8388#SIP002',
  'ss://Y2hhY2hhMjAtaWV0Zi1wb2x5MTMwNTpwYXNz@example.com:443/?plugin=v2ray-plugin%3Bmode%3Dwebsocket%3Btls%3Bhost%3Dcdn.example.com%3Bpath%3D%2Fv#WS',
  'ss://2022-blake3-aes-256-gcm:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8%3D@example.com:8388#2022',
  'ss://YWVzLTEyOC1nY206cGFAc3M6d0AxOTIuMC4yLjI6ODM4OA==#old',
  `ssr://${b64(`192.0.2.5:8999:auth_aes128_md5:aes-256-cfb:tls1.2_ticket_auth:${b64('pw')}/?obfsparam=${b64('a.b')}&remarks=${b64('香港')}`)}`,
  `tuic://${UUID}:pass%3Aword@example.com:443?congestion_control=bbr&udp_relay_mode=native&alpn=h3&sni=example.com&allow_insecure=0#TUIC`,
  'hysteria://example.com:443?protocol=udp&auth=secret&peer=example.com&insecure=0&upmbps=50&downmbps=200&alpn=hysteria&obfs=xplus&obfsParam=obfspass&mport=20000-30000#HY1',
  'hysteria2://user:pass@example.com:443,5000-6000/?sni=example.com&obfs=salamander&obfs-password=gawr&mport=5000-6000,7000&hop-interval=15-30#HY2',
  'wireguard://%2BwIJEBceJSwzOkFIT1ZdZGtyeYCHjpWco6qxuL%2FGzdQ%3D@192.0.2.20:51820?publickey=7%2FoFEBsmMTxHUl1oc36JlJ%2BqtcDL1uHs9wINGCMuOUQ%3D&reserved=1%2C2%2C3&address=10.0.0.2%2F32%2Cfd00%3A%3A2%2F128&mtu=1280#WG',
  'anytls://pass@example.com:443/?sni=example.com&insecure=0&fp=chrome#A',
  'socks5://dXNlcjpwYXNz@192.0.2.3:1080#S',
  'https://user:pass@example.com:443#H',
  'mierus://user:pass@192.0.2.4?profile=p&port=2000-2100&protocol=TCP',
  'snell://psk@192.0.2.6:443?version=4&obfs=http&obfs-host=example.com#SN',
  'ssh://user:pass@192.0.2.7:22#SSH',
  'DOMAIN-SUFFIX,example.com,DIRECT',
  `vmess://ws+tls:${UUID}-0@192.0.2.11:443/?host=cdn.example.com&path=%2Fray&tlsServerName=s.example.com#draft`,
  'trojan://password@192.0.2.12:443?ws&wspath=/x&tfo&peer=example.com#flags',
  `vless://${UUID}@example.com:443?encryption=none&type=tcp&secu\nrity=tls&sni=example.com#broken`,
  'vless%3A%2F%2F11111111-2222-4333-8444-555555555555%40example.com%3A443%3Fsecurity%3Dtls%23encoded',
  `data:text/plain;charset=utf-8;base64,${b64('trojan://p@example.com:443#data')}`,
  'data:,trojan%3A%2F%2Fp%40example.com%3A443%23data',
  'clash://install-config?url=https%3A%2F%2Fexample.com%2Fsub%3Ftoken%3Dx&name=N',
  'sing-box://import-remote-profile?url=https%3A%2F%2Fexample.com%2Fsub#N',
  `sub://${b64('https://example.com/sub')}#N`,
  'hiddify://import/https://example.com/sub#N',
  'v2rayn://install-sub?url=https%3A%2F%2Fexample.com%2Fsub',
  'tg://socks?server=192.0.2.13&port=1080&user=u&pass=p%40w',
  'https://t.me/proxy?server=example.com&port=443&secret=dd00',
  'token expired',
]

export const DOCUMENT_SEEDS: readonly string[] = [
  `proxies:\n  - {name: A, type: ss, server: example.com, port: 8388, cipher: aes-128-gcm, password: "p", udp: true}\n  - name: B\n    type: vless\n    server: 192.0.2.1\n    port: 443\n    uuid: ${UUID}\n    tls: true\n    reality-opts:\n      public-key: ${KEY}\n      short-id: 2351e1\nproxy-groups:\n  - {name: G, type: select, proxies: [A, B]}\nrules:\n  - MATCH,G\n`,
  `base: &base {type: trojan, port: 443, password: x}\nproxies:\n  - {<<: *base, name: T, server: example.com}\n  - {<<: *base, name: U, server: example.net, sni: 12:30}\n`,
  '- {name: L, type: hysteria2, server: example.com, port: 443, password: p, ports: 443/5000-6000}\n- {name: M, type: tuic, server: example.com, port: 443, uuid: x, password: y}\n',
  JSON.stringify({
    outbounds: [
      { type: 'selector', tag: 'S', outbounds: ['A'] },
      { type: 'shadowsocks', tag: 'A', server: 'example.com', server_port: 8388, method: 'aes-128-gcm', password: 'p' },
      {
        type: 'vless',
        tag: 'B',
        server: 'example.com',
        server_port: 443,
        uuid: UUID,
        tls: { enabled: true, utls: { enabled: true, fingerprint: 'chrome' } },
        transport: { type: 'ws', path: '/', headers: { Host: ['a.b'] } },
      },
    ],
    endpoints: [
      {
        type: 'wireguard',
        tag: 'W',
        address: ['10.0.0.2/32'],
        private_key: `${KEY}=`,
        peers: [{ address: '192.0.2.1', port: 51820, public_key: `${KEY}=`, allowed_ips: ['0.0.0.0/0'] }],
      },
    ],
  }),
  '{\n  // comment\n  "outbounds": [ {"type": "trojan", "tag": "T", "server": "a.b", "server_port": 443, "password": "p", "tls": {"enabled": true},}, ],\n}',
  JSON.stringify({
    version: 1,
    servers: [
      {
        id: '1',
        remarks: 'R',
        server: 'example.com',
        server_port: 8388,
        password: 'p',
        method: 'aes-256-gcm',
        plugin: 'obfs-local',
        plugin_opts: 'obfs=http',
      },
    ],
    bytes_used: 1,
    bytes_remaining: 2,
  }),
  `[Interface]\nPrivateKey = ${KEY}=\nAddress = 10.0.0.2/32, fd00::2/128\nDNS = 1.1.1.1\nJc = 4\n\n[Peer]\nPublicKey = ${KEY}=\nAllowedIPs = 0.0.0.0/0\nEndpoint = 192.0.2.1:51820\nPersistentKeepalive = 25\n`,
  b64(LINK_SEEDS.slice(0, 8).join('\n')),
  JSON.stringify({
    outbounds: [
      {
        protocol: 'vless',
        tag: 'X',
        settings: { vnext: [{ address: 'example.com', port: 443, users: [{ id: UUID, encryption: 'none' }] }] },
        streamSettings: { network: 'ws', security: 'tls' },
      },
    ],
  }),
  'proxies:\n  - name: A\n    type: trojan\n    server: example.com\n    port: 443\n    password: p\n    port: 444\nport: 1\nport: 2\n',
  '{"status": "fail", "message": "token expired", "errors": [{"msg": "x"}]}',
  '<html><head><title>502</title><script>x</script></head><body><h1>502 Bad Gateway</h1></body></html>',
  JSON.stringify({
    configs: [{ server: 'example.com', server_port: 8388, password: 'p', method: 'aes-256-gcm', remarks: 'W' }],
    index: 0,
  }),
  JSON.stringify({
    vmess: [
      {
        address: 'example.com',
        port: 443,
        id: UUID,
        alterId: 0,
        security: 'auto',
        network: 'ws',
        path: '/p',
        streamSecurity: 'tls',
        configType: 1,
        remarks: 'N',
      },
    ],
  }),
  '{"listen": "socks://127.0.0.1:1080", "proxy": ["https://user:pass@example.com", "quic://user:pass@example.com"]}',
  'A = ss, example.com, 8388, encrypt-method=aes-128-gcm, password=p\nshadowsocks=example.com:8388, method=aes-128-gcm, password=p, tag=Q\n',
]
