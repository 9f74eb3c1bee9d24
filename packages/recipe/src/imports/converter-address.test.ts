import { expect, test } from 'vitest'
import { apply } from '../apply.ts'
import { readRecipe } from '../file/recipe-file.ts'
import { readConverterAddress } from './converter-address.ts'
import type { FoundImport } from './found.ts'

const A = 'https://a.example.com/sub?token=canary'
const B = 'https://a.example.com/other?token=canary'
const HOME = 'trojan://p@home.example.com:443#HK home'

const addressOf = (query: Record<string, string>) =>
  `https://api.example.com/sub?${new URLSearchParams(query).toString()}`

function found(text: string): FoundImport {
  const read = readConverterAddress(text)
  if ('mistake' in read) throw new Error(read.mistake)
  return read
}

test('each subscription in it is a source, its share links are one more, and together they are published', () => {
  const { from, items, recipes, left } = found(addressOf({ target: 'clash', url: `${A}|${HOME}|${B}` }))
  expect([from, left]).toEqual(['converter', []])
  expect(items).toEqual([
    { key: 'url 0', name: 'a.example.com', body: A, notes: [] },
    { key: 'url 1', name: 'a.example.com 2', body: B, notes: [{ code: 'name-changed', at: 'a.example.com' }] },
    { key: 'links', name: 'links', body: HOME, notes: [] },
  ])
  expect(recipes).toMatchObject([{ name: 'a.example.com', items: ['url 0', 'url 1', 'links'], notes: [] }])
})

test('its format, filters and switches hold for what its sources bring', () => {
  const { recipes } = found(
    addressOf({ target: 'singbox', ver: '1.13', include: 'HK', emoji: '1', url: `${A}|${HOME}` }),
  )
  const { file, items, client } = recipes[0]!.whole!
  expect([client, items]).toEqual(['singbox', { 'url 0': 'url 0', links: 'links' }])
  const read = readRecipe(file)
  if ('refused' in read) throw new Error(read.refused.code)
  expect(read.recipe).toMatchObject({ output: 'singbox', perOutput: { singbox: { singboxVersion: '1.13' } } })
  const texts = new Map([
    ['url 0', 'trojan://p@jp.example.com:443#JP'],
    ['links', HOME],
  ])
  const { text } = apply(read.recipe, { texts, lists: new Map(), lang: 'en-US' })
  expect(text).toContain('\u{1f1ed}\u{1f1f0} HK home')
  expect(text).not.toContain('jp.example.com')
})

test('what does not come along is told of', () => {
  const address = addressOf({ target: 'surge', config: 'https://x.example.com/a.ini', rename: 'a@b', url: A })
  expect(found(address).recipes[0]!.notes).toEqual([
    { code: 'format', at: 'surge' },
    { code: 'outside-template' },
    { code: 'parameter', at: 'rename' },
  ])
})

test.each([
  ['hello', 'not-a-link'],
  [addressOf({ target: 'clash' }), 'nothing'],
  ['https://switchyard.example/convert?target=clash', 'nothing'],
  ['https://switchyard.example/sub/3f2b9c1de0', 'hosted'],
])('%s holds nothing: %s', (text, mistake) => {
  expect(readConverterAddress(text)).toEqual({ mistake })
})
