import { createSocket } from 'node:dgram'
import { createServer, type AddressInfo, connect } from 'node:net'
import { expect } from 'vitest'
import { buildSingboxConfig } from '../src/platforms/singbox-config.ts'
import { builtinTemplate } from '../src/templates/builtin.ts'
import { configRequest } from './config-request.ts'
import { engineTest } from './engine-test.ts'
import { freePort } from './free-ports.ts'
import { assertOnLoopback, singboxOnLoopback } from './loopback.ts'
import { withSingbox } from './sing-box.ts'

type Dict = Record<string, unknown>

const LOOPBACK = '127.0.0.1'
const TYPE_A = 1

/** A resolver that gives 127.0.0.1 for every name and notes what it was asked. */
async function resolver(): Promise<{ port: number; asked: Set<string>; close(): void }> {
  const asked = new Set<string>()
  const socket = createSocket('udp4')
  socket.on('message', (query, from) => {
    const labels: string[] = []
    let at = 12
    for (; query[at]! > 0; at += query[at]! + 1) labels.push(query.toString('latin1', at + 1, at + 1 + query[at]!))
    asked.add(labels.join('.'))
    const answers = query.readUInt16BE(at + 1) === TYPE_A ? [0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 127, 0, 0, 1] : []
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

for (const version of ['compatible', '1.14'] as const) {
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
        ;(safe['dns'] as Dict)['servers'] = servers.map(({ type, tag, ...others }) =>
          type === 'fakeip'
            ? Object.assign(others, { type, tag })
            : { type: 'udp', tag, server: LOOPBACK, server_port: tag === 'dns-proxy' ? abroad.port : home.port },
        )
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
