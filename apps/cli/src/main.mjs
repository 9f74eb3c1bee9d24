// JavaScript, so that Node need not load its TypeScript reader: everything else comes from the cache from the second call on.
import { enableCompileCache } from 'node:module'

// Reading the program anew takes longer than most conversions.
enableCompileCache()
const { run } = await import('./run.ts')
process.exitCode = await run(process.argv.slice(2))
