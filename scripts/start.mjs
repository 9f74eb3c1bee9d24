// `npm start` in a fresh clone: installs when needed, then shows what the product does.
import { fileURLToPath } from 'node:url'
import { runCarried } from './run-carried.mjs'

const demo = fileURLToPath(new URL('../apps/cli/src/demo.ts', import.meta.url))

process.exitCode = await runCarried([demo, ...process.argv.slice(2)])
