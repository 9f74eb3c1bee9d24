import { createSocket } from 'node:dgram'
import { createServer as createHttpServer } from 'node:http'
import { createServer, type AddressInfo, connect } from 'node:net'
import { expect } from 'vitest'
import { buildSingboxConfig } from '../src/clients/singbox/singbox-config.ts'
import { builtinTemplate } from '../src/templates/builtin.ts'
import { configRequest } from './config-request.ts'
import { engineTest } from './engine-test.ts'
import { freePort } from './free-ports.ts'
import { assertOnLoopback, singboxOnLoopback } from './loopback.ts'
import { withSingbox } from './sing-box.ts'
import type { JsonObject } from '../src/text/record.ts'

type Dict = JsonObject

const LOOPBACK = '127.0.0.1'
const TYPE_A = 1

/** A resolver that gives 127.0.0.1 for names that it was given no other address of, and notes what it was asked. */
async function resolver(
  addresses: Readonly<Record<string, string>> = {},
): Promise<{ port: number; asked: Set<string>; close(): void }> {
  const asked = new Set<string>()
  const socket = createSocket('udp4')
  socket.on('message', (query, from) => {
    const labels: string[] = []
    let at = 12
    for (; query[at]! > 0; at += query[at]! + 1) labels.push(query.toString('latin1', at + 1, at + 1 + query[at]!))
    const name = labels.join('.')
    asked.add(name)
    const address = (addresses[name] ?? LOOPBACK).split('.').map(Number)
    const answers = query.readUInt16BE(at + 1) === TYPE_A ? [0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...address] : []
    const head = Buffer.from([query[0]!, query[1]!, 0x81, 0x80, 0, 1, 0, answers.length > 0 ? 1 : 0, 0, 0, 0, 0])
    socket.send(Buffer.concat([head, query.subarray(12, at + 5), Buffer.from(answers)]), from.port, from.address)
  })
  await new Promise<void>((done) => socket.bind(0, LOOPBACK, done))
  return { port: socket.address().port, asked, close: () => socket.close() }
}

/** A SOCKS 5 server that goes nowhere and notes the names it is asked for. */
async function node(): Promise<{ port: number; asked: Set<string>; close(): void }> {
  const asked = new Set<string>()
  const server = createServer((client) => {
    client.on('error', () => {})
    client.once('data', () => {
      client.write(Buffer.from([5, 0]))
      client.once('data', (request: Buffer) => {
        asked.add(request[3] === 3 ? request.toString('latin1', 5, 5 + request[4]!) : 'an address')
        client.end(Buffer.from([5, 4, 0, 1, 0, 0, 0, 0, 0, 0]))
      })
    })
  })
  await new Promise<void>((done) => server.listen(0, LOOPBACK, done))
  return { port: (server.address() as AddressInfo).port, asked, close: () => server.close() }
}

/** Asks a mixed port for a page of a host; what comes back does not matter. */
function ask(mixed: number, host: string, port: number): Promise<void> {
  return new Promise((done) => {
    const request = `GET http://${host}:${port}/ HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`
    const socket = connect(mixed, LOOPBACK, () => socket.write(request))
    socket.on('error', () => done())
    socket.resume()
    socket.on('close', () => done())
  })
}

/** The DNS servers of a config, in their places resolvers of ours. */
function onPorts(servers: readonly Dict[], ports: { home: number; abroad: number }): Dict[] {
  return servers.map((server) =>
    server['type'] === 'fakeip'
      ? server
      : {
          type: 'udp',
          tag: server['tag'],
          server: LOOPBACK,
          server_port: server['tag'] === 'dns-proxy' ? ports.abroad : ports.home,
        },
  )
}

/** A page on loopback that notes the hosts it was asked for. */
async function page(): Promise<{ port: number; asked: Set<string>; close(): void }> {
  const asked = new Set<string>()
  const server = createHttpServer((request, response) => {
    asked.add(String(request.headers.host).split(':')[0]!)
    response.end('here')
  })
  await new Promise<void>((done) => server.listen(0, LOOPBACK, done))
  return { port: (server.address() as AddressInfo).port, asked, close: () => server.close() }
}

