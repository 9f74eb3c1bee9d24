import { expect, test } from 'vitest'
import { readOneLink } from './read-one-link.ts'

const LINK = 'trojan://pw@a.example.com:443#Tokyo'

test('one link is one node', () => {
  expect(readOneLink(`  ${LINK}\n`, 'mihomo', 'en-US')).toMatchObject({
    entries: 1,
    node: { type: 'trojan', name: 'Tokyo', server: 'a.example.com', port: 443 },
    issues: [],
  })
})

test.each([
  ['nothing', '', 0],
  ['a comment', '# a note', 0],
  ['two links', `${LINK}\n${LINK}2`, 2],
])('%s is no node', (_, text, entries) => {
  expect(readOneLink(text, 'mihomo', 'en-US')).toEqual({ entries, issues: [] })
})

test('a broken link says why, in the wanted language', () => {
  const { node, issues } = readOneLink('trojan://pw@a.example.com:0#x', 'mihomo', 'zh-CN')
  expect(node).toBeUndefined()
  expect(issues).toMatchObject([
    { code: 'bad-port', severity: 'error', text: expect.stringMatching(/端口/) as unknown },
  ])
})

test('a node that the chosen client would refuse is read, and that is said', () => {
  const read = readOneLink('ssr://YS5leGFtcGxlLmNvbTo0NDM6b3JpZ2luOnJjNC1tZDU6cGxhaW46Y0hj', 'singbox', 'en-US')
  expect(read.node).toMatchObject({ type: 'ssr' })
  expect(read.issues.length).toBeGreaterThan(0)
})
