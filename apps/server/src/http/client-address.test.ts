import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { clientAddress, visitorKey } from './client-address.ts'

async function reported(forwarded: string, trustedProxies: number) {
  const app = new Hono().get('/', (c) =>
    c.json([clientAddress(c, trustedProxies) ?? null, visitorKey(c, trustedProxies)]),
  )
  return (await app.request('/', { headers: { 'x-forwarded-for': forwarded } })).json()
}

test.each([
  ['203.0.113.7', 1, '203.0.113.7', '203.0.113.7'],
  ['evil, 203.0.113.7', 1, '203.0.113.7', '203.0.113.7'],
  ['198.51.100.1, 203.0.113.7', 2, '198.51.100.1', '198.51.100.1'],
  ['203.0.113.7:5678', 1, '203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', 1, '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::9]:443', 1, '2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['::ffff:203.0.113.7', 1, '::ffff:203.0.113.7', '203.0.113.7'],
  ['203.0.113.7', 0, null, 'unknown'],
  ['unknown', 1, null, 'unknown'],
  ['_hidden', 1, null, 'unknown'],
  ['<script>', 1, null, 'unknown'],
  ['1', 1, null, 'unknown'],
  ['', 1, null, 'unknown'],
])('"%s" behind %i trusted proxies is the address %s, whose requests count as %s', async (header, proxies, ...said) => {
  expect(await reported(header, proxies)).toEqual(said)
})
