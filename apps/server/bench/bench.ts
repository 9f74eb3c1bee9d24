// `npm run bench -- --server`: what the server bears. `--json` prints one object; words choose parts, named below.
import { parseArgs } from 'node:util'
import { measureCopiesRate } from './copies-rate.ts'
import { measureDeadUpstream } from './dead-upstream.ts'
import { measureEqualTimes } from './equal-times.ts'
import { killRounds } from './kill-rounds.ts'
import { killedCopies } from './killed-copies.ts'
import { measureManyUsers } from './many-users.ts'
import {
  measureBigConversions,
  measureFlood,
  measureNightlyBackup,
  measurePackedPreviews,
  measureSlowReaders,
} from './neighbours.ts'
import { measureSubLoad } from './sub-load.ts'
import { measureSubRate } from './sub-rate.ts'
import { measureTurns } from './turns.ts'
import { measureUrlApiRate } from './url-api-rate.ts'

const KILLS = 200
const KILLED_COPIES_S = 60
const PARTS: Readonly<Record<string, () => Promise<unknown>>> = {
  kills: async () => ({ rounds: KILLS, ...(await killRounds(KILLS)) }),
  load: measureSubLoad,
  rate: measureSubRate,
  'url-api': measureUrlApiRate,
  turns: measureTurns,
  dead: measureDeadUpstream,
  users: measureManyUsers,
  times: measureEqualTimes,
  flood: measureFlood,
  readers: measureSlowReaders,
  packed: measurePackedPreviews,
  conversions: measureBigConversions,
  backup: measureNightlyBackup,
  copies: async () => ({ rate: await measureCopiesRate(), killed: await killedCopies(KILLED_COPIES_S) }),
}

const { values, positionals } = parseArgs({ options: { json: { type: 'boolean' } }, allowPositionals: true })
const chosen = Object.keys(PARTS).filter((name) => positionals.length === 0 || positionals.includes(name))
const measured: Record<string, unknown> = {}
for (const name of chosen) {
  measured[name] = await PARTS[name]!()
  if (!values.json) console.log(`${name}: ${JSON.stringify(measured[name], null, 2)}`)
}
if (values.json) console.log(JSON.stringify(measured))
