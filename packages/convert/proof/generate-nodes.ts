import { ODD_CHANCE, type ParamPairs, Parts, common, link, pairsOf, without } from './generate-parts.ts'
import { Random } from './random.ts'
import type { JsonObject } from '../src/text/record.ts'

/**
 * Nodes of every kind with legal, borderline and illegal values. A node is drawn once and spelled three ways without
 * any judgement: as a share link, as a mihomo entry, as sing-box outbounds. One of them is what the engine is given to
 * read; the others are what the clients themselves are asked about.
 */
export interface GeneratedNode {
  kind: string
  form: 'link' | 'mihomo' | 'sing-box'
  /** What the engine reads. */
  text: string
  /** The node in sing-box's words; absent where it has none. Helpers follow the node. */
  singbox?: JsonObject[]
  isEndpoint: boolean
  mihomo?: JsonObject
}

interface Spelled {
  link?: string
  mihomo?: JsonObject
  singbox?: JsonObject[]
  isEndpoint?: boolean
}

type Draw = (parts: Parts) => Spelled

const UUIDS = [
  '11111111-2222-4333-8444-555555555555',
  'AAAAAAAA-BBBB-4CCC-8DDD-EEEEEEEEEEEE',
  '11111111222243338444555555555555',
]
const ODD_UUIDS = [
  'my-id',
  'zzzzzzzz-2222-4333-8444-555555555555',
  '',
  '11111111-2222-4333-8444-55555555555',
  'a name of more than thirty bytes, twice over',
]
const PASSWORDS = ['p', 'secret', 'p@ss:w/rd', '密码', '2351e1', 'true', 'a b', '+plus+', 'quo\'te"d']
const ODD_PASSWORDS = ['', ' ', '%zz', 'x'.repeat(600)]

const vmess: Draw = (parts) => {
  const { name, server, port, uuid } = basics(parts)
  const cipher = parts.value(
    ['auto', 'none', 'zero', 'aes-128-gcm', 'chacha20-poly1305', 'aes-128-cfb'],
    ['AUTO', 'aes-256-gcm', 'aes-128-ctr', '', 'chacha20-ietf-poly1305'],
  )
  const alterId = parts.value([0, 0, 0, 2, 64], [-1, 65_536, '0', 'x'])
  const tls = parts.tls(['none', 'tls', 'tls', 'reality'], 'servername')
  const transport = parts.transport(['tcp', 'ws', 'ws', 'grpc', 'httpupgrade', 'h2', 'http', 'quic', 'kcp'])
  const packetEncoding = parts.value([undefined, undefined, 'xudp', 'packetaddr'], ['packet', 'none', 'XUDP', 'x'])
  const mux = parts.mux()
  const base64 = parts.random.chance(0.7)
  const json = {
    v: '2', ps: name, add: server, port, id: uuid, aid: alterId, scy: cipher, net: transport.type,
    type: transport.header ?? 'none', host: transport.host ?? '', path: transport.path ?? '',
    tls: tls.mode === 'none' ? '' : tls.mode, sni: tls.sni ?? '', alpn: tls.alpn?.join(',') ?? '', fp: tls.fp ?? '',
    insecure: tls.insecure ? '1' : '0', pbk: tls.pbk, sid: tls.sid,
  } // oxfmt-ignore
  return {
    link: base64
      ? `vmess://${Buffer.from(JSON.stringify(json)).toString('base64')}`
      : link(
          'vmess',
          uuid,
          server,
          port,
          [['encryption', cipher], ...tls.query, ...transport.query, ['packetEncoding', packetEncoding]],
          name,
        ),
    mihomo: transport.mihomo && {
      name,
      type: 'vmess',
      server,
      port,
      uuid,
      alterId,
      cipher,
      'packet-encoding': packetEncoding,
      ...tls.mihomo,
      ...transport.mihomo,
      ...mux.mihomo,
      ...common(parts),
    },
    singbox: [
      {
        type: 'vmess',
        tag: name,
        server,
        server_port: port,
        uuid,
        alter_id: alterId,
        security: cipher,
        packet_encoding: packetEncoding,
        tls: tls.singbox,
        transport: transport.singbox,
        ...mux.singbox,
      },
    ],
  }
}

