import { createHash, X509Certificate } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { convertText } from '../src/index.ts'
import { realityKeys, selfMadeCertificate } from './certificate.ts'
import { findEngines } from './find-engines.ts'
import { freePort, freePortRange } from './free-ports.ts'
import { type LoopbackPorts, singboxOnLoopback, xrayOnLoopback } from './loopback.ts'
import { fileOnLoopback, withMihomo } from './mihomo.ts'
import { type Running, inEmptyFolder, mapBounded } from './program.ts'
import { withSingbox } from './sing-box.ts'
import { SITE_NAME, type Site, fetchThrough, forwardUdp, startSite, startTlsSite } from './site.ts'
import {
  CLIENTS,
  type Client,
  type ServerProgram,
  type Setting,
  TRAFFIC_CASES,
  type TrafficCase,
  clientsOf,
} from './traffic-cases.ts'
import { withXray } from './xray.ts'
import type { JsonObject } from '../src/text/record.ts'

/** Two cores: two clients at a time keep them busy. */
const WIDTH = 2
/** Hops come every 5 s. */
const HOPS_WANTED = 2
const HOP_PATIENCE_MS = 40_000
const HOP_LOOK_MS = 1_000
const START_PATIENCE_MS = 3_000
const START_LOOK_MS = 200

export interface Carried {
  case: TrafficCase
  client: Client
  /** Absent when the page came through. */
  failure?: string
}

export const caseName = ({ protocol, transport, server }: TrafficCase) => `${protocol}, ${transport}, from ${server}`

/** The pairs that can be tried here: those of clients and servers that this machine has. */
export function trafficPairs(): { case: TrafficCase; client: Client }[] {
  const engines = findEngines()
  // The certificate is sing-box's work, so nothing runs without it.
  if (!engines['sing-box'].path) return []
  return TRAFFIC_CASES.filter((one) => engines[one.server].path).flatMap((one) =>
    clientsOf(one)
      .filter((client) => engines[client].path)
      .map((client) => ({ case: one, client })),
  )
}

/** Carries a page through every pair: each server program runs once, each pair starts its client anew. */
export async function runTraffic(pairs = trafficPairs()): Promise<Carried[]> {
  if (!findEngines()['sing-box'].path || pairs.length === 0) return []
  const cases = [...new Set(pairs.map((pair) => pair.case))]
  const body = `carried ${'over the switchyard '.repeat(500)}`
  return withTrafficServers(cases, body, ({ setting, site, portOf }) => {
    // The ports that a client hops over can be listened on once.
    const last = new Map<TrafficCase, Promise<unknown>>()
    const oneByOne = <T>(one: TrafficCase, work: () => Promise<T>): Promise<T> => {
      const mine = (last.get(one) ?? Promise.resolve()).then(work)
      last.set(one, mine)
      return mine
    }
    return mapBounded(pairs, WIDTH, async (pair): Promise<Carried> => {
      const work = () => carried(pair.case, pair.client, setting, portOf(pair.case), site, body)
      const tried = () => (pair.case.hops ? oneByOne(pair.case, work) : work())
      const first = await tried()
      if (first === undefined) return pair
      // As in journeys, a busy machine gets a second try, and the first failure is printed. A wrong config fails twice.
      console.warn(`${caseName(pair.case)}, by ${pair.client}, needs a second try: ${first}`)
      const failure = await tried()
      return failure === undefined ? pair : { ...pair, failure }
    })
  })
}

/** What the servers of the cases were started with. */
export interface Served {
  setting: Setting
  site: Site
  /** The first port of its link; with hops the server listens behind the last of them. */
  portOf: (one: TrafficCase) => number
}

