#!/usr/bin/env node
// Runs on any Node from 18 on; the program itself needs the one that the repository carries.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { carriedNode, isRightNode } from '../../../scripts/carried-node.mjs'
import { endWithNpm } from '../../../scripts/end-with-npm.mjs'

const main = new URL('../src/main.mjs', import.meta.url)

endWithNpm()
if (isRightNode()) await import(main.href)
else await startOnCarriedNode()

async function startOnCarriedNode() {
  const node = carriedNode()
  if (!node) {
    console.error(
      `switchyard needs Node 26 and this is ${process.version}. Run npm ci in its folder, which brings one.`,
    )
    process.exitCode = 2
    return
  }
  const child = spawn(node, [fileURLToPath(main), ...process.argv.slice(2)], { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? (signal === 'SIGPIPE' ? 0 : 1)
  })
}
