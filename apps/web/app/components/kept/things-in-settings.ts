import type { KeptItem } from '@switchyard/contract'
import { NAMED_KINDS } from '@switchyard/contract/kept-kinds'
import { isRecord } from '@switchyard/convert/record'
import { keptOf, type ThingRow, thingRows } from './kept-things.ts'
import { keyOfKept } from './merge-kept.ts'

/** What of the named things in a file is new on this device. */
interface NewThings {
  names: readonly string[]
  /** How many are here already, as new or newer. */
  here: number
  /** Names of those that cannot be taken. */
  unread: readonly string[]
  /** Adds the new ones; those of the same kind and id are replaced. */
  add: () => Promise<readonly string[]>
}

async function startedRows(): Promise<readonly ThingRow[]> {
  const all = NAMED_KINDS.map(thingRows)
  await Promise.all(all.map((rows) => rows.start()))
  return all.flatMap((rows) => rows.state.get().rows.filter(({ removed }) => !removed))
}

/** All named things of this device as they stand in a file: in clear. */
export async function writtenThings(): Promise<readonly KeptItem[]> {
  return (await startedRows()).map(keptOf)
}

/** What of a file is new here. Nothing of it is added before `add` is called. */
export async function newThings(written: readonly unknown[]): Promise<NewThings> {
  const changed = new Map((await startedRows()).map((row) => [keyOfKept(row), row.changed]))
  const read = written.map(readThing)
  const things = read.filter((thing) => typeof thing === 'object')
  const fresh = things.filter((thing) => thing.changed > (changed.get(keyOfKept(thing)) ?? -1))
  return {
    names: fresh.map(({ name }) => name),
    here: things.length - fresh.length,
    unread: read.filter((thing) => typeof thing === 'string'),
    async add() {
      for (const thing of fresh) thingRows(thing.kind).put(thing)
      return []
    },
  }
}

/** A thing as a file has it, or the name of what is none. */
function readThing(said: unknown): ThingRow | string {
  if (!isRecord(said)) return '?'
  const { id, name, body, changed } = said
  const kind = NAMED_KINDS.find((one) => one === said['kind'])
  const isThing =
    typeof id === 'string' && /^[\w-]{1,200}$/.test(id) && typeof body === 'string' && Number.isFinite(changed)
  if (typeof name !== 'string' || !kind || !isThing) return typeof name === 'string' ? name : '?'
  return { kind, id, name, body, changed: Number(changed) }
}