/** Runs the servers of these cases, each program once, with a site behind them, as long as the work takes. Needs sing-box. */
export async function withTrafficServers<T>(
  cases: readonly TrafficCase[],
  body: string,
  work: (served: Served) => Promise<T>,
): Promise<T> {
  const engines = findEngines()
  const singBox = engines['sing-box'].path!
  const certificate = await selfMadeCertificate(singBox, SITE_NAME)
  const [site, tlsSite, reality] = await Promise.all([startSite(body), startTlsSite(certificate), realityKeys(singBox)])
  try {
    return await inEmptyFolder(async (folder) => {
      const setting: Setting = {
        certificate,
        certificateFile: writtenFile(folder, 'certificate.pem', certificate.certificate),
        keyFile: writtenFile(folder, 'key.pem', certificate.key),
        pin: pinOf(certificate.certificate),
        reality,
        tlsSite: tlsSite.port,
      }
      const ports = new Map<TrafficCase, number>()
      for (const one of cases) ports.set(one, (await freePortRange(one.hops ? one.hops + 1 : 1))[0]!)
      const inboundsOf = (server: ServerProgram) =>
        cases
          .filter((one) => one.server === server)
          .flatMap((one) => one.inbounds(setting, ports.get(one)! + (one.hops ?? 0)))
      const behind = (server: 'xray' | 'xray-26.6', others: () => Promise<T>) => () => {
        const { path } = engines[server]
        return path ? withXray(path, xrayServer(inboundsOf(server), site), others) : others()
      }
      const withXrays = behind('xray', behind('xray-26.6', () => work({ setting, site, portOf: (one) => ports.get(one)! }))) // oxfmt-ignore
      return withSingbox(singBox, singboxServer(inboundsOf('sing-box'), site), withXrays)
    })
  } finally {
    await Promise.all([site.close(), tlsSite.close()])
  }
}

function pinOf(pem: string): Setting['pin'] {
  const hash = createHash('sha256').update(new X509Certificate(pem).raw).digest()
  const hex = hash.toString('hex')
  return { hex, colons: hex.toUpperCase().match(/../g)!.join(':'), base64: hash.toString('base64') }
}

function writtenFile(folder: string, name: string, text: string): string {
  const file = join(folder, name)
  writeFileSync(file, text)
  return file
}

/** Leads everything that comes out of the servers to the site: its name means nothing to anyone else. */
function singboxServer(inbounds: JsonObject[], site: Site): JsonObject {
  return {
    log: { level: 'info' },
    inbounds,
    outbounds: [{ type: 'direct', tag: 'direct' }],
    route: {
      rules: [{ action: 'route', outbound: 'direct', override_address: '127.0.0.1', override_port: site.port }],
      final: 'direct',
    },
  }
}

function xrayServer(inbounds: JsonObject[], site: Site): JsonObject {
  return {
    log: { loglevel: 'warning' },
    inbounds,
    // A newer Xray lets nobody from outside into private networks unless a rule allows it.
    outbounds: [
      {
        protocol: 'freedom',
        settings: { redirect: `127.0.0.1:${site.port}`, finalRules: [{ action: 'allow' }] },
      },
    ],
  }
}

type Config = JsonObject

/** WireGuard carries no names: the client has to know an address, any one. */
const HOSTS = { [SITE_NAME]: '192.0.2.1' }

const XRAY = {
  // What `npm run engines` builds.
  options: { to: 'xray', xray: { version: '26.3' } },
  onLoopback: (text: string, ports: LoopbackPorts) => {
    const config = xrayOnLoopback(JSON.parse(text) as Config, ports)
    // WireGuard carries no names: the client has to know an address, any one.
    Object.assign(config['dns'] as Config, { hosts: { [SITE_NAME]: '192.0.2.1' } })
    return config
  },
  run: withXray<void>,
} as const

/** How each client is written for, kept on loopback, and started. */
const PROGRAMS = {
  'sing-box': {
    options: { to: 'singbox' },
    onLoopback: (text: string, ports: LoopbackPorts) => singboxOnLoopback(JSON.parse(text) as Config, ports),
    run: withSingbox<void>,
  },
  mihomo: {
    options: { to: 'mihomo' },
    onLoopback: (text: string, ports: LoopbackPorts) => ({ ...fileOnLoopback(text, ports), hosts: HOSTS }),
    run: withMihomo<void>,
  },
  xray: XRAY,
  'xray-26.6': { ...XRAY, options: { to: 'xray' } },
} as const

