// oxlint-disable no-restricted-globals -- a test asks a server of its own
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { checkTemplate } from '@switchyard/recipe'
import { expect, test } from 'vitest'
import { BUNDLED_PRESETS } from './bundled-presets.ts'
import { startCodeHost } from './emulated-host.ts'
import { type AskDaily, loadPreset, loadPresets } from './load-presets.ts'
import { ACL4SSR } from './preset-place.ts'
import { FOLDER, MADE_UP } from './made-up.ts'

const FILES_OF_ACL4SSR = new URL('../../../../../../shared/data/acl4ssr/Clash/config/', import.meta.url)

/** As the fetch worker asks. */
const ask: AskDaily = async (address) => {
  const response = await fetch(address)
  if (!response.ok) return { error: 'bad-status', status: response.status }
  return { text: await response.text(), savedAt: 1 }
}

/** Lines that a preset has of a kind, counted without the reader of the engine. */
const linesOf = (text: string, key: string) =>
  text.split('\n').flatMap((line) => (line.startsWith(`${key}=`) ? [line.slice(key.length + 1).trim()] : []))

function expectCounts(name: string, text: string): void {
  const report = checkTemplate({ name, text }, 'en-US')
  if (report.kind === 'broken') throw new Error(`${name}: ${report.message}`)
  const groups = linesOf(text, 'custom_proxy_group').map((line) => line.split('`')[0])
  const rules = linesOf(text, 'ruleset')
  const lists = rules.map((line) => line.slice(line.indexOf(',') + 1)).filter((rest) => !rest.startsWith('[]'))
  expect([name, report.groups.map((group) => group.name), report.rules]).toEqual([name, groups, rules.length])
  expect([name, report.ruleSets.length]).toEqual([name, new Set(lists).size])
}

test('a made-up folder is listed and read at the code host, and a preview counts what stands in a file', async () => {
  const host = await startCodeHost(FOLDER, MADE_UP)
  try {
    const { value, failure } = await loadPresets(FOLDER, host.base, ask)
    expect(failure).toBeUndefined()
    expect(value?.files.map(({ name, bytes }) => [name, bytes])).toEqual(
      ['one.ini', 'two.yaml', '家里 1.ini'].map((name) => [name, MADE_UP[name]!.length]),
    )
    for (const { place, name } of value!.files) {
      const read = await loadPreset(place, host.base, ask)
      expect(read.value?.text).toBe(MADE_UP[name]!.toString())
      if (name.endsWith('.ini')) expectCounts(name, read.value!.text)
    }
    expect(await loadPresets({ ...FOLDER, path: 'none' }, host.base, ask)).toEqual({ failure: { code: 'not-found' } })
  } finally {
    await host.close()
  }
})

test('the public folder is listed with the ids that the app knows, and its files are read', async ({ skip }) => {
  if (!existsSync(FILES_OF_ACL4SSR)) skip('the files of ACL4SSR are not beside this checkout (../shared/data/acl4ssr)')
  const names = readdirSync(FILES_OF_ACL4SSR)
  const files = Object.fromEntries(names.map((name) => [name, readFileSync(new URL(name, FILES_OF_ACL4SSR))]))
  const host = await startCodeHost(ACL4SSR, files)
  try {
    const { value } = await loadPresets(ACL4SSR, host.base, ask)
    expect(value?.files).toEqual(BUNDLED_PRESETS.filter(({ name }) => names.includes(name)))
    for (const { place, name } of value!.files) {
      const read = await loadPreset(place, host.base, ask)
      expect(read.value?.text).toBe(files[name]!.toString())
      expectCounts(name, read.value!.text)
    }
  } finally {
    await host.close()
  }
})