for (const version of ['compatible', '1.14'] as const) {
  engineTest(
    ['sing-box'],
    `${version}: a name that no list has goes direct where its address is one of the mainland, else through the node`,
    async ({ 'sing-box': path }) => {
      const [home, abroad] = [await resolver(), await resolver({ 'abroad.test': '203.0.113.9' })]
      const [proxy, site] = [await node(), await page()]
      try {
        const template = builtinTemplate('standard', 'en-US')
        const planned = configRequest('singbox', template, { version })
        const lists = new Map(
          [...planned.lists].map(([url, text]) => [url, url.includes('cncidr') ? `${LOOPBACK}/32\n` : text]),
        )
        const request = { ...planned, nodes: [{ name: 'N', type: 'socks5', server: LOOPBACK }], lists }
        const outbound = { type: 'socks', tag: 'N', server: LOOPBACK, server_port: proxy.port }
        const { config } = buildSingboxConfig(request, [outbound], [])
        const [mixed, controller, dead] = [await freePort(), await freePort(), await freePort()]
        const safe = singboxOnLoopback(config, { mixed, controller, dead })
        ;(safe['dns'] as Dict)['servers'] = onPorts((config['dns'] as Dict)['servers'] as Dict[], {
          home: home.port,
          abroad: abroad.port,
        })
        assertOnLoopback(safe, 'sing-box config')
        await withSingbox(path, safe, async () => {
          await ask(mixed, 'mainland.test', site.port)
          await ask(mixed, 'abroad.test', site.port)
        })
        expect([...site.asked]).toEqual(['mainland.test'])
        expect([...proxy.asked]).toContain('an address')
        // In a whole config this resolver is encrypted and asked through the proxy: nothing is asked in clear.
        expect([...abroad.asked].toSorted()).toEqual(['abroad.test', 'mainland.test'])
        expect([...home.asked]).toEqual([])
        const looks = (config['route'] as { rules: Dict[] }).rules.find(({ action }) => action === 'resolve')
        const asked = ((config['dns'] as Dict)['servers'] as Dict[]).find(({ tag }) => tag === looks?.['server'])
        expect(asked).toMatchObject({ type: 'https', detour: 'Select' })
      } finally {
        for (const one of [home, abroad, proxy, site]) one.close()
      }
    },
    30_000,
  )

  engineTest(
    ['sing-box'],
    `${version}: direct names are asked of the resolver at home, proxied ones of nobody: the node gets the name`,
    async ({ 'sing-box': path }) => {
      const [home, abroad, proxy] = [await resolver(), await resolver(), await node()]
      try {
        const request = configRequest('singbox', builtinTemplate('minimal', 'en-US'), {
          version,
          nodes: [{ name: 'N', type: 'socks5', server: LOOPBACK }],
          additionRules: 'DOMAIN-SUFFIX,direct.test,DIRECT',
        })
        const outbound = { type: 'socks', tag: 'N', server: LOOPBACK, server_port: proxy.port }
        const { config } = buildSingboxConfig(request, [outbound], [])
        const [mixed, controller, dead] = [await freePort(), await freePort(), await freePort()]
        const safe = singboxOnLoopback(config, { mixed, controller, dead })
        const servers = (config['dns'] as Dict)['servers'] as Dict[]
        ;(safe['dns'] as Dict)['servers'] = onPorts(servers, { home: home.port, abroad: abroad.port })
        assertOnLoopback(safe, 'sing-box config')
        await withSingbox(path, safe, async () => {
          await ask(mixed, 'www.direct.test', dead)
          await ask(mixed, 'proxied.test', dead)
        })
        expect([...home.asked]).toEqual(['www.direct.test'])
        expect([...abroad.asked]).toEqual([])
        expect(proxy.asked).toContain('proxied.test')
      } finally {
        for (const one of [home, abroad, proxy]) one.close()
      }
    },
    30_000,
  )
}