/** Undefined when the page came through, else why not. */
async function carried(
  one: TrafficCase,
  client: Client,
  setting: Setting,
  port: number,
  site: Site,
  body: string,
): Promise<string | undefined> {
  const link = one.link(setting, port)
  const hops = Array.from({ length: one.hops ?? 0 }, (_, index) => port + index)
  const forwarder = one.hops ? await forwardUdp(hops, port + one.hops) : undefined
  let started: Running | undefined
  try {
    const { text, report } = convertText([{ name: 'link', text: link }], {
      ...PROGRAMS[client].options,
      template: 'minimal',
    })
    if (report.output !== 1) return `left out: ${JSON.stringify(report.issues)}`
    const ports: LoopbackPorts = {
      mixed: await freePort(),
      controller: await freePort(),
      dead: await freePort(),
      probe: site.port,
    }
    const path = findEngines()[client].path!
    const config = PROGRAMS[client].onLoopback(text, ports)
    const see = async (running: Running) => {
      started = running
      await seeFirstPage(ports.mixed, body)
      if (forwarder) await seeHops(ports.mixed, body, forwarder.visited)
    }
    // A client that checks certificates finds ours good: Go programs take the roots of this file.
    await PROGRAMS[client].run(path, config, see, {
      SSL_CERT_FILE: setting.certificateFile,
    })
    return undefined
  } catch (error) {
    return `${error instanceof Error ? error.message : String(error)}\n${link}\n${started?.output() ?? ''}`
  } finally {
    forwarder?.close()
  }
}

/** mihomo listens a moment before it lets anything through, and answers 502 until then. */
async function seeFirstPage(proxyPort: number, body: string): Promise<void> {
  const end = Date.now() + START_PATIENCE_MS
  for (;;) {
    try {
      return await seePage(proxyPort, body)
    } catch (error) {
      if (Date.now() > end) throw error
      await sleep(START_LOOK_MS)
    }
  }
}

async function seePage(proxyPort: number, body: string): Promise<void> {
  const text = await fetchThrough(proxyPort, '/page')
  if (text !== body) throw new Error(`other bytes came: ${text.slice(0, 80)}`)
}

async function seeHops(proxyPort: number, body: string, visited: () => readonly number[]): Promise<void> {
  const end = Date.now() + HOP_PATIENCE_MS
  while (visited().length <= HOPS_WANTED) {
    if (Date.now() > end) throw new Error(`only ${visited().length} ports seen`)
    await sleep(HOP_LOOK_MS)
    await seePage(proxyPort, body)
  }
}

const TABLE_WORDS = {
  'en-US': {
    head: ['protocol', 'transport', 'server', 'through sing-box', 'through mihomo', 'through Xray'],
    carried: 'carried',
    byItself: 'carried, Xray on both sides',
    failed: 'failed',
    notTried: 'not tried',
    none: 'no such transport',
  },
  'zh-CN': {
    head: ['协议', '传输', '服务端', '经 sing-box', '经 mihomo', '经 Xray'],
    carried: '通过',
    byItself: '通过，两端均为 Xray',
    failed: '失败',
    notTried: '未测',
    none: '无此传输',
  },
} as const

/** Which pairs carried, as a Markdown table: one row a protocol and transport. */
export function trafficTable(results: readonly Carried[], lang: keyof typeof TABLE_WORDS = 'en-US'): string {
  const words = TABLE_WORDS[lang]
  const mark = (one: TrafficCase, client: Client) => {
    if (one.not?.includes(client)) return words.none
    const result = results.find((result) => result.case === one && result.client === client)
    if (result === undefined) return words.notTried
    if (result.failure !== undefined) return words.failed
    return client === 'xray' && one.server !== 'sing-box' ? words.byItself : words.carried
  }
  // A newer Xray has no column: few have one.
  const rows = TRAFFIC_CASES.filter(({ server }) => server !== 'xray-26.6').map((one) =>
    tableLine(one.protocol, one.transport, one.server, ...CLIENTS.map((client) => mark(one, client))),
  )
  return [tableLine(...words.head), tableLine(...words.head.map(() => '---')), ...rows].join('\n')
}

const tableLine = (...cells: readonly string[]) => `| ${cells.join(' | ')} |`
