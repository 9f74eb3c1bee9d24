import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { type Api, registerOwner } from './owner.ts'
import { kill, startServer } from './start-server.ts'

/** In the last round the server is killed after so many acknowledged writes. Earlier rounds are shorter. */
const MOST_WRITES = 120
const ITEMS = 3
const MADE_AT_ONCE = 4
const RECIPE = JSON.stringify({
  switchyard: 'recipe',
  version: 1,
  sources: [{ id: 'a', name: 'a', text: 'trojan://secret@a.example:443#A' }],
})

/** What became of a server that was killed again and again in the middle of writes. */
export interface KillRounds {
  acknowledged: number
  /** Writes that were acknowledged and are not there, or undone. */
  lost: string[]
  /** What SQLite says of its file: `ok`. */
  integrity: string
  slowestReadyMs: number
}

/** One thing that is written again and again, and what was acknowledged of it. */
interface Writer {
  /** Writes once. */
  write: () => Promise<void>
  /** Looks whether all that was acknowledged is there; goes on from what it found. */
  lostIn: (kept: Kept) => string[]
}

interface Kept {
  items: { id: string; name: string; revision: number; prefix?: string }[]
  outputs: { id: string; name: string; revision: number }[]
}

/**
 * Writes in five places at once (items changed, made and deleted, an output renamed), kills the server with
 * SIGKILL, starts it on what it left and looks for each write that it had acknowledged; `rounds` times.
 */
export async function killRounds(rounds: number): Promise<KillRounds> {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'switchyard-kill-'))
  let server = await startServer({ DATA_DIR })
  try {
    const { api } = await registerOwner(() => server, DATA_DIR)
    const writers = [
      ...(await Promise.all(Array.from({ length: ITEMS }, (_, at) => itemChanger(api, at)))),
      itemMaker(api),
      await outputChanger(api),
    ]
    const lost: string[] = []
    let acknowledged = 0
    let slowestReadyMs = 0
    for (let round = 0; round < rounds; round++) {
      const enough = Promise.withResolvers<void>()
      let missing = (MOST_WRITES * (round + 1)) / rounds
      const noteOne = () => void (--missing <= 0 && enough.resolve())
      const writing = Promise.all(writers.map((writer) => writeOn(writer, noteOne)))
      await Promise.race([enough.promise, writing])
      await kill(server)
      for (const count of await writing) acknowledged += count
      server = await startServer({ DATA_DIR })
      slowestReadyMs = Math.max(slowestReadyMs, server.readyMs)
      const { items } = await api<Pick<Kept, 'items'>>('GET', '/api/subscriptions')
      const { outputs } = await api<Pick<Kept, 'outputs'>>('GET', '/api/outputs')
      lost.push(...writers.flatMap((writer) => writer.lostIn({ items, outputs })))
    }
    await kill(server)
    return { acknowledged, lost, integrity: integrityOf(DATA_DIR), slowestReadyMs }
  } finally {
    await kill(server)
    rmSync(DATA_DIR, { recursive: true })
  }
}

/** Writes until the server is gone. Calls `onAcknowledged` after each write. Returns the number of writes. */
async function writeOn({ write }: Writer, onAcknowledged: () => void): Promise<number> {
  for (let count = 0; ; count++) {
    try {
      await write()
      onAcknowledged()
    } catch (error) {
      // The killed process takes its connections along.
      if (error instanceof TypeError) return count
      throw error
    }
  }
}

/** Changes one item; the change that was on its way may be there too. */
async function itemChanger(api: Api, at: number): Promise<Writer> {
  const item = await api<{ id: string; revision: number }>('POST', '/api/subscriptions', newItem(`item ${at}`))
  let written = 0
  return {
    async write() {
      const body = { revision: item.revision, prefix: String(written + 1) }
      const { revision } = await api<{ revision: number }>('PATCH', `/api/subscriptions/${item.id}`, body)
      item.revision = revision
      written++
    },
    lostIn({ items }) {
      const kept = items.find(({ id }) => id === item.id)
      const found = Number(kept?.prefix ?? 0)
      const lost = found === written || found === written + 1 ? [] : [`item ${at}: ${written}, found ${found}`]
      item.revision = kept?.revision ?? 0
      written = found
      return lost
    },
  }
}

/** Makes items under names of their own, and deletes the oldest; the one that was on its way may be there or not. */
function itemMaker(api: Api): Writer {
  let count = 0
  let made: { id: string; name: string }[] = []
  let removed: string[] = []
  let onItsWay = ''
  return {
    async write() {
      const [oldest] = made
      if (oldest && made.length >= MADE_AT_ONCE) {
        onItsWay = oldest.name
        await api('DELETE', `/api/subscriptions/${oldest.id}`)
        made.shift()
        removed.push(oldest.name)
      } else {
        onItsWay = `made ${++count}`
        const { id } = await api<{ id: string }>('POST', '/api/subscriptions', newItem(onItsWay))
        made.push({ id, name: onItsWay })
      }
    },
    lostIn({ items }) {
      const names = new Set(items.map(({ name }) => name))
      const isLost = (name: string) => name !== onItsWay && !names.has(name)
      const lost = [
        ...made.map(({ name }) => name).filter(isLost),
        ...removed.filter((name) => names.has(name)).map((name) => `${name}: there again`),
      ]
      made = items.filter(({ name }) => name.startsWith('made '))
      removed = []
      return lost
    },
  }
}

/** Renames an output; the name that was on its way may be there too. */
async function outputChanger(api: Api): Promise<Writer> {
  const body = { name: 'output 0', recipe: RECIPE, client: 'mihomo' }
  const output = await api<{ id: string; revision: number }>('POST', '/api/outputs', body)
  let written = 0
  return {
    async write() {
      const change = { revision: output.revision, name: `output ${written + 1}` }
      const { revision } = await api<{ revision: number }>('PATCH', `/api/outputs/${output.id}`, change)
      output.revision = revision
      written++
    },
    lostIn({ outputs }) {
      const kept = outputs.find(({ id }) => id === output.id)
      const found = Number(kept?.name.split(' ')[1])
      const lost = found === written || found === written + 1 ? [] : [`output: ${written}, found ${found}`]
      output.revision = kept?.revision ?? 0
      written = found
      return lost
    },
  }
}

function newItem(name: string): object {
  return { name, body: 'trojan://secret@a.example:443#A' }
}

function integrityOf(folder: string): string {
  const database = new SqliteDatabase(join(folder, 'switchyard.sqlite'))
  const integrity = database.pragma('integrity_check', { simple: true }) as string
  database.close()
  return integrity
}
