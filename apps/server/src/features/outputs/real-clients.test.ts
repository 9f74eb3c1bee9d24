import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import type { HostedOutput, SubscriptionItem } from '@switchyard/contract'
import { parseNodes } from '@switchyard/convert'
import { pino } from 'pino'
import { expect, onTestFinished, vi } from 'vitest'
import { engineTest } from '../../../../../packages/convert/proof/engine-test.ts'
import { freePort } from '../../../../../packages/convert/proof/free-ports.ts'
import {
  type LoopbackPorts,
  singboxOnLoopback,
  xrayOnLoopback,
} from '../../../../../packages/convert/proof/loopback.ts'
import { fileOnLoopback, withMihomo } from '../../../../../packages/convert/proof/mihomo.ts'
import { withSingbox } from '../../../../../packages/convert/proof/sing-box.ts'
import { fetchThrough, SITE_NAME, startSite } from '../../../../../packages/convert/proof/site.ts'
import { withXray } from '../../../../../packages/convert/proof/xray.ts'
import { addUser, emptyStore, signIn } from '../../../test/accounts.ts'
import { createApp } from '../../app.ts'
import { startEngine } from '../../engine/engine.ts'
import { createSafeFetch } from '../../fetch/safe-fetch.ts'
import { HttpServer } from '../../http/http-server.ts'
import { depsOf } from '../../test-app.ts'
import { createHosting } from '../../hosting.ts'

const TIMEOUT_MS = 60_000
const HOUR = 3_600_000
const PASSWORD = 'a password of the test'
const METHOD = 'aes-256-gcm'
const SING_BOX_AGENT = 'SFA (sing-box 1.14.1; language zh_CN)'
const XRAY_AGENT = 'Xray/26.3.27'
const MIHOMO_AGENT = 'mihomo/1.19.24'
const BASE64_AGENT = 'v2rayN/7.16.3'

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return (server.address() as AddressInfo).port
}

