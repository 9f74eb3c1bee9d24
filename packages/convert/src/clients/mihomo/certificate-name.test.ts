import { expect, test } from 'vitest'
import { NodeIssues } from '../../model/issue.ts'
import { parseNodes } from '../../parse-nodes.ts'
import { writeClashProxy } from '../clash/write-proxy.ts'
import { writeMihomoProxy } from './write-proxy.ts'

const PIN = 'ab'.repeat(32)
const NEEDED = 'doubtful version-needed vcn 1.19.29'
const OTHER_LOST = 'doubtful pin-not-convertible vcn n.example.com 1'

function written(link: string, write = writeMihomoProxy) {
  const issues = new NodeIssues()
  const { node } = parseNodes(link).nodes[0]!
  const entry = write(node, issues)
  const told = issues.take().map(({ code, field, doubtful, args }) => [doubtful ? 'doubtful' : 'note', code, field, ...Object.values(args ?? {})].join(' ')) // oxfmt-ignore
  return { entry, told }
}

test.each([
  ['one name', 'sni=s.example.com&vcn=n.example.com', 'n.example.com', [NEEDED]],
  ['several names', 'sni=s.example.com&vcn=n.example.com%2Cm.example.com', 'n.example.com', [OTHER_LOST, NEEDED]],
  ['the name that is checked anyway', 'sni=s.example.com&vcn=s.example.com', 's.example.com', []],
  ['the name of the server, without SNI', 'vcn=example.com', 'example.com', []],
  ['a name beside a pin', `sni=s.example.com&vcn=n.example.com&pcs=${PIN}`, 'n.example.com', []],
  ['several names where nothing is checked', 'insecure=1&vcn=n.example.com%2Cm.example.com', 'n.example.com', ['note field-ignored vcn']],
])('%s', (_, query, name, told) => {
  expect(written(`trojan://p@example.com:443?${query}#A`)).toMatchObject({ entry: { 'name-cert-verify': name }, told })
}) // oxfmt-ignore

test('the download of xhttp has a certificate of its own', () => {
  const extra = { downloadSettings: { address: 'd.example.com', port: 443, network: 'xhttp', security: 'tls', tlsSettings: { serverName: 's.example.com', verifyPeerCertByName: 'n.example.com,m.example.com' }, xhttpSettings: { path: '/d' } } } // oxfmt-ignore
  const link = `vless://11111111-2222-4333-8444-555555555555@example.com:443?security=tls&type=xhttp&path=/x&extra=${encodeURIComponent(JSON.stringify(extra))}#A`
  const { entry, told } = written(link)
  expect(entry).toMatchObject({ 'xhttp-opts': { 'download-settings': { 'name-cert-verify': 'n.example.com' } } })
  expect(told).toEqual([OTHER_LOST, NEEDED])
})

test('Clash, which has no such key, is told of no version of mihomo', () => {
  expect(written('trojan://p@example.com:443?sni=s.example.com&vcn=n.example.com#A', writeClashProxy).told).toEqual([
    'doubtful pin-not-convertible name-cert-verify',
  ])
})
