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

test('its renames, its order and its name are those of what is published', () => {
  const { recipes } = found(
    addressOf({
      target: 'clash',
      url: `${A}|${HOME}`,
      rename: 'HK@香港',
      sort: 'true',
      append_type: '1',
      filename: 'Mine',
    }),
  )
  expect(recipes).toMatchObject([{ name: 'Mine', notes: [] }])
  expect(recipes[0]!.steps).toHaveLength(3)
  const read = readRecipe(recipes[0]!.whole!.file)
  if ('refused' in read) throw new Error(read.refused.code)
  const texts = new Map([
    ['url 0', 'trojan://p@us.example.com:443#US\ntrojan://p@hk.example.com:443#hk small\n'],
    ['links', HOME],
  ])
  const { text } = apply(read.recipe, { texts, lists: new Map(), lang: 'en-US' })
  const names = [...text.matchAll(/^ {2}- name: (.*)$|^ {2}- \{ ?name: ([^,]*)/gm)].map(([, one, two]) => one ?? two)
  expect(names.filter((name) => name!.includes('trojan')).map((name) => name!.replaceAll(/['"]/g, ''))).toEqual([
    '[trojan] hk small',
    '[trojan] US',
    '[trojan] 香港 home',
  ])
})

test('its sources are asked under the name that it used, where that is one of ours', () => {
  const asked = (ua: string) => found(addressOf({ target: 'clash', url: `${A}|${HOME}`, ua }))
  const { items, recipes } = asked('clash.meta/v1.19')
  expect([items[0]!.userAgent, items[1]!.userAgent]).toEqual(['mihomo', undefined])
  expect([items[0]!.notes, recipes[0]!.notes]).toEqual([[], []])
  expect(asked('curl/7.74.0')).toMatchObject({ items: [{ notes: [{ code: 'user-agent' }] }, { notes: [] }] })
})

test('what cannot be run is told of, and so are certificates that it did not check', () => {
  const { recipes } = found(addressOf({ target: 'clash', url: A, rename: '(?=x)a@b`a@c', scv: 'true' }))
  expect(recipes[0]!.notes).toEqual([{ code: 'pattern', at: 'rename' }, { code: 'unchecked-certificate' }])
  expect(recipes[0]!.steps).toEqual([{ kind: 'replace', pattern: 'a', to: 'c' }])
})

test('more renames than a recipe has are cut, and that is told', () => {
  const rename = Array.from({ length: 300 }, (_, at) => `a${at}@b`).join('`')
  const { recipes } = found(addressOf({ target: 'clash', url: A, rename }))
  expect(recipes[0]!.steps).toHaveLength(200)
  expect(recipes[0]!.notes).toEqual([{ code: 'too-many', at: '300' }])
  expect(readRecipe(recipes[0]!.whole!.file)).not.toHaveProperty('refused')
})

test('what does not come along is told of', () => {
  const address = addressOf({ target: 'surge', config: 'https://x.example.com/a.ini', interval: '86400', url: A })
  expect(found(address).recipes[0]!.notes).toEqual([
    { code: 'format', at: 'surge' },
    { code: 'outside-template' },
    { code: 'parameter', at: 'interval' },
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
