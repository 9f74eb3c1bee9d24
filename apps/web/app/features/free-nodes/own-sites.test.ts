import { expect, test } from 'vitest'
import { dueSites, nodesOf, type OwnSite, sourceOf, withForm, withTry } from './own-sites.ts'

const MINUTE = 60_000
const NODE = { key: 'k', name: 'One', protocol: 'trojan', host: 'a.example.com', port: 443, text: 'trojan://secret@a' }
const SITE: OwnSite = {
  id: 'own', name: 'Mine', address: 'https://a.example/free', kind: 'subscription', intervalS: 600, enabled: true, nodes: [],
} // oxfmt-ignore

test('what was fetched is shown until it is two intervals old, and stays when a later try fails or holds no node', () => {
  const fetched = withTry(SITE, { nodes: [NODE] }, 5)
  expect(sourceOf(fetched, 5)).toMatchObject({ nodes: 1, state: 'fresh', isStale: false, fetchedAt: 5 })
  const failed = withTry(fetched, { failure: 'bad-status', status: 503 }, 10 * MINUTE)
  expect(failed).toMatchObject({ nodes: [NODE], fetchedAt: 5 })
  expect(sourceOf(failed, 21 * MINUTE)).toMatchObject({
    state: 'failing',
    isStale: true,
    lastTry: { result: 'failed', failure: 'bad-status', status: 503 },
  })
  expect(withTry(fetched, { nodes: [] }, 9)).toMatchObject({
    nodes: [NODE],
    lastTry: { failure: 'not-a-subscription' },
  })
})

test('a source is due at first, then after its interval, and never while it is off', () => {
  const tried = withTry(SITE, { failure: 'timeout' }, 1000)
  expect(dueSites([SITE, tried, { ...SITE, enabled: false }], 1000)).toEqual([SITE])
  expect(dueSites([tried], 1000 + 10 * MINUTE)).toEqual([tried])
})

test('another address forgets what the one before answered, another name does not', () => {
  const fetched = withTry(SITE, { nodes: [NODE] }, 5)
  const { id: _, nodes: _nodes, fetchedAt: _at, lastTry: _try, ...form } = fetched
  expect(withForm(fetched, { ...form, name: 'Other' })).toMatchObject({ name: 'Other', nodes: [NODE], fetchedAt: 5 })
  const moved = withForm(fetched, { ...form, address: 'https://b.example/' })
  expect([moved.nodes, moved.fetchedAt]).toEqual([[], undefined])
})

test('its nodes name their source, and of one that is off there are none', () => {
  const fetched = withTry(SITE, { nodes: [NODE] }, 5)
  expect(nodesOf([fetched])).toMatchObject([{ key: 'own k', sources: ['own'], fetchedAt: 5, check: { results: [] } }])
  expect(nodesOf([{ ...fetched, enabled: false }])).toEqual([])
})
