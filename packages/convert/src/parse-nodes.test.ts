import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ParsedEntry } from './formats/reader/parsed-entry.ts'
import { parseEntries, parseNodes } from './parse-nodes.ts'

const base64 = (text: string) => Buffer.from(text).toString('base64')
const wrapped = (text: string, width: number) => text.replaceAll(new RegExp(`.{${width}}`, 'g'), '$&\n')

const A = 'trojan://p@a.example.com:443#A'
const B = 'ss://YWVzLTI1Ni1nY206cGFzcw@192.0.2.1:8388#B'
const LINKS = `${A}\n${B}\n`
const KEY = '+wIJEBceJSwzOkFIT1ZdZGtyeYCHjpWco6qxuL/GzdQ='
const PUBLIC_KEY = '7/oFEBsmMTxHUl1oc36JlJ+qtcDL1uHs9wINGCMuOUQ='
const UUID = '11111111-2222-4333-8444-555555555555'
const VLESS = `vless://${UUID}@h.example.com:443`
/** Bytes as a program reads them that does not know they are packed. */
const unpackedAs = (text: string, encoding: string) => new TextDecoder(encoding).decode(new Uint8Array(gzipSync(text)))
const trojanYaml = (name: string) => `{name: ${name}, type: trojan, server: t.example.com, port: 443, password: p}`
const trojanOutbound = (tag: string) => ({
  type: 'trojan',
  tag,
  server: 't.example.com',
  server_port: 443,
  password: 'p',
  tls: { enabled: true },
})

/** An entry in short: `3 ss B`, `3/1 ss B` inside a decoded body, `4 bad-base64` for one that was skipped. */
function inShort(entry: ParsedEntry): string {
  const place = entry.inner === undefined ? `${entry.line}` : `${entry.line}/${entry.inner}`
  return entry.node
    ? `${place} ${entry.node.type} ${entry.node.name}`
    : `${place} ${entry.issues.map((issue) => issue.code).join('+')}`
}

function read(text: string): { entries: string[]; comments: number } {
  const entries: string[] = []
  const counts = parseEntries(text, {}, (entry) => entries.push(inShort(entry)))
  expect(counts.entries).toBe(entries.length + counts.comments)
  return { entries, comments: counts.comments }
}

