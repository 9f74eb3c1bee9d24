import { describe, expect, test } from 'vitest'
import { NodeIssues } from '../../../model/issue.ts'
import { XRAY_VERSIONS, type XrayVersion } from '../../../model/xray-version.ts'
import { parseNodes } from '../../../parse-nodes.ts'
import { writeXrayOutbound } from './index.ts'
import { isUserId } from './user-id.ts'

const UUID = '11111111-2222-4333-8444-555555555555'
const KEY = 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8'
const PIN = 'ab'.repeat(32)

function written(text: string, version: XrayVersion = '26.6') {
  const { nodes, issues } = parseNodes(text)
  expect(nodes, JSON.stringify(issues)).toHaveLength(1)
  const nodeIssues = new NodeIssues()
  const outbound = writeXrayOutbound(nodes[0]!.node, version, nodeIssues)
  return {
    outbound,
    reported: nodeIssues.take().map(({ code, field, args }) => [code, field, args?.['reason']].join(' ').trim()),
  }
}

const yaml = (entry: string) => `proxies:\n  - {name: A, server: a.example, port: 443, ${entry}}`

/** What a link or entry becomes: `docs/formats` says of each field where it was measured. */
const WRITTEN: readonly [title: string, text: string, outbound: object, reported?: readonly string[]][] = [
  [
    'vless with REALITY and vision',
    `vless://${UUID}@203.0.113.7:443?encryption=none&security=reality&sni=b.example&pbk=${KEY}&sid=01&fp=firefox&spx=%2Fx&flow=xtls-rprx-vision#A`,
    {
      protocol: 'vless',
      settings: { address: '203.0.113.7', port: 443, id: UUID, encryption: 'none', flow: 'xtls-rprx-vision' },
      streamSettings: {
        security: 'reality',
        realitySettings: {
          serverName: 'b.example',
          publicKey: KEY,
          shortId: '01',
          fingerprint: 'firefox',
          spiderX: '/x',
        },
      },
    },
  ],
  [
    'a browser that never connects with REALITY becomes Chrome',
    `vless://${UUID}@a.example:443?security=reality&sni=b.example&pbk=${KEY}&fp=android#A`,
    { streamSettings: { realitySettings: { fingerprint: 'chrome' } } },
    ['fp-unsupported fp'],
  ],
  [
    'vision over WebSocket goes',
    `vless://${UUID}@a.example:443?security=tls&type=ws&path=%2Fw&flow=xtls-rprx-vision#A`,
    { settings: { encryption: 'none' }, streamSettings: { network: 'ws', wsSettings: { path: '/w' } } },
    ['field-ignored flow'],
  ],
  [
    'vless encryption with vision needs no TLS',
    `vless://${UUID}@a.example:443?encryption=mlkem768x25519plus.native.0rtt.${KEY}&security=none&type=tcp&flow=xtls-rprx-vision#A`,
    { settings: { encryption: `mlkem768x25519plus.native.0rtt.${KEY}`, flow: 'xtls-rprx-vision' } },
  ],
  [
    'early data stands in the path',
    `vless://${UUID}@a.example:443?security=none&type=ws&host=h.example&path=%2Fw%3Fed%3D2048#A`,
    { streamSettings: { network: 'ws', wsSettings: { path: '/w?ed=2048', host: 'h.example' } } },
  ],
  [
    'an early data header of another name is lost',
    yaml(
      `type: vless, uuid: ${UUID}, network: ws, ws-opts: {path: /w, max-early-data: 2048, early-data-header-name: X-Early}`,
    ),
    { streamSettings: { wsSettings: { path: '/w' } } },
    ['field-ignored early-data-header-name'],
  ],
  [
    'httpupgrade with headers',
    yaml(
      `type: vless, uuid: ${UUID}, network: ws, ws-opts: {path: /u, headers: {Host: h.example, X-A: b}, v2ray-http-upgrade: true, v2ray-http-upgrade-fast-open: true}`,
    ),
    {
      streamSettings: {
        network: 'httpupgrade',
        httpupgradeSettings: { path: '/u?ed=2560', host: 'h.example', headers: { 'X-A': 'b' } },
      },
    },
  ],
  [
    'gRPC of several streams, with its authority',
    `vless://${UUID}@a.example:443?security=tls&type=grpc&serviceName=svc&mode=multi&authority=h.example#A`,
    {
      streamSettings: {
        network: 'grpc',
        grpcSettings: { serviceName: 'svc', authority: 'h.example', multiMode: true },
      },
    },
  ],
  [
    'the HTTP header of raw TCP',
    `vmess://${btoa(JSON.stringify({ v: '2', ps: 'A', add: 'a.example', port: 80, id: UUID, aid: 0, net: 'tcp', type: 'http', host: 'h.example', path: '/p' }))}`,
    {
      protocol: 'vmess',
      settings: { address: 'a.example', port: 80, id: UUID, security: 'auto' },
      streamSettings: {
        network: 'raw',
        rawSettings: { header: { type: 'http', request: { path: ['/p'], headers: { Host: ['h.example'] } } } },
      },
    },
  ],
  [
    'xhttp with its extra',
    `vless://${UUID}@a.example:443?security=tls&sni=a.example&type=xhttp&path=%2Fx&mode=packet-up&extra=${encodeURIComponent(JSON.stringify({ xPaddingBytes: '200-400', xPaddingPlacement: 'nowhere', uplinkDataPlacement: 'cookie', xmux: { maxConcurrency: '16-32', maxConnections: 4 } }))}#A`,
    {
      streamSettings: {
        network: 'xhttp',
        xhttpSettings: {
          path: '/x',
          mode: 'packet-up',
          extra: { xPaddingBytes: '200-400', uplinkDataPlacement: 'cookie', xmux: { maxConcurrency: '16-32' } },
        },
      },
    },
    ['bad-value extra.xPaddingPlacement', 'field-ignored extra.xmux.maxConnections'],
  ],
  [
    'the download of xhttp stands by itself, and its certificate is checked',
    `vless://${UUID}@a.example:443?security=tls&sni=a.example&type=xhttp&path=%2Fx&extra=${encodeURIComponent(JSON.stringify({ downloadSettings: { address: 'b.example', port: 8443, network: 'xhttp', security: 'tls', tlsSettings: { serverName: 'c.example', allowInsecure: true }, xhttpSettings: { path: '/y' } } }))}#A`,
    {
      streamSettings: {
        xhttpSettings: {
          extra: {
            downloadSettings: {
              address: 'b.example',
              port: 8443,
              network: 'xhttp',
              security: 'tls',
              tlsSettings: { serverName: 'c.example' },
              xhttpSettings: { path: '/y' },
            },
          },
        },
      },
    },
    ['certificate-checked downloadSettings.allowInsecure'],
  ],
  [
    'HTTP/1.1 alone over xhttp imitates no browser, which would offer more',
    `vless://${UUID}@a.example:443?security=tls&type=xhttp&path=%2Fx&alpn=http%2F1.1&fp=chrome#A`,
    { streamSettings: { tlsSettings: { alpn: ['http/1.1'], fingerprint: 'unsafe' } } },
    ['fp-unsupported fp'],
  ],
  [
    'pins stand in one text, and take the place of an unchecked certificate',
    `trojan://p@a.example:443?sni=s.example&allowInsecure=1&pcs=${PIN}%2C${'cd'.repeat(32)}&vcn=v.example#A`,
    {
      protocol: 'trojan',
      settings: { address: 'a.example', port: 443, password: 'p' },
      streamSettings: {
        security: 'tls',
        tlsSettings: {
          serverName: 's.example',
          pinnedPeerCertSha256: `${PIN},${'cd'.repeat(32)}`,
          verifyPeerCertByName: 'v.example',
        },
      },
    },
  ],
  [
    'REALITY checks no certificate: a pin and a name say nothing',
    `vless://${UUID}@a.example:443?security=reality&sni=b.example&pbk=${KEY}&pcs=${PIN}&vcn=v.example#A`,
    { streamSettings: { security: 'reality', realitySettings: { serverName: 'b.example' } } },
    ['field-ignored pin', 'field-ignored vcn'],
  ],
  [
    'a certificate is checked in spite of what the link says',
    'trojan://p@a.example:443?allowInsecure=1#A',
    { streamSettings: { security: 'tls' } },
    ['certificate-checked skip-cert-verify'],
  ],
  [
    'trojan without TLS',
    'trojan://p@a.example:443?security=none#A',
    { protocol: 'trojan', settings: { password: 'p' } },
    ['no-tls security'],
  ],
  [
    'a browser of another year becomes the browser',
    yaml('type: trojan, password: p, client-fingerprint: firefox120'),
    { streamSettings: { tlsSettings: { fingerprint: 'firefox' } } },
    ['fp-unsupported fp'],
  ],
  [
    'shadowsocks of 2022 with UDP over TCP',
    yaml(
      'type: ss, cipher: 2022-blake3-aes-128-gcm, password: AAECAwQFBgcICQoLDA0ODw==, udp-over-tcp: true, udp-over-tcp-version: 2',
    ),
    {
      protocol: 'shadowsocks',
      settings: { method: '2022-blake3-aes-128-gcm', password: 'AAECAwQFBgcICQoLDA0ODw==', uot: true, uotVersion: 2 },
    },
  ],
  [
    'shadowsocks over WebSocket, as panels of Xray write it',
    `ss://${btoa('aes-128-gcm:p')}@a.example:443?type=ws&path=%2Fw&security=tls&sni=s.example#A`,
    {
      streamSettings: {
        network: 'ws',
        wsSettings: { path: '/w' },
        security: 'tls',
        tlsSettings: { serverName: 's.example' },
      },
    },
  ],
  [
    'SOCKS5 over TLS',
    yaml('type: socks5, username: u, password: p, tls: true'),
    { protocol: 'socks', settings: { user: 'u', pass: 'p' }, streamSettings: { security: 'tls' } },
  ],
  [
    'an HTTP proxy with headers',
    yaml('type: http, headers: {X-A: b}'),
    { protocol: 'http', settings: { address: 'a.example', port: 443, headers: { 'X-A': 'b' } } },
  ],
  [
    'hysteria2 with a mask, rates and hops',
    'hy2://pw@203.0.113.7:443/?sni=s.example&obfs=salamander&obfs-password=gawr&mport=443,5000-6000&hop-interval=3&upmbps=50&downmbps=200#A',
    {
      protocol: 'hysteria',
      settings: { version: 2, address: '203.0.113.7', port: 443 },
      streamSettings: {
        network: 'hysteria',
        hysteriaSettings: { version: 2, auth: 'pw' },
        security: 'tls',
        tlsSettings: { serverName: 's.example', alpn: ['h3'] },
        finalmask: {
          udp: [{ type: 'salamander', settings: { password: 'gawr' } }],
          quicParams: {
            congestion: 'brutal',
            brutalUp: '50 mbps',
            brutalDown: '200 mbps',
            udpHop: { ports: '443,5000-6000', interval: '5' },
          },
        },
      },
    },
    ['value-defaulted hop-interval'],
  ],
  [
    'hysteria2 names its address in TLS where nothing else is named',
    'hy2://pw@a.example:443#A',
    { streamSettings: { tlsSettings: { serverName: 'a.example' } } },
  ],
  [
    'WireGuard with bare addresses, outside the kernel',
    `wireguard://${encodeURIComponent('+wIJEBceJSwzOkFIT1ZdZGtyeYCHjpWco6qxuL/GzdQ=')}@[2001:db8::1]:51820?publickey=${encodeURIComponent('7/oFEBsmMTxHUl1oc36JlJ+qtcDL1uHs9wINGCMuOUQ=')}&address=10.0.0.2/24,fd00::2/64&reserved=1,2,3&mtu=1280&keepalive=25#A`,
    {
      protocol: 'wireguard',
      settings: {
        secretKey: '+wIJEBceJSwzOkFIT1ZdZGtyeYCHjpWco6qxuL/GzdQ=',
        address: ['10.0.0.2', 'fd00::2'],
        peers: [
          {
            publicKey: '7/oFEBsmMTxHUl1oc36JlJ+qtcDL1uHs9wINGCMuOUQ=',
            endpoint: '[2001:db8::1]:51820',
            keepAlive: 25,
          },
        ],
        noKernelTun: true,
        mtu: 1280,
        reserved: [1, 2, 3],
      },
    },
  ],
  [
    'how a connection is made',
    yaml(
      `type: vless, uuid: ${UUID}, tfo: true, mptcp: true, interface-name: eth1, routing-mark: 7, ip-version: ipv4-prefer, udp: true`,
    ),
    {
      streamSettings: {
        sockopt: { tcpFastOpen: true, tcpMptcp: true, interface: 'eth1', mark: 7, domainStrategy: 'UseIPv4v6' },
      },
    },
  ],
]

