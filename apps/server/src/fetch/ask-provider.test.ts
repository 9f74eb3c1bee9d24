import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseRanges } from '@switchyard/outbound'
import { expect, onTestFinished, test } from 'vitest'
import { createAskProvider } from './ask-provider.ts'

async function answering(status: number, body: string, headers: Record<string, string> = {}): Promise<string> {
  const server = createServer((_request, answer) => answer.writeHead(status, headers).end(body))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  onTestFinished(() => new Promise((resolve) => server.close(() => resolve())))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}
const onLoopback = createAskProvider({ network: { privateRanges: parseRanges(['127.0.0.0/8']), ownAddresses: [] } })

test('a provider on a private address is asked only where the operator allows it', async () => {
  const url = await answering(200, '{"a":1}')
  await expect(createAskProvider({})({ url, headers: {} })).rejects.toThrow('refused-address')
  expect(await onLoopback({ url, headers: {} })).toEqual({ a: 1 })
})

test('no redirect is followed, and no failure repeats what the provider said', async () => {
  const canary = 'canary-secret'
  for (const [status, headers] of [
    [302, { location: `http://127.0.0.1:1/?${canary}` }],
    [400, {}],
    [200, {}],
  ] as const) {
    const url = await answering(status, `no json: ${canary}`, headers)
    const failure = await onLoopback({ url, headers: {}, body: canary }).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(Error)
    expect(String((failure as Error).stack)).not.toContain(canary)
  }
})

test('an answer has its limit', async () => {
  const url = await answering(200, `"${'x'.repeat(300 * 1024)}"`)
  await expect(onLoopback({ url, headers: {} })).rejects.toThrow('too-large')
})