const CASES: Record<string, [title: string, text: string, entries: string[], comments?: number][]> = {
  'lines': [
    ['links', LINKS, ['1 trojan A', '2 ss B']],
    ['no newline at the end', A, ['1 trojan A']],
    ['an empty text', '', []],
    ['blank lines', '\n  \n\t\n', []],
    ['blanks, BOM, zero-width space, CR LF', `\ufeff${A}\r\n  \u200b${B}  \r\n`, ['1 trojan A', '2 ss B']],
    ['CR alone', `${A}\r${B}\r`, ['1 trojan A', '2 ss B']],
    ['a scheme in capitals', 'TROJAN://p@a.example.com:443#A\nSs://YWVzLTI1Ni1nY206cGFzcw@192.0.2.1:8388#B', ['1 trojan A', '2 ss B']],
    ['comments of every kind', `# a\n// b\n; c\nSTATUS=x\nREMARKS=y\n\n${A}\n# d`, ['7 trojan A'], 6],
    ['a fence', '```yaml\n' + A + '\n```', ['2 trojan A'], 2],
    ['an unknown scheme', 'juicity://a@b:1\nbrook://x', ['1 unsupported-scheme', '2 unsupported-scheme']],
    ['a subscription address', 'https://example.com/sub?token=x', ['1 needs-fetch']],
    ['an @ behind the authority', 'https://example.com/@x\nhttp://example.com#a@b', ['1 needs-fetch', '2 needs-fetch']],
    ['prose', 'hello world\nfoo: bar\n[note] hi\nDIRECT\n=\n{', ['1 bad-base64', '2 bad-base64', '3 bad-base64', '4 bad-base64', '5 bad-base64', '6 bad-base64']],
    ['a broken link between good ones', `${A}\ntrojan://@a.example.com:443\ntrojan://p@a.example.com:99999\n${B}`, ['1 trojan A', '2 missing-field', '3 bad-port', '4 ss B']],
    ['names that are missing', 'trojan://p@a.example.com:443\ntrojan://p@[2001:db8::1]:443\ntrojan://p@a.example.com:443?remarks=R\ntrojan://p@a.example.com:443#%0A', ['1 trojan a.example.com:443', '2 trojan [2001:db8::1]:443', '3 trojan R', '4 trojan a.example.com:443']],
    ['links behind dashes', `- ${A}\n- "${B}"\n`, ['1 trojan A', '2 ss B']],
  ],
  'broken over lines by mail': [
    ['in the name of a parameter', `${VLESS}?encryption=none&type=tcp&secu\nrity=tls&sni=s.example.com#N\n${A}`, ['1 vless N', '3 trojan A']],
    ['in a value', `${VLESS}?security=tls&sni=s.exam\nple.com&type=ws#N M\n\n${A}`, ['1 vless N M', '4 trojan A']],
    ['behind a value', `${VLESS}?security=tls\n&type=ws#N`, ['1 vless N']],
    ['in the address', 'trojan://p@a.exam\r\nple.com:443?sni=s#N\r\n', ['1 trojan N']],
    ['in the port, the first line being no link of its own', 'trojan://p@a.example.com:\n443#N', ['1 trojan N']],
    ['in a base64 body, several times', wrapped(`vmess://${base64(JSON.stringify({ v: '2', ps: 'V', add: 'h.example.com', port: '443', id: UUID, net: 'ws', path: '/0123456789/0123456789' }))}`, 76), ['1 vmess V']],
    ['two links, each over three lines', `${wrapped(`${VLESS}?security=tls&sni=s.example.com&type=ws&path=%2Fray#N`, 40)}\n${wrapped(`${VLESS}?security=tls&sni=s.example.com&type=ws&path=%2Fray#M`, 40)}`, ['1 vless N', '4 vless M']],
    ['in a decoded body', base64(`${A}\n${VLESS}?type=tcp&secu\nrity=tls#N\n`), ['1/1 trojan A', '1/2 vless N']],
    ['the second half is indented', `${VLESS}?encryption=none&\n  security=tls&sni=s.example.com#N\n${A}\n\t${VLESS}?security=tls&sni=s.exam\n\tple.com&type=ws#M`, ['1 vless N', '3 trojan A', '4 vless M']],
    ['a blank line stands between the halves', `${VLESS}?encryption=none&\n\nsecurity=tls&sni=s.example.com#N\n${A}\n${VLESS}?type=tcp&secu\r\n \r\n  rity=tls#M`, ['1 vless N', '4 trojan A', '5 vless M']],
    ['every second line is blank', `${wrapped(`${VLESS}?security=tls&sni=s.example.com&type=ws&path=%2Fray#N`, 40).replaceAll('\n', '\n\n')}\n${A}`, ['1 vless N', '6 trojan A']],
    ['a heading below a blank line is none of it', `${VLESS}?security=tls&sni=s.example.com\n\nTelegram#group\n${VLESS}?security=tls&sni=s.example.com&\n\n  hello`, ['1 vless h.example.com:443', '3 bad-base64', '4 vless h.example.com:443', '6 bad-base64']],
    ['a line of prose behind a link is none of it', `${VLESS}?security=tls&sni=s.example.com\nhello\nDNS=1.1.1.1`, ['1 vless h.example.com:443', '2 bad-base64', '3 bad-base64']],
    ['nor behind a name', `${A}\n&type=ws`, ['1 trojan A', '2 bad-base64']],
    ['nor is another entry', `trojan://p@a.example.com\nb=trojan,h.example.com,443,"p"\ntrojan://p@a.example.com:\n${base64(LINKS)}`, ['1 trojan a.example.com:443', '2 trojan b', '3 trojan a.example.com:443', '4/1 trojan A', '4/2 ss B']],
    ['nor a document, a comment or a blank line', `trojan://p@a.example.com\n# x?y=z\ntrojan://p@a.example.com\n- ${trojanYaml('a')}\ntrojan://p@a.example.com\n\n?sni=x#y`, ['1 trojan a.example.com:443', '3 trojan a.example.com:443', '4 trojan a', '5 trojan a.example.com:443', '7 bad-base64'], 1],
  ],
  'answers of servers that hold no nodes': [
    ['a message', '{"message":"token expired"}', ['1 server-message']],
    ['below a status', '{"status":"fail","message":"订阅已过期","data":null}', ['1 server-message']],
    ['an error inside', '{"error":{"code":403,"message":"forbidden"}}', ['1 server-message']],
    ['a list of mistakes', '{"detail":[{"loc":["query"],"msg":"field required"}]}', ['1 server-message']],
    ['only a code', '{"code":500}', ['1 server-message']],
    ['a few words', 'token expired', ['1 server-message']],
    ['a few words in Chinese', '订阅链接已失效，请重新获取\n', ['1 server-message']],
    ['a log line', 'Error: 404 page not found', ['1 server-message']],
    ['some other object', '{"a": 1}', ['1 missing-field']],
    ['a config without nodes', '{"log": {"level": "error"}, "inbounds": []}', ['1 missing-field']],
    ['a rule', 'DOMAIN-SUFFIX,error.example,REJECT', ['1 bad-base64']],
    ['a link with such a name', `${A}过期`, ['1 trojan A过期']],
  ],
  'links in other spellings': [
    ['percent-encoded from the scheme on', `${encodeURIComponent(A)}\n${encodeURIComponent(encodeURIComponent(B))}`, ['1 trojan A', '2 ss B']],
    ['several in one', encodeURIComponent(LINKS), ['1/1 trojan A', '1/2 ss B']],
    ['a data URL in base64', `data:text/plain;charset=utf-8;base64,${base64(LINKS)}\n${A}`, ['1/1 trojan A', '1/2 ss B', '2 trojan A']],
    ['a data URL as it stands', `data:,${encodeURIComponent(A)}`, ['1 trojan A']],
    ['a data URL without entries', 'data:text/plain,hello%20world', ['1 bad-base64']],
    ['addresses that a client is to import', [
      'clash://install-config?url=https%3A%2F%2Fexample.com%2Fsub%3Ftoken%3Dx&name=N',
      'sing-box://import-remote-profile?url=https%3A%2F%2Fexample.com%2Fsub#N',
      'v2rayn://install-sub?url=https%3A%2F%2Fexample.com%2Fsub',
      `sub://${base64('https://example.com/sub')}#N`,
      'hiddify://import/https://example.com/sub#N',
    ].join('\n'), ['1 needs-fetch', '2 needs-fetch', '3 needs-fetch', '4 needs-fetch', '5 needs-fetch']],
    ['the same without an address', 'clash://install-config?name=N\nsing-box://import-remote-profile#N\nclash://install-config/?url=&name=N', ['1 missing-field', '2 missing-field', '3 missing-field']],
    ['the same with one that is none', 'clash://install-config?url=file%3A%2F%2F%2Fx\nsub://AAAA\nshadowrocket://add/sub://AAAA?remark=N', ['1 bad-value', '2 bad-value', '3 bad-value']],
    ['the same in base64 that is none', 'sub://!!!\nsub://a#N', ['1 bad-base64', '2 bad-base64']],
    ['other wishes to these programs', 'clash://quit', ['1 unsupported-scheme']],
    ['Telegram, SOCKS5', 'tg://socks?server=s.example.com&port=1080&user=u&pass=p%40w\nhttps://t.me/socks?server=192.0.2.1&port=1080', ['1 socks5 s.example.com:1080', '2 socks5 192.0.2.1:1080']],
    ['Telegram, SOCKS5 without a port', 'https://t.me/socks?server=192.0.2.1', ['1 missing-field']],
    ['Telegram, MTProto', 'tg://proxy?server=s.example.com&port=443&secret=dd00\nhttps://t.me/proxy?server=s.example.com&port=443&secret=dd00', ['1 unsupported-scheme', '2 unsupported-scheme']],
    ['Telegram, a channel', 'https://t.me/somechannel', ['1 needs-fetch']],
  ],
  'base64': [
    ['a whole text', base64(LINKS), ['1/1 trojan A', '1/2 ss B']],
    ['twice', base64(base64(LINKS)), ['1/1 trojan A', '1/2 ss B']],
    ['three times is too often', base64(base64(base64(LINKS))), ['1/1 bad-base64']],
    ['without padding, URL-safe', Buffer.from(LINKS).toString('base64url'), ['1/1 trojan A', '1/2 ss B']],
    ['wrapped at 64', wrapped(base64(LINKS.repeat(3)), 64), ['1/1 trojan A', '1/2 ss B', '1/3 trojan A', '1/4 ss B', '1/5 trojan A', '1/6 ss B']],
    ['wrapped at 76 with CR LF, then a link', wrapped(base64(LINKS.repeat(2)), 76).replaceAll('\n', '\r\n') + '\r\n' + A, ['1/1 trojan A', '1/2 ss B', '1/3 trojan A', '1/4 ss B', '4 trojan A']],
    ['wrapped inside a scheme', wrapped(base64(`${A}#2345678901234\nvless://x\n${A}`), 64), ['1/1 trojan A#2345678901234', '1/2 missing-field', '1/3 trojan A']],
    ['line by line', `${base64(A)}\n${base64(B)}\n`, ['1/1 trojan A', '2/1 ss B']],
    ['line by line, of one width', `${base64(A)}\n${base64(A)}\n${base64(A)}`, ['1/1 trojan A', '2/1 trojan A', '3/1 trojan A']],
    ['in quotes', `"${base64(A)}",\n'${base64(B)}'`, ['1/1 trojan A', '2/1 ss B']],
    ['between links', `${A}\n${base64(LINKS)}\n${B}`, ['1 trojan A', '2/1 trojan A', '2/2 ss B', '3 ss B']],
    ['a YAML body', base64(`proxies:\n  - ${trojanYaml('Y')}\n`), ['1/2 trojan Y']],
    ['a JSON body', base64(JSON.stringify({ outbounds: [trojanOutbound('J')] }, null, 1)), ['1/3 trojan J']],
    ['nothing inside', base64('this is only prose, no link at all'), ['1 bad-base64']],
    ['cut off in the last link', base64(`${A}\n${B}\n`).slice(0, 61), ['1/1 trojan A', '1/2 bad-base64']],
    ['cut off in a character', base64(`${A}\r\n\r\n${A}香港`).slice(0, -3), ['1/1 trojan A', '1/3 bad-base64']],
    ['cut off in the only link', base64(A).slice(0, 37), ['1 bad-base64']],
    ['broken inside', base64(`${A}\nhello\n# c\n`), ['1/1 trojan A', '1/2 bad-base64'], 1],
  ],
  'YAML': [
    ['Clash', `# made by x\nport: 7890\nproxies:\n  - ${trojanYaml('a')}\n\n  # note\n  - name: b\n    type: trojan\n    server: t.example.com\n    port: 443\n    password: 0123\nproxy-groups:\n  - {name: g, type: select, proxies: [a, b]}\nrules:\n  - MATCH,g\n`, ['4 trojan a', '7 trojan b']],
    ['the old key', `Proxy:\n- ${trojanYaml('a')}\n`, ['2 trojan a']],
    ['a bare list', `- ${trojanYaml('a')}\n- ${trojanYaml('b')}`, ['1 trojan a', '2 trojan b']],
    ['a list of links', `proxies:\n  - ${A}\n  - "${B}"\n`, ['2 trojan A', '3 ss B']],
    ['loose lines amid links', `${A}\n- ${trojanYaml('a')}\n  - ${trojanYaml('b')}\n${B}`, ['1 trojan A', '2 trojan a', '3 trojan b', '4 ss B']],
    ['a flow map alone', trojanYaml('a'), ['1 trojan a']],
    ['flow maps with commas behind them', `${trojanYaml('a')},\n${trojanYaml('b')} ,\n${A}`, ['1 trojan a', '2 trojan b', '3 trojan A']],
    ['indented with the blanks of a chat', `proxies:\n\u00a0\u00a0- ${trojanYaml('a')}\n\u3000\u3000- name:\u00a0b\n\u3000\u3000\u3000 type: trojan\n\u3000\u3000\u3000 server: h\n\u3000\u3000\u3000 port: 1\n\u3000\u3000\u3000 password: p\n`, ['2 trojan a', '3 trojan b']],
    ['a flow map over lines', `{name: a, type: trojan,\n server: t.example.com, port: 443, password: p}\n${A}`, ['1 trojan a', '3 trojan A']],
    ['providers', `proxy-providers:\n  x:\n    type: inline\n    payload:\n      - ${trojanYaml('a')}\n  y:\n    type: http\n    url: https://example.com/sub\n`, ['5 trojan a', '6 needs-fetch']],
    ['one broken line of several', `- ${trojanYaml('a')}\n- {name: b, type: trojan\n- ${trojanYaml('c')}\n`, ['1 trojan a', '2 bad-yaml', '3 trojan c']],
    ['a broken item of a config', `proxies:\n  - ${trojanYaml('a')}\n  - {name: "b, type: trojan}\n  - ${trojanYaml('c')}\nrules:\n  - MATCH,DIRECT\n${A}\n`, ['2 trojan a', '3 bad-yaml', '4 trojan c', '7 trojan A']],
    ['broken behind the nodes', `proxies:\n  - ${trojanYaml('a')}\nrules: [\n`, ['2 trojan a', '3 bad-yaml']],
    ['nothing that can be read', 'proxies:\n  - {name: a\n', ['2 bad-yaml']],
    ['an alias bomb', `a: &a [x,x,x,x,x,x,x,x,x]\n${'bcdefghi'.split('').map((key, index) => `${key}: &${key} [${Array(9).fill(`*${'abcdefgh'[index]}`).join(',')}]`).join('\n')}\nproxies: []\n`, ['7 yaml-aliases']],
    ['a config without nodes', 'port: 7890\nrules:\n  - MATCH,DIRECT\n', ['1 missing-field']],
    ['an empty list', 'proxies: []\n', []],
    ['an unknown type', 'proxies:\n  - {name: a, type: juicity, server: h, port: 1}\n  - {name: b, server: h}\n  - 5\n', ['2 unsupported-scheme', '3 missing-field', '4 missing-field']],
    ['a key twice in a node', `proxies:\n  - ${trojanYaml('a')}\n  - name: b\n    type: trojan\n    server: t.example.com\n    port: 443\n    password: p\n    port: 444\n  - ${trojanYaml('c')}\n`, ['2 trojan a', '8 bad-yaml', '9 trojan c']],
    ['a key twice at the top', `port: 1\nproxies:\n  - ${trojanYaml('a')}\nport: 2\n`, ['3 trojan a', '4 bad-yaml']],
    ['a key twice in the only node', '- {name: a, type: trojan, server: h, port: 1,\n   port: 2, password: p}\n', ['2 bad-yaml']],
    ['two configs in one text', `proxies:\n  - ${trojanYaml('a')}\nrules: []\nproxies:\n  - ${trojanYaml('b')}\n`, ['2 trojan a', '5 trojan b', '4 bad-yaml']],
    ['two lists in flow style', `proxies: [${trojanYaml('a')}]\nproxies: [${trojanYaml('b')}]\n`, ['1 trojan a', '2 trojan b', '2 bad-yaml']],
    ['two lists in one flow map', `{proxies: [${trojanYaml('a')}], proxies: [${trojanYaml('b')}]}\n`, ['1 trojan a', '1 trojan b', '1 bad-yaml']],
    ['hysteria2, the client config', 'server: h.example.com:443\nauth: secret\ntls:\n  sni: s.example.com\n', ['1 hysteria2 h.example.com:443']],
  ],
  'JSON': [
    ['sing-box', `// made by x\n{\n "outbounds": [\n  {"type": "selector", "tag": "s", "outbounds": []},\n  ${JSON.stringify(trojanOutbound('a'))}, // a\n  {"type": "direct", "tag": "d"}, {"type": "block", "tag": "b"}, {"type": "dns", "tag": "n"}, {"type": "urltest", "tag": "u"},\n ],\n}`, ['5 trojan a']],
    ['shadowtls in front of shadowsocks', JSON.stringify({ outbounds: [
      { type: 'shadowsocks', tag: 'ss', method: 'aes-128-gcm', password: 'p', detour: 'front' },
      { type: 'shadowtls', tag: 'front', server: 'h.example.com', server_port: 443, version: 3, password: 'q', tls: { enabled: true, server_name: 's.example.com' } },
    ] }), ['1 ss ss']],
    ['shadowtls in front of snell', JSON.stringify({ outbounds: [
      { type: 'snell', tag: 'sn', version: 4, psk: 'p', detour: 'front' },
      { type: 'shadowtls', tag: 'front', server: 'h.example.com', server_port: 443, version: 3, password: 'q', tls: { enabled: true, server_name: 's.example.com' } },
    ] }), ['1 snell sn']],
    ['shadowtls alone', JSON.stringify({ outbounds: [{ type: 'shadowtls', tag: 'front', server: 'h', server_port: 443 }] }), ['1 unsupported-scheme']],
    ['endpoints', JSON.stringify({ endpoints: [{ type: 'wireguard', tag: 'w', address: ['10.0.0.2/32'], private_key: KEY, peers: [{ address: '192.0.2.1', port: 51820, public_key: PUBLIC_KEY, allowed_ips: ['0.0.0.0/0'] }] }] }), ['1 wireguard w']],
    ['a list cut out of a document', `"outbounds": [\n  ${JSON.stringify(trojanOutbound('a'))}\n],\n"route": {}\n${A}`, ['2 trojan a', '4 bad-base64', '5 trojan A']],
    ['one outbound', JSON.stringify(trojanOutbound('a')), ['1 trojan a']],
    ['outbounds line by line', `${JSON.stringify(trojanOutbound('a'))},\n${JSON.stringify(trojanOutbound('b'))}\n${A}`, ['1 trojan a', '2 trojan b', '3 trojan A']],
    ['Clash in JSON', JSON.stringify({ proxies: [{ name: 'a', type: 'trojan', server: 'h', port: 443, password: 'p' }] }, null, 1), ['3 trojan a']],
    ['SIP008', JSON.stringify({ version: 1, servers: [{ server: 'h', server_port: 1, method: 'aes-128-gcm', password: 'p', remarks: 'a' }, { server: 'h' }] }), ['1 ss a', '1 missing-field']],
    ['shadowsocks-windows', JSON.stringify([{ server: 'h', server_port: 1, method: 'aes-128-gcm', password: 'p', remarks: 'a' }], null, 1), ['2 ss a']],
    ['hysteria2, the client config', JSON.stringify({ server: 'h.example.com:443', auth: 'x', tls: { insecure: true } }), ['1 hysteria2 h.example.com:443']],
    ['Xray', JSON.stringify({ outbounds: [
      { protocol: 'vless', tag: 'v', settings: { vnext: [{ address: 'h', port: 443, users: [{ id: UUID, encryption: 'none' }] }] } },
      { protocol: 'trojan', tag: 't', settings: { servers: [{ address: 'h', port: 443, password: 'p' }] }, streamSettings: { network: 'tcp', security: 'tls' } },
      { protocol: 'freedom', tag: 'd' }, { protocol: 'loopback', tag: 'l' },
    ] }), ['1 vless v', '1 trojan t']],
    ['configs of v2rayN in a list', JSON.stringify([{ remarks: 'R', outbounds: [{ protocol: 'shadowsocks', tag: 'proxy', settings: { servers: [{ address: 'h', port: 1, method: 'aes-128-gcm', password: 'p' }] } }, { protocol: 'freedom' }] }]), ['1 ss R']],
    ['the object of a vmess link', JSON.stringify({ v: '2', ps: 'a', add: 'h', port: '443', id: UUID, net: 'tcp' }), ['1 vmess a']],
    ['a list of links', JSON.stringify([A, B]), ['1 trojan A', '1 ss B']],
    ['broken', `{"outbounds": [\n  {"type": "trojan",,}\n]}\n${A}`, ['2 bad-json', '4 trojan A']],
    ['cut off', '{"outbounds": [{"type": "trojan"', ['1 bad-json']],
    ['no nodes', '{"log": {}, "inbounds": []}', ['1 missing-field']],
    ['some other object', '{"a": 1}', ['1 missing-field']],
    ['an answer of an API with links in a text', JSON.stringify({ code: 0, data: `${A}\n${B}` }), ['1 trojan A', '1 ss B']],
    ['one with links in a list of objects', JSON.stringify({ ok: true, home: 'https://example.com/', nodes: [{ link: A }, { link: 'juicity://x' }, { link: B }] }, null, 1), ['5 trojan A', '11 ss B']],
    ['naiveproxy, whose own port is no node', '{"listen": "socks://127.0.0.1:1080", "proxy": "https://user:pw@n.example.com"}', ['1 http n.example.com:443']],
    ['naiveproxy with several servers', JSON.stringify({ listen: ['socks://127.0.0.1:1080', 'redir://0.0.0.0:1081'], proxy: ['https://user:pw@n.example.com', 'quic://user:pw@n.example.com'] }), ['1 http n.example.com:443', '1 unsupported-scheme']],
    ['naiveproxy without a server', '{"listen": "socks://127.0.0.1:1080"}', ['1 missing-field']],
    ['one without links', '{"code": 401, "message": "expired", "home": "https://example.com/"}', ['1 server-message']],
    ['shadowsocks-windows, its config', JSON.stringify({ version: '4.4.0', configs: [{ server: 'h', server_port: 1, method: 'aes-128-gcm', password: 'p', remarks: 'a' }, { server: 'h', server_port: 2, method: 'aes-128-gcm', password: 'p', plugin: '', remarks: 'b' }], localPort: 1080, index: 0 }, null, 1), ['4 ss a', '11 ss b']],
    ['v2rayN, its config', JSON.stringify({ inbound: [{ localPort: 10808, protocol: 'socks' }], vmess: [
      { configVersion: 2, address: 'h', port: 443, id: UUID, alterId: 0, security: 'auto', network: 'ws', remarks: 'a', headerType: 'none', requestHost: 'c', path: '/p', streamSecurity: 'tls', allowInsecure: 'False', configType: 1 },
      { address: 'h', port: 1, id: 'p', security: 'aes-128-gcm', network: 'tcp', remarks: 'b', configType: 3 },
      { address: 'h', port: 2, id: '', security: '', remarks: 'c', configType: 4 },
      { address: 'h', port: 3, id: UUID, security: 'none', network: 'tcp', flow: 'xtls-rprx-vision', streamSecurity: 'tls', sni: 's', remarks: 'd', configType: 5 },
      { address: 'h', port: 4, id: 'p', network: 'grpc', path: 'svc', streamSecurity: 'tls', allowInsecure: 'true', remarks: 'e', configType: 6 },
      { address: 'x.json', port: 0, remarks: 'own', configType: 2 },
    ], subItem: [{ id: '1', url: 'https://example.com/sub', enabled: true }, { url: 'https://example.com/off', enabled: false }, { url: '' }] }), ['1 vmess a', '1 ss b', '1 socks5 c', '1 vless d', '1 trojan e', '1 unsupported-scheme', '1 needs-fetch']],
    ['v2rayN, its config with nothing but subscriptions', JSON.stringify({ vmess: [], subItem: [{ id: '1', url: 'https://example.com/sub', enabled: true }] }, null, 1), ['4 needs-fetch']],
  ],
  'ssd, .conf, Surge, Quantumult X': [
    ['ssd', `ssd://${base64(JSON.stringify({ airport: 'A', port: 1, encryption: 'aes-128-gcm', password: 'p', servers: [{ server: 'h', remarks: 'a' }, { server: 'h', port: 0, remarks: 'b' }] }))}`, ['1 ss a', '1 bad-port']],
    ['ssd that is none', 'ssd://e30=\nssd://%%%', ['1 missing-field', '2 bad-base64']],
    ['.conf', `# mine\n[Interface]\nPrivateKey = ${KEY}\nAddress = 10.0.0.2/32\n\n[Peer]\nPublicKey = ${PUBLIC_KEY}\nEndpoint = 192.0.2.1:51820\nAllowedIPs = 0.0.0.0/0\n\n[Peer]\nPublicKey = ${PUBLIC_KEY}\nEndpoint = 192.0.2.2:51820\n# next\n${A}\n`, ['6 wireguard 192.0.2.1:51820', '11 wireguard 192.0.2.2:51820', '15 trojan A'], 1],
    ['.conf behind links', `${A}\n[Interface]\nPrivateKey = ${KEY}\nAddress = 10.0.0.2/32\n[Peer]\nEndpoint = 192.0.2.1:51820\n`, ['1 trojan A', '5 missing-public-key']],
    ['Surge', `[General]\nloglevel = notify\n[Proxy]\nDirect = direct\na = ss, h, 8388, encrypt-method=aes-128-gcm, password=p\n# no\nb = trojan, h, 443, password="x,y", sni=s.example.com\nc = ssh, h, 22, username=u\n[Rule]\nFINAL,DIRECT\n${A}`, ['5 ss a', '7 trojan b', '8 unsupported-scheme', '11 trojan A']],
    ['Loon', `a = Shadowsocks,h.example.com,8388,aes-128-gcm,"p"\nb = trojan,h.example.com,443,"p",tls-name=s`, ['1 ss a', '2 trojan b']],
    ['Quantumult X', `shadowsocks=h.example.com:8388, method=aes-128-gcm, password=p, tag=a\nvmess=h.example.com:443, method=none, password=${UUID}, obfs=wss, obfs-uri=/p, tag=b\ntrojan=h.example.com:443, password=p, over-tls=true, tag=c\nshadowsocks=h.example.com, method=none, password=p, tag=d`, ['1 ss a', '2 vmess b', '3 trojan c', '4 missing-field']],
  ],
  'web pages': [
    ['an error', '<!DOCTYPE html>\n<html>\n<head><link href="https://example.com/x.css"></head>\n<body>403</body>\n</html>\n', ['1 server-message']],
    ['on one line', '<html><body>502 Bad Gateway</body></html>', ['1 server-message']],
    ['without an end, below comments', `# c\n\n<?xml version="1.0"?>\n<html>\n<p>x</p>`, ['3 server-message']],
    ['that shows nothing', '<html><head><script>location = "/login"</script></head><body></body></html>', ['1 bad-base64']],
    ['too long for a message', `<html><body>${'<p>Buy now</p>'.repeat(400)}</body></html>`, ['1 bad-base64']],
    ['with nodes', `<!doctype html><html><body>\n<a href="https://example.com/">x</a>\n<li>${A}</li>\n<li><code>${B}</code></li>\n</body></html>\n${A}`, ['3 trojan A', '4 ss B', '6 trojan A']],
    ['behind a link it is prose', `${A}\n<html>`, ['1 trojan A', '2 bad-base64']],
  ],
  'mixed': [
    ['YAML, then links, then JSON, then a link', `proxies:\n  - ${trojanYaml('a')}\n\n# links\n${A}\n${JSON.stringify({ outbounds: [trojanOutbound('b')] }, null, 1)}\n${B}`, ['2 trojan a', '5 trojan A', '8 trojan b', '20 ss B'], 1],
    ['links, then a config', `${A}\nport: 1\nproxies:\n- ${trojanYaml('a')}\n`, ['1 trojan A', '4 trojan a']],
  ],
} // oxfmt-ignore

for (const [group, cases] of Object.entries(CASES)) {
  describe(group, () => {
    test.each(cases)('%s', (_, text, entries, comments = 0) => {
      expect(read(text)).toEqual({ entries, comments })
    })
  })
}

test('a node carries its link, clean of case and &amp;, and what was found out about it', () => {
  const [node] = parseNodes('TROJAN://p@a.example.com:443?sni=s.example.com&amp;foo=1#A%00B').nodes
  expect(node).toMatchObject({
    link: 'trojan://p@a.example.com:443?sni=s.example.com&foo=1#A%00B',
    line: 1,
    node: { name: 'AB', tls: { sni: 's.example.com' } },
  })
  expect(node!.issues.map((issue) => issue.code)).toEqual(['parameter-unknown', 'name-changed'])
  expect(parseNodes(`- ${trojanYaml('a')}`).nodes[0]!.link).toBeUndefined()
})

test('issues name the source, the line and what is wrong, never a secret', () => {
  const { issues } = parseNodes(`proxies:\n  - {name: a, type: trojan, password: s3cret: x}\n`, { source: 'file.yaml' })
  expect(issues).toHaveLength(1)
  expect(issues[0]).toMatchObject({
    source: 'file.yaml',
    line: 2,
    code: 'bad-yaml',
    severity: 'error',
    kept: false,
    args: { line: 2 },
  })
  expect(JSON.stringify(issues)).not.toContain('s3cret')
  expect(parseNodes('hello').issues[0]).toMatchObject({ line: 1, code: 'bad-base64', args: { n: 5 } })
  expect(parseNodes('juicity://x').issues[0]!.args).toEqual({ scheme: 'juicity' })
})

describe('broken YAML is told at the line that has to be mended', () => {
  const NODE = '{name: a, type: trojan, server: h, port: 1, password: p}'
  test.each([
    ['indented too little', ['proxies:', '  - name: a', '    type: ss', '   server: h'], 4, 'bad indentation of a sequence entry'],
    ['indented too far', ['proxies:', '  - name: a', '    type: ss', '      server: h'], 4, 'bad indentation of a mapping entry'],
    ['a tab', ['proxies:', '  - name: a', '\ttype: ss'], 3, 'tab characters must not be used in indentation'],
    ['a quote', ['proxies:', '  - name: "a', '    type: ss', '    server: h'], 2, 'a quote is not closed'],
    ['a single quote', ['proxies:', "  - name: 'it''s", '', '    # note', '    type: ss'], 2, 'a quote is not closed'],
    ['a quote behind the nodes', ['proxies:', `  - ${NODE}`, 'rules:', '  - "MATCH,DIRECT', ''], 4, 'a quote is not closed'],
    ['a comma', ['proxies:', '  - {name: a, type: ss', '', '    server: h}', 'rules: []'], 2, 'missed comma between flow collection entries'],
    ['a brace', ['proxies:', '  - {name: a, type: ss', 'rules: []'], 2, 'a bracket is not closed'],
    ['a brace of one of several', ['proxies:', `  - ${NODE}`, '  - {name: b, type: ss', `  - ${NODE}`], 3, 'a bracket is not closed'],
    ['a bracket', [`proxies: [${NODE},`, `  ${NODE}`, 'rules: []'], 1, 'a bracket is not closed'],
    ['a bracket behind the nodes', ['proxies:', `  - ${NODE}`, 'rules: [a, b', 'mode: rule'], 3, 'a bracket is not closed'],
    ['no colon', ['proxies:', '  - name: a', '    type ss', '    server: h'], 3, 'can not read a block mapping entry; a multiline key may not be an implicit key'],
    ['no blank behind a colon', ['proxies:', '  - name:a', '    type: ss'], 2, 'bad indentation of a sequence entry'],
    ['a colon too many', ['proxies:', '  - name: a: b', '    type: ss'], 2, 'a value needs quotes'],
    ['an @', ['proxies:', '  - name: @a', '    type: ss'], 2, 'a value needs quotes'],
    ['a brace too many', ['proxies:', `  - ${NODE}}`], 2, 'bad indentation of a mapping entry'],
    ['an escape', ['proxies:', '  - name: "a\\q"', '    type: ss'], 2, 'unknown escape sequence'],
    ['an alias of nothing', ['proxies:', '  - name: *a', '    type: ss'], 2, 'unidentified alias'],
    ['below comments', ['# a', '', 'proxies:', '  - {name: a', '', ''], 4, 'a bracket is not closed'],
  ])('%s', (_, lines, line, msg) => {
    const { issues } = parseNodes(lines.join('\n'))
    expect(issues).toMatchObject([{ code: 'bad-yaml', line, args: { line, msg } }])
    // The same with a link before it, and inside a body.
    expect(parseNodes([A, '', ...lines].join('\n')).issues).toMatchObject([{ line: line + 2, args: { line: line + 2 } }])
    expect(parseNodes(base64([A, ...lines].join('\n'))).issues).toMatchObject([
      { line: 1, inner: line + 1, args: { line: line + 1 } },
    ])
  })

  test('so is broken JSON', () => {
    expect(parseNodes('{"outbounds": [\n  {"type": "trojan"\n   "tag": "a"}\n]}').issues).toMatchObject([
      { code: 'bad-json', line: 3, args: { line: 3 } },
    ])
    expect(parseNodes('{\n"outbounds": [\n  {"type": "trojan"}\n\n').issues).toMatchObject([
      { code: 'bad-json', line: 3, args: { line: 3 } },
    ])
  })
}) // oxfmt-ignore

test('scalars of YAML arrive as they stand', () => {
  const entry = `- {name: 1e5, type: vless, server: h.example.com, port: "443", uuid: 1e5, tls: true, reality-opts: {public-key: ${'A'.repeat(43)}, short-id: 2351e1}}`
  expect(parseNodes(entry).nodes[0]!.node).toMatchObject({
    name: '1e5',
    port: 443,
    uuid: '1e5',
    tls: { reality: { shortId: '2351e1' } },
  })
  expect(parseNodes('- {name: a, type: trojan, server: h, port: 443, password: 0123}').nodes[0]!.node).toMatchObject({
    password: '0123',
  })
  expect(
    parseNodes('- {name: a, type: trojan, server: h, port: 443, password: !<str> 12}').nodes[0]!.node,
  ).toMatchObject({ password: '12' })
})

test('what a line of Surge, Loon or Quantumult X says arrives, or is told as lost', () => {
  const { nodes } = parseNodes(
    [
      `a = VLESS,h.example.com,443,"${UUID}",flow=xtls-rprx-vision,public-key="K",short-id=01,over-tls=true,sni=s`,
      `vless=h.example.com:443, method=none, password=${UUID}, obfs=over-tls, obfs-host=s, reality-base64-pubkey=K, tag=b`,
      'c = snell, h.example.com, 443, psk=p, version=4, reuse=true, shadow-tls-password=x, test-url=http://x.example',
      'd = ss, h.example.com, 1, encrypt-method=aes-128-gcm, password=p, ip-version=v4-only, mptcp=true, block-quic=auto',
      'e = trojan, h.example.com, 443, password=p, alpn=http1.1',
    ].join('\n'),
  )
  expect(nodes.map(({ issues }) => issues.map(({ field }) => field))).toEqual([
    [],
    [],
    ['reuse', 'shadow-tls-password'],
    [],
    [],
  ])
  expect(nodes.map(({ node }) => node)).toMatchObject([
    { flow: 'xtls-rprx-vision', tls: { sni: 's', reality: { publicKey: 'K', shortId: '01' } } },
    { tls: { sni: 's', reality: { publicKey: 'K' } } },
    { psk: 'p', version: 4 },
    { ipVersion: 'ipv4', mptcp: true },
    { tls: { alpn: ['http/1.1'] } },
  ])
})

test('what is neither a link nor Base64 is not called Base64', () => {
  const reasons = (text: string) => parseNodes(text).issues.map(({ args }) => args?.['reason'])
  expect(reasons('AAAAAAAAAAAAAAAA\nhello\n1.2.3.4:1080\n大家好\n----------------\n================')).toEqual([
    undefined,
    undefined,
    'no-link',
    'no-link',
    undefined,
    undefined,
  ])
  expect(reasons('<html></html>')).toEqual(['web-page'])
})

test('what a server says is told, and nothing that could be a secret', () => {
  const textOf = (text: string) => parseNodes(text).issues[0]!.args?.['text']
  expect(textOf('{"status":"fail","message":"订阅已过期"}')).toBe('订阅已过期')
  expect(
    textOf('<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1>nginx</body></html>'),
  ).toBe('502 Bad Gateway nginx')
  expect(textOf('{"code":500}')).toBeUndefined()
  for (const secret of [
    'https://panel.example/s/canary?t=canary',
    'canary1canary2',
    '11111111-2222-4333-8444-555555555canary',
    'token=canary',
    'token: canary',
    'a@canary.example',
  ]) {
    expect(textOf(JSON.stringify({ message: `no such user ${secret}` }))).not.toContain('canary')
    expect(textOf(`no such user, ${secret}`) ?? '').not.toContain('canary')
  }
  expect(String(textOf(JSON.stringify({ message: 'very long '.repeat(100) })))).toHaveLength(121)
})

test('MTProto is named as what it is, and an address is in no issue', () => {
  expect(parseNodes('tg://proxy?server=a&port=1&secret=b').issues[0]!.args).toEqual({ scheme: 'MTProto (Telegram)' })
  expect(
    JSON.stringify(parseNodes('clash://install-config?url=https%3A%2F%2Fa.example%2Fcanary').issues),
  ).not.toContain('canary')
})

test('a proxy of Telegram has its credentials and a link of its own', () => {
  expect(parseNodes('tg://socks?server=s.example.com&port=1080&user=u&pass=p%40w').nodes[0]).toMatchObject({
    link: 'socks5://u:p%40w@s.example.com:1080#',
    node: { username: 'u', password: 'p@w' },
  })
})

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

test('Base64 that is none names its length without blanks', () => {
  const lengths = (text: string) => parseNodes(text).issues.map(({ code, args }) => [code, args?.['n']])
  expect(lengths('vmess://%%%abc\nss://abc*def\nssr://ab*c\nAAAA AAAA AAAA AAAA')).toEqual([
    ['bad-base64', 6],
    ['bad-base64', 7],
    ['bad-base64', 4],
    ['bad-base64', 16],
  ])
})

test('a link that mail broke keeps its TLS and its whole text', () => {
  const { nodes } = parseNodes(`${VLESS}?type=tcp&secu\nrity=tls&sni=s.example.com#N`)
  expect(nodes).toMatchObject([
    { link: `${VLESS}?type=tcp&security=tls&sni=s.example.com#N`, line: 1, node: { tls: { sni: 's.example.com' } } },
  ])
})

test('a key twice names both lines', () => {
  const text = `${A}\nproxies:\n  - name: b\n    port: 1\n    server: h\n    port: 2\n`
  expect(parseNodes(text)).toMatchObject({ entries: 2, skipped: 1, issues: [{ line: 6, args: { line: 6, first: 4 } }] })
})

test.each(['utf-8', 'gb18030', 'big5'])('a text that is still packed is told as such, read as %s', (encoding) => {
  expect(parseNodes(unpackedAs(LINKS, encoding))).toMatchObject({
    entries: 1,
    issues: [{ code: 'bad-base64', args: { reason: 'packed' } }],
  })
})

test('a wish to import a subscription names the address that is missing', () => {
  expect(parseNodes('clash://install-config?name=N').issues[0]).toMatchObject({ code: 'missing-field', field: 'url' })
  expect(parseNodes('sub://!!!').issues[0]).toMatchObject({ code: 'bad-base64', args: { n: 3 } })
})

test('a list twice at the top names both lines, and its nodes are read', () => {
  const text = `port: 1\nproxies:\n  - ${trojanYaml('a')}\nproxies:\n  - ${trojanYaml('b')}\nproxies:\n  - ${trojanYaml('c')}\n`
  const read = parseNodes(text)
  expect(read).toMatchObject({ entries: 4, skipped: 1, issues: [{ code: 'bad-yaml', line: 4, args: { first: 2 } }] })
  expect(read.nodes.map(({ node }) => node.name)).toEqual(['a', 'b', 'c'])
})

test('the traffic that a text tells of', () => {
  const servers = [{ server: 'h', server_port: 1, method: 'aes-128-gcm', password: 'p' }]
  expect(parseNodes(JSON.stringify({ version: 1, servers, bytes_used: 5, bytes_remaining: 10 })).subscription).toEqual({
    download: 5,
    total: 15,
  })
  expect(parseNodes(`# upload=1; download=2; total=3; expire=1767225600\n${A}`).subscription).toEqual({
    upload: 1,
    download: 2,
    total: 3,
    expire: 1767225600,
  })
  expect(parseNodes(LINKS).subscription).toBeUndefined()
})

test('limits', () => {
  expect(parseNodes(LINKS, { maxLength: 10 })).toMatchObject({
    entries: 1,
    skipped: 1,
    nodes: [],
    issues: [{ code: 'too-large' }],
  })
  const many = parseNodes(`${A}\n`.repeat(10), { maxNodes: 3 })
  expect(many).toMatchObject({ entries: 10, skipped: 7, issues: [{ code: 'too-many-nodes', line: 4 }] })
  expect(many.nodes).toHaveLength(3)
  const long = parseNodes(
    `trojan://${'p'.repeat(5000)}@a.example.com:443\ntrojan://${'p'.repeat(4000)}@a.example.com:443`,
  )
  expect(long.issues.map((issue) => [issue.line, issue.code, issue.field])).toEqual([[1, 'bad-value', 'password']])
  expect(long.nodes).toHaveLength(1)
})

test('nothing of an Xray config is lost on the way', () => {
  const outbound = {
    protocol: 'vless',
    tag: 'x',
    settings: {
      vnext: [
        { address: 'h.example.com', port: 443, users: [{ id: UUID, encryption: 'none', flow: 'xtls-rprx-vision' }] },
      ],
    },
    streamSettings: {
      network: 'raw',
      security: 'reality',
      realitySettings: {
        serverName: 's.example.com',
        fingerprint: 'chrome',
        publicKey: 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8',
        shortId: 'ab12',
        spiderX: '/',
      },
    },
  }
  expect(parseNodes(JSON.stringify({ outbounds: [outbound] })).nodes[0]!.node).toMatchObject({
    type: 'vless',
    name: 'x',
    server: 'h.example.com',
    port: 443,
    uuid: UUID,
    flow: 'xtls-rprx-vision',
    tls: {
      sni: 's.example.com',
      fp: 'chrome',
      reality: { publicKey: 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8', shortId: 'ab12', spiderX: '/' },
    },
    transport: null,
  })
})

test('what an Xray config says besides the address arrives, or is told as lost', () => {
  const server = { address: 'h', port: 443 }
  const ws = {
    network: 'ws',
    security: 'tls',
    tlsSettings: { serverName: 's.example.com' },
    wsSettings: { path: '/p', headers: { Host: 'c.example.com' } },
  }
  const { nodes, issues } = parseNodes(
    JSON.stringify({
      outbounds: [
        {
          protocol: 'vmess',
          tag: 'two',
          settings: {
            vnext: [
              { ...server, users: [{ id: UUID, security: 'auto', alterId: 0 }] },
              { ...server, port: 8443, users: [{ id: UUID }] },
            ],
          },
          streamSettings: ws,
        },
        { protocol: 'trojan', tag: 'plain', settings: { servers: [{ ...server, password: 'p' }] } },
        {
          protocol: 'trojan',
          tag: 'chained',
          settings: { servers: [{ ...server, password: 'p' }] },
          streamSettings: { security: 'tls', sockopt: { dialerProxy: 'plain' } },
          mux: { enabled: true },
        },
        {
          protocol: 'trojan',
          tag: 'fragmented',
          settings: { servers: [{ ...server, password: 'p' }] },
          streamSettings: { security: 'tls', sockopt: { dialerProxy: 'fragment' } },
        },
        { protocol: 'freedom', tag: 'fragment' },
        {
          protocol: 'shadowsocks',
          tag: 'over ws',
          settings: { servers: [{ ...server, method: 'aes-128-gcm', password: 'p' }] },
          streamSettings: ws,
        },
      ],
    }),
  )
  expect(nodes.map(({ node }) => [node.name, node.port, node.dialer])).toEqual([
    ['two', 443, undefined],
    ['two', 8443, undefined],
    ['plain', 443, undefined],
    ['chained', 443, 'plain'],
    ['fragmented', 443, undefined],
  ])
  for (const { node } of nodes.slice(0, 2))
    expect(node).toMatchObject({
      tls: { sni: 's.example.com' },
      transport: { type: 'ws', path: '/p', host: 'c.example.com' },
    })
  expect(nodes[2]!.node).toMatchObject({ tls: null })
  expect(nodes.slice(3).map(({ issues }) => issues.map((issue) => issue.code))).toEqual([
    ['mux-unsupported'],
    ['field-ignored'],
  ])
  expect(issues.map((issue) => issue.code)).toEqual(['transport-unsupported'])
})

describe('whatever the text', () => {
  const lineOf = fc.oneof(
    fc.constantFrom(A, B, base64(LINKS), '# c', '', '- ' + trojanYaml('a'), 'proxies:', '  - ' + trojanYaml('b'), '{', '}', '[Interface]', '[Peer]', '[Proxy]', '{"outbounds": [', ']}', 'a = ss, h, 1', 'a: [', '- "x', 'juicity://x'),
    fc.string({ unit: 'binary' }),
    fc.string(),
  ) // oxfmt-ignore
  const anyText = fc.array(lineOf, { maxLength: 12 }).map((lines) => lines.join('\n'))

  test('nothing throws, the numbers add up, and lines lie inside the text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { entries, comments, skipped, nodes, issues } = parseNodes(text)
        const lines = text.split(/\r\n|\n|\r/).length
        expect(entries).toBe(nodes.length + skipped + comments)
        expect(issues.length).toBeGreaterThanOrEqual(skipped)
        for (const { line } of [...nodes, ...issues]) {
          expect(line).toBeGreaterThanOrEqual(1)
          expect(line).toBeLessThanOrEqual(lines)
        }
      }),
      { numRuns: 2000 },
    )
  })

  test('entries come in the order of the text, and every link line is one', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(A, B, 'juicity://x', 'hello', ''), { maxLength: 30 }), (lines) => {
        const { entries } = read(lines.join('\n'))
        expect(entries.map((entry) => Number(entry.split(' ')[0]))).toEqual(
          lines.flatMap((line, index) => (line === '' ? [] : [index + 1])),
        )
      }),
    )
  })

  test('base64 of a text has the same entries as the text', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(A, B, 'juicity://x', '# c'), { minLength: 1, maxLength: 20 }),
        fc.constantFrom(0, 64, 76),
        (lines, width) => {
          const text = [A, ...lines].join('\n')
          const body = width === 0 ? base64(text) : wrapped(base64(text), width)
          expect(read(body).entries).toEqual(read(text).entries.map((entry) => `1/${entry}`))
        },
      ),
    )
  })
})

