import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { builtinTemplate, type ConvertOptions, convertText, planLists } from './index.ts'

/**
 * Whole configs, to the letter. After a deliberate change: `UPDATE_GOLDEN=1 npm test -- golden`, then read the diff as
 * the review. Lists are not at hand here, so that no text of others stands in the files.
 */
const stories = new URL('../golden/', import.meta.url)
const output = { settings: { secret: 'golden-secret' } }
const FILES: readonly (readonly [file: string, options: ConvertOptions])[] = [
  ['mihomo.yaml', { to: 'mihomo', output }],
  ['clash.yaml', { to: 'clash', template: 'minimal', output }],
  ['singbox.json', { to: 'singbox', template: 'minimal', output }],
  ['xray.json', { to: 'xray' }],
  ['singbox-1.14.json', { to: 'singbox', singbox: { version: '1.14' }, lang: 'zh-CN', output }],
]

describe.each(readdirSync(stories))('%s', (story) => {
  const folder = new URL(`${story}/`, stories)
  const text = readFileSync(new URL('input.txt', folder), 'utf8')

  test.each(FILES)('%s', (file, options) => {
    const result = convertText([{ name: 'input.txt', text }], options)
    compare(new URL(file, folder), result.text)
  })

  test('report.json', () => {
    const { report } = convertText([{ name: 'input.txt', text }], { to: 'mihomo' })
    compare(new URL('report.json', folder), `${JSON.stringify(report, null, 2)}\n`)
  })
})

/** Every template of ours in both languages, with made-up lists in the place of the real ones. */
describe.each(['minimal', 'standard', 'full'] as const)('Xray, %s', (name) => {
  test.each(['en-US', 'zh-CN'] as const)('%s', (lang) => {
    const folder = new URL('every-protocol/', stories)
    const text = readFileSync(new URL('input.txt', folder), 'utf8')
    const template = builtinTemplate(name, lang)
    const lists = new Map(planLists(template, 'xray').map((address, index) => [address, listOf(address, index + 1)]))
    const result = convertText([{ name: 'input.txt', text }], { to: 'xray', template, lang, rules: { lists } })
    compare(new URL(`xray-${name}-${lang}.json`, folder), result.text)
  })
})

/** Lists that end in `.txt` are those of addresses, in YAML. */
const listOf = (address: string, number: number) =>
  address.endsWith('.txt')
    ? `payload:\n  - '198.51.100.${number}/32'\n`
    : `DOMAIN-SUFFIX,list${number}.example\nDOMAIN-KEYWORD,word${number}\nIP-CIDR,192.0.2.${number}/32,no-resolve\nUSER-AGENT,x*\n`

function compare(file: URL, text: string): void {
  if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(file, text)
  expect(existsSync(file), `${file.pathname} is there`).toBe(true)
  expect(text).toBe(readFileSync(file, 'utf8'))
}
