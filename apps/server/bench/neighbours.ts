import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { ServerStore } from '../src/db/open-store.ts'
import { ItemStore } from '../src/items/item-store.ts'
import { OutputStore } from '../src/outputs/output-store.ts'
import { asPerson, CLIENT_HEADERS, preview } from './as-person.ts'
import { fillStore, inDataFolder } from './data-folder.ts'
import { type FloodCounts, type FloodedThings, floodUntil } from './flooding-member.ts'
import { linksOf, makeItem, makeOutput, makePerson, packedText, type Person, type Published } from './people.ts'
import {
  quietTimes,
  quietWaits,
  THINGS,
  type QuietMember,
  type Thing,
  type Times,
  type Waited,
  waitedInRounds,
} from './quiet-member.ts'
import { readNothing } from './read-nothing.ts'
import { kill, startBuiltServer, type ServerProcess } from './start-server.ts'

/** Another address of this machine, which the server is allowed to ask. */
const UPSTREAM = '127.0.0.2'
const MEBIBYTE = 1024 * 1024
/** What the engine takes about two seconds for: as much as a job may. */
const MOST_NODES = 20_000
const FEW_NODES = 190
const QUIET_MS = 10_000
/** A machine changes its speed from minute to minute, so quiet and flooded times take turns. */
const ROUNDS = 3
const ROUND_MS = 40_000
/** Most of what a flood has begun ends in this time. What is left waits for sources that never answer. */
const SETTLE_MS = 4000
/** So many that the slowest answer of a hundred is not one answer alone. */
const QUIET_MEMBERS = 5
const READERS = 500
const HEAD_BYTES = 12
const PACKED_PREVIEWS = 30
const PACKED_ITEMS = 4
const CONVERSIONS = 20
const BACKUP_OUTPUTS = 30
const BACKUP_BYTES = 4 * MEBIBYTE
const BACKUP_PROGRAM = fileURLToPath(new URL('serve-with-backup.ts', import.meta.url))
const LOOK_EVERY_MS = 100
const FILE_AND_HEALTH = ['file', 'health'] as const

/** What quiet members notice of somebody who floods, and how much memory the process takes meanwhile. */
interface Flood {
  quiet: Record<Thing, Waited>
  flooded: Record<Thing, Waited>
  /** Of each round. */
  flood: FloodCounts[]
  peakMb: number
}

/** What a crowd of one kind does to the others. */
interface Crowd {
  asked: number
  /** With 200. */
  answered: number
  peakMb: number
  quiet: Record<(typeof FILE_AND_HEALTH)[number], Waited>
  crowded: Record<(typeof FILE_AND_HEALTH)[number], Waited>
}

interface Neighbourhood {
  server: ServerProcess
  /** Where backups are made. */
  backups: string
  quiet: readonly QuietMember[]
  flooding: Person & FloodedThings & { item: string; packed: Published }
}

/** Quiet members ask for a page, a file, a preview and a refresh, alone and while somebody floods. */
export function measureFlood(): Promise<Flood> {
  return inNeighbourhood(async (place) => {
    const flooding = { ...place.flooding, origin: place.server.origin }
    const quiet: Record<Thing, Times>[] = []
    const flooded: Record<Thing, Times>[] = []
    const flood: FloodCounts[] = []
    const rounds = async () => {
      for (let at = 0; at < ROUNDS; at++) {
        await wait(SETTLE_MS)
        quiet.push(await quietTimes(place.quiet, THINGS, ROUND_MS))
        const round = await beside(
          (signal) => floodUntil(flooding, signal),
          (begin) => quietTimes(place.quiet, THINGS, ROUND_MS, begin),
        )
        flooded.push(round.result)
        flood.push(round.other)
      }
    }
    const { peakMb } = await peakOf(place.server, rounds)
    return { quiet: waitedInRounds(quiet), flooded: waitedInRounds(flooded), flood, peakMb }
  })
}

/** 500 clients ask for a text of some megabytes, a file or of the API, and read nothing of it. */
export function measureSlowReaders(): Promise<Crowd> {
  return inNeighbourhood(async (place) => {
    const { server, flooding } = place
    await (await fetch(`${server.origin}/sub/${flooding.large.token}`, { headers: CLIENT_HEADERS })).text()
    const paths = [`/sub/${flooding.large.token}`, `/api/subscriptions/${flooding.item}/text`]
    return crowd(place, READERS, (at) => {
      const reader = readNothing(server.origin, flooding, paths[at % paths.length]!)
      let head = ''
      // No more is read than what came with the head.
      reader.once('readable', () => (head = String(reader.read(HEAD_BYTES) ?? '')))
      return wait(QUIET_MS).then(() => {
        reader.destroy()
        return head.startsWith('HTTP/1.1 200')
      })
    })
  })
}

/** 30 previews at once of items that are small as they are kept and large as they are read. */
export function measurePackedPreviews(): Promise<Crowd> {
  return inNeighbourhood((place) => {
    const { server, flooding } = place
    return crowd(place, PACKED_PREVIEWS, async () => (await preview(server.origin, flooding, flooding.packed)).ok)
  })
}

/** 20 conversions at once that take as long as one may. */
export function measureBigConversions(): Promise<Crowd> {
  return inNeighbourhood((place) => {
    const { server, flooding } = place
    const body = { sources: [{ text: linksOf(MOST_NODES) }], client: 'mihomo' }
    return crowd(place, CONVERSIONS, async () => {
      const answer = await asPerson(server.origin, flooding, 'POST', '/api/convert', body)
      await answer.arrayBuffer()
      return answer.ok
    })
  })
}