/** The server as it runs, with threads and sockets, and a provider that says what the test wants. */
async function startServer(first: string) {
  const provider = { says: first }
  const providerPort = await listening(
    createServer((_: IncomingMessage, answer: ServerResponse) => {
      answer.setHeader('subscription-userinfo', 'upload=1; download=2; total=3')
      answer.end(provider.says)
    }),
  )
  const store = await emptyStore()
  const clock = { now: 1000 * HOUR }
  const { engine, stop } = startEngine()
  onTestFinished(stop)
  const safeFetch = createSafeFetch({
    log: pino({ level: 'silent' }),
    resolve: () => Promise.resolve(['93.184.216.34']),
    dial: () => ({ address: '127.0.0.1', port: providerPort }),
    ownAddresses: [],
  })
  const http = new HttpServer()
  const port = await listening(http.node)
  const deps = { ...depsOf({}), store, engine, safeFetch, now: () => clock.now, port: () => port }
  const hosting = createHosting(deps)
  const app = createApp(deps, hosting)
  http.serve(getRequestListener(app.fetch))
  const cookie = `sid=${await signIn(store, await addUser(store, 'ann'), clock.now)}`
  const origin = `http://127.0.0.1:${port}`
  const api = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const answer = await fetch(origin + path, {
      method,
      headers: { cookie, origin, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const { data } = (await answer.json()) as { data: T }
    expect([path, answer.status, answer.status === 200 ? '' : data]).toEqual([path, 200, ''])
    return data
  }
  return { api, provider, clock, hosting }
}

const namesIn = (text: string) => parseNodes(text).nodes.map(({ node }) => node.name)

const link = (port: number, name: string) =>
  `ss://${Buffer.from(`${METHOD}:${PASSWORD}`).toString('base64url')}@127.0.0.1:${port}#${name}`

/** A server of sing-box that gives the test's page, whatever it is asked for. */
const shadowsocksServer = (port: number, sitePort: number) => ({
  log: { level: 'info' },
  inbounds: [{ type: 'shadowsocks', listen: '127.0.0.1', listen_port: port, method: METHOD, password: PASSWORD }],
  outbounds: [{ type: 'direct', tag: 'direct' }],
  route: {
    rules: [{ action: 'route', outbound: 'direct', override_address: '127.0.0.1', override_port: sitePort }],
    final: 'direct',
  },
})

const portsBeside = async (probe: number): Promise<LoopbackPorts> => ({
  mixed: await freePort(),
  controller: await freePort(),
  dead: await freePort(),
  probe,
})

/** mihomo listens a moment before it lets anything through, and answers 502 until then. */
const seesPage = (proxyPort: number, body: string) =>
  vi.waitFor(async () => expect(await fetchThrough(proxyPort, '/page')).toBe(body), { timeout: 10_000, interval: 100 })

type Api = Awaited<ReturnType<typeof startServer>>['api']

/** The provider's address as an item, and an output of it: its place in the API, and its address for clients. */
async function publish(api: Api) {
  const item = await api<SubscriptionItem>('POST', '/api/subscriptions', {
    name: 'provider',
    body: 'http://provider.example.com/sub',
  })
  const output = await api<HostedOutput>('POST', '/api/outputs', {
    name: 'mine',
    client: 'mihomo',
    items: { a: item.id },
    recipe: JSON.stringify({
      switchyard: 'recipe',
      version: 1,
      sources: [{ id: 'a', name: 'provider', url: 'http://provider.example.com/' }],
      common: { template: 'minimal' },
    }),
  })
  const place = `/api/outputs/${output.id}`
  const { url } = await api<{ url: string }>('GET', `${place}/addresses/${output.addresses[0]!.id}`)
  const get = async (agent: string) => {
    const answer = await fetch(url, { headers: { 'user-agent': agent } })
    expect([agent, answer.status]).toEqual([agent, 200])
    return answer.text()
  }
  return { place, url, get }
}

engineTest(
  ['sing-box', 'xray'],
  'sing-box and Xray fetch the address under their own names and carry a page, and live on it through what the provider does',
  async (paths) => {
    const body = `carried ${'over the switchyard '.repeat(50)}`
    const site = await startSite(body)
    onTestFinished(site.close)
    const [singBoxPort, xrayPort] = [await freePort(), await freePort()]
    const both = `${link(singBoxPort, 'by-sing-box')}\n${link(xrayPort, 'by-Xray')}`

    const { api, provider, clock, hosting } = await startServer(both)
    const { place, get } = await publish(api)
    const xrayServer = {
      log: { loglevel: 'warning' },
      inbounds: [
        {
          protocol: 'shadowsocks',
          listen: '127.0.0.1',
          port: xrayPort,
          settings: { method: METHOD, password: PASSWORD, network: 'tcp,udp' },
        },
      ],
      outbounds: [{ protocol: 'freedom', settings: { redirect: `127.0.0.1:${site.port}` } }],
    }
    const carry = async () => {
      const ports = await portsBeside(site.port)
      const singBox = singboxOnLoopback(JSON.parse(await get(SING_BOX_AGENT)), ports)
      await withSingbox(paths['sing-box'], singBox, async () => {
        expect(await fetchThrough(ports.mixed, '/page')).toBe(body)
      })
      const xray = xrayOnLoopback(JSON.parse(await get(XRAY_AGENT)), ports)
      Object.assign(xray['dns'] as object, { hosts: { [SITE_NAME]: '192.0.2.1' } })
      await withXray(paths.xray, xray, async () => {
        expect(await fetchThrough(ports.mixed, '/page')).toBe(body)
      })
    }
    const refresh = async (says: string) => {
      provider.says = says
      clock.now += HOUR
      await api('POST', `${place}/refresh`, {})
    }

    await withSingbox(paths['sing-box'], shadowsocksServer(singBoxPort, site.port), () =>
      withXray(paths.xray, xrayServer, async () => {
        await carry()
        expect(namesIn(await get(BASE64_AGENT))).toEqual(['by-sing-box', 'by-Xray'])

        await refresh(link(xrayPort, 'by-Xray'))
        expect(namesIn(await get(BASE64_AGENT))).toEqual(['by-Xray'])
        await carry()
        const { versions } = await api<{ versions: object[] }>('GET', `${place}/versions`)
        expect(versions).toMatchObject([
          { number: 2, nodes: 1, added: 0, removed: 1 },
          { number: 1, nodes: 2, added: 2, removed: 0 },
        ])

        const many = Array.from({ length: 20 }, (_, at) => link(singBoxPort, `node-${at}`)).join('\n')
        await refresh(many)
        const served = await get(BASE64_AGENT)
        for (const says of ['', '<!doctype html><p>Sign in', link(singBoxPort, 'node-1'), '\u0000%{{{']) {
          await refresh(says)
          expect(await get(BASE64_AGENT)).toBe(served)
        }
        await carry()
      }),
    )
    await hosting.recorder.write()
    const record = await api<{ days: { client: string }[] }>('GET', `${place}/record`)
    expect(record.days.map(({ client }) => client)).toEqual(['Xray', 'sing-box', 'v2rayN'])
  },
  TIMEOUT_MS,
)

engineTest(
  ['mihomo', 'sing-box'],
  'mihomo carries a page with the file under its name, and with a provider that it fetches from the address itself',
  async (paths) => {
    const body = `carried ${'over the switchyard '.repeat(50)}`
    const site = await startSite(body)
    onTestFinished(site.close)
    const port = await freePort()
    const { api, hosting } = await startServer(link(port, 'by-sing-box'))
    const { place, url, get } = await publish(api)

    await withSingbox(paths['sing-box'], shadowsocksServer(port, site.port), async () => {
      const ports = await portsBeside(site.port)
      const file = fileOnLoopback(await get(MIHOMO_AGENT), ports)
      await withMihomo(paths.mihomo, file, async () => {
        await seesPage(ports.mixed, body)
      })

      const provided = {
        'mixed-port': ports.mixed,
        'bind-address': '127.0.0.1',
        'log-level': 'info',
        'proxy-providers': { mine: { type: 'http', url, path: './mine.yaml', interval: 3600 } },
        'proxy-groups': [{ name: 'Select', type: 'select', use: ['mine'] }],
        rules: ['MATCH,Select'],
      }
      await withMihomo(paths.mihomo, provided, async () => {
        await seesPage(ports.mixed, body)
      })
    })
    await hosting.recorder.write()
    const { days } = await api<{ days: { client: string; requests: number }[] }>('GET', `${place}/record`)
    expect(days).toMatchObject([{ client: 'mihomo' }])
  },
  TIMEOUT_MS,
)
