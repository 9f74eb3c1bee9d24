import { expect, test } from 'vitest'
import { UUID } from '../../proof/short-entries.ts'
import { parseNodes } from '../parse-nodes.ts'

test('a node of v2rayN keeps its TLS and its transport', () => {
  const item = { address: 'h.example.com', port: 443, id: UUID, alterId: 4, security: 'auto', network: 'ws', remarks: 'a', headerType: 'none', requestHost: 'c.example.com', path: '/p?ed=2048', streamSecurity: 'tls', allowInsecure: 'true', sni: 's.example.com', alpn: ['h2', 'http/1.1'], configType: 1 } // oxfmt-ignore
  expect(parseNodes(JSON.stringify({ vmess: [item] })).nodes[0]!.node).toMatchObject({
    uuid: UUID,
    alterId: 4,
    cipher: 'auto',
    tls: { sni: 's.example.com', insecure: true, alpn: ['h2', 'http/1.1'] },
    transport: { type: 'ws', path: '/p', host: 'c.example.com', earlyData: 2048 },
  })
})
