// Plain JavaScript for Node 18 and later.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const LOOK_MS = 500

/**
 * Ends this process as SIGTERM would when the npm that started it is gone. `npm start` and `npx` run a program under a
 * shell: who sends SIGTERM to npm ends npm and the shell, and who kills npm leaves the shell too. The program would go on
 * alone.
 */
export function endWithNpm() {
  if (process.env.npm_lifecycle_event === undefined) return
  const npm = npmId()
  endWithParent(() => isAlive(npm))
}

/**
 * Ends this process as SIGTERM would when the one that started it is gone, or when something else says so.
 * @param {() => boolean} [isWanted]
 */
export function endWithParent(isWanted = () => true) {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent && isWanted()) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, LOOK_MS)
  timer.unref()
}

/** The parent, or the parent of the shell in between: some shells become the program that they run. */
function npmId() {
  const parent = processOf(process.ppid)
  return parent && parent.name.endsWith('sh') ? parent.parent : process.ppid
}

/**
 * @param {number} id
 * @returns {{ name: string, parent: number } | undefined}
 */
function processOf(id) {
  const [, name = '', parent] = /\((.*)\) \S (\d+)/s.exec(statOf(id)) ?? []
  if (parent !== undefined) return { name, parent: Number(parent) }
  // Where there is no /proc.
  const { stdout } = spawnSync('ps', ['-o', 'ppid=,comm=', '-p', String(id)], { encoding: 'utf8' })
  const [, number, program = ''] = /^\s*(\d+)\s+(.*?)\s*$/.exec(stdout ?? '') ?? []
  return number === undefined ? undefined : { name: program, parent: Number(number) }
}

/**
 * https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html
 * @param {number} id
 */
function statOf(id) {
  try {
    return readFileSync(`/proc/${id}/stat`, 'utf8')
  } catch {
    return ''
  }
}

/** @param {number} id */
function isAlive(id) {
  try {
    return process.kill(id, 0)
  } catch (error) {
    // It is somebody else's.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
