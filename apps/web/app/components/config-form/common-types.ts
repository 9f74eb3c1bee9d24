/** Protocols that are offered before any node is there. */
export const COMMON_TYPES = ['vmess', 'vless', 'trojan', 'ss', 'ssr', 'tuic', 'hysteria', 'hysteria2', 'wireguard', 'anytls', 'snell', 'socks5', 'http', 'ssh', 'mieru'] // oxfmt-ignore
