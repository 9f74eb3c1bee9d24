import { expect, test, vi } from 'vitest'
import { fetchText } from '../engine/fetch-client.ts'
import { fetchTemplate, keptTemplates, TemplateLibrary } from './template-library.ts'

vi.mock('../engine/fetch-client.ts', () => ({ fetchText: vi.fn<typeof fetchText>() }))

const HOME = { name: 'home', text: 'old', url: 'https://t.example/home.ini', at: 1, isKept: false }
const FRESH = { text: 'fresh', at: 2 }

test('a template keeps the name it got while its text was fetched', () => {
  const library = new TemplateLibrary()
  const { id } = library.add(HOME)
  library.change(id, { name: 'renamed' })
  const expected = { ...HOME, ...FRESH, name: 'renamed', id }
  expect(library.change(id, FRESH)).toEqual(expected)
  expect(library.list.get()).toEqual([expected])
})

test('a template that was deleted while its text was fetched stays deleted', () => {
  const library = new TemplateLibrary()
  const { id } = library.add(HOME)
  library.remove(id)
  expect(library.change(id, FRESH)).toBeUndefined()
  expect(library.list.get()).toEqual([])
})

test('a kept template stands in every tab, a template of the tab in this one alone', async () => {
  const [library, other] = [new TemplateLibrary(), new TemplateLibrary()]
  const names = (one: TemplateLibrary) => one.list.get().map(({ name }) => name)
  const kept = library.add({ ...HOME, name: 'kept', isKept: true })
  await vi.waitFor(() => expect(keptTemplates.find(kept.id)).toBeDefined())
  const ofTab = library.add({ ...HOME, name: 'of the tab' })
  expect([names(library), names(other)]).toEqual([['kept', 'of the tab'], ['kept']])
  expect(library.ofTab().map(({ id }) => id)).toEqual([ofTab.id])

  library.change(ofTab.id, { isKept: true })
  await vi.waitFor(() => expect(names(other)).toEqual(['kept', 'of the tab']))
  library.change(kept.id, { isKept: false })
  await vi.waitFor(() => expect(names(other)).toEqual(['of the tab']))
  expect(library.ofTab()).toEqual([{ ...HOME, name: 'kept', id: kept.id }])

  const undo = library.remove(ofTab.id)
  expect(names(other)).toEqual([])
  undo()
  expect(names(other)).toEqual(['of the tab'])
  library.remove(ofTab.id)
})

test('a template of the tab comes back where it was', () => {
  const library = new TemplateLibrary()
  const [first] = ['a', 'b'].map((name) => library.add({ ...HOME, name }))
  library.remove(first!.id)()
  expect(library.ofTab().map(({ name }) => name)).toEqual(['a', 'b'])
})

test('a fetched template is measured in bytes, as a file is', async () => {
  const mebibyte = 1024 * 1024
  for (const [text, answer] of [
    ['x'.repeat(5 * mebibyte), 'text'],
    ['x'.repeat(5 * mebibyte + 1), 'error'],
    ['节'.repeat(2 * mebibyte), 'error'],
  ] as const) {
    vi.mocked(fetchText).mockResolvedValueOnce({ text, status: 200 })
    expect(await fetchTemplate('https://t.example/home.ini')).toHaveProperty(answer)
  }
})
