import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, onTestFinished, test } from 'vitest'

const helper = fileURLToPath(new URL('end-with-npm.mjs', import.meta.url))
// Says its number, then lives on as a server would.
const PROGRAM = `
  import { endWithNpm } from ${JSON.stringify(helper)}
  endWithNpm()
  console.log(process.pid)
  setInterval(() => {}, 1000)`
const TAKES_LONGER_MS = 2000

const started: { shell: ChildProcess; program: number }[] = []
afterEach(() => {
  for (const { shell, program } of started.splice(0)) {
    shell.kill('SIGKILL')
    if (isAlive(program)) process.kill(program, 'SIGKILL')
  }
})

/** As npm does it: a shell that waits for the program. */
async function start(environment: Readonly<Record<string, string | undefined>>): Promise<(typeof started)[number]> {
  const shell = spawn('sh', ['-c', '"$0" --input-type=module -e "$1"; true', process.execPath, PROGRAM], {
    env: { ...process.env, npm_lifecycle_event: undefined, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const program = await new Promise<number>((resolve) => shell.stdout.once('data', (text) => resolve(Number(text))))
  started.push({ shell, program })
  return { shell, program }
}

function isAlive(id: number): boolean {
  try {
    return process.kill(id, 0)
  } catch {
    return false
  }
}

test.skipIf(process.platform === 'win32')('a program that npm started ends when npm is ended', async () => {
  const { shell, program } = await start({ npm_lifecycle_event: 'start' })
  shell.kill('SIGTERM')
  await expect.poll(() => isAlive(program), { timeout: 20_000 }).toBe(false)
})

test.skipIf(process.platform === 'win32')(
  'a program started by hand outlives the shell it was started from',
  async () => {
    const { shell, program } = await start({})
    shell.kill('SIGTERM')
    await new Promise((resolve) => setTimeout(resolve, TAKES_LONGER_MS))
    expect(isAlive(program)).toBe(true)
  },
)

/** As `npm start` does it: npm, a shell, what runs the carried Node, and the program. */
async function startAsNpm(): Promise<{ numbers: number[]; program: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'switchyard-npm-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'program.mjs')
  writeFileSync(file, 'console.log(process.ppid, process.pid)\nsetInterval(() => {}, 1000)')
  const run = fileURLToPath(new URL('run.mjs', import.meta.url))
  const npm = spawn(process.execPath, ['-e', NPM, process.execPath, run, file], {
    env: { ...process.env, npm_lifecycle_event: 'start' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const said = await new Promise<string>((resolve) => npm.stdout.once('data', (text) => resolve(String(text))))
  const [starter = 0, program = 0] = said.split(' ').map(Number)
  started.push({ shell: npm, program })
  return { numbers: [npm.pid ?? 0, starter], program }
}

const NPM = `
  const [node, run, file] = process.argv.slice(1)
  require('node:child_process').spawn('sh', ['-c', '"$0" "$1" "$2"; true', node, run, file], { stdio: 'inherit' })`

test.skipIf(process.platform === 'win32').each([
  ['npm', 0],
  ['what npm started', 1],
])('a server that npm started ends when %s is killed', async (_, which) => {
  const { numbers, program } = await startAsNpm()
  process.kill(numbers[which]!, 'SIGKILL')
  await expect.poll(() => isAlive(program), { timeout: 20_000 }).toBe(false)
  await expect.poll(() => isAlive(numbers[1]!), { timeout: 20_000 }).toBe(false)
})
