import { expect, test } from 'vitest'
import { A, shortEntries, UUID, type TextCase } from '../../../proof/short-entries.ts'
import { parseNodes } from '../../parse-nodes.ts'

test.each<TextCase>([
  ['Surge', `[General]\nloglevel = notify\n[Proxy]\nDirect = direct\na = ss, h, 8388, encrypt-method=aes-128-gcm, password=p\n# no\nb = trojan, h, 443, password="x,y", sni=s.example.com\nc = ssh, h, 22, username=u\n[Rule]\nFINAL,DIRECT\n${A}`, ['5 ss a', '7 trojan b', '8 unsupported-scheme', '11 trojan A']],
  ['lists of rules, rewrites and scripts of Quantumult X', `[server_remote]\nhttps://sub.example.com/a, tag=S\n[filter_remote]\nhttps://example.com/ads.list, tag=Ads, force-policy=reject\nFILTER_LAN, tag=lan\n[rewrite_remote]\nHTTPS://example.com/rw.conf, tag=RW\n[rewrite_local]\nhttps://x.example/a url reject\n[task_local]\nhttps://example.com/a.js, tag=x\n[http_backend]\nhttps://example.com/b.js, tag=x\n[server_local]\ntrojan=h.example.com:443, password=p, over-tls=true, tag=c\n[filter_remote]\nhttps://example.com/b.list\n${A}\nhttps://sub.example.com/b`, ['2 needs-fetch', '15 trojan c', '18 trojan A', '19 needs-fetch']],
  ['and of Loon', `[Remote Proxy]\ns = https://sub.example.com/a\n[Remote Rule]\nhttps://example.com/r.list, policy=P\n[Remote Rewrite]\nhttps://example.com/rw\n[Remote Script]\nhttps://example.com/s\n[Plugin]\nhttps://example.com/p.plugin, tag=p\n[Proxy]\nb = trojan,h.example.com,443,"p",tls-name=s`, ['2 needs-fetch', '12 trojan b']],
  ['Loon', `a = Shadowsocks,h.example.com,8388,aes-128-gcm,"p"\nb = trojan,h.example.com,443,"p",tls-name=s`, ['1 ss a', '2 trojan b']],
  ['Quantumult X', `shadowsocks=h.example.com:8388, method=aes-128-gcm, password=p, tag=a\nvmess=h.example.com:443, method=none, password=${UUID}, obfs=wss, obfs-uri=/p, tag=b\ntrojan=h.example.com:443, password=p, over-tls=true, tag=c\nshadowsocks=h.example.com, method=none, password=p, tag=d`, ['1 ss a', '2 vmess b', '3 trojan c', '4 missing-field']],
])('%s', (_, text, entries, comments = 0) => {
  expect(shortEntries(text)).toEqual({ entries, comments })
}) // oxfmt-ignore

test('what a line of Surge, Loon or Quantumult X says arrives, or is told as lost', () => {
  const { nodes } = parseNodes(
    [
      `a = VLESS,h.example.com,443,"${UUID}",flow=xtls-rprx-vision,public-key="K",short-id=01,over-tls=true,sni=s`,
      `vless=h.example.com:443, method=none, password=${UUID}, obfs=over-tls, obfs-host=s, reality-base64-pubkey=K, tag=b`,
      'c = snell, h.example.com, 443, psk=p, version=4, reuse=true, tos=32, test-url=http://x.example',
      'd = ss, h.example.com, 1, encrypt-method=aes-128-gcm, password=p, ip-version=v4-only, mptcp=true, block-quic=auto',
      'e = trojan, h.example.com, 443, password=p, alpn=http1.1',
    ].join('\n'),
  )
  expect(nodes.map(({ issues }) => issues.map(({ field }) => field))).toEqual([[], [], ['tos'], [], []])
  expect(nodes.map(({ node }) => node)).toMatchObject([
    { flow: 'xtls-rprx-vision', tls: { sni: 's', reality: { publicKey: 'K', shortId: '01' } } },
    { tls: { sni: 's', reality: { publicKey: 'K' } } },
    { psk: 'p', version: 4, reuse: true },
    { ipVersion: 'ipv4', mptcp: true },
    { tls: { alpn: ['http/1.1'] } },
  ])
})
