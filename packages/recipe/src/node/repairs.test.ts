import { type NodeBase, parseNodes } from '@switchyard/convert'
import { expect, test } from 'vitest'
import { ciphersFor, issuesOf, withChecks } from './repairs.ts'

const nodeOf = (link: string): NodeBase => parseNodes(link).nodes[0]!.node

test('a node whose certificate nobody checks is checked, and nothing else of it changes', () => {
  const node = nodeOf('trojan://s3cret@a.example.com:443?sni=b.example.com&allowInsecure=1#A')
  expect(node).toHaveProperty('tls.insecure', true)
  const safe = withChecks(node)
  expect(safe).not.toHaveProperty('tls.insecure')
  expect(safe).toMatchObject({ server: 'a.example.com', password: 's3cret', tls: { sni: 'b.example.com' } })
  expect(withChecks(safe)).toBe(safe)
})

test('a node that was put right has nothing more to say about its certificate', () => {
  const { node, issues } = parseNodes('trojan://s3cret@a.example.com:443?allowInsecure=1#A').nodes[0]!
  expect(issues.map(({ code }) => code)).toContain('certificate-unchecked')
  expect(issuesOf(withChecks(node), issues).map(({ code }) => code)).not.toContain('certificate-unchecked')
  expect(issuesOf({ ...node, port: 444 }, issues).map(({ code }) => code)).toContain('certificate-unchecked')
})

test('the ciphers offered are those the client takes with the password there is', () => {
  const node = nodeOf(`ss://${btoa('salsa20:s3cret')}@a.example.com:8388#A`)
  expect(ciphersFor(node, 'mihomo')).toContain('aes-256-gcm')
  expect(ciphersFor(node, 'singbox')).not.toContain('chacha20')
  expect(ciphersFor(node, 'mihomo')).not.toContain('2022-blake3-aes-128-gcm')
})
