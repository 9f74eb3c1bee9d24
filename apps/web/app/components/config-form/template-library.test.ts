import { expect, test, vi } from 'vitest'
import { fetchText } from '../engine/fetch-client.ts'
import { fetchTemplate, TemplateLibrary } from './template-library.ts'

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
