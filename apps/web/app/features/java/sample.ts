/** Nodes that lead nowhere; each has something that the others have not. */
export const NODES_SAMPLE = `[
  {
    "name": "HK 01",
    "type": "vless",
    "server": "hk.example.com",
    "server-port": 443,
    "udp": true,
    "tls": { "server-name": "hk.example.com", "alpn": ["h2", "http/1.1"] },
    "updated": "2026-07-01"
  },
  {
    "name": "JP 02",
    "type": "hysteria2",
    "server": "jp.example.com",
    "server-port": 8443,
    "up-mbps": 12.5,
    "tls": { "server-name": "jp.example.com", "skip-cert-verify": false },
    "updated": "2026-07-14"
  }
]
`