const vless: Draw = (parts) => {
  const { name, server, port, uuid } = basics(parts)
  const tls = parts.tls(['none', 'tls', 'tls', 'reality', 'reality'], 'servername')
  const transport = parts.transport(['tcp', 'tcp', 'ws', 'grpc', 'httpupgrade', 'h2', 'http', 'xhttp', 'quic'])
  const wantsFlow = transport.type === 'tcp' && tls.mode !== 'none'
  const flow = parts.value(wantsFlow ? [undefined, 'xtls-rprx-vision'] : [undefined], [
    'xtls-rprx-vision',
    'xtls-rprx-vision-udp443',
    'xtls-rprx-direct',
    'XTLS-RPRX-VISION',
    'x',
    'none',
  ])
  const packetEncoding = parts.value([undefined, undefined, 'xudp', 'packetaddr'], ['packet', 'none', '', 'x'])
  const encryption = parts.value(
    ['none', 'none', undefined],
    [
      'mlkem768x25519plus.native.1rtt.abc',
      'NONE',
      'aes',
      `mlkem768x25519plus.native.0rtt.${'A'.repeat(43)}`,
      `mlkem768x25519plus.random.1rtt.100-111-1111.75-0-111.${'A'.repeat(43)}`,
    ],
  )
  const mux = parts.mux()
  return {
    link: link(
      'vless',
      uuid,
      server,
      port,
      [
        ['encryption', encryption],
        ...tls.query,
        ...transport.query,
        ['flow', flow],
        ['packetEncoding', packetEncoding],
      ],
      name,
    ),
    mihomo: transport.mihomo && {
      name,
      type: 'vless',
      server,
      port,
      uuid,
      flow,
      encryption,
      'packet-encoding': packetEncoding,
      ...tls.mihomo,
      ...transport.mihomo,
      ...mux.mihomo,
      ...common(parts),
    },
    singbox:
      encryption === undefined || encryption === 'none'
        ? [
            {
              type: 'vless',
              tag: name,
              server,
              server_port: port,
              uuid,
              flow,
              packet_encoding: packetEncoding,
              tls: tls.singbox,
              transport: transport.singbox,
              ...mux.singbox,
            },
          ]
        : undefined,
  }
}

const trojan: Draw = (parts) => {
  const { name, server, port, password } = basics(parts)
  const tls = parts.tls(['tls', 'tls', 'tls', 'reality'], 'sni')
  const transport = parts.transport(['tcp', 'tcp', 'ws', 'ws', 'grpc', 'httpupgrade', 'h2'])
  const mux = parts.mux()
  const layer = parts.random.chance(0.06)
    ? parts.random.pick(['ss;aes-128-gcm:secret', 'ss;aes-256-gcm:', 'ss;rc4:x', 'none'])
    : undefined
  const scheme = layer === undefined ? 'trojan' : 'trojan-go'
  const { tls: _, ...mihomoTls } = tls.mihomo
  return {
    link: link(scheme, password, server, port, [...tls.query, ...transport.query, ['encryption', layer]], name),
    mihomo: transport.mihomo && {
      name,
      type: 'trojan',
      server,
      port,
      password,
      ...mihomoTls,
      ...transport.mihomo,
      ...mux.mihomo,
      ...common(parts),
    },
    singbox:
      layer === undefined
        ? [
            {
              type: 'trojan',
              tag: name,
              server,
              server_port: port,
              password,
              tls: tls.singbox,
              transport: transport.singbox,
              ...mux.singbox,
            },
          ]
        : undefined,
  }
}

const SS_METHODS = [
  'aes-128-gcm',
  'aes-256-gcm',
  'chacha20-ietf-poly1305',
  'xchacha20-ietf-poly1305',
  'none',
  'aes-256-ctr',
  'aes-128-cfb',
  'rc4-md5',
  'chacha20-ietf',
  'aes-192-gcm',
]
const ODD_SS_METHODS = [
  'AES-128-GCM',
  'plain',
  'dummy',
  'chacha20-poly1305',
  'aes-128-ccm',
  'rc4',
  'camellia-128-cfb',
  '',
  'chacha20',
  'lea-128-gcm',
  'unknown',
  'AEAD_AES_128_GCM',
]

