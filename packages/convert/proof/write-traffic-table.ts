// `node packages/convert/proof/write-traffic-table.ts`: carries a page by every protocol and writes into the READMEs
// which client it came through.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { findEngines } from './find-engines.ts'
import { runTraffic, trafficTable } from './traffic.ts'

const ROOT = new URL('../../../', import.meta.url)
const READMES = ['README.md', 'README.zh-CN.md']
const BLOCK = /(<!-- traffic -->)[\s\S]*?(<!-- \/traffic -->)/

const results = await runTraffic()
if (results.length === 0) throw new Error(`nothing to run with: ${findEngines()['sing-box'].howToGet}`)
const table = trafficTable(results)
console.log(table)
for (const name of READMES) {
  const file = fileURLToPath(new URL(name, ROOT))
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  if (BLOCK.test(text))
    writeFileSync(
      file,
      text.replace(BLOCK, (_, open: string, close: string) => `${open}\n${table}\n${close}`),
    )
}
for (const { failure } of results) {
  if (failure === undefined) continue
  console.error(failure)
  process.exitCode = 1
}
