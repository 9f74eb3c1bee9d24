// `node scripts/run.mjs FILE …` from any Node 18 or later: FILE runs on the Node that the repository carries.
import { endWithNpm } from './end-with-npm.mjs'
import { runCarried } from './run-carried.mjs'

endWithNpm()
process.exitCode = await runCarried(process.argv.slice(2))