const ss: Draw = (parts) => {
  const { random } = parts
  const { name, server, port } = basics(parts)
  let method: string
  let password: string
  if (random.chance(0.3)) {
    method = random.pick(['2022-blake3-aes-128-gcm', '2022-blake3-aes-256-gcm', '2022-blake3-chacha20-poly1305'])
    const size = method.includes('128') ? 16 : 32
    const key = (bytes: number) => random.bytes(bytes).toString('base64')
    password = parts.value(
      [key(size), key(size), method.includes('aes') ? `${key(size)}:${key(size)}` : key(size)],
      [
        key(size - 1),
        key(size + 1),
        key(size).replaceAll('=', ''),
        random.bytes(size).toString('base64url'),
        'plain',
        '',
        `${key(size)}:`,
        `${key(size)}:${key(size)}`,
        encodeURIComponent(key(size)),
      ],
    )
  } else {
    method = parts.value(SS_METHODS, ODD_SS_METHODS)
    password = parts.value(PASSWORDS, ODD_PASSWORDS)
  }
  const plugin = random.chance(0.35) ? ssPlugin(parts) : {}
  const uot = parts.value([undefined, undefined, undefined, 1, 2], [0, 3, 'x'])
  const mux = parts.mux()
  const uotPairs: ParamPairs = uot === undefined ? [] : [['uot', uot]]
  const userinfo = random.pick([0, 1, 2])
  const query: ParamPairs = [['plugin', plugin.link], ...uotPairs]
  return {
    link:
      userinfo === 0
        ? link('ss', Buffer.from(`${method}:${password}`).toString('base64url'), server, port, query, name, true)
        : userinfo === 1
          ? link('ss', `${method}:${encodeURIComponent(password)}`, server, port, query, name, true)
          : `ss://${Buffer.from(`${method}:${password}@${server}:${port}`).toString('base64')}#${encodeURIComponent(name)}`,
    mihomo: {
      name,
      type: 'ss',
      server,
      port,
      cipher: method,
      password,
      ...plugin.mihomo,
      ...(uot !== undefined && { 'udp-over-tcp': true, 'udp-over-tcp-version': uot }),
      ...mux.mihomo,
      ...common(parts),
    },
    singbox:
      plugin.singbox === null
        ? undefined
        : [
            {
              type: 'shadowsocks',
              tag: name,
              server,
              server_port: port,
              method,
              password,
              ...plugin.singbox,
              ...(uot !== undefined && { udp_over_tcp: { enabled: true, version: uot } }),
              ...mux.singbox,
            },
          ],
  }
}

interface Plugin {
  link?: string
  mihomo?: JsonObject
  singbox?: JsonObject | null
}

function ssPlugin(parts: Parts): Plugin {
  const { random } = parts
  const host = parts.value(['cdn.example.com', 'www.example.com'], ['', 'bad host', 'a;b'])
  const escaped = host.replaceAll(/[\\;=]/g, (sign) => `\\${sign}`)
  switch (random.pick(['obfs', 'v2ray', 'shadow-tls', 'gost', 'restls', 'kcptun', 'other'])) {
    case 'obfs': {
      const mode = parts.value(['http', 'tls'], ['', 'HTTP', 'ws'])
      return {
        link: `${random.pick(['obfs-local', 'simple-obfs'])};obfs=${mode};obfs-host=${escaped}`,
        mihomo: { plugin: 'obfs', 'plugin-opts': { mode, host } },
        singbox: { plugin: 'obfs-local', plugin_opts: `obfs=${mode};obfs-host=${escaped}` },
      }
    }
    case 'v2ray': {
      const mode = parts.value(['websocket'], ['quic', 'ws', 'grpc', ''])
      const tls = random.chance(0.5)
      const path = parts.value(['/', '/p', 'p'], ['/%zz', '/a b', ''])
      const mux = parts.value([0, 1, 4], [-1, 'x'])
      const text = `mode=${mode}${tls ? ';tls' : ''};host=${escaped};path=${path};mux=${mux}`
      return {
        link: `v2ray-plugin;${text}`,
        mihomo: { plugin: 'v2ray-plugin', 'plugin-opts': { mode, tls, host, path, mux: mux !== 0 } },
        singbox: { plugin: 'v2ray-plugin', plugin_opts: text },
      }
    }
    case 'shadow-tls': {
      const version = parts.value([1, 2, 3], [0, 4, 'x'])
      const password = parts.value(['secret'], [''])
      return {
        link: `shadow-tls;host=${escaped};password=${password};version=${version}`,
        mihomo: { plugin: 'shadow-tls', 'client-fingerprint': 'chrome', 'plugin-opts': { host, password, version } },
        singbox: null,
      }
    }
    case 'gost': {
      const mode = parts.value(['websocket'], ['ws', 'mws', 'quic'])
      return {
        link: `gost-plugin;mode=${mode};tls;host=${escaped};path=/g`,
        mihomo: { plugin: 'gost-plugin', 'plugin-opts': { mode, tls: true, host, path: '/g' } },
        singbox: null,
      }
    }
    case 'restls': {
      const hint = parts.value(['tls12', 'tls13'], ['tls11', ''])
      const script = parts.value(['300?100<1,400~100,350~100', undefined], ['x<y', '1?'])
      return {
        link: `restls;host=${escaped};password=secret;version-hint=${hint}${script === undefined ? '' : `;restls-script=${script}`}`,
        mihomo: {
          plugin: 'restls',
          'client-fingerprint': 'chrome',
          'plugin-opts': { host, password: 'secret', 'version-hint': hint, 'restls-script': script },
        },
        singbox: null,
      }
    }
    case 'kcptun':
      return {
        link: 'kcptun;key=k;crypt=aes;mode=fast',
        mihomo: {
          plugin: 'kcptun',
          'plugin-opts': { key: 'k', crypt: 'aes', mode: 'fast', conn: parts.value([1, 4], ['x', -1]) },
        },
        singbox: null,
      }
    default: {
      const plugin = random.pick(['xray-plugin', 'OBFS', 'unknown', 'cloak'])
      return {
        link: `${plugin};mode=websocket`,
        mihomo: { plugin, 'plugin-opts': { mode: 'websocket' } },
        singbox: { plugin, plugin_opts: 'mode=websocket' },
      }
    }
  }
}

