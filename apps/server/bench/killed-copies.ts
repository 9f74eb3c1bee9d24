import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { ServerStore } from '../src/db/open-store.ts'
import { ItemStore } from '../src/items/item-store.ts'
import { asPerson, CLIENT_HEADERS } from './as-person.ts'
import { inCopies } from './copies.ts'
import { linksOf, makeOutput, makePerson, type Person, type Published } from './people.ts'

const COPIES = 3
const SOURCES = 20
const READERS = 6
const KILL_EVERY_MS = 5000
const ANSWER_MS = 50
const DAY_MS = 86_400_000
const DAY_S = 86_400
/** Another address of this machine, which the server is allowed to ask. */
const UPSTREAM = '127.0.0.2'
const SIGN_IN_EVERY_MS = 500
/** One address of an output may be asked 120 times a minute. */
const READ_EVERY_MS = 100

/** What became of a load while copies of the server were killed one after the other. */
export interface KilledCopies {
  seconds: number
  kills: number
  requests: number
  /** Requests that were under way at a copy that was killed. */
  broken: number
  /** Other requests that were not answered as they are with all copies there. */
  failed: string[]
  /** Changes that were acknowledged, and are not there in the end. */
  lost: number
  /** How many wrong passwords were looked at, of one account from one address, in all copies together: 5 in 15 minutes. */
  wrongPasswords: number
  sources: number
  /** Sources were due all at once, and each was asked so often: the fewest and the most. */
  asked: [fewest: number, most: number]
}

interface Filled {
  person: Person
  published: Published[]
}

/** Reads, writes, refreshes and guesses passwords by a balancer, while one of two copies is killed every five seconds. */
export async function killedCopies(seconds: number): Promise<KilledCopies> {
  const asked = new Map<string, number>()
  const upstream = createServer((request, answer) => {
    asked.set(request.url!, (asked.get(request.url!) ?? 0) + 1)
    setTimeout(() => answer.end(linksOf(20)), ANSWER_MS)
  })
  await new Promise<void>((resolve) => upstream.listen(0, UPSTREAM, resolve))
  const source = `http://${UPSTREAM}:${(upstream.address() as AddressInfo).port}`
  const environment = { PRIVATE_UPSTREAMS: '127.0.0.0/8' }
  const fill = (store: ServerStore) => fillDue(store, source)
  try {
    return await inCopies({ count: COPIES, environment, isBalanced: true, fill }, async (copies, filled) => {
      const over = new AbortController()
      const load = startLoad(copies.balancer.origin, filled, over.signal)
      let kills = 0
      const began = performance.now()
      while ((kills + 1) * KILL_EVERY_MS < seconds * 1000) {
        await wait(Math.max(0, began + (kills + 1) * KILL_EVERY_MS - performance.now()))
        // One copy stays: what runs by the clock has its first run after half a minute.
        await copies.killAndStart(kills++ % (COPIES - 1))
      }
      await wait(Math.max(0, began + seconds * 1000 - performance.now()))
      over.abort()
      const { requests, failed, lost, wrongPasswords, cut } = await load
      const counts = Array.from({ length: SOURCES }, (_, at) => asked.get(`/${at}`) ?? 0)
      const { broken } = copies.balancer
      if (cut > broken) failed.push(`${cut} were cut, ${broken} by a killed copy`)
      const all = { seconds, kills, requests, broken, failed, lost, wrongPasswords, sources: SOURCES }
      return { ...all, asked: [Math.min(...counts), Math.max(...counts)] }
    })
  } finally {
    upstream.close()
  }
}

/** Makes a person with outputs. Each output has one source. Each source has a text, and its time to be fetched has come. */
async function fillDue(store: ServerStore, source: string): Promise<Filled> {
  const person = await makePerson(store, 'person')
  const { userId } = person
  const items = new ItemStore(store)
  const published: Published[] = []
  const then = Date.now() - DAY_MS
  for (let at = 0; at < SOURCES; at++) {
    const item = { name: `source ${at}`, body: `${source}/${at}`, intervalS: DAY_S, fromServer: true }
    const { id } = await items.create(userId, item, then)
    const state = { good: { at: then, nodes: 20, skipped: 0, digest: '' } }
    await items.keep((await items.find(userId, id))!, { state, nextAt: then + 1, goodText: linksOf(20) }, then)
    const recipe = { sources: [{ id: 'a', url: 'https://example.com/' }], common: { template: 'minimal' } }
    published.push(await makeOutput(store, person, { name: `output ${at}`, recipe, items: { a: id } }))
  }
  return { person, published }
}

async function startLoad(origin: string, { person, published }: Filled, signal: AbortSignal) {
  const all = { requests: 0, cut: 0, wrongPasswords: 0, lost: 0 }
  const failed: string[] = []
  /** The status of an answer; undefined: its connection was cut. */
  const ask = async (
    what: string,
    asking: Promise<Response>,
    right: readonly number[],
  ): Promise<Response | undefined> => {
    all.requests++
    try {
      const answer = await asking
      const text = await answer.clone().text()
      if (!right.includes(answer.status)) failed.push(`${what}: ${answer.status} ${text.slice(0, 200)}`)
      return answer
    } catch (error) {
      // `fetch` throws for a connection that ended.
      if (!(error instanceof TypeError)) throw error
      all.cut++
      return undefined
    }
  }
  const until = async (work: (at: number) => Promise<unknown>) => {
    for (let at = 0; !signal.aborted; at++) await work(at)
  }
  const read = async (at: number) => {
    const { token } = published[at % published.length]!
    await ask('sub', fetch(`${origin}/sub/${token}`, { headers: CLIENT_HEADERS }), [200])
    await wait(READ_EVERY_MS)
  }
  const list = () => ask('outputs', asPerson(origin, person, 'GET', '/api/outputs'), [200])
  let revision = 0
  let name = ''
  const [{ id } = published[0]!] = published
  const write = async (at: number) => {
    const wanted = `renamed ${at}`
    const answer = await ask(
      'rename',
      asPerson(origin, person, 'PATCH', `/api/outputs/${id}`, { revision, name: wanted }),
      [200],
    )
    if (answer?.status === 200) {
      revision++
      name = wanted
    } else {
      // It may have been done before its connection was cut.
      const now = await ask('output', asPerson(origin, person, 'GET', `/api/outputs/${id}`), [200])
      if (!now) return
      const { data } = (await now.json()) as { data: { revision: number; name: string } }
      if (data.name !== name && data.name !== wanted) all.lost++
      ;({ revision, name } = data)
    }
  }
  const guess = async () => {
    const body = { email: 'person@example.com', password: 'not this one' }
    const headers = { origin, 'content-type': 'application/json' }
    const asking = fetch(`${origin}/api/auth/login`, { method: 'POST', headers, body: JSON.stringify(body) })
    const answer = await ask('login', asking, [401, 429])
    if (answer?.status === 401) all.wrongPasswords++
    await wait(SIGN_IN_EVERY_MS)
  }
  await Promise.all([...Array.from({ length: READERS }, () => until(read)), until(list), until(write), until(guess)])
  return { ...all, failed }
}
