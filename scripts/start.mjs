// `npm start` in a fresh clone: installs and builds when needed, then serves the web app.
import { fileURLToPath } from 'node:url'
import { endWithNpm } from './end-with-npm.mjs'
import { ensureBuilt } from './ensure-built.mjs'
import { runCarried } from './run-carried.mjs'
import { SERVER_ENVIRONMENT } from './server-environment.mjs'

const server = fileURLToPath(new URL('../apps/server/src/main.mjs', import.meta.url))

endWithNpm()
process.exitCode = await ensureBuilt()
if (process.exitCode === 0) {
  const env = { ...process.env, ...SERVER_ENVIRONMENT }
  process.exitCode = await runCarried([server, ...process.argv.slice(2)], env)
}
