import { createServer, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { expect, onTestFinished, test } from 'vitest'
import { makeAuthority, makeCertificate } from '../../test/certificates.ts'
import { checkedDial, type Network } from './checked-dial.ts'
import { asSafeFetchError } from './safe-fetch-error.ts'

const connecting = { connectMs: 2000, signal: new AbortController().signal }
const EXAMPLE = { host: 'example.com', port: 443 }

async function portOf(server: { listen: (...all: [number, string, () => void]) => unknown; address: () => unknown }) {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

/** A proxy that leads everything to one port of this machine; `asked`: what it was told. */
async function startProxy(port: number, status = 200) {
  const asked: (string | undefined)[] = []
  const proxy = createServer()
  proxy.on('connect', ({ url, headers }: IncomingMessage, client: Socket) => {
    asked.push(url, headers['proxy-authorization'])
    if (status !== 200) return void client.end(`HTTP/1.1 ${status} No\r\n\r\n`)
    client.write('HTTP/1.1 200 OK\r\n\r\n')
    const upstream = connect(port, '127.0.0.1')
    upstream.pipe(client).pipe(upstream)
    client.on('close', () => upstream.destroy())
  })
  onTestFinished(() => void proxy.close())
  return { address: `http://127.0.0.1:${await portOf(proxy)}`, asked }
}

const networkWith = (more: Partial<Network>): Network => ({
  privateRanges: [],
  ownAddresses: ['127.0.0.1'],
  resolve: () => Promise.resolve(['93.184.216.34']),
  dial: (address, port) => ({ address, port }),
  ...more,
})

test('a connection goes through the proxy, which is told a checked address and never a name', async () => {
  const server = createTcpServer((socket) => socket.end('hello'))
  onTestFinished(() => void server.close())
  const { address, asked } = await startProxy(await portOf(server))
  const proxy = address.replace('//', '//me:p%40ss@')
  const socket = await checkedDial(networkWith({ proxy }), { ...EXAMPLE, isTls: false }, connecting)
  expect((await socket.toArray()).join('')).toBe('hello')
  expect(asked).toEqual(['93.184.216.34:443', `Basic ${Buffer.from('me:p@ss').toString('base64')}`])
})

test('TLS is spoken with the host behind the proxy, and its certificate is checked', async () => {
  const authority = await makeAuthority()
  const server = createTlsServer(await makeCertificate({ host: 'example.com', authority }), (socket) =>
    socket.end(String(socket.servername)),
  )
  onTestFinished(() => void server.close())
  const { address: proxy } = await startProxy(await portOf(server))
  const dial = (host: string) =>
    checkedDial(networkWith({ proxy, ca: authority.certificate }), { host, port: 443, isTls: true }, connecting)
  expect((await (await dial('example.com')).toArray()).join('')).toBe('example.com')
  expect(asSafeFetchError(await dial('other.example').catch((error: unknown) => error)).code).toBe('tls')
})

test('the proxy is not asked for what may not be reached', async () => {
  const { address: proxy, asked } = await startProxy(1)
  const resolve = () => Promise.resolve(['127.0.0.1'])
  const dialed = checkedDial(networkWith({ proxy, resolve }), { ...EXAMPLE, isTls: true }, connecting)
  expect(asSafeFetchError(await dialed.catch((error: unknown) => error)).code).toBe('refused-address')
  expect(asked).toEqual([])
})

test('a proxy that says no is as a closed port, and one that is not there as a host that does not answer', async () => {
  const { address } = await startProxy(1, 407)
  for (const [proxy, code] of [
    [address, 'refused-address'],
    ['http://127.0.0.1:1', 'timeout'],
  ] as const) {
    const dialed = checkedDial(networkWith({ proxy }), { ...EXAMPLE, isTls: false }, connecting)
    expect(asSafeFetchError(await dialed.catch((error: unknown) => error)).code).toBe(code)
  }
})