const ssr: Draw = (parts) => {
  const { name, server, port, password } = basics(parts)
  const cipher = parts.value(['aes-256-cfb', 'chacha20-ietf', 'rc4-md5', 'none'], ['aes-256-gcm', 'AES-256-CFB', 'rc4'])
  const obfs = parts.value(['plain', 'http_simple', 'tls1.2_ticket_auth', 'random_head'], ['tls_simple', 'PLAIN', ''])
  const protocol = parts.value(
    ['origin', 'auth_sha1_v4', 'auth_aes128_md5', 'auth_chain_a'],
    ['auth_chain_f', 'verify_simple', ''],
  )
  const body = `${server}:${port}:${protocol}:${cipher}:${obfs}:${base64url(password)}/?obfsparam=${base64url('cdn.example.com')}&protoparam=${base64url('1000:x')}&remarks=${base64url(name)}&group=${base64url('g')}`
  return {
    link: `ssr://${base64url(body)}`,
    mihomo: {
      name,
      type: 'ssr',
      server,
      port,
      cipher,
      password,
      obfs,
      protocol,
      'obfs-param': 'cdn.example.com',
      'protocol-param': '1000:x',
      ...common(parts),
    },
  }
}

const tuic: Draw = (parts) => {
  const { name, server, port, uuid, password } = basics(parts)
  const tls = parts.tls(['tls'], 'sni')
  const congestion = parts.value([undefined, 'cubic', 'new_reno', 'bbr'], ['BBR', 'reno', 'bbr2', ''])
  const relay = parts.value([undefined, 'native', 'quic'], ['QUIC', 'x'])
  const heartbeat = parts.value([undefined, 10_000, '10s'], ['x', -1, 0])
  const v4 = parts.random.chance(0.08)
  const { tls: _, 'client-fingerprint': _fp, ...mihomoTls } = tls.mihomo
  const query: ParamPairs = [
    ['congestion_control', congestion],
    ['udp_relay_mode', relay],
    ['heartbeat', heartbeat],
    ...without(tls.query, 'security'),
    ['reduce_rtt', parts.random.chance(0.3) ? 1 : undefined],
  ]
  return {
    link: v4
      ? link('tuic', 'TOKEN', server, port, [...query, ['version', 4]], name)
      : link('tuic', `${uuid}:${encodeURIComponent(password)}`, server, port, query, name, true),
    mihomo: {
      name,
      type: 'tuic',
      server,
      port,
      ...(v4 ? { token: 'TOKEN' } : { uuid, password }),
      'congestion-controller': congestion,
      'udp-relay-mode': relay,
      'heartbeat-interval': heartbeat,
      ...mihomoTls,
      ...withoutUdp(common(parts)),
    },
    singbox: v4
      ? undefined
      : [
          {
            type: 'tuic',
            tag: name,
            server,
            server_port: port,
            uuid,
            password,
            congestion_control: congestion,
            udp_relay_mode: relay,
            heartbeat: typeof heartbeat === 'number' ? `${heartbeat}ms` : heartbeat,
            tls: tls.singbox,
          },
        ],
  }
}

