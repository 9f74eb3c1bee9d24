import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const src = fileURLToPath(new URL('../src/', import.meta.url))
const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((name) => /(?<!\.test)\.ts$/.test(name))

const EXPORTED = /^export (?:async )?(?:function\*? (\w+)|const (\w+) = (?:async )?(?:\([^)]*\)|\w+)(?:: [^=]+)? =>)/

/** Functions that other files may call and that nothing is said of: `link/query.ts:12 readQuery`. */
function silent(name: string): string[] {
  const lines = readFileSync(src + name, 'utf8').split('\n')
  return lines.flatMap((line, index) => {
    const found = EXPORTED.exec(line)
    if (!found || lines[index - 1]?.endsWith('*/')) return []
    return `${name.replaceAll('\\', '/')}:${index + 1} ${found[1] ?? found[2]}`
  })
}

test('every function that leaves its file has a sentence that says what comes back', () => {
  expect(files.length).toBeGreaterThan(100)
  expect(files.flatMap(silent)).toEqual([])
})
