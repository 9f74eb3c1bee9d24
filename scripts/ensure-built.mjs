// Plain JavaScript for Node 18 and later: builds the web app when its sources are newer than the last build.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureInstalled } from './ensure-installed.mjs'
import { filesUnder } from './files-under.mjs'
import { runCarried } from './run-carried.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const SOURCES = ['apps/web', 'packages', 'package-lock.json']
const NOT_SOURCES = new Set(['node_modules', 'dist', '.types', 'golden', 'bench', 'fuzz', 'proof'])
const NOT_BUILT = /\.(test|e2e)\.tsx?$|\.md$|\.tsbuildinfo$/
const STAMP = join(root, 'apps/web/dist/sources.txt')

/**
 * Builds the web app unless the build that is there was made of the very same files.
 * @returns {Promise<number>} the exit code of the build, 0 when none was needed
 */
export async function ensureBuilt() {
  const wanted = fingerprint()
  const complete = existsSync(join(root, 'apps/web/dist/build.json'))
  if (complete && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wanted) return 0
  ensureInstalled()
  console.error('Building the web app.')
  const exitCode = await runCarried([join(root, 'apps/web/build.ts')])
  if (exitCode === 0) writeFileSync(STAMP, wanted)
  return exitCode
}

/** A hash of every file that the build reads. */
function fingerprint() {
  const hash = createHash('sha256')
  const files = SOURCES.flatMap((source) => filesUnder(join(root, source), NOT_SOURCES))
  for (const file of files.filter((path) => !NOT_BUILT.test(path)))
    hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0')
  return hash.digest('hex')
}
