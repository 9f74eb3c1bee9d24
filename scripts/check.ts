// What can be checked without running the product: one line a step, and what a failed one says.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

interface Step {
  name: string
  /** A file of ours, or package, program in it, arguments. */
  run: [file: string] | [packageName: string, program: string, ...args: string[]]
}

const STEPS: Step[] = [
  { name: 'types', run: ['typescript', 'tsc', '--build'] },
  { name: 'lint', run: ['oxlint', 'oxlint', '--deny-warnings'] },
  { name: 'format', run: ['oxfmt', 'oxfmt', '--check'] },
  {
    name: 'imports',
    run: ['dependency-cruiser', 'depcruise', '--output-type', 'err-long', 'packages', 'apps', 'scripts', 'e2e'],
  },
  { name: 'house', run: ['scripts/house/check.ts'] },
  { name: 'unused', run: ['knip', 'knip', '--no-progress'] },
]

const root = fileURLToPath(new URL('..', import.meta.url))

const results = await Promise.all(STEPS.map(runStep))
process.exitCode = results.every(Boolean) ? 0 : 1

/** Runs beside the other steps; whether it passed. */
async function runStep({ name, run: [file, program, ...args] }: Step): Promise<boolean> {
  const start = performance.now()
  const { code, output } = await runProgram(program === undefined ? file : binOf(file, program), args)
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name.padEnd(8)} ${seconds} s`)
  if (code !== 0) console.log(output.trim())
  return code === 0
}

/** The file behind a package's program, so that no shell and no .cmd file is needed to start it. */
function binOf(packageName: string, program: string): string {
  const folder = join(root, 'node_modules', packageName)
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { bin: Record<string, string> }
  return join(folder, manifest.bin[program]!)
}

function runProgram(file: string, args: string[]): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [file, ...args], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (text) => (output += text))
    child.stderr.setEncoding('utf8').on('data', (text) => (output += text))
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, output }))
  })
}