/** What Xray would refuse, or take and never connect with. */
const REFUSED: readonly [title: string, text: string, reported: string][] = [
  [
    'a VMess header of old',
    yaml(`type: vmess, uuid: ${UUID}, alterId: 64, cipher: auto`),
    'protocol-variant-unsupported alterId',
  ],
  ['a user id of 31 characters', yaml(`type: vless, uuid: ${'a'.repeat(31)}`), 'client-refuses uuid'],
  [
    'another flow',
    `vless://${UUID}@a.example:443?security=tls&flow=xtls-rprx-direct#A`,
    'protocol-variant-unsupported flow',
  ],
  [
    'REALITY over WebSocket',
    `vless://${UUID}@a.example:443?security=reality&sni=b.example&pbk=${KEY}&type=ws&path=%2F#A`,
    'transport-unsupported reality',
  ],
  [
    'REALITY at an address without a name',
    `vless://${UUID}@203.0.113.7:443?security=reality&pbk=${KEY}#A`,
    'missing-field sni',
  ],
  [
    'a REALITY key of 31 bytes',
    `vless://${UUID}@a.example:443?security=reality&sni=b.example&pbk=${KEY.slice(0, 41)}#A`,
    'client-refuses pbk',
  ],
  ['HTTP/2', `vless://${UUID}@a.example:443?security=tls&type=http&path=%2F#A`, 'transport-unsupported type'],
  ['QUIC', `vless://${UUID}@a.example:443?security=tls&type=quic#A`, 'transport-unsupported type'],
  [
    'a path with a broken escape',
    `vless://${UUID}@a.example:443?security=none&type=ws&path=%2F%25zz#A`,
    'transport-unsupported path',
  ],
  [
    'an unknown disguise of mKCP',
    `vless://${UUID}@a.example:443?security=none&type=kcp&headerType=strange#A`,
    'transport-unsupported headerType',
  ],
  [
    'a plugin of shadowsocks',
    `ss://${btoa('aes-128-gcm:p')}@a.example:443?plugin=obfs-local%3Bobfs%3Dtls#A`,
    'plugin-unsupported plugin',
  ],
  ['aes-192-gcm', `ss://${btoa('aes-192-gcm:p')}@a.example:443#A`, 'cipher-unsupported cipher'],
  [
    'a key of 2022 that is too long',
    yaml('type: ss, cipher: 2022-blake3-aes-128-gcm, password: AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8='),
    'client-refuses password',
  ],
  [
    'a mask of three bytes',
    'hy2://pw@a.example:443/?obfs=salamander&obfs-password=abc#A',
    'client-refuses obfs-password',
  ],
  [
    'a download beside the mode that has one connection',
    `vless://${UUID}@a.example:443?security=tls&type=xhttp&path=%2Fx&mode=stream-one&extra=${encodeURIComponent(JSON.stringify({ downloadSettings: { address: 'b.example', port: 443, security: 'tls' } }))}#A`,
    'client-refuses mode one-connection',
  ],
  ['TUIC', `tuic://${UUID}:p@a.example:443#A`, 'type-unsupported type'],
  ['AnyTLS', 'anytls://p@a.example:443#A', 'type-unsupported type'],
]

