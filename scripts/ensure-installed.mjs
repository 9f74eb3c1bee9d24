// Plain JavaScript for Node 18 and later: runs before anything is installed.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { carriedNode } from './carried-node.mjs'
import { npm } from './npm.mjs'

const OLDEST_STARTING_MAJOR = 18
const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * Installs what the lock file names unless it is there already.
 * @returns {string} the Node binary to run the rest with; ends the process when there is none
 */
export function ensureInstalled() {
  if (Number(process.versions.node.split('.')[0]) < OLDEST_STARTING_MAJOR)
    stop(`Switchyard needs Node ${OLDEST_STARTING_MAJOR} or later to start with; this is ${process.version}.`)

  if (!isInstalled()) {
    console.error('Installing packages (npm ci), once.')
    const failed = npm(
      ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'],
      root,
    )
    if (failed) stop('npm ci failed, see above.')
  }
  const node = carriedNode()
  if (node) {
    if (node !== process.execPath) mustStart(node)
    return node
  }
  return stop(
    `No Node 26 for ${process.platform} ${process.arch} comes with npm ci and this is ${process.version}. ` +
      'Install Node 26 and start again with it.',
  )
}

/**
 * Ends the process with a sentence where the carried Node does not start: it needs a system library that a very small
 * Debian lacks.
 * @param {string} node
 */
function mustStart(node) {
  const { status, stderr } = spawnSync(node, ['--version'], { encoding: 'utf8' })
  if (status === 0) return
  // npm puts this one before the Node of the machine, so that the next run would end without the sentence.
  rmSync(join(root, 'node_modules/.bin/node'), { force: true })
  stop(
    `${stderr?.trim() ?? ''}\nThe Node 26 that npm ci brought does not start on this machine. ` +
      'On Debian and Ubuntu: apt-get install libatomic1, then npm ci.',
  )
}

/** Whether every package of the lock file stands in node_modules in the locked version (optional ones may be absent). */
function isInstalled() {
  const wanted = lockedPackages('package-lock.json')
  const present = lockedPackages('node_modules/.package-lock.json')
  if (!wanted || !present || !carriedNode()) return false
  return Object.entries(wanted).every(([path, { version, optional, peer, link, resolved }]) => {
    if (!path.startsWith('node_modules/')) return true
    if (link) return isLinked(path, resolved)
    const found = present[path]
    return found ? found.version === version : Boolean(optional || peer)
  })
}

/**
 * Links a package of our own that is new in the lock file: it needs no registry, so nothing is installed for it.
 * @param {string} path
 * @param {string | undefined} folder
 */
function isLinked(path, folder) {
  if (folder === undefined || !existsSync(join(root, folder, 'package.json'))) return false
  const place = join(root, path)
  if (existsSync(join(place, 'package.json'))) return true
  mkdirSync(dirname(place), { recursive: true })
  // On Windows only a junction needs no rights of its own.
  symlinkSync(relative(dirname(path), folder), place, 'junction')
  return true
}

/**
 * @param {string} file
 * @returns {Record<string, { version?: string, optional?: boolean, peer?: boolean, link?: boolean, resolved?: string }> | undefined}
 */
function lockedPackages(file) {
  try {
    return JSON.parse(readFileSync(`${root}/${file}`, 'utf8')).packages
  } catch {
    return undefined
  }
}

/**
 * @param {string} message
 * @returns {never}
 */
function stop(message) {
  console.error(message)
  process.exit(1)
}
