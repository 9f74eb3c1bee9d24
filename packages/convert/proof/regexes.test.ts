import { createHash } from 'node:crypto'
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { check } from 'recheck'
import recheck from 'recheck/package.json' with { type: 'json' }
import { parseSync } from 'vite'
import { afterAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../src/text/record.ts'

/** docs/security.md, "Regexes": regexes of ours are linear, and nobody else's run on the engine that backtracks. */
const root = fileURLToPath(new URL('../../..', import.meta.url))
/** What runs for others; the proof's own tools read what they wrote themselves. */
const files = ['packages', 'apps']
  .flatMap((folder) => readdirSync(`${root}${folder}`, { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile() && /(?<!\.d)\.(?:ts|tsx|mjs)$/.test(entry.name) && !entry.name.includes('.test.'))
  .map((entry) => `${entry.parentPath}/${entry.name}`)
  .filter((file) => !/node_modules|\/(?:dist|\.types|proof|bench|fuzz)\//.test(file))
  .map((file) => relative(root, file))

/** Patterns put together from constants, and where. */
const BUILT_FROM_CONSTANTS = ['packages/convert/src/nodes/info-entry.ts']

/** Bounded counts are slow to prove; the machine may be busy. */
const CHECK_TIMEOUT_MS = 120_000
/** A text that is thought to be slow is tried in a process of its own; a busy machine takes long to start that one. */
const TRY_TIMEOUT_MS = 20_000

const HASH_LENGTH = 16

interface Found {
  file: string
  source: string
  flags: string
}

const literals: Found[] = []
const constructed: Found[] = []
for (const file of files) {
  const { program } = parseSync(file, readFileSync(`${root}${file}`, 'utf8'))
  visit(program, file)
}

function visit(value: unknown, file: string): void {
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    for (const item of value) visit(item, file)
    return
  }
  const node = value as JsonObject
  const regex = node['regex'] as { pattern: string; flags: string } | undefined
  if (node['type'] === 'Literal' && regex) literals.push({ file, source: regex.pattern, flags: regex.flags })
  const callee = node['callee'] as { name?: string } | undefined
  if (/^(?:New|Call)Expression$/.test(String(node['type'])) && callee?.name === 'RegExp') {
    const [pattern, flags] = node['arguments'] as unknown[]
    constructed.push({ file, source: constantText(pattern) ?? '', flags: constantText(flags) ?? '' })
  }
  for (const child of Object.values(node)) visit(child, file)
}

/** What `'a'` or `['a', 'b'].join('|')` says; undefined for anything that is not constant. */
function constantText(value: unknown): string | undefined {
  const node = value as {
    type: string
    value?: unknown
    callee?: { object?: { type: string; elements?: { value?: unknown }[] }; property?: { name?: string } }
  }
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value
  const parts = node?.callee?.property?.name === 'join' ? node.callee.object?.elements : undefined
  return parts?.every((part) => typeof part.value === 'string') ? parts.map((part) => part.value).join('|') : undefined
}

test('the sources were read', () => {
  expect(files.length).toBeGreaterThan(100)
  expect(literals.length).toBeGreaterThan(50)
})

test('a regex is made only of constants: what users type runs on RE2', () => {
  expect(constructed.filter(({ source }) => source === '')).toEqual([])
  expect([...new Set(constructed.map(({ file }) => file))]).toEqual(BUILT_FROM_CONSTANTS)
})

/**
 * What was found linear before, by hash: the proof takes minutes. A regex that is not in it is checked each time, and so
 * is everything with LONG_TESTS=1 or another release of recheck. `UPDATE_GOLDEN=1 npm test -- regexes` writes the file.
 */
const KNOWN_FILE = new URL('linear-regexes.json', import.meta.url)
const isRenewed = process.env['UPDATE_GOLDEN'] === '1'
const known = JSON.parse(readFileSync(KNOWN_FILE, 'utf8')) as { recheck: string; linear: string[] }
const isKnown = new Set(process.env['LONG_TESTS'] || known.recheck !== recheck.version ? [] : known.linear)
const linear = new Set<string>()

function hashOf({ source, flags }: Found): string {
  return createHash('sha256').update(`/${source}/${flags}`).digest('base64url').slice(0, HASH_LENGTH)
}

describe('every regex of the sources is linear', () => {
  const byFile = Map.groupBy([...literals, ...constructed], ({ file }) => file)
  test.each([...byFile])('%s', { timeout: 10 * CHECK_TIMEOUT_MS }, async (_, regexes) => {
    for (const regex of regexes) {
      const { source, flags } = regex
      const hash = hashOf(regex)
      if (!isKnown.has(hash)) {
        const timeouts = { timeout: CHECK_TIMEOUT_MS, recallTimeout: TRY_TIMEOUT_MS }
        const { status } = await check(source, flags.replaceAll('v', 'u'), timeouts)
        expect(`${status} /${source}/${flags}`).toBe(`safe /${source}/${flags}`)
      }
      linear.add(hash)
    }
  })

  afterAll(() => {
    if (isRenewed)
      writeFileSync(
        KNOWN_FILE,
        `${JSON.stringify({ recheck: recheck.version, linear: [...linear].toSorted() }, null, 2)}\n`,
      )
  })
})

test('a regex that is not linear is found', async () => {
  expect(await check('^(a|a)*$', '')).toMatchObject({ status: 'vulnerable' })
  expect(isKnown.has(hashOf({ file: '', source: '^(a|a)*$', flags: '' }))).toBe(false)
})