const mkcp = (query: string) => `vless://${UUID}@a.example:443?security=none&type=kcp${query}#A`
const plainVless = (server: string) => `vless://${UUID}@${server}:443?security=none&type=tcp#A`
const session = (extra: object) =>
  `vless://${UUID}@a.example:443?security=tls&sni=a.example&type=xhttp&path=%2Fx&extra=${encodeURIComponent(JSON.stringify(extra))}#A`
const WITH_TABLE = { sessionIDPlacement: 'query', sessionIDKey: 'k', sessionIDTable: 'hex', sessionIDLength: '20-30' }
const xhttpExtra = (extra: object) => ({ streamSettings: { xhttpSettings: { path: '/x', extra } } })

/** What differs between the versions that one can write for; undefined: the node is left out. */
const BY_VERSION: readonly [title: string, text: string, each: Record<XrayVersion, readonly [outbound: object | undefined, ...reported: string[]]>][] = [
  ['the disguise and the seed of mKCP are masks', mkcp('&headerType=wechat-video&seed=s'), {
    '26.6': [{ streamSettings: { network: 'kcp', kcpSettings: {}, finalmask: { udp: [{ type: 'mkcp-legacy', settings: { value: 's' } }, { type: 'mkcp-legacy', settings: { header: 'wechat' } }] } } }, 'written-for-version kcp'],
    '26.3': [{ streamSettings: { network: 'kcp', kcpSettings: {}, finalmask: { udp: [{ type: 'header-wechat' }, { type: 'mkcp-aes128gcm', settings: { password: 's' } }] } } }, 'written-for-version kcp'],
  }],
  ['mKCP without a seed has the old check of its packets', mkcp(''), {
    '26.6': [{ streamSettings: { finalmask: { udp: [{ type: 'mkcp-legacy' }] } } }, 'written-for-version kcp'],
    '26.3': [{ streamSettings: { finalmask: { udp: [{ type: 'mkcp-original' }] } } }, 'written-for-version kcp'],
  }],
  ['shadowsocks without a cipher gets a password that means nothing', `ss://${btoa('none:')}@a.example:443#A`, {
    '26.6': [undefined, 'cipher-unsupported cipher'],
    '26.3': [{ settings: { method: 'none', password: 'none' } }],
  }],
  ...['1.2.3.4', 'example.com', 'a.b.com.', '[2001:db8::1]', '[::ffff:8.8.8.8]', '[::2]', '172.32.0.1'].map((server): (typeof BY_VERSION)[number] => [`vless without encryption at ${server}`, plainVless(server), {
    '26.6': [undefined, 'client-refuses security plain-to-public'],
    '26.3': [{ protocol: 'vless' }],
  }]),
  ...['10.1.2.3', '127.0.0.1', '203.0.113.7', '224.0.0.1', '172.31.255.255', '[::1]', '[fd00::1]', '[fe80::1]', '[::ffff:10.0.0.1]', 'nas', 'nas.LAN', 'a.home.arpa', 'example'].map((server): (typeof BY_VERSION)[number] => [`vless without encryption at home, ${server}`, plainVless(server), {
    '26.6': [{ protocol: 'vless' }],
    '26.3': [{ protocol: 'vless' }],
  }]),
  ['trojan without encryption', 'trojan://p@example.com:443?security=none#A', {
    '26.6': [undefined, 'client-refuses security plain-to-public'],
    '26.3': [{ protocol: 'trojan' }, 'no-tls security'],
  }],
  ['vless with its own encryption', `vless://${UUID}@example.com:443?encryption=mlkem768x25519plus.native.0rtt.${KEY}&security=none&type=tcp#A`, {
    '26.6': [{ protocol: 'vless' }],
    '26.3': [{ protocol: 'vless' }],
  }],
  ['where xhttp has its session, in the words of old and new versions', session({ sessionPlacement: 'query', sessionKey: 'k' }), {
    '26.6': [xhttpExtra({ sessionIDPlacement: 'query', sessionPlacement: 'query', sessionIDKey: 'k', sessionKey: 'k' })],
    '26.3': [xhttpExtra({ sessionIDPlacement: 'query', sessionPlacement: 'query', sessionIDKey: 'k', sessionKey: 'k' })],
  }],
  ['ids of xhttp from a table', session(WITH_TABLE), {
    '26.6': [xhttpExtra(WITH_TABLE)],
    '26.3': [xhttpExtra({ sessionIDTable: undefined, sessionIDLength: undefined }), 'version-too-old extra.sessionIDTable'],
  }],
  ['a table of ids without their length', session({ sessionIDTable: 'hex' }), {
    '26.6': [{}, 'field-ignored extra.sessionIDTable'],
    '26.3': [{}, 'version-too-old extra.sessionIDTable'],
  }],
] // oxfmt-ignore

