import { describe, expect, test } from 'vitest'
import { valueOf } from '../src/document/document-node.ts'
import { openDocument } from '../src/document/open-document.ts'
import { applyEdits } from '../src/document/text-edit.ts'
import { CONFIG_CHECKERS } from '../src/clients/checkers.ts'
import { checkConfig, type WantedChange, injectChanges } from '../src/configs.ts'
import type { ClientId } from '../src/clients/facts.ts'
import { hasVerdicts, soundRows } from './config-verdicts.ts'
import { changesFor, CONFIGS, namesIn } from './example-changes.ts'
import { engineTest } from './engine-test.ts'
import type { EngineName } from './find-engines.ts'
import { checkWithMihomo } from './mihomo.ts'
import { mapBounded } from './program.ts'
import { checkWithSingbox } from './sing-box.ts'
import { checkWithXray } from './xray.ts'

/** Besides the 50 files, configs that the programs took, where they are at hand. */
const isLong = process.env['LONG_TESTS'] === '1'
const soundConfigs = hasVerdicts ? await soundRows() : []

function errorsOf(text: string, client: ClientId): string[] {
  const { issues } = checkConfig(text, { client })
  return issues.filter(({ severity }) => severity === 'error').map(({ code, path, args }) => `${code} ${path} ${JSON.stringify(args)}`) // oxfmt-ignore
}

/** Comments of a text, in order. */
function comments(name: string, text: string): string[] {
  if (name.endsWith('.yaml'))
    return text.replaceAll(/"(?:[^"\\\n]|\\.)*"|'[^'\n]*'/g, '""').match(/(?<=^|\s)#.*/gm) ?? []
  return text.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""').match(/#.*|\/\/.*|\/\*[^]*?\*\//g) ?? []
}

const TAKES: readonly WantedChange['kind'][] = ['replace-group', 'remove', 'rename', 'prefix-nodes', 'set']

describe.each([...CONFIGS, ...(isLong ? soundConfigs : [])])('$name', async ({ name, text, client }) => {
  const changes = changesFor(client, await namesIn(text, client))

  test.each(changes.map((change) => [change.kind, change] as const))('%s: %j', async (kind, change) => {
    const result = await injectChanges(text, [change], { client })
    if (result.issue !== undefined) return expect(result.text).toBe(text)
    expect(applyEdits(text, result.edits)).toBe(result.text)
    if (result.refused > 0)
      expect(result.changes[0]!.issues.some(({ severity, kept }) => severity === 'error' || kept === false)).toBe(true) // oxfmt-ignore
    else expect(result.added + result.skipped).toBeGreaterThan(0)
    // Twice is once.
    const again = await injectChanges(result.text, [change], { client })
    expect({ text: again.text, edits: again.edits }).toEqual({ text: result.text, edits: [] })
    // What is added takes nothing away: at most a comma moves, or a bracket opens.
    if (!TAKES.includes(kind))
      for (const { from, to } of result.edits) expect(text.slice(from, to)).toMatch(/^[\s,[\]{}~]{0,4}$|^null$/)
    if (!['replace-group', 'remove'].includes(kind)) expect(comments(name, result.text)).toEqual(comments(name, text))
    if (text.includes('\r\n')) expect(result.text.replaceAll('\r\n', '')).not.toContain('\n')
    // The client takes it if it took it before.
    expect(newErrors(errorsOf(text, client), errorsOf(result.text, client))).toEqual([])
  })

  test('all changes in one call are the same as one call each', async () => {
    const together = await injectChanges(text, changes, { client })
    let alone = text
    for (const change of changes) alone = (await injectChanges(alone, [change], { client })).text
    // New text looks like what stood beside it, so quotes may differ.
    expect(saidBy(together.text, client)).toEqual(saidBy(alone, client))
    expect(comments(name, together.text)).toEqual(comments(name, alone))
    expect(applyEdits(text, together.edits)).toBe(together.text)
  })
})

function saidBy(text: string, client: ClientId): unknown {
  const { root } = openDocument(text, { format: CONFIG_CHECKERS[client].format })
  return root && valueOf(root)
}

function newErrors(before: readonly string[], after: readonly string[]): string[] {
  return before.length > 0 ? [] : [...after]
}

const PROGRAMS: readonly [EngineName, ClientId, (path: string, text: string) => Promise<string | undefined>][] = [
  ['sing-box', 'singbox', checkWithSingbox],
  ['xray', 'xray', checkWithXray],
  ['mihomo', 'mihomo', checkWithMihomo],
]

describe.each(PROGRAMS)('%s', (engine, client, check) => {
  engineTest(
    [engine],
    'takes every config that it took before a change',
    async (paths) => {
      const path = paths[engine]
      const configs = [...CONFIGS, ...soundConfigs].filter(
        (config) => config.client === client && !NEEDS_DATABASE.test(config.text),
      )
      const taken = await mapBounded(configs, 2, ({ text }) => check(path, text))
      const cases = (
        await Promise.all(
          configs
            .filter((_, index) => taken[index] === undefined)
            .map(async ({ name, text }) => {
              const changes = changesFor(client, await namesIn(text, client))
              const isAlone = isLong || CONFIGS.some((config) => config.name === name)
              return (isAlone ? changes.map((change) => [change]) : [changes]).map((some) => ({ name, text, some }))
            }),
        )
      ).flat()
      const said = await mapBounded(cases, 2, async ({ name, text, some }) => {
        const result = await injectChanges(text, some, { client })
        const refused = await check(path, result.text)
        return refused === undefined ? [] : [`${name} ${JSON.stringify(some)}: ${refused}\n${result.text}`]
      })
      console.log(`${engine}: ${cases.length} results of ${new Set(cases.map(({ name }) => name)).size} configs`)
      expect(cases.length).toBeGreaterThan(0)
      expect(said.flat()).toEqual([])
    },
    300_000,
  )
})

/** Rules of countries and sites make mihomo download a file. */
const NEEDS_DATABASE = /GEOIP|GEOSITE/
