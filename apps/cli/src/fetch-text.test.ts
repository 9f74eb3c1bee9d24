import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import type { FetchError } from './fetch-error.ts'
import { fetchText } from './fetch-text.ts'
import type { FetchOptions } from './request-text.ts'

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stops.push(() => (server.closeAllConnections(), server.close()))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const OPTIONS: FetchOptions = { userAgent: 'test', most: 100_000 }
const reasonOf = (address: string, options: Partial<FetchOptions> = {}): Promise<string> =>
  fetchText(address, { ...OPTIONS, ...options }).then(
    () => 'fetched',
    (error: FetchError) => error.reason,
  )

describe('An address that the person gave', () => {
  test('may be on this machine', async () => {
    const address = await serve((_, response) => response.end('text'))
    expect((await fetchText(address, OPTIONS)).text).toBe('text')
  })

  test.each([
    ['more than the limit', 'too-large', (most: number) => 'a'.repeat(most + 1)],
    ['as much as the limit', 'fetched', (most: number) => 'a'.repeat(most)],
  ])('that answers %s: %s', async (_, reason, body) => {
    const address = await serve((_, response) => response.end(body(OPTIONS.most)))
    expect(await reasonOf(address)).toBe(reason)
  })

  test('that answers with more on the wire than a text may be is left', async () => {
    const address = await serve((_, response) => {
      const { socket } = response
      socket!.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n')
      const pour = () => {
        while (!socket!.destroyed && socket!.write(`1;${'x'.repeat(8000)}\r\na\r\n`));
      }
      socket!.on('drain', pour).on('error', () => {})
      pour()
    })
    expect(await reasonOf(address)).toBe('too-large')
  })
})

describe('An address that somebody else named', () => {
  test.each([
    'http://127.0.0.1:1/',
    'http://[::1]/',
    'http://10.0.0.1/',
    'http://169.254.169.254/latest/',
    'http://localhost/',
    'http://router.lan/',
    'http://example.com:22/',
    'http://user:pw@example.com/',
  ])('%s is not asked', async (address) => {
    expect(await reasonOf(address, { isForeign: true })).toBe('refused-address')
  })
})
