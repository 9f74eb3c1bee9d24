// Plain JavaScript for Node 18 and later: runs before anything is installed.
import { spawnSync } from 'node:child_process'

/**
 * Runs npm. What it prints goes to stderr: stdout belongs to the program that asked for it.
 * @param {string[]} args
 * @param {string} cwd
 * @returns {boolean} whether it failed
 */
export function npm(args, cwd) {
  // Under `npm run` this names the npm in use; otherwise it is the one on PATH, a .cmd file on Windows.
  const cli = process.env.npm_execpath
  const options = { cwd, stdio: /** @type {['ignore', 2, 2]} */ (['ignore', 2, 2]) }
  const { status } =
    cli && /npm-cli\.[cm]?js$/.test(cli)
      ? spawnSync(process.execPath, [cli, ...args], options)
      : spawnSync('npm', args, { ...options, shell: process.platform === 'win32' })
  return status !== 0
}
