import { flagEmoji, parseTemplate, templateNamer } from '@switchyard/recipe/model'
import { expect, test } from 'vitest'
import { planRename } from './rename.ts'
import type { ListedNode } from '../types.ts'

const row = (name: string, region?: string, more: Partial<ListedNode> = {}): ListedNode => ({
  id: name,
  line: '1',
  name,
  region,
  protocol: 'vless',
  server: 'example.com',
  port: 443,
  source: 'airport1',
  state: 'kept',
  ...more,
})

const ROWS = [row('tokyo', 'JP'), row('osaka', 'JP'), row('la', 'US', { protocol: 'ss' }), row('somewhere')]
const context = { regionName: (code: string) => ({ JP: '日本', US: '美国' })[code] ?? code }

test.each([
  ['{flag}{region}-{n:02}', ['🇯🇵JP-01', '🇯🇵JP-02', '🇺🇸US-01', '01']],
  ['{n}-{region}', ['1-JP', '2-JP', '1-US', '1']],
  ['{proto} | {region} | {n}', ['vless | JP | 1', 'vless | JP | 2', 'ss | US | 1', 'vless | 1']],
  ['{n} ({region})', ['1 (JP)', '2 (JP)', '1 (US)', '1']],
  ['{proto} [{region}] {n}', ['vless [JP] 1', 'vless [JP] 2', 'ss [US] 1', 'vless 1']],
  ['{flag} {region} - {place}', ['🇯🇵 JP - 日本', '🇯🇵 JP - 日本', '🇺🇸 US - 美国', '']],
  ['{region}{proto}-{n}', ['JPvless-1', 'JPvless-2', 'USss-1', 'vless-1']],
  ['-{region} node', ['-JP node', '-JP node', '-US node', '-node']],
  ['{place} {n}', ['日本 1', '日本 2', '美国 1', '1']],
  ['{i:03} {name}', ['001 tokyo', '002 osaka', '003 la', '004 somewhere']],
  ['{region} {proto} {n}', ['JP vless 1', 'JP vless 2', 'US ss 1', 'vless 1']],
  ['{server}:{port} {source}', Array(4).fill('example.com:443 airport1')],
  ['{{n}} {N}', ['{n} 1', '{n} 2', '{n} 3', '{n} 4']],
  ['same', Array(4).fill('same')],
])('the template %s', (template, names) => {
  const { parts } = parseTemplate(template)
  expect(ROWS.map(templateNamer(parts!, context))).toEqual(names)
})

test.each([
  ['{flag} A {name}', ['🇯🇵 A Tokyo', '🇯🇵 A Osaka', 'A 🇯🇵 Nara']],
  ['A {name}', ['A 🇯🇵 Tokyo', 'A Osaka', 'A 🇯🇵 Nara']],
])('%s names a node that has a flag with that one flag', (template, names) => {
  const rows = [row('🇯🇵 Tokyo', 'JP'), row('Osaka', 'JP'), row('🇯🇵 Nara')]
  expect(rows.map(templateNamer(parseTemplate(template).parts!, context))).toEqual(names)
})

test('new names are tidied as a name that is typed is', () => {
  const plan = planRename(ROWS.slice(0, 2), ({ id }) => (id === 'tokyo' ? ' A\u202e\u0007 ' : '\u2066'), [])
  expect(plan).toEqual({ changes: [{ id: 'tokyo', name: 'A' }], collisions: 0, empty: 1 })
})

test('what the name itself holds stays', () => {
  const { parts } = parseTemplate('{name}{region}')
  expect([row('A-'), row('- A -')].map(templateNamer(parts!, context))).toEqual(['A-', '- A -'])
})

test.each([
  ['{city}', '{city}'],
  ['a {n', '{n'],
  ['{}', '{}'],
  ['{n:x}', '{n:x}'],
])('%s holds %s, which nobody knows', (template, unknown) => {
  expect(parseTemplate(template)).toEqual({ unknown })
})

test('names that would be equal are counted, those of other rows included', () => {
  const plan = planRename(ROWS, (each) => each.region ?? '', ['US', 'XX'])
  expect(plan.changes).toEqual([
    { id: 'tokyo', name: 'JP' },
    { id: 'osaka', name: 'JP' },
    { id: 'la', name: 'US' },
  ])
  expect(plan.collisions).toBe(3)
  expect(plan.empty).toBe(1)
})

test.each([
  ['JP', '🇯🇵'],
  ['jp', ''],
  ['', ''],
  ['EUR', ''],
])('the flag of %j is %j', (region, flag) => {
  expect(flagEmoji(region)).toBe(flag)
})
