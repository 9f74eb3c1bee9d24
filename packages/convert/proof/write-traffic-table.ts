// `node packages/convert/proof/write-traffic-table.ts`: carries a page by every protocol and writes into docs/traffic.md
// which client it came through.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { findEngines } from './find-engines.ts'
import { runTraffic, trafficTable } from './traffic.ts'

const ROOT = new URL('../../../', import.meta.url)
const TABLES = { 'docs/traffic.md': 'en-US', 'docs/traffic.zh-CN.md': 'zh-CN' } as const
const BLOCK = /(<!-- traffic -->)[\s\S]*?(<!-- \/traffic -->)/

const results = await runTraffic()
if (results.length === 0) throw new Error(`nothing to run with: ${findEngines()['sing-box'].howToGet}`)
console.log(trafficTable(results))
for (const [name, lang] of Object.entries(TABLES)) {
  const file = fileURLToPath(new URL(name, ROOT))
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const table = trafficTable(results, lang)
  const filled = text.replace(BLOCK, (_, open: string, close: string) => `${open}\n${table}\n${close}`)
  if (filled !== text) writeFileSync(file, filled)
}
for (const { failure } of results) {
  if (failure === undefined) continue
  console.error(failure)
  process.exitCode = 1
}
