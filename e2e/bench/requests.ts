import { Agent, get } from 'node:http'
import { median, percentile, row, type Row } from './row.ts'

const CONNECTIONS = 16
const ROUNDS = 3
const ROUND_MS = 1500
const PATHS = ['/', '/convert']
const HEADERS = { 'accept-encoding': 'gzip', cookie: 'i18n_redirected=zh-CN' }

interface Round {
  perSecond: number
  p99: number
}

/** Pages the server draws in a second over 16 connections of this machine, in turns with the bare page. */
export async function requests(ours: string, bare: string): Promise<Row[]> {
  const addresses = [`${bare}/`, ...PATHS.map((path) => ours + path)]
  const rounds = new Map(addresses.map((address): [string, Round[]] => [address, []]))
  for (let round = 0; round <= ROUNDS; round++)
    for (const address of addresses) {
      const done = await askFor(address, round === 0 ? ROUND_MS / 2 : ROUND_MS)
      if (round > 0) rounds.get(address)!.push(done)
    }
  const of = (address: string, name: keyof Round) => median(rounds.get(address)!.map((each) => each[name]))
  return PATHS.flatMap((path) => [
    row(`SSR of ${path}`, 'requests/s', of(ours + path, 'perSecond'), of(`${bare}/`, 'perSecond')),
    row(`SSR of ${path}, 99th percentile`, 'ms', of(ours + path, 'p99'), of(`${bare}/`, 'p99')),
  ])
}

async function askFor(address: string, forMs: number): Promise<Round> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const times: number[] = []
  const start = performance.now()
  const client = async () => {
    while (performance.now() - start < forMs) {
      const asked = performance.now()
      await ask(address, agent)
      times.push(performance.now() - asked)
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, client))
  const took = performance.now() - start
  agent.destroy()
  return { perSecond: (times.length / took) * 1000, p99: percentile(times, 99) }
}

function ask(address: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    get(address, { agent, headers: HEADERS }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${address} answered ${response.statusCode}`))
      response.resume().on('end', resolve).on('error', reject)
    }).on('error', reject)
  })
}
