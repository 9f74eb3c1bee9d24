import { spawn } from 'node:child_process'
import { ROOT } from '../bundle.mjs'

const server = (path: string) => `${ROOT}apps/server/src/${path}`

/** Runs the server until it ends; gives back its exit code. Its settings are environment variables. */
export function serveCommand(args: readonly string[]): Promise<number> {
  return run([server('main.mjs'), ...args])
}

/** Does something with what the server keeps: `backup`, `restore`, `move`, `migrate`, `reseal`, `doctor`, `setup-code`, `reset-password`. Its settings are those of the server. */
export function maintenanceCommand(verb: string, args: readonly string[]): Promise<number> {
  return run([server('maintenance/main.ts'), verb, ...args])
}

function run(args: readonly string[]): Promise<number> {
  const env = { ...process.env, NODE_ENV: 'production' }
  const child = spawn(process.execPath, args, { stdio: 'inherit', env })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code) => resolve(code ?? 1))
  })
}
