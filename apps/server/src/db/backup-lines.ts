import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { z } from 'zod'
import { requireKeys } from './check-keys.ts'
import type { KeyRing } from './key-ring.ts'
import { MIGRATIONS } from './migrations/index.ts'
import { TABLES, tablesOf, type Tables } from './tables.ts'

// A backup is gzip of lines of JSON: a head, a line for each row, an end with the counts and a hash of all before. It
// reads the same from either database, and goes back into either.
const FORMAT = 1
const ONLY_OWNER = 0o600
/** Most of it is sealed and packed before: more effort takes ten times as long, and makes it no smaller. */
const EFFORT = { level: 1 }
/** No row of ours comes near; a file that is made of one line would fill the memory. */
const MOST_LINE = 256 * 1024 * 1024

const Head = z.object({
  switchyard: z.literal('backup'),
  format: z.literal(FORMAT),
  schema: z.string(),
  made: z.number(),
})
const Row = z.tuple([z.string(), z.record(z.string(), z.union([z.string(), z.number(), z.null()]))])
const End = z.object({ rows: z.record(z.string(), z.number()), sha256: z.string() })

const KeyRow = z.object({ key_id: z.string(), sealed: z.string() })

/** A row and the name of its table. */
export type BackupRow = z.infer<typeof Row>

/** How many rows of each table. */
export type RowCounts = Readonly<Record<string, number>>

/** A backup that was read once from beginning to end: it is whole, and the keys fit. */
export interface VerifiedBackup {
  file: string
  /** The last change of its tables. */
  schema: string
  rows: RowCounts
}

/** A file that is no backup, or not a whole one. */
export class BackupUnreadable extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(`This is no backup that can be restored: ${reason}`, options)
    this.name = 'BackupUnreadable'
  }
}

/** A backup of tables that this release does not know. */
export class BackupTooNew extends Error {
  constructor(schema: string) {
    super(`This backup was made by a later release of Switchyard (${schema}): restore it with that release.`)
    this.name = 'BackupTooNew'
  }
}

/** None of each table yet. */
export function noRows(): Record<string, number> {
  return Object.fromEntries(TABLES.map(({ name }) => [name, 0]))
}

/** Writes rows into a new file. */
export async function writeBackup(
  file: string,
  { schema, made }: { schema: string; made: number },
  rows: AsyncIterable<BackupRow>,
): Promise<VerifiedBackup> {
  const counts = noRows()
  const hash = createHash('sha256')
  const hashed = (value: unknown) => {
    const line = `${JSON.stringify(value)}\n`
    hash.update(line)
    return line
  }
  async function* lines() {
    const head: z.infer<typeof Head> = { switchyard: 'backup', format: FORMAT, schema, made }
    yield hashed(head)
    for await (const row of rows) {
      counts[row[0]]!++
      yield hashed(row)
    }
    const end: z.infer<typeof End> = { rows: counts, sha256: hash.digest('hex') }
    yield `${JSON.stringify(end)}\n`
  }
  const options = { mode: ONLY_OWNER, flush: true }
  // One line at a time, however long it is.
  await pipeline(Readable.from(lines(), { highWaterMark: 1 }), createGzip(EFFORT), createWriteStream(file, options))
  return { file, schema, rows: counts }
}

/** Until the disk knows the names in a folder. */
export async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync()
  await handle.close()
}

/**
 * Reads a backup from beginning to end: it is whole, every row is of a table of ours, and the keys fit. Throws
 * `BackupUnreadable`, `BackupTooNew` and `KeysDoNotFit`.
 */
export async function verifyBackup(file: string, keys: KeyRing): Promise<VerifiedBackup> {
  let head: z.infer<typeof Head> | undefined
  let end: z.infer<typeof End> | undefined
  const hash = createHash('sha256')
  const counts = noRows()
  let tables: ReadonlySet<string> = new Set()
  const known: Tables['key_check'][] = []
  for await (const line of linesOf(file)) {
    if (end) throw new BackupUnreadable('something stands behind its end')
    const value = valueOf(line)
    const asEnd = End.safeParse(value)
    if (asEnd.success) {
      end = asEnd.data
      continue
    }
    hash.update(`${line}\n`)
    if (!head) {
      head = headOf(value)
      tables = new Set(tablesOf(head.schema).map(({ name }) => name))
      continue
    }
    const row = Row.safeParse(value)
    if (!row.success) throw new BackupUnreadable('a row cannot be read')
    const [table, columns] = row.data
    if (!tables.has(table)) throw new BackupUnreadable('it has a table that is not ours')
    counts[table]!++
    if (table === 'key_check') known.push(KeyRow.parse(columns))
  }
  if (!head || !end) throw new BackupUnreadable('it breaks off')
  if (hash.digest('hex') !== end.sha256) throw new BackupUnreadable('it was changed')
  for (const [name, count] of Object.entries(end.rows))
    if ((counts[name] ?? 0) !== count) throw new BackupUnreadable(`rows of ${name} are missing`)
  requireKeys(known, keys)
  return { file, schema: head.schema, rows: counts }
}

/** The rows of a backup that was verified. */
export async function* rowsOf({ file }: VerifiedBackup): AsyncGenerator<BackupRow> {
  for await (const line of linesOf(file)) {
    const row = Row.safeParse(valueOf(line))
    if (row.success) yield row.data
  }
}

function headOf(value: unknown): z.infer<typeof Head> {
  const head = Head.safeParse(value)
  if (!head.success) throw new BackupUnreadable('it does not begin as one')
  if (!(head.data.schema in MIGRATIONS)) throw new BackupTooNew(head.data.schema)
  return head.data
}

function valueOf(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch (cause) {
    throw new BackupUnreadable('a line cannot be read', { cause })
  }
}

/** Line by line, and no further than the reader is. (`node:readline` reads a thousand lines ahead, however long they are.) */
async function* linesOf(file: string): AsyncGenerator<string> {
  const source = createReadStream(file)
  const text = source.pipe(createGunzip())
  source.once('error', (error) => text.destroy(error))
  text.setEncoding('utf8')
  let parts: string[] = []
  let length = 0
  try {
    // It has an encoding: it gives text.
    for await (const chunk of text as AsyncIterable<string>) {
      const [first = '', ...more] = chunk.split('\n')
      parts.push(first)
      length += first.length
      if (length > MOST_LINE) throw new BackupUnreadable('a line is too long')
      for (const next of more) {
        yield parts.join('')
        parts = [next]
        length = next.length
      }
    }
    if (length > 0) yield parts.join('')
  } catch (cause) {
    if (cause instanceof BackupUnreadable) throw cause
    throw new BackupUnreadable('it cannot be unpacked', { cause })
  } finally {
    source.destroy()
  }
}