/** The nightly backup of a database of some 100 MB. */
export function measureNightlyBackup(): Promise<Crowd> {
  return inNeighbourhood(
    (place) =>
      crowd(place, 1, async () => {
        await wait(QUIET_MS)
        return readdirSync(place.backups).length > 0
      }),
    { program: BACKUP_PROGRAM, more: fillForBackup },
  )
}

async function fillForBackup(store: ServerStore, { userId }: Person): Promise<void> {
  const outputs = new OutputStore(store)
  for (let at = 0; at < BACKUP_OUTPUTS; at++) {
    // What is random does not pack.
    const text = randomBytes(BACKUP_BYTES / 2).toString('hex')
    const recipe = JSON.stringify({ switchyard: 'recipe', version: 1, sources: [{ id: 'a', name: 'a', text }] })
    const output = { name: `kept ${at}`, recipe, items: {}, client: 'mihomo', intervalS: 86_400 } as const
    await outputs.create(userId, { ...output, keepsRecord: true }, 'en-US', Date.now())
  }
}

/** So many ask at once. `ask`: whether it was answered. */
async function crowd(place: Neighbourhood, asked: number, ask: (at: number) => Promise<boolean>): Promise<Crowd> {
  const quiet = await quietWaits(place.quiet, FILE_AND_HEALTH, QUIET_MS)
  const { result, peakMb } = await peakOf(place.server, () =>
    beside(
      () => Promise.all(Array.from({ length: asked }, (_, at) => ask(at).catch(() => false))),
      (begin) => quietWaits(place.quiet, FILE_AND_HEALTH, QUIET_MS, begin),
    ),
  )
  return { asked, peakMb, quiet, answered: result.other.filter(Boolean).length, crowded: result.result }
}

async function inNeighbourhood<T>(
  measure: (place: Neighbourhood) => Promise<T>,
  { program, more }: { program?: string; more?: (store: ServerStore, flooding: Person) => Promise<void> } = {},
): Promise<T> {
  const upstream = createServer(({ url }, response) => {
    if (url === '/quick') response.end(linksOf(FEW_NODES))
  })
  await new Promise<void>((resolve) => upstream.listen(0, UPSTREAM, resolve))
  const source = `http://${UPSTREAM}:${(upstream.address() as AddressInfo).port}`
  try {
    return await inDataFolder(async (folder) => {
      const people = await fillStore(folder, async (store) => {
        const items = new ItemStore(store)
        const quiet = await Promise.all(
          Array.from({ length: QUIET_MEMBERS }, async (_, at) => {
            const person = await makePerson(store, `quiet ${at}`)
            const output = await makeOutput(store, person, withText(linksOf(FEW_NODES)))
            const { id: refreshed } = await items.create(person.userId, itemAt(`${source}/quick`), Date.now())
            return { ...person, output, refreshed }
          }),
        )
        const flooding = await makePerson(store, 'flooding')
        const heavy = await makeOutput(store, flooding, { ...withText(linksOf(MOST_NODES)), name: 'heavy' })
        const large = await makeOutput(store, flooding, { ...withText(linksOf(MOST_NODES / 2)), name: 'large' })
        await more?.(store, flooding)
        const packed: Record<string, string> = {}
        for (let at = 0; at < PACKED_ITEMS; at++)
          packed[`s${at}`] = await makeItem(store, flooding, `packed ${at}`, packedText(5 * MEBIBYTE))
        const slow: Record<string, string> = {}
        for (let at = 0; at < 40; at++)
          slow[`s${at}`] = (await items.create(flooding.userId, itemAt(`${source}/slow${at}`), Date.now())).id
        return {
          quiet,
          flooding: {
            ...flooding,
            item: packed.s0!,
            heavy,
            large,
            packed: await makeOutput(store, flooding, { ...ofItems(packed), name: 'packed' }),
            slow: await makeOutput(store, flooding, { ...ofItems(slow), name: 'slow' }),
          },
        }
      })
      const environment = { DATA_DIR: folder, PRIVATE_UPSTREAMS: '127.0.0.0/8' }
      const server = await startBuiltServer(environment, program)
      try {
        const quiet = people.quiet.map((member) => ({ ...member, origin: server.origin }))
        return await measure({ server, backups: join(folder, 'backups'), ...people, quiet })
      } finally {
        await kill(server)
      }
    })
  } finally {
    upstream.closeAllConnections()
    upstream.close()
  }
}

const withText = (text: string) => ({ recipe: { sources: [{ id: 'a', name: 'a', text }] } })

const itemAt = (body: string) => ({ body, name: body.slice(-60), intervalS: 86_400, fromServer: true })

const ofItems = (items: Record<string, string>) => ({
  recipe: { sources: Object.keys(items).map((id) => ({ id, name: id, url: 'https://example.com/' })) },
  items,
})

/** Does some work while something else runs. The work says when that begins, and it is stopped at the end. */
async function beside<Other, T>(
  other: (signal: AbortSignal) => Promise<Other>,
  work: (begin: () => void) => Promise<T>,
): Promise<{ other: Other; result: T }> {
  const stop = new AbortController()
  const begun = Promise.withResolvers<void>()
  const running = begun.promise.then(() => other(stop.signal))
  const working = work(begun.resolve).finally(() => stop.abort())
  const [result, ended] = await Promise.all([working, running])
  return { result, other: ended }
}

/** The most memory that a server takes during a work. Linux only. */
async function peakOf<T>({ child }: ServerProcess, work: () => Promise<T>): Promise<{ result: T; peakMb: number }> {
  let peakMb = 0
  const look = () => {
    const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? []
    peakMb = Math.max(peakMb, Math.round(Number(kilobytes) / 1024))
  }
  const timer = setInterval(look, LOOK_EVERY_MS)
  try {
    const result = await work()
    return { result, peakMb }
  } finally {
    clearInterval(timer)
  }
}
