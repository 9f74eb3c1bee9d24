// `node upload-until-killed.ts FOLDER USER`: uploads files of this person one after the other, in six places at once, until it is
// killed. It prints each one that was acknowledged: its path and its sha.
import { randomBytes } from 'node:crypto'
import { writeSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { pino } from 'pino'
import { openDatabase } from '../src/db/database.ts'
import { KeyRing } from '../src/db/key-ring.ts'
import { upload } from '../src/features/storage/uploads.ts'
import { FolderStorage } from '../src/storage/folder.ts'

const [folder = '', userId = ''] = process.argv.slice(2)
const AT_ONCE = 6
const NAMES = 3
const PARTS = 12
const PART_BYTES = 40_000

const deps = {
  store: { database: openDatabase({ file: join(folder, 'switchyard.sqlite') }), keys: new KeyRing(['x'.repeat(32)]) },
  storage: new FolderStorage(join(folder, 'files')),
  now: Date.now,
  log: pino({ level: 'silent' }),
}

async function* slowly(content: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.length; at += PART_BYTES) {
    yield content.subarray(at, at + PART_BYTES)
    await wait(1)
  }
}

await Promise.all(
  Array.from({ length: AT_ONCE }, async (_, place) => {
    for (let count = 0; ; count++) {
      const path = `folder ${place}/${count % NAMES}`
      const content = randomBytes(PARTS * PART_BYTES)
      const incoming = { bytes: Readable.from(slowly(content)), size: content.length }
      const { sha } = await upload(deps, { userId, bucket: 'default', path }, incoming, undefined)
      // Not by a stream: what was acknowledged has to be out before anything else is done.
      writeSync(1, `${path} ${sha}\n`)
    }
  }),
)
