import { fileURLToPath } from 'node:url'
import { insertUser } from '../src/accounts/users.ts'
import type { ServerStore } from '../src/db/open-store.ts'
import { ItemStore } from '../src/items/item-store.ts'
import { OutputStore } from '../src/outputs/output-store.ts'
import { fillStore, inDataFolder } from './data-folder.ts'
import { round } from './figures.ts'
import { kill, startServer } from './start-server.ts'
import { type LoadFigures, steadyLoad } from './steady-load.ts'

const PEOPLE = 20
const OUTPUTS_EACH = 50
const NODES = 190
const LOAD = { perSecond: 300, seconds: 60 }
const WARM = { perSecond: 50, seconds: 20 }
const DAY_S = 86_400
const HEADERS = { 'user-agent': 'mihomo/1.19.24' }
const BYTES_PROGRAM = fileURLToPath(new URL('serve-bytes.ts', import.meta.url))

/** A load of addresses of 1,000 outputs, beside the same load of a bare route that sends as many bytes. */
export interface SubLoad {
  outputs: number
  bytes: number
  perSecond: number
  seconds: number
  ours: LoadFigures
  bare: LoadFigures
  p99Ratio: number
}

/** Measures it: the server is one process, and each address has been rendered once before. */
export function measureSubLoad(): Promise<SubLoad> {
  return inDataFolder(async (folder) => {
    const tokens = await fillStore(folder, (store) => makeOutputs(store))
    const server = await startServer({ DATA_DIR: folder })
    const addresses = tokens.map((token) => `${server.origin}/sub/${token}`)
    try {
      const bytes = Buffer.byteLength(await (await fetch(addresses[0]!, { headers: HEADERS })).text())
      await steadyLoad(addresses, { ...WARM, headers: HEADERS })
      const ours = await steadyLoad(addresses, { ...LOAD, headers: HEADERS })
      const bare = await measureBare(tokens, bytes)
      return { outputs: tokens.length, bytes, ...LOAD, ours, bare, p99Ratio: round(ours.p99Ms / bare.p99Ms) }
    } finally {
      await kill(server)
    }
  })
}

async function measureBare(tokens: readonly string[], bytes: number): Promise<LoadFigures> {
  const server = await startServer({}, [BYTES_PROGRAM, String(bytes)])
  const addresses = tokens.map((token) => `${server.origin}/sub/${token}`)
  try {
    await steadyLoad(addresses, { ...WARM, headers: HEADERS })
    return await steadyLoad(addresses, { ...LOAD, headers: HEADERS })
  } finally {
    await kill(server)
  }
}

/** Makes outputs of 20 people, 50 of each. Returns the tokens of their addresses. */
export async function makeOutputs(store: ServerStore, { withItem = false, people = PEOPLE } = {}): Promise<string[]> {
  const outputs = new OutputStore(store)
  const tokens: string[] = []
  for (let person = 0; person < people; person++) {
    const email = `person${person}@example.com`
    const user = await insertUser(
      store.database.query,
      { name: 'Person', email, role: 'member', language: 'en-US' },
      Date.now(),
    )
    const item = withItem ? await makeItem(store, user!.id) : undefined
    for (let at = 0; at < OUTPUTS_EACH; at++) {
      const id = await outputs.create(
        user!.id,
        {
          name: `output ${at}`,
          recipe: recipeOf(person * OUTPUTS_EACH + at, item !== undefined),
          items: item === undefined ? {} : { b: item },
          client: 'mihomo',
          intervalS: DAY_S,
          keepsRecord: true,
        },
        'en-US',
        Date.now(),
      )
      const { addresses } = await outputs.require(user!.id, id)
      tokens.push(await outputs.token(user!.id, id, addresses[0]!.id))
    }
  }
  return tokens
}

/** An item that a server answered a moment ago. */
async function makeItem(store: ServerStore, userId: string): Promise<string> {
  const items = new ItemStore(store)
  const now = Date.now()
  const body = 'https://sub.example.com/s?token=t'
  const { id } = await items.create(userId, { name: 'Airport', body, intervalS: DAY_S, fromServer: true }, now)
  const subscription = { upload: 1, download: 2, total: 3 }
  const state = { good: { at: now, nodes: 1, skipped: 0, digest: '', subscription } }
  const goodText = 'trojan://secret@a.example.com:443#A'
  await items.keep((await items.find(userId, id))!, { state, nextAt: now + DAY_S * 1000, goodText }, now)
  return id
}

function recipeOf(index: number, hasItem: boolean): string {
  const links = Array.from(
    { length: NODES },
    (_, at) =>
      `trojan://password-${index}-${at}@n${at}.example.com:443?sni=cdn.example.com&type=ws&path=%2Fws${at}&host=cdn.example.com#Node%20${at}`,
  )
  return JSON.stringify({
    switchyard: 'recipe',
    version: 1,
    sources: [
      { id: 'a', name: 'a', text: links.join('\n') },
      ...(hasItem ? [{ id: 'b', name: 'b', url: 'https://sub.example.com/' }] : []),
    ],
    common: { template: 'minimal' },
  })
}