const RATES = ['50', '100 Mbps', '50Mbps', '1 Gbps', '6 MBps']
const ODD_RATES = ['0', '-5', '50 mbps', '1.5 Mbps', 'fast', '', '50 Mb/s', '99999999999']
const PORT_LISTS = ['5000-6000', '443,5000-6000', '20000-20010,30000', '7000']
const ODD_PORT_LISTS = [
  '6000-5000',
  '0-10',
  '65535-70000',
  'x',
  '5000:6000',
  '1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30',
  '*',
  '5000-',
]

const hysteria: Draw = (parts) => {
  const { name, server, port, password } = basics(parts)
  const tls = parts.tls(['tls'], 'sni')
  const up = parts.value(RATES, ODD_RATES)
  const down = parts.value(RATES, ODD_RATES)
  const protocol = parts.value([undefined, 'udp', 'udp'], ['faketcp', 'wechat-video', 'tcp'])
  const obfs = parts.value([undefined, undefined, 'obfspass'], [''])
  const ports = parts.random.chance(0.3) ? parts.value(PORT_LISTS, ODD_PORT_LISTS) : undefined
  const hop = ports === undefined ? undefined : parts.value([undefined, 10, 30], ['x', '30s', 0])
  const { tls: _, 'client-fingerprint': _fp, ...mihomoTls } = tls.mihomo
  return {
    link: link(
      'hysteria',
      undefined,
      server,
      port,
      [
        ['protocol', protocol],
        ['auth', password],
        ['peer', tls.sni],
        ['insecure', tls.insecure ? 1 : 0],
        ['upmbps', up],
        ['downmbps', down],
        ['alpn', tls.alpn?.join(',')],
        ['obfs', obfs === undefined ? undefined : 'xplus'],
        ['obfsParam', obfs],
        ['mport', ports],
        ['hop-interval', hop],
      ],
      name,
    ),
    mihomo: {
      name,
      type: 'hysteria',
      server,
      port,
      'auth-str': password,
      up,
      down,
      protocol,
      obfs,
      ports,
      'hop-interval': hop,
      ...mihomoTls,
      ...withoutUdp(common(parts)),
    },
    singbox: [
      {
        type: 'hysteria',
        tag: name,
        server,
        server_port: port,
        auth_str: password,
        ...singboxRates(up, down),
        obfs,
        server_ports: colonPorts(ports),
        hop_interval: hop === undefined ? undefined : `${hop}s`,
        tls: tls.singbox,
      },
    ],
  }
}

const hysteria2: Draw = (parts) => {
  const { name, server, port, password } = basics(parts)
  const tls = parts.tls(['tls'], 'sni')
  const obfs = parts.value([undefined, undefined, 'salamander'], ['gecko', 'none', 'SALAMANDER', 'xplus'])
  const obfsPassword = obfs === undefined ? undefined : parts.value(['gawr'], ['', undefined])
  const ports = parts.random.chance(0.4) ? parts.value(PORT_LISTS, ODD_PORT_LISTS) : undefined
  const hop = ports === undefined ? undefined : parts.value([undefined, 30, '15-30'], ['30-15', 'x', '30s', 1, 0])
  const up = parts.random.chance(0.3) ? parts.value(RATES, ODD_RATES) : undefined
  const down = up === undefined ? undefined : parts.value(RATES, ODD_RATES)
  const { tls: _, 'client-fingerprint': _fp, ...mihomoTls } = tls.mihomo
  const inAuthority = ports !== undefined && parts.random.chance(0.4)
  return {
    link: link(
      parts.random.pick(['hysteria2', 'hy2']),
      password,
      server,
      inAuthority ? `${port},${ports}` : port,
      [
        ...without(tls.query, 'security'),
        ['obfs', obfs],
        ['obfs-password', obfsPassword],
        ['mport', inAuthority ? undefined : ports],
        ['hop-interval', hop],
        ['up', up],
        ['down', down],
      ],
      name,
    ),
    mihomo: {
      name,
      type: 'hysteria2',
      server,
      port,
      password,
      ports,
      'hop-interval': hop,
      obfs,
      'obfs-password': obfsPassword,
      up,
      down,
      ...mihomoTls,
      ...withoutUdp(common(parts)),
    },
    singbox: [
      {
        type: 'hysteria2',
        tag: name,
        server,
        server_port: port,
        server_ports: colonPorts(ports),
        password,
        obfs: obfs === undefined ? undefined : { type: obfs, password: obfsPassword },
        hop_interval: hop === undefined ? undefined : `${String(hop).split('-')[0]}s`,
        ...(up !== undefined && { up_mbps: Number.parseInt(up, 10) || 0, down_mbps: Number.parseInt(down!, 10) || 0 }),
        tls: tls.singbox,
      },
    ],
  }
}

