type Dict = Record<string, unknown>

/** The TUN block of a mihomo or Clash Premium config, whose stacks have different names. */
export function mihomoTun(enable: boolean, isPremium: boolean): Dict {
  return {
    enable,
    stack: isPremium ? 'system' : 'mixed',
    'auto-route': true,
    'auto-detect-interface': true,
    'dns-hijack': isPremium ? ['any:53'] : ['any:53', 'tcp://any:53'],
  }
}

/** A TUN inbound that 1.12, 1.13 and 1.14 take alike: private addresses of both families, all traffic and no way around. */
export const SINGBOX_TUN: Readonly<Dict> = {
  type: 'tun',
  tag: 'tun-in',
  address: ['172.19.0.1/30', 'fdfe:dcba:9876::1/126'],
  auto_route: true,
  strict_route: true,
  stack: 'mixed',
}

/** What asks for names is answered by the client's own DNS. Not only where DNS was recognised: port 53 is meant too. */
export const HIJACK_DNS: Readonly<Dict> = {
  type: 'logical',
  mode: 'or',
  rules: [{ protocol: ['dns'] }, { port: [53] }],
  action: 'hijack-dns',
}