test.each([
  '{', '[', '- ', '? ', '- {\n', '{a\n', '[[', 'a: [\nhello\n', 'a: b\n', '- a\n', '&a ', '*a ', '"', '- \n', 'proxies:\n  - {\n', '[Interface]\n', '[Peer]\n', '[Proxy]\n', 'a = ss, h, 1\n', '="', 'AAAA\n',
  'AAAAAAAAAAAAAAAA\n', '{"a":', '{"a":[', '{"a":1}\n', '{}\n', '<<: *a\n', 'vmess://\n', 'ss://', '://', '!a ', '- &a x\n- *a\n', 'a:\n b:\n  c:\n', '\u0000', '\ud800', '---\n', '{"a" : /*', '- {name: "a, b}\n', '"a": [/*\n', '"a": {\n', '"AAAAAAAA",\n', '<html>\n', '<a href="ss://">\n', '\u00a0- {\n', '- a://b#', 'trojan://p@h:1?a\nb=c\n', 'vmess://\nAAAA\n', 'ss://x\ny\ny\ny\ny\ny\ny\ny\ny\ny\n', 'a: 1\n', '{a: 1, a: 2}\n', 'vless%3A%2F%2F\n', 'data:,\n', 'data:;base64,AAAA\n', 'clash://install-config?url=\n', 'sub://AAAA\n', 'tg://socks?server=a\n', '{"message":"a"}\n', '{"vmess":[{"address":1,"configType":1}]}\n',
])('64 KiB of %j are read to the end, every line accounted for', (part) => {
  const { entries, nodes, skipped, comments } = parseNodes(part.repeat(Math.ceil(65536 / part.length)).slice(0, 65536))
  expect(nodes.length + skipped + comments).toBe(entries)
}) // oxfmt-ignore

test.each([16, 20, 30, 63, 64, 75, 76, 77, 100])('base64 wrapped after %i characters is one body', (width) => {
  const links = Array.from({ length: 12 }, (_, index) => `trojan://pw@n${index}.example.com:443#N${index}`).join('\n')
  const body = Buffer.from(links).toString('base64')
  const lines = Array.from({ length: Math.ceil(body.length / width) }, (_, index) =>
    body.slice(index * width, (index + 1) * width),
  )
  for (const end of ['\n', '\r\n']) {
    expect(parseNodes(lines.join(end))).toMatchObject({ entries: 12, skipped: 0, issues: [] })
  }
})