const wireguard: Draw = (parts) => {
  const { random } = parts
  const { name, server, port } = basics(parts)
  const key = () =>
    parts.value(
      [random.bytes(32).toString('base64')],
      [
        random.bytes(31).toString('base64'),
        random.bytes(32).toString('base64url'),
        'plain',
        '',
        random.bytes(32).toString('base64').replace('=', ''),
      ],
    )
  const privateKey = key()
  const publicKey = key()
  const psk = random.chance(0.3) ? key() : undefined
  const ip = parts.value(
    ['10.0.0.2/32', '10.0.0.2', '10.0.0.2/24'],
    ['10.0.0.2/33', '10.0.0', '', 'fd00::2', '10.0.0.2/32,10.0.0.3/32'],
  )
  const ipv6 = random.chance(0.4)
    ? parts.value(['fd00::2/128', 'fd00::2'], ['fd00::2/129', '10.0.0.2', '[fd00::2]'])
    : undefined
  const reserved = random.chance(0.4)
    ? parts.value<number[] | string>([[1, 2, 3], 'AQID'], [[1, 2], [1, 2, 300], '1,2,3', 'AQI', 'x'])
    : undefined
  const allowed = random.chance(0.3)
    ? parts.value([['0.0.0.0/0', '::/0'], ['10.0.0.0/8']], [['10.0.0.0'], ['x'], []])
    : undefined
  const mtu = parts.value([undefined, 1280, 1408], [0, -1, 'x', 99_999])
  const keepalive = parts.value([undefined, 25], [-1, 'x', 70_000])
  const amnezia = random.chance(0.08) ? { jc: 4, jmin: 40, jmax: 70, s1: 0, h1: '1' } : undefined
  return {
    link: link(
      'wireguard',
      encodeURIComponent(privateKey),
      server,
      port,
      [
        ['publickey', publicKey],
        ['presharedkey', psk],
        ['reserved', Array.isArray(reserved) ? reserved.join(',') : reserved],
        ['address', [ip, ipv6].filter(Boolean).join(',')],
        ['mtu', mtu],
        ['keepalive', keepalive],
        ['allowedips', allowed?.join(',')],
        ...(amnezia ? pairsOf(amnezia) : []),
      ],
      name,
      true,
    ),
    mihomo: {
      name,
      type: 'wireguard',
      server,
      port,
      'private-key': privateKey,
      'public-key': publicKey,
      'pre-shared-key': psk,
      ip,
      ipv6,
      reserved,
      mtu,
      'persistent-keepalive': keepalive,
      'allowed-ips': allowed,
      'amnezia-wg-option': amnezia,
      ...withoutUdp(common(parts)),
    },
    singbox: amnezia
      ? undefined
      : [
          {
            type: 'wireguard',
            tag: name,
            private_key: privateKey,
            address: [prefixOf(ip), ...(ipv6 === undefined ? [] : [prefixOf(ipv6)])],
            mtu,
            peers: [
              {
                address: server,
                port,
                public_key: publicKey,
                pre_shared_key: psk,
                allowed_ips: allowed ?? ['0.0.0.0/0', '::/0'],
                reserved,
                persistent_keepalive_interval: keepalive,
              },
            ],
          },
        ],
    isEndpoint: true,
  }
}

const anytls: Draw = (parts) => {
  const { name, server, port, password } = basics(parts)
  const tls = parts.tls(['tls', 'tls', 'tls', 'reality'], 'sni')
  const idle = parts.value([undefined, 30], ['30s', -1, 0, 'x'])
  const { tls: _, ...mihomoTls } = tls.mihomo
  return {
    link: link('anytls', password, server, port, without(tls.query, 'security'), name),
    mihomo: {
      name,
      type: 'anytls',
      server,
      port,
      password,
      'idle-session-timeout': idle,
      ...mihomoTls,
      ...common(parts),
    },
    singbox: [
      {
        type: 'anytls',
        tag: name,
        server,
        server_port: port,
        password,
        idle_session_timeout: typeof idle === 'number' ? `${idle}s` : idle,
        tls: tls.singbox,
      },
    ],
  }
}

