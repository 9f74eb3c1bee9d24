import type { FoundItem, FoundRecipe } from '@switchyard/recipe'
import { expect, test } from 'vitest'
import { addFound, type Publisher } from './add-found.ts'
import { DeviceItems } from './device-items.ts'
import { refusalOf } from './item-repository.ts'
import { partsOf } from './test-parts.ts'

const item = (key: string, body = `https://${key}.example.com/`): FoundItem => ({ key, name: key, body, notes: [] })
const recipe = (name: string, items: string[]): FoundRecipe => ({
  name,
  items,
  steps: [{ kind: 'flag', adds: true, match: { source: 'a' } }],
  notes: [],
  oldPath: `/download/collection/${name}`,
})

/** Publishes nowhere, and remembers what. */
function publisher() {
  const published: unknown[] = []
  const made: Publisher = {
    recipeOf: (items, steps) =>
      Promise.resolve({ recipe: JSON.stringify({ items, steps }), items: {}, client: 'mihomo' }),
    publish: (output) => {
      published.push(output)
      return Promise.resolve({ id: `of ${output.name}`, name: output.name })
    },
  }
  return { made, published }
}

test('sources get free names beside those that are there, and recipes keep the names that their steps say', async () => {
  const store = new DeviceItems(partsOf())
  await store.add({ name: 'a', body: 'https://x.example.com/', intervalS: 43_200 })
  const { made, published } = publisher()
  const added = await addFound({
    items: [item('a'), item('b')],
    recipes: [recipe('all', ['a', 'b'])],
    store,
    publisher: made,
  })
  expect((await store.list()).map(({ name }) => name)).toEqual(['a', 'a 2', 'b'])
  expect(added.outputs).toEqual([{ id: 'of all', name: 'all', oldPath: '/download/collection/all' }])
  expect(JSON.parse((published[0] as { recipe: string }).recipe)).toMatchObject({
    items: [
      { id: added.items[0]!.id, name: 'a' },
      { id: added.items[1]!.id, name: 'b' },
    ],
    steps: [{ kind: 'flag', match: { source: 'a' } }],
  })
})

test('a source that cannot be added is told of, and what is made of it goes on with the others', async () => {
  const store = new DeviceItems(partsOf())
  const { made, published } = publisher()
  const items = [item('a', 'no link at all'), item('b')]
  const added = await addFound({
    items,
    recipes: [recipe('all', ['a', 'b']), recipe('one', ['a'])],
    store,
    publisher: made,
  })
  expect(added.failed.map(({ name, error }) => [name, refusalOf(error)])).toEqual([['a', 'bad-request']])
  expect(added.items.map(({ name }) => name)).toEqual(['b'])
  expect(published).toMatchObject([{ name: 'all' }])
})

test('without a server nothing is published', async () => {
  const added = await addFound({
    items: [item('a')],
    recipes: [recipe('all', ['a'])],
    store: new DeviceItems(partsOf()),
  })
  expect(added).toMatchObject({ items: [{ name: 'a' }], outputs: [], failed: [] })
})

test('a config that was published as it is, is again, to the letter', async () => {
  const { made, published } = publisher()
  const config = { text: '# mine\r\nport: 1 \n', client: 'mihomo' }
  const added = await addFound({
    items: [],
    recipes: [{ ...recipe('config', []), steps: [], config }],
    store: new DeviceItems(partsOf()),
    publisher: made,
  })
  expect(added.outputs).toMatchObject([{ name: 'config' }])
  expect(published).toEqual([{ name: 'config', kind: 'text', ...config }])
})

test('a recipe of ours is published as it was, of the sources that were made anew', async () => {
  const { made, published } = publisher()
  const whole = { file: '{"switchyard":"recipe"}', items: { s1: 'a', s2: 'b', s3: 'a' }, client: 'singbox' }
  const added = await addFound({
    items: [{ ...item('a'), prefix: 'Air ' }, item('b')],
    recipes: [{ ...recipe('home', ['a', 'b']), steps: [], whole }],
    store: new DeviceItems(partsOf()),
    publisher: made,
  })
  const [a, b] = added.items
  expect(a!.prefix).toBe('Air ')
  expect(published).toEqual([
    { name: 'home', recipe: whole.file, items: { s1: a!.id, s2: b!.id, s3: a!.id }, client: 'singbox' },
  ])
})
