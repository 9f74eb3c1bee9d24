import { spawn } from 'node:child_process'
import { ensureInstalled } from './ensure-installed.mjs'

const ending = new URL('end-with-starter.mjs', import.meta.url).href

/**
 * Installs when needed, runs a file on the carried Node and passes on what it says and how it ends. It ends with this process.
 * @param {string[]} args the file and its arguments
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<number>} the exit code
 */
export function runCarried(args, env = process.env) {
  const child = spawn(ensureInstalled(), ['--import', ending, ...args], { stdio: 'inherit', env })
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    process.on(signal, () => child.kill(signal))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code) => resolve(code ?? 1))
  })
}
