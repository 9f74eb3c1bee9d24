import { expect, test } from 'vitest'
import { importChunkAgain, withoutTry } from './import-again.ts'

/** A browser that remembers of each address that it failed, as the specification once said. */
function forgetlessBrowser() {
  const remembered = new Map<string, Promise<unknown>>()
  const asked: string[] = []
  const browser = {
    asked,
    isOnline: false,
    load: (address: string): Promise<unknown> => {
      const known = remembered.get(address)
      if (known) return known
      asked.push(address)
      const answer = browser.isOnline ? Promise.resolve({ of: address }) : Promise.reject(new TypeError('Failed'))
      remembered.set(address, answer)
      return answer
    },
    /** As the build writes it. */
    importChunk: (address: string): Promise<unknown> =>
      browser.load(address).catch(() => importChunkAgain(address, browser.load)),
  }
  return browser
}

test('a chunk that did not load is fetched anew by the next import, though the browser remembers the failure', async () => {
  const browser = forgetlessBrowser()
  await expect(browser.importChunk('/assets/a.js')).rejects.toThrow('Failed')
  await expect(browser.importChunk('/assets/a.js')).rejects.toThrow('Failed')
  browser.isOnline = true
  await expect(browser.importChunk('/assets/a.js')).resolves.toMatchObject({
    of: expect.stringMatching(/^\/assets\/a\.js\?again=\d+$/) as unknown,
  })
  expect(new Set(browser.asked).size).toBe(browser.asked.length)
})

test('who imports it later gets the same module, and nothing is fetched twice', async () => {
  const browser = forgetlessBrowser()
  await expect(browser.importChunk('/assets/b.js')).rejects.toThrow('Failed')
  browser.isOnline = true
  const [first, second] = await Promise.all([browser.importChunk('/assets/b.js'), browser.importChunk('/assets/b.js')])
  const asked = browser.asked.length
  expect(second).toBe(first)
  expect(await browser.importChunk('/assets/b.js')).toBe(first)
  expect(browser.asked.length).toBe(asked)
})

test('a chunk that loads at once is asked for by its own address alone', async () => {
  const browser = forgetlessBrowser()
  browser.isOnline = true
  await browser.importChunk('/assets/c.js')
  expect(browser.asked).toEqual(['/assets/c.js'])
})

test('what is kept for later stands under the address of the chunk', () => {
  expect(String(withoutTry(new URL('https://switchyard.example/assets/a.js?again=3')))).toBe(
    'https://switchyard.example/assets/a.js',
  )
})
