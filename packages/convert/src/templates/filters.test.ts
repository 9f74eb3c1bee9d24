import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { isRecord } from '../text/record.ts'
import { userRegex } from '../text/user-regex.ts'
import { readYaml } from '../text/yaml.ts'

const FOLDER = fileURLToPath(new URL('../../../../../shared/data/templates/', import.meta.url))

/** An alias in them has no anchor: mihomo refuses them too. */
const NO_YAML: ReadonlySet<string> = new Set([
  'General_Config_Ayanami0-configs_Ayanami0_config.yaml',
  'General_Config_Ayanami0-configs_Ayanami0_config_full.yaml',
])

function mihomosFilters(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(mihomosFilters)
  if (!isRecord(value)) return []
  const { filter, 'exclude-filter': exclude, ...others } = value
  return [filter, exclude]
    .filter((one) => typeof one === 'string')
    .concat(Object.values(others).flatMap(mihomosFilters))
}

function iniFilters(text: string): string[] {
  const groups = [...text.matchAll(/^custom_proxy_group=[^`]*`[^`]*`(.*)$/gm)].map(([, members]) => members!)
  const lines = [...text.matchAll(/^(?:in|ex)clude_remarks=(.*)$/gm)].map(([, pattern]) => pattern!)
  return [...groups, ...lines].filter((one) => !/^(?:\[\]|!!|https?:|\d*,)/.test(one))
}

describe.each([
  ['mihomo', (text: string) => mihomosFilters(readYaml(text).documents[0]!.value), 'unicode'],
  ['ini', iniFilters, 'ascii'],
] as const)('filters that people write for %s can be run', (kind, filtersIn, wordChars) => {
  const folder = `${FOLDER}${kind}/`
  if (!existsSync(folder))
    test('all of them', ({ skip }) => skip('the templates are not beside this checkout (../shared/data/templates)'))
  else
    test.each(readdirSync(folder).filter((file) => !NO_YAML.has(file)))('%s', (file) => {
      const filters = filtersIn(readFileSync(folder + file, 'utf8')).flatMap((filter) => filter.split('`'))
      const unread = filters.filter((filter) => userRegex(filter, { wordChars }).issue !== undefined)
      expect(unread).toEqual([])
    })
})
