// The rules of the house, over all that we wrote. `npm run check` runs it beside types and lint.
import { LINTS } from './lints.ts'
import { findAll } from './lint.ts'

const found = await findAll(LINTS.map((make) => make()))
for (const [{ name, remedy }, findings] of found) {
  if (findings.length === 0) continue
  process.exitCode = 1
  console.log(`${name}: ${remedy}`)
  for (const { path, line, what } of findings) console.log(`  ${path}${line === undefined ? '' : `:${line}`} ${what}`)
}
