import { expect, test, vi } from 'vitest'
import type { FetchWorkerApi } from './fetch-worker.ts'

const exposed = vi.hoisted(() => ({ api: undefined as FetchWorkerApi | undefined }))
vi.mock('comlink', () => ({ expose: (api: FetchWorkerApi) => (exposed.api = api) }))

test.each([
  ['GBK', [0xcf, 0xe3, 0xb8, 0xdb], '香港'],
  ['UTF-16', [0xff, 0xfe, 0x99, 0x99, 0x2f, 0x6e], '香港'],
  ['UTF-8 after a mark', [0xef, 0xbb, 0xbf, 0xe9, 0xa6, 0x99], '香'],
])('%s from an address is read like a file', async (_, bytes, text) => {
  await import('./fetch-worker.ts')
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(new Uint8Array(bytes))))
  expect(await exposed.api?.text('https://sub.example.com/')).toEqual({ text })
  vi.unstubAllGlobals()
})
