// Plain JavaScript for Node 18 and later, which has no `fs.globSync`.
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/**
 * @param {string} path a file or a folder
 * @param {ReadonlySet<string>} leftOut names of files and folders that are not looked at
 * @returns {string[]} in a fixed order
 */
export function filesUnder(path, leftOut) {
  if (statSync(path).isFile()) return [path]
  return readdirSync(path)
    .filter((name) => !leftOut.has(name))
    .sort()
    .flatMap((name) => filesUnder(join(path, name), leftOut))
}
