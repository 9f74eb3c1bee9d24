import { afterEach, expect, test, vi } from 'vitest'
import { copyText } from './copy-button.tsx'

class Item {
  readonly data: Record<string, Promise<Blob>>
  constructor(data: Record<string, Promise<Blob>>) {
    this.data = data
  }
}

afterEach(() => void vi.unstubAllGlobals())

test('a text that is on its way is promised to the browser while the click still counts', async () => {
  const write = vi.fn(async ([item]: Item[]) => void (await item!.data['text/plain']))
  vi.stubGlobal('navigator', { clipboard: { write, writeText: vi.fn() } })
  vi.stubGlobal('ClipboardItem', Item)
  const { promise, resolve } = Promise.withResolvers<string>()
  const copying = copyText(() => promise)
  expect(write).toHaveBeenCalledOnce()
  resolve('节点')
  await copying
  expect(await (await write.mock.calls[0]![0][0]!.data['text/plain'])!.text()).toBe('节点')
})

test('a text that cannot be made is told of', async () => {
  const write = async ([item]: Item[]) => void (await item!.data['text/plain'])
  vi.stubGlobal('navigator', { clipboard: { write } })
  vi.stubGlobal('ClipboardItem', Item)
  await expect(copyText(() => Promise.reject(new Error('No text')))).rejects.toThrow('No text')
})

test.each<[string, string | (() => string | Promise<string>)]>([
  ['a text', 'a'],
  ['a text made at once', () => 'a'],
  ['a text on its way, in a browser that takes no promise', () => Promise.resolve('a')],
])('%s is written as it is', async (_, text) => {
  const writeText = vi.fn(() => Promise.resolve())
  vi.stubGlobal('navigator', { clipboard: { writeText } })
  await copyText(text)
  expect(writeText).toHaveBeenCalledWith('a')
})
