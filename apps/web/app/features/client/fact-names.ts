import type { Core, ProgramFormat, ProtocolName } from '@switchyard/recipe/programs'

// Names that both languages spell alike. What is absent has words in the messages.

export const CORE_NAMES: Readonly<Record<Core, string>> = {
  mihomo: 'mihomo',
  clash: 'Clash',
  singbox: 'sing-box',
  xray: 'Xray',
  v2ray: 'V2Ray',
}

export const FORMAT_NAMES: Readonly<Partial<Record<ProgramFormat, string>>> = {
  mihomo: 'mihomo YAML',
  clash: 'Clash YAML',
  singbox: 'sing-box JSON',
  xray: 'Xray JSON',
  surge: 'Surge',
}

export const PROTOCOL_NAMES: Readonly<Record<ProtocolName, string>> = {
  ss: 'Shadowsocks',
  ssr: 'SSR',
  vmess: 'VMess',
  vless: 'VLESS',
  trojan: 'Trojan',
  hysteria: 'Hysteria',
  hysteria2: 'Hysteria2',
  tuic: 'TUIC',
  wireguard: 'WireGuard',
  anytls: 'AnyTLS',
  snell: 'Snell',
  socks5: 'SOCKS5',
  http: 'HTTP',
  ssh: 'SSH',
  mieru: 'Mieru',
}
