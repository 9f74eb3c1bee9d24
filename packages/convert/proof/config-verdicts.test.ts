import { describe, expect, test } from 'vitest'
import { checkConfig } from '../src/configs.ts'
import { applyEdits } from '../src/document/text-edit.ts'
import { hasVerdicts, judgeVerdicts } from './config-verdicts.ts'

/** Rows that may differ where a client has fewer than 200. */
const FEW = 2

describe.skipIf(!hasVerdicts)('configs that the real programs judged (../shared/data/config-verdicts)', async () => {
  const judged = hasVerdicts ? await judgeVerdicts() : []
  const clients = [...new Set(judged.map(({ row }) => row.client))]

  test.each(clients)('%s: the same verdicts, at the same lines', (client) => {
    const rows = judged.filter(({ row }) => row.client === client)
    const placed = rows.filter(({ isLineEqual }) => isLineEqual !== undefined)
    const verdicts = rows.filter(({ isVerdictEqual }) => isVerdictEqual).length
    const lines = placed.filter(({ isLineEqual }) => isLineEqual).length
    const share = (part: number, all: number) => `${part} of ${all} (${((100 * part) / all).toFixed(1)} %)`
    console.log(`${client}: verdicts ${share(verdicts, rows.length)}, lines ${share(lines, placed.length)}`)
    const wrong = rows.filter(({ isVerdictEqual }) => !isVerdictEqual).map(({ row }) => `${row.file} ${row.mutation}`)
    expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual(rows.length < 200 ? FEW : rows.length / 100)
    expect(lines / placed.length).toBeGreaterThanOrEqual(0.95)
  })

  test('a fix mends its issue and makes no new error', () => {
    let fixes = 0
    for (const { row, result, text } of judged) {
      const options = { client: result.client }
      for (const { code, path, line, fix } of result.issues) {
        if (fix === undefined) continue
        fixes++
        const after = checkConfig(applyEdits(text, fix.edits), options)
        const isThere = after.issues.some((one) => one.code === code && one.path === path && one.line === line)
        expect(isThere, `${row.file} ${line} ${code} ${fix.title}`).toBe(false)
        expect(after.errors, `${row.file} ${line} ${code} ${fix.title}`).toBeLessThanOrEqual(result.errors)
      }
    }
    console.log(`${fixes} fixes`)
    expect(fixes).toBeGreaterThan(10)
  })
})
