import { beforeEach, expect, test } from 'vitest'
import { KeptThings, thingRows } from './kept-things.ts'
import { newThings, writtenThings } from './things-in-settings.ts'

const sets = new KeptThings<string>({ kind: 'mapping', version: 1, read: (value) => String(value) })
const written = (part: object) => ({
  kind: 'mapping',
  id: 'm1',
  name: 'Work',
  body: '{"version":1,"value":"x"}',
  changed: 5,
  ...part,
})

beforeEach(() => {
  for (const kind of ['mapping', 'template', 'injection'] as const) thingRows(kind).change(() => [])
})

test('what a file was written with is read from it again, kind by kind', async () => {
  await sets.save({ name: 'Work', value: 'x' })
  const file = JSON.parse(JSON.stringify(await writtenThings())) as unknown[]
  expect(file).toMatchObject([{ kind: 'mapping', name: 'Work', body: '{"version":1,"value":"x"}' }])
  expect(await newThings(file)).toMatchObject({ names: [], here: 1, unread: [] })
  thingRows('mapping').change(() => [])
  const found = await newThings([...file, written({ kind: 'template', id: 't1', name: 'Mine' })])
  expect(found).toMatchObject({ names: ['Work', 'Mine'], here: 0 })
  expect(await found.add()).toEqual([])
  expect((await writtenThings()).map(({ kind, name }) => [kind, name])).toEqual([
    ['mapping', 'Work'],
    ['template', 'Mine'],
  ])
  expect(sets.state.get().things).toMatchObject([{ name: 'Work', value: 'x' }])
})

test('of two with one id the newer one stays', async () => {
  await (await newThings([written({ name: 'old', changed: 5 })])).add()
  expect((await newThings([written({ name: 'older', changed: 4 })])).here).toBe(1)
  await (await newThings([written({ name: 'newer', changed: 6 })])).add()
  expect((await writtenThings()).map(({ name }) => name)).toEqual(['newer'])
})

test.each([
  [written({ kind: 'tool' }), 'Work'],
  [written({ kind: undefined }), 'Work'],
  [written({ id: 'a b' }), 'Work'],
  [written({ body: {} }), 'Work'],
  [written({ changed: 'now' }), 'Work'],
  [written({ name: 3 }), '?'],
  ['text', '?'],
  [null, '?'],
])('%j of a file is none', async (said, name) => {
  expect(await newThings([said])).toMatchObject({ names: [], here: 0, unread: [name] })
})
