import { expect, test } from 'vitest'
import {
  A,
  base64,
  LINKS,
  shortEntries,
  trojanYaml,
  UUID,
  VLESS,
  wrapped,
  type TextCase,
} from '../../../proof/short-entries.ts'
import { parseNodes } from '../../parse-nodes.ts'

test.each<TextCase>([
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
])('%s', (_, text, entries, comments = 0) => {
  expect(shortEntries(text)).toEqual({ entries, comments })
}) // oxfmt-ignore

test('a link that mail broke keeps its TLS and its whole text', () => {
  const { nodes } = parseNodes(`${VLESS}?type=tcp&secu\nrity=tls&sni=s.example.com#N`)
  expect(nodes).toMatchObject([
    { link: `${VLESS}?type=tcp&security=tls&sni=s.example.com#N`, line: 1, node: { tls: { sni: 's.example.com' } } },
  ])
})