const socks5: Draw = (parts) => {
  const { name, server, port } = basics(parts)
  const [username, password] = parts.value(
    [
      [undefined, undefined],
      ['user', 'pass'],
    ],
    [
      ['user', ''],
      ['', 'pass'],
      ['u'.repeat(300), 'p'],
    ],
  ) as [string?, string?]
  const tls = parts.random.chance(0.1)
  const user = username === undefined ? undefined : `${encodeURIComponent(username)}:${encodeURIComponent(password!)}`
  return {
    link: link(parts.random.pick(['socks5', 'socks']), user, server, port, [], name, true),
    mihomo: { name, type: 'socks5', server, port, username, password, ...(tls && { tls }), ...common(parts) },
    singbox: tls
      ? undefined
      : [
          {
            type: 'socks',
            tag: name,
            server,
            server_port: port,
            version: parts.value(['5'], ['4', '6', 5]),
            username,
            password,
          },
        ],
  }
}

const http: Draw = (parts) => {
  const { name, server, port } = basics(parts)
  const [username, password] = parts.value(
    [['user', 'pass']],
    [
      ['user', ''],
      ['', 'pass'],
    ],
  ) as [string, string]
  const tls = parts.tls(['none', 'tls'], 'sni')
  const { 'client-fingerprint': _, alpn: _alpn, ...mihomoTls } = tls.mihomo
  return {
    link: link(
      tls.mode === 'none' ? 'http' : 'https',
      `${encodeURIComponent(username)}:${encodeURIComponent(password)}`,
      server,
      port,
      without(tls.query, 'security'),
      name,
      true,
    ),
    mihomo: { name, type: 'http', server, port, username, password, ...mihomoTls, ...withoutUdp(common(parts)) },
    singbox: [{ type: 'http', tag: name, server, server_port: port, username, password, tls: tls.singbox }],
  }
}

const snell: Draw = (parts) => {
  const { name, server, port, password: psk } = basics(parts)
  const version = parts.value([1, 2, 3, 4, 5], [0, 6, 'v4', -1])
  const mode = parts.value([undefined, 'http', 'tls'], ['none', 'off', 'HTTP', 'ws'])
  return {
    link: link(
      'snell',
      psk,
      server,
      port,
      [
        ['version', version],
        ['obfs', mode],
        ['obfs-host', 'cdn.example.com'],
      ],
      name,
    ),
    mihomo: {
      name,
      type: 'snell',
      server,
      port,
      psk,
      version,
      'obfs-opts': mode === undefined ? undefined : { mode, host: 'cdn.example.com' },
      ...common(parts),
    },
    singbox: [
      {
        type: 'snell',
        tag: name,
        server,
        server_port: port,
        psk,
        version,
        obfs_mode: mode,
        obfs_host: mode === undefined ? undefined : 'cdn.example.com',
      },
    ],
  }
}

const ssh: Draw = (parts) => {
  const { name, server, port, password } = basics(parts)
  const user = parts.value(['root', 'me'], [''])
  const hostKey = parts.random.chance(0.3)
    ? parts.value(
        ['ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIHH4mVW6MdQ6oXwrzBOvvUeUfUXaBz4Jm8yxKCLQ4LTd'],
        ['x', 'ssh-rsa AAAA'],
      )
    : undefined
  const privateKey = parts.random.chance(0.2)
    ? parts.random.pick(['not a key', '-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA\n-----END OPENSSH PRIVATE KEY-----'])
    : undefined
  return {
    link: link('ssh', `${encodeURIComponent(user)}:${encodeURIComponent(password)}`, server, port, [], name, true),
    mihomo: {
      name,
      type: 'ssh',
      server,
      port,
      username: user,
      password,
      'private-key': privateKey,
      'host-key': hostKey === undefined ? undefined : [hostKey],
    },
    singbox: [
      {
        type: 'ssh',
        tag: name,
        server,
        server_port: port,
        user,
        password,
        private_key: privateKey,
        host_key: hostKey === undefined ? undefined : [hostKey],
      },
    ],
  }
}

const mieru: Draw = (parts) => {
  const { name, server, port, password } = basics(parts)
  const transport = parts.value(['TCP', 'UDP'], ['tcp', 'QUIC', ''])
  const range = parts.random.chance(0.3)
    ? parts.value(['2000-2100'], ['2100-2000', '2000', '0-10', '1-70000'])
    : undefined
  const multiplexing = parts.value([undefined, 'MULTIPLEXING_LOW', 'MULTIPLEXING_HIGH'], ['LOW', 'MULTIPLEXING_X'])
  return {
    link: `mierus://user:${encodeURIComponent(password)}@${server.includes(':') && !server.startsWith('[') ? `[${server}]` : server}?profile=${encodeURIComponent(name)}&port=${range ?? port}&protocol=${transport}${multiplexing === undefined ? '' : `&multiplexing=${multiplexing}`}`,
    mihomo: {
      name,
      type: 'mieru',
      server,
      ...(range === undefined ? { port } : { 'port-range': range }),
      username: 'user',
      password,
      transport,
      multiplexing,
      ...common(parts),
    },
  }
}