describe('what a node becomes in Xray', () => {
  test.each(WRITTEN)('%s', (_, text, outbound, reported = []) => {
    const found = written(text)
    expect(found.outbound).toMatchObject({ name: 'A', ...outbound })
    expect(found.reported).toEqual(reported)
  })

  describe.each(XRAY_VERSIONS)('written for %s', (version) => {
    test.each(BY_VERSION)('%s', (_, text, each) => {
      const [outbound, ...reported] = each[version]
      const found = written(text, version)
      if (outbound === undefined) expect(found.outbound).toBeUndefined()
      else expect(JSON.parse(JSON.stringify(found.outbound))).toMatchObject(JSON.parse(JSON.stringify(outbound)))
      expect(JSON.stringify(found.outbound ?? '')).not.toMatch(version === '26.6' ? /mkcp-original|header-|"none","/ : /mkcp-legacy|sessionIDTable/)
      expect(found.reported).toEqual(reported)
    }) // oxfmt-ignore
  })

  test('plain TCP says nothing of its stream', () => {
    expect(written(yaml(`type: vless, uuid: ${UUID}`)).outbound).not.toHaveProperty('streamSettings')
  })

  test.each(REFUSED)('left out: %s', (_, text, reported) => {
    const found = written(text)
    expect(found.outbound).toBeUndefined()
    expect(found.reported).toContain(reported)
  })

  test('a user id is a UUID or up to 30 bytes of any text', () => {
    for (const id of [UUID, UUID.replaceAll('-', ''), UUID.toUpperCase(), 'a', '密'.repeat(10)])
      expect(isUserId(id), id).toBe(true)
    for (const id of ['', 'a'.repeat(31), `{${UUID}}`, UUID.slice(1), `${UUID}0`, '密'.repeat(11), 5])
      expect(isUserId(id), String(id)).toBe(false)
  })
})
