import { describe, expect, test } from 'vitest'
import {
  type LoopbackPorts,
  assertOnLoopback,
  mihomoOnLoopback,
  singboxOnLoopback,
  xrayOnLoopback,
} from './loopback.ts'

const PORTS: LoopbackPorts = { mixed: 20_001, controller: 20_002, probe: 20_003, dead: 20_004 }

/** A config that speaks to the whole world. */
const SINGBOX = {
  log: { level: 'warn' },
  ntp: { enabled: true, server: 'time.example.com' },
  dns: {
    servers: [
      { type: 'local', tag: 'system' },
      {
        type: 'https',
        tag: 'far',
        server: 'dns.example.com',
        path: '/dns-query',
        detour: 'Select',
        domain_resolver: 'system',
      },
      { type: 'fakeip', tag: 'fake', inet4_range: '198.18.0.0/15' },
    ],
    rules: [{ rule_set: 'ads', action: 'route', server: 'far' }],
    final: 'far',
  },
  inbounds: [
    { type: 'tun', tag: 'tun', address: ['172.19.0.1/30'] },
    { type: 'mixed', tag: 'mixed', listen: '::', listen_port: 7890, set_system_proxy: true },
  ],
  endpoints: [
    {
      type: 'wireguard',
      tag: 'wg',
      address: ['10.0.0.2/32'],
      private_key: 'k',
      peers: [{ address: 'wg.example.com', port: 51_820 }],
    },
  ],
  outbounds: [
    { type: 'selector', tag: 'Select', outbounds: ['Auto', 'wg'] },
    { type: 'urltest', tag: 'Auto', outbounds: ['A', 'B', 'C'], url: 'https://www.example.com/generate_204' },
    {
      type: 'trojan',
      tag: 'A',
      server: 'example.com',
      server_port: 443,
      password: 'p',
      domain_resolver: { server: 'far' },
    },
    {
      type: 'hysteria2',
      tag: 'B',
      server: '203.0.113.7',
      server_ports: ['443:443', '5000:6000'],
      tls: { enabled: true },
    },
    {
      type: 'hysteria2',
      tag: 'C',
      realm: { server_url: 'https://realm.example.com', stun_servers: ['stun.example.com:3478'] },
    },
    { type: 'socks', tag: 'Ours', server: '127.0.0.1', server_port: 1080 },
  ],
  route: {
    rule_set: [
      { type: 'remote', tag: ['ads', 'cn'], url: 'https://rules.example.com/{tag}.srs', download_detour: 'Select' },
      { type: 'inline', tag: 'own', rules: [{ domain: ['a.example'] }] },
    ],
    default_domain_resolver: { server: 'system' },
  },
  experimental: {
    clash_api: { external_controller: '0.0.0.0:9090', external_ui_download_url: 'https://ui.example.com/ui.zip' },
    v2ray_api: { listen: '0.0.0.0:8080' },
  },
}

const XRAY = {
  dns: { servers: ['https://dns.example.com/dns-query', { address: 'https://203.0.113.53/dns-query', tag: 'dns-in' }] },
  inbounds: [{ protocol: 'mixed', listen: '0.0.0.0', port: 7890 }],
  outbounds: [
    {
      protocol: 'trojan',
      settings: { address: 'example.com', port: 443, password: 'p' },
      streamSettings: { security: 'tls', tlsSettings: { echConfigList: 'https://ech.example.com/dns-query' } },
    },
    {
      protocol: 'hysteria',
      settings: { address: '203.0.113.7', port: 443 },
      streamSettings: { finalmask: { quicParams: { udpHop: { ports: '443,5000-6000', interval: '30' } } } },
    },
    {
      protocol: 'vless',
      settings: { address: '203.0.113.7', port: 443 },
      streamSettings: { xhttpSettings: { extra: { downloadSettings: { address: 'down.example.com', port: 1 } } } },
    },
    { protocol: 'wireguard', settings: { peers: [{ endpoint: 'wg.example.com:51820' }] } },
    { protocol: 'socks', settings: { address: '127.0.0.1', port: 1080 } },
  ],
  observatory: { probeURL: 'https://www.example.com/generate_204' },
}

const MIHOMO = {
  'mixed-port': 7890,
  'socks-port': 7891,
  'external-controller': '0.0.0.0:9090',
  'external-ui-url': 'https://ui.example.com/ui.zip',
  'geox-url': { mmdb: 'https://geo.example.com/country.mmdb' },
  tun: { enable: true },
  ntp: { enable: true, server: 'time.example.com' },
  dns: {
    enable: true,
    listen: '0.0.0.0:53',
    nameserver: ['https://dns.example.com/dns-query'],
    fallback: ['tls://dns.example.com'],
    'nameserver-policy': { 'geosite:cn': '192.0.2.53' },
    'fake-ip-filter': ['*.lan', 'geosite:private'],
  },
  proxies: [
    { name: 'A', type: 'trojan', server: 'example.com', port: 443, password: 'p' },
    { name: 'B', type: 'hysteria2', server: '203.0.113.7', port: 443, ports: '443,5000-6000', password: 'p' },
    { name: 'W', type: 'wireguard', dns: ['192.0.2.53'], peers: [{ server: 'wg.example.com', port: 51_820 }] },
    {
      name: 'X',
      type: 'vless',
      server: 'x.example.com',
      port: 443,
      'xhttp-opts': { 'download-settings': { server: 'down.example.com', port: 1 } },
    },
    { name: 'Ours', type: 'socks5', server: '127.0.0.1', port: 1080 },
  ],
  'proxy-groups': [{ name: 'Auto', type: 'url-test', proxies: ['A'], url: 'https://www.example.com/generate_204' }],
  'proxy-providers': {
    sub: {
      type: 'http',
      url: 'https://sub.example.com',
      path: './sub.yaml',
      'health-check': { enable: true, url: 'https://www.example.com' },
    },
  },
  'rule-providers': {
    ads: { type: 'http', behavior: 'ipcidr', format: 'mrs', url: 'https://rules.example.com/ads.mrs' },
  },
  rules: ['GEOIP,LAN,DIRECT', 'GEOIP,CN,DIRECT', 'GEOSITE,cn,DIRECT', 'RULE-SET,ads,REJECT', 'MATCH,Auto'],
}

