import { createServer, type AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { checkedAddresses, checkedDial, type Network } from './checked-dial.ts'
import { asSafeFetchError } from './safe-fetch-error.ts'

const { signal } = new AbortController()
const connecting = { connectMs: 5000, signal }

/** A server that says hello, where the second of two addresses is. */
async function start(more: Partial<Network> = {}) {
  const server = createServer((socket) => socket.end('hello'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const dialed: string[] = []
  const network: Network = {
    privateRanges: [],
    ownAddresses: [],
    resolve: () => Promise.resolve(['93.184.216.34', '93.184.216.35']),
    dial: (address) => {
      dialed.push(address)
      return { address: '127.0.0.1', port: address.endsWith('35') ? port : 1 }
    },
    ...more,
  }
  return { network, dialed }
}

test('bare TCP goes to the first address that answers', async () => {
  const { network, dialed } = await start()
  const socket = await checkedDial(network, { host: 'example.com', port: 443, isTls: false }, connecting)
  expect((await socket.toArray()).join('')).toBe('hello')
  expect(dialed).toEqual(['93.184.216.34', '93.184.216.35'])
})

test.each<[string, string, Partial<Network>, string]>([
  ['a private address', '192.168.1.1', {}, 'refused-address'],
  [
    'a name with one of them',
    'example.com',
    { resolve: () => Promise.resolve(['93.184.216.35', '::1']) },
    'refused-address',
  ],
  ['our own address', 'example.com', { ownAddresses: ['93.184.216.35'] }, 'refused-address'],
  ['a name without addresses', 'example.com', { resolve: () => Promise.resolve([]) }, 'dns'],
])('%s is not dialed', async (_name, host, more, code) => {
  const { network, dialed } = await start(more)
  for (const work of [
    checkedDial(network, { host, port: 80, isTls: false }, connecting),
    checkedAddresses(network, host, signal),
  ])
    expect(asSafeFetchError(await work.catch((error: unknown) => error)).code).toBe(code)
  expect(dialed).toEqual([])
})
