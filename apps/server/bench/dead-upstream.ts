import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { insertUser } from '../src/accounts/users.ts'
import type { ServerStore } from '../src/db/open-store.ts'
import { ItemStore } from '../src/items/item-store.ts'
import { OutputStore } from '../src/outputs/output-store.ts'
import { fillStore, inDataFolder } from './data-folder.ts'
import { kill, startServer } from './start-server.ts'
import { type LoadFigures, steadyLoad } from './steady-load.ts'

/** Another address of this machine, which the server is allowed to ask. */
const UPSTREAM = '127.0.0.2'
const OUTPUTS = 50
const ADDRESSES_EACH = 20
const LOAD = { perSecond: 100, seconds: 20 }
const HOUR_S = 3600

/** How often a dead source is asked when all addresses that stand on it are. */
export interface DeadUpstream {
  addresses: number
  requests: number
  /** At most one in ten minutes, which the measurement does not last. */
  fetches: number
  ours: LoadFigures
}

/** Asks 1,000 addresses that stand on one source, which refuses each answer. */
export function measureDeadUpstream(): Promise<DeadUpstream> {
  return inDataFolder(async (folder) => {
    let fetches = 0
    const upstream = createServer((_, response) => {
      fetches++
      response.destroy()
    })
    await new Promise<void>((resolve) => upstream.listen(0, UPSTREAM, resolve))
    const source = `http://${UPSTREAM}:${(upstream.address() as AddressInfo).port}/sub`
    const tokens = await fillStore(folder, (store) => makeAddresses(store, source))
    const server = await startServer({ DATA_DIR: folder, PRIVATE_UPSTREAMS: '127.0.0.0/8' })
    try {
      const addresses = tokens.map((token) => `${server.origin}/sub/${token}`)
      const ours = await steadyLoad(addresses, { ...LOAD, headers: { 'user-agent': 'mihomo/1.19.24' } })
      return { addresses: addresses.length, requests: ours.requests, fetches, ours }
    } finally {
      await kill(server)
      upstream.close()
    }
  })
}

async function makeAddresses(store: ServerStore, source: string): Promise<string[]> {
  const person = { name: 'Person', email: 'person@example.com', role: 'member', language: 'en-US' } as const
  const { id: userId } = (await insertUser(store.database.query, person, Date.now()))!
  const now = Date.now()
  const item = await new ItemStore(store).create(
    userId,
    { name: 'dead', body: source, intervalS: HOUR_S, fromServer: true },
    now,
  )
  const recipe = JSON.stringify({
    switchyard: 'recipe',
    version: 1,
    sources: [{ id: 'a', name: 'dead', url: 'https://example.com/' }],
  })
  const outputs = new OutputStore(store)
  const tokens: string[] = []
  for (let at = 0; at < OUTPUTS; at++) {
    const output = { name: `output ${at}`, recipe, items: { a: item.id }, client: 'mihomo', intervalS: HOUR_S } as const
    const id = await outputs.create(userId, { ...output, keepsRecord: true }, 'en-US', now)
    for (let more = 1; more < ADDRESSES_EACH; more++)
      await outputs.addAddress(userId, id, { name: `device ${more}` }, now)
    for (const address of (await outputs.require(userId, id)).addresses)
      tokens.push(await outputs.token(userId, id, address.id))
  }
  return tokens
}
