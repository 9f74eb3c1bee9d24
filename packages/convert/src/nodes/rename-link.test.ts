import { expect, test } from 'vitest'
import { convertText, parseNodes } from '../index.ts'
import { base64Encode } from '../text/base64.ts'

const ID = '11111111-2222-4333-8444-555555555555'
const quantumult = (more: string) =>
  `vmess://${base64Encode(`A = vmess,a.example.com,443,aes-128-gcm,"${ID}",over-tls=true,obfs=ws,obfs-path="/p",obfs-header="${more}"`)}`
const WITH_HEADERS = quantumult('Host: h.example.com[Rr][Nn]User-Agent: x')

const renamed = (link: string, to: 'links' | 'base64' = 'links') =>
  convertText([{ name: 't', text: link }], { to, names: { prefix: 'B ' } })

test('a link whose name cannot be changed without a loss stays as it was, and that is told', () => {
  const { text, report } = renamed(WITH_HEADERS)
  expect(text).toBe(`${WITH_HEADERS}\n`)
  expect(report.issues).toMatchObject([
    { code: 'name-not-rewritten', severity: 'warning', line: 1, field: 'name', kept: true },
  ])
  expect(report).toMatchObject({ output: 1, refused: 0 })
  expect(renamed(WITH_HEADERS, 'base64').report.issues).toMatchObject([{ code: 'name-not-rewritten' }])
})

test.each([
  quantumult('Host: h.example.com'),
  `trojan://p@a.example.com:443?remarks=A`,
  `ssr://${base64Encode(`a.example.com:1:origin:aes-128-ctr:plain:${base64Encode('p')}/?remarks=${base64Encode('A')}`)}`,
])('one that says the same under another name is written with it: %s', (link) => {
  const { text, report } = renamed(link)
  expect(report.issues.filter(({ code }) => code === 'name-not-rewritten')).toEqual([])
  expect(parseNodes(text).nodes.map(({ node }) => node.name)).toEqual(['B A'])
})

test('a client, which takes the name beside the link, hears nothing of it', () => {
  const { report } = convertText([{ name: 't', text: WITH_HEADERS }], { to: 'mihomo', names: { prefix: 'B ' } })
  expect(report.issues.map(({ code }) => code)).not.toContain('name-not-rewritten')
})
