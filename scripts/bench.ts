// `npm run bench`: the engine's figures, then the page's. `-- --engine` or `-- --page` for one of them, `-- --server` for what
// the server bears (about fifteen minutes; `-- --server copies` for one part, apps/server/bench/bench.ts names them),
// `-- --json` for one object of what was measured, `-- --file F` for the engine on a corpus of one's own. Without a browser
// (SKIP_BROWSER=1) no page.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { ensureBuilt } from './ensure-built.mjs'

const ENGINE = 'packages/convert/bench/bench.ts'
const PAGE = 'e2e/bench/bench.ts'
const SERVER = 'apps/server/bench/bench.ts'

const { values: args, positionals: parts } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean', default: false },
    file: { type: 'string' },
    engine: { type: 'boolean', default: false },
    page: { type: 'boolean', default: false },
    server: { type: 'boolean', default: false },
  },
})
const namesNone = !args.engine && !args.page && !args.server
const wantsEngine = args.engine || namesNone
const wantsPage = args.page || (namesNone && args.file === undefined && !process.env.SKIP_BROWSER)

const engine = wantsEngine ? await run(ENGINE, args.file === undefined ? [] : ['--file', args.file]) : undefined
if (engine && !args.json) console.log(engine.said)
const page = wantsPage ? await runBuilt(PAGE) : undefined
if (page && !args.json) console.log(page.said)
const server = args.server ? await runBuilt(SERVER, parts) : undefined
if (server && !args.json) console.log(server.said)
if (args.json)
  console.log(
    JSON.stringify({
      ...parsed(engine),
      ...(page ? { page: parsed(page) ?? null } : {}),
      ...(server ? { server: parsed(server) ?? null } : {}),
    }),
  )
// What was measured is printed even when the other part failed.
process.exitCode = [engine, page, server].every((part) => part === undefined || part.exitCode === 0) ? 0 : 1

interface Part {
  exitCode: number
  said: string
}

async function runBuilt(file: string, more: string[] = []): Promise<Part> {
  const exitCode = await ensureBuilt()
  return exitCode === 0 ? run(file, more) : { exitCode, said: '' }
}

function run(file: string, more: string[]): Promise<Part> {
  const path = fileURLToPath(new URL(`../${file}`, import.meta.url))
  const child = spawn(process.execPath, [path, ...(args.json ? ['--json'] : []), ...more], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve({ exitCode: code ?? 1, said: said.trim() }))
  })
}

function parsed(part: Part | undefined): object | undefined {
  return part && part.said !== '' ? (JSON.parse(part.said) as object) : undefined
}
