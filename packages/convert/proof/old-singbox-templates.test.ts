import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { convertText } from '../src/index.ts'
import { SINGBOX_VERSIONS, type SingboxVersion } from '../src/model/singbox-version.ts'
import { readOwnConfig } from '../src/templates/own-config.ts'
import { isRecord, recordsOf, type JsonObject } from '../src/text/record.ts'
import { engineTest } from './engine-test.ts'
import type { EngineName } from './find-engines.ts'
import { singboxDangling } from './references.ts'
import { checkWithSingbox, startOnceWithSingbox } from './sing-box.ts'

/** Configs that people wrote for sing-box 1.8 to 1.14, as templates, in front of the versions that they are written for. */

const FOLDER = fileURLToPath(new URL('../../../../shared/data/templates/sing-box/', import.meta.url))
const FILES = existsSync(FOLDER) ? readdirSync(FOLDER).filter((name) => name.endsWith('.json')) : []
const INPUT = readFileSync(new URL('../golden/first-subscription/input.txt', import.meta.url), 'utf8')
const ENGINES: readonly (readonly [EngineName, SingboxVersion])[] = [
  ['sing-box-1.12', '1.12'],
  ['sing-box-1.13', '1.13'],
  ['sing-box', '1.14'],
]

const isOfXray = (name: string) => name.includes('xray')
const OWN = FILES.filter((name) => !isOfXray(name))

function read(name: string) {
  return readOwnConfig(readFileSync(FOLDER + name, 'utf8'), name)
}

function made(name: string, version: SingboxVersion): JsonObject {
  const { text } = convertText([{ name: 's', text: INPUT }], {
    to: 'singbox',
    singbox: { version },
    template: read(name),
  })
  const config: unknown = JSON.parse(text)
  if (!isRecord(config)) throw new Error('no config')
  return config
}

if (FILES.length === 0)
  test('templates that people use are read', ({ skip }) =>
    skip('no templates beside this checkout (../shared/data/templates/sing-box)'))

test.each(FILES.filter(isOfXray))('%s is a config of Xray, which sing-box does not take', (name) => {
  expect(() => read(name)).toThrow('bad-template')
})

describe.each(OWN)('%s', (name) => {
  test.each(SINGBOX_VERSIONS)('names nothing that is not there: %s', (version) => {
    expect(singboxDangling(made(name, version))).toEqual([])
  })

  for (const [engine, version] of ENGINES) {
    // A file of 1.14 is written for 1.14 where no version is chosen (docs/formats/sing-box.md, "Old configs").
    const targets = name.includes('1.14') && version !== '1.14' ? [version] : (['compatible', version] as const)
    engineTest(
      [engine],
      `is taken and started by ${engine}, made for ${targets.join(' and ')}`,
      async ({ [engine]: path }) => {
        for (const target of targets) {
          const config = made(name, target)
          expect(await checkWithSingbox(path, JSON.stringify(withoutFiles(config)))).toBeUndefined()
          expect(await startOnceWithSingbox(path, config)).toBeUndefined()
        }
      },
      60_000,
    )
  }
})

/** Lists that lie beside the file of its author stand in it. */
function withoutFiles(config: JsonObject): JsonObject {
  const copy = structuredClone(config)
  const { route } = copy
  if (!isRecord(route)) return copy
  for (const set of recordsOf(route['rule_set'])) {
    if (set['type'] !== 'local') continue
    for (const key of ['path', 'format']) delete set[key]
    Object.assign(set, { type: 'inline', rules: [{ domain: ['listed.test'] }] })
  }
  return copy
}
