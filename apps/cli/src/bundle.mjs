// JavaScript, so that Node need not load its TypeScript reader: every call asks here first.
import { readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The folder of the repository, with a slash. The bundle lies as deep as this file, so it holds there too. */
export const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
export const BUNDLE = 'apps/cli/dist/switchyard.mjs'
/** When the bundle and each file that it is made of were changed: milliseconds by path from the root. */
export const TIMES = 'apps/cli/dist/times.json'

/**
 * The program in one file, made anew when a file of it has changed.
 * @returns {Promise<string | undefined>} its path; none where it cannot be made: the bundler is not installed, or the folder may not be written to
 */
export async function findBundle() {
  return isFresh() || ((await build()) && isFresh()) ? ROOT + BUNDLE : undefined
}

function isFresh() {
  try {
    /** @type {Record<string, number>} */
    const times = JSON.parse(readFileSync(ROOT + TIMES, 'utf8'))
    for (const path in times) if (timeOf(path) !== times[path]) return false
    return true
  } catch {
    return false
  }
}

/** @param {string} path from the root */
export function timeOf(path) {
  return statSync(ROOT + path, { throwIfNoEntry: false })?.mtimeMs
}

/** In a process of its own: a build that fails says nothing, and the program runs from its sources. */
async function build() {
  const { spawnSync } = await import('node:child_process')
  const file = fileURLToPath(new URL('../build.ts', import.meta.url))
  return spawnSync(process.execPath, [file], { stdio: 'ignore' }).status === 0
}
