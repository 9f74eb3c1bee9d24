import { SAMPLE } from '../../components/node-list/sample.ts'

/** The same list a month later: one node is gone, one is new, one has moved, one has another port. */
const LATER = [
  'trojan://correct-horse@jp1.example.com:8443?sni=jp1.example.com#日本 东京 01',
  'ss://YWVzLTI1Ni1nY206YmF0dGVyeS1zdGFwbGU@sg2.example.com:8388#新加坡 01',
  'hysteria2://staple@tw1.example.com:8443?sni=tw1.example.com&insecure=1#台湾 01',
  'tuic://9f2a6f5e-3a1c-4f0e-9a54-5c7c6d1b2e10:horse@us1.example.com:8443?congestion_control=bbr&alpn=h3&sni=us1.example.com#美国 01',
  'trojan://staple@kr1.example.com:443?sni=kr1.example.com#韩国 首尔 01',
]

/** Two lists that lead nowhere: what there is to clean, and what there is to compare. */
export const TABLE_SAMPLES: readonly string[] = [SAMPLE, `${LATER.join('\n')}\n`]
