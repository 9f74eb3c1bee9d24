// Runs in a thread of its own: makes one backup, and says how many rows it holds.
import { parentPort, workerData } from 'node:worker_threads'
import type { BackupOrder } from './back-up-apart.ts'
import { backUpIn } from './backup.ts'
import { openDatabase } from './database.ts'
import { KeyRing } from './key-ring.ts'

// What starts a thread gives it its order.
const { folder, place, secrets, file, now } = workerData as BackupOrder
const database = openDatabase(place)
try {
  parentPort!.postMessage(await backUpIn(folder, database, file, new KeyRing(secrets), now))
} finally {
  await database.close()
}