describe('a config that is started reaches nobody', () => {
  test('of sing-box, every address becomes loopback and the rest stays', () => {
    const config = singboxOnLoopback(SINGBOX, PORTS)
    expect(JSON.stringify(config)).not.toMatch(/example\.com|203\.0\.113|0\.0\.0\.0/)
    expect(config).toMatchObject({
      dns: {
        servers: [{ tag: 'system', server: '127.0.0.1' }, { tag: 'far', type: 'https' }, { type: 'fakeip' }],
        rules: [{ server: 'far' }],
      },
      inbounds: [{ type: 'mixed', listen: '127.0.0.1', listen_port: 20_001 }],
      endpoints: [{ peers: [{ address: '127.0.0.1', port: 20_004 }] }],
      outbounds: [
        { outbounds: ['Auto', 'wg'] },
        { url: 'http://127.0.0.1:20003/generate_204' },
        { server: '127.0.0.1', server_port: 20_004, password: 'p' },
        { server: '127.0.0.1', server_ports: ['20004:20004'] },
        { realm: { server_url: 'https://127.0.0.1:20004' } },
        { server: '127.0.0.1', server_port: 1080 },
      ],
      route: {
        rule_set: [
          { type: 'inline', tag: 'ads' },
          { type: 'inline', tag: 'cn' },
          { rules: [{ domain: ['a.example'] }] },
        ],
      },
      experimental: { clash_api: { external_controller: '127.0.0.1:20002' } },
    })
  })

  test('of mihomo, every address becomes loopback and the rest stays', () => {
    const config = mihomoOnLoopback(MIHOMO, PORTS)
    expect(JSON.stringify(config)).not.toMatch(/example\.com|203\.0\.113|192\.0\.2\.53|0\.0\.0\.0/)
    expect(config).toMatchObject({
      'mixed-port': 20_001,
      'external-controller': '127.0.0.1:20002',
      proxies: [
        { server: '127.0.0.1', port: 20_004, password: 'p' },
        { server: '127.0.0.1', port: 20_004, ports: '20004' },
        { peers: [{ server: '127.0.0.1', port: 20_004 }] },
        { 'xhttp-opts': { 'download-settings': { server: '127.0.0.1', port: 20_004 } } },
        { server: '127.0.0.1', port: 1080 },
      ],
      'proxy-groups': [{ url: 'http://127.0.0.1:20003/generate_204' }],
      'proxy-providers': { sub: { type: 'inline' } },
      'rule-providers': { ads: { type: 'inline', behavior: 'ipcidr', payload: ['192.0.2.0/24'] } },
      rules: ['GEOIP,LAN,DIRECT', 'RULE-SET,ads,REJECT', 'MATCH,Auto'],
    })
    expect(config).not.toHaveProperty('tun')
    expect(config).not.toHaveProperty('socks-port')
  })

  test('of Xray, every address becomes loopback and the rest stays', () => {
    const config = xrayOnLoopback(XRAY, PORTS)
    expect(JSON.stringify(config)).not.toMatch(/example\.com|203\.0\.113|0\.0\.0\.0/)
    expect(config).toMatchObject({
      dns: {
        servers: [
          { address: '127.0.0.1', port: 20_004 },
          { address: '127.0.0.1', tag: 'dns-in' },
        ],
      },
      inbounds: [{ protocol: 'mixed', listen: '127.0.0.1', port: 20_001 }],
      outbounds: [
        { settings: { address: '127.0.0.1', port: 20_004, password: 'p' } },
        {
          settings: { address: '127.0.0.1' },
          streamSettings: { finalmask: { quicParams: { udpHop: { ports: '20004' } } } },
        },
        { streamSettings: { xhttpSettings: { extra: { downloadSettings: { address: '127.0.0.1', port: 20_004 } } } } },
        { settings: { peers: [{ endpoint: '127.0.0.1:20004' }] } },
        { settings: { address: '127.0.0.1', port: 1080 } },
      ],
      observatory: { probeURL: 'http://127.0.0.1:20003/generate_204' },
    })
  })

  test('an address that nobody thought of stops the start', () => {
    expect(() => assertOnLoopback({ outbounds: [{ deep: { server: 'example.com' } }] }, 'config')).toThrow(
      'config.outbounds[0].deep.server leaves loopback: example.com',
    )
    expect(() => assertOnLoopback({ a: { url: 'http://127.0.0.1.example.com/' } }, 'config')).toThrow('leaves loopback')
    expect(() => singboxOnLoopback({ endpoints: [{ type: 'tailscale' }] }, PORTS)).toThrow('no way to keep')
  })
})