/** How often a kind comes: as often as people have it, and no kind seldom. */
const KINDS: readonly [weight: number, kind: string, draw: Draw][] = [
  [14, 'vmess', vmess],
  [18, 'vless', vless],
  [12, 'trojan', trojan],
  [14, 'ss', ss],
  [3, 'ssr', ssr],
  [7, 'tuic', tuic],
  [5, 'hysteria', hysteria],
  [9, 'hysteria2', hysteria2],
  [5, 'wireguard', wireguard],
  [5, 'anytls', anytls],
  [3, 'socks5', socks5],
  [3, 'http', http],
  [2, 'snell', snell],
  [2, 'ssh', ssh],
  [2, 'mieru', mieru],
]
const TOTAL_WEIGHT = KINDS.reduce((sum, [weight]) => sum + weight, 0)
/** Links are what most people have. */
const FORMS = ['link', 'link', 'mihomo', 'sing-box'] as const

/** As many nodes; the same ones for the same seed. */
export function generateNodes(seed: number, count: number, oddChance = ODD_CHANCE): GeneratedNode[] {
  const random = new Random(seed)
  return Array.from({ length: count }, (_, index) => generateNode(random, index, oddChance))
}

function generateNode(random: Random, index: number, oddChance: number): GeneratedNode {
  let ticket = random.next() * TOTAL_WEIGHT
  const [, kind, draw] = KINDS.find(([weight]) => (ticket -= weight) < 0) ?? KINDS[0]!
  const spelled = draw(new Parts(random, index, oddChance))
  const mihomo = spelled.mihomo && defined(spelled.mihomo)
  const singbox = spelled.singbox?.map(defined)
  const texts = {
    link: spelled.link,
    mihomo: mihomo && JSON.stringify({ proxies: [mihomo] }),
    'sing-box': singbox && JSON.stringify(spelled.isEndpoint ? { endpoints: singbox } : { outbounds: singbox }),
  }
  let form: GeneratedNode['form'] = random.pick(FORMS)
  if (texts[form] === undefined) form = texts.link === undefined ? 'mihomo' : 'link'
  return { kind, form, text: texts[form]!, singbox, mihomo, isEndpoint: spelled.isEndpoint ?? false }
}

const SERVERS = [
  'example.com',
  'node-1.example.net',
  '203.0.113.7',
  '2001:db8::10',
  'xn--fiqs8s.example',
  'EXAMPLE.com',
  'under_score.example.com',
]
const ODD_SERVERS = [
  '',
  'exa mple.com',
  '[2001:db8::1]',
  '999.1.1.1',
  'a..example',
  '例え.example',
  'x'.repeat(300),
  '1.2.3',
  'example.com.',
  '2001:db8::zz',
]
const PORTS = [443, 8443, 1, 65_535, 80]
const ODD_PORTS = [0, 65_536, -1, 443.5, 'abc', '', '0443', '443']

function basics(parts: Parts) {
  return {
    name: parts.name,
    server: parts.value(SERVERS, ODD_SERVERS),
    port: parts.value<number | string>(PORTS, ODD_PORTS),
    uuid: parts.value(UUIDS, ODD_UUIDS),
    password: parts.value(PASSWORDS, ODD_PASSWORDS),
  }
}

function singboxRates(up: string, down: string): JsonObject {
  return {
    ...(isNumber(up) ? { up_mbps: Number(up) } : { up }),
    ...(isNumber(down) ? { down_mbps: Number(down) } : { down }),
  }
}

const base64url = (text: string) => Buffer.from(text).toString('base64url')

const isNumber = (rate: string) => /^-?\d+$/.test(rate)

function prefixOf(ip: string): string {
  return ip.includes('/') || ip === '' ? ip : `${ip}/${ip.includes(':') ? 128 : 32}`
}

function colonPorts(ports: string | undefined): string[] | undefined {
  return ports
    ?.split(',')
    .map((item) => (item.includes('-') ? item.replace('-', ':') : item.includes(':') ? item : `${item}:${item}`))
}

/** Types that are always on UDP, or never, have no such key. */
function withoutUdp(fields: JsonObject): JsonObject {
  const { udp: _, ...others } = fields
  return others
}

function defined(map: JsonObject): JsonObject {
  return JSON.parse(JSON.stringify(map)) as JsonObject
}
